"""Moves: changes to position and playback, undo and redo included."""

from collections.abc import Callable
from dataclasses import replace

from bitonic_scope.model.history import History, Place
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.ui.state import Change, UiState


def to_position(state: UiState, pass_index: int) -> UiState:
    """Jump to a pass_index, clamped to 0..P."""
    timeline = state.timeline.seek(pass_index)
    jumps = state.jumps or timeline.position != state.timeline.position
    return replace(state, timeline=timeline, jumps=jumps)


def of_timeline(change: Callable[[Timeline], Timeline]) -> Change:
    """Return the change of a state that changes its timeline."""
    return lambda state: replace(state, timeline=change(state.timeline))


def play(state: UiState) -> UiState:
    """Play or pause; if the user predicts the next pass, run that pass and show what it did."""
    predicts = state.display.predicts and state.timeline.playing is Playing.PAUSED
    timeline = state.timeline.step(1) if predicts else state.timeline.toggle(Playing.FORWARDS)
    return replace(state, timeline=timeline)


def toggle_play_backwards(state: UiState) -> UiState:
    """Play backwards, or pause."""
    return replace(state, timeline=state.timeline.toggle(Playing.BACKWARDS))


def step(passes: int) -> Change:
    """Return the change by a number of passes, backwards if negative."""
    return of_timeline(lambda timeline: timeline.step(passes))


def next_stage(state: UiState) -> UiState:
    """Jump to the end of this stage."""
    starts = state.settings.network.stage_starts
    later = [start for start in starts if start > state.timeline.position]
    return to_position(state, later[0]) if later else state


def previous_stage(state: UiState) -> UiState:
    """Jump to the nearest stage start before."""
    starts = state.settings.network.stage_starts
    earlier = [start for start in starts if start < state.timeline.position]
    return to_position(state, earlier[-1]) if earlier else state


def to_end(state: UiState) -> UiState:
    """Jump to the end."""
    return to_position(state, state.timeline.pass_count)


def restart(state: UiState) -> UiState:
    """Pause, and jump to the start."""
    return to_position(replace(state, timeline=state.timeline.pause()), 0)


def go_back(change: Callable[[History, Place], tuple[History, Place]]) -> Change:
    """Return the change that goes to another place of the history."""

    def go(state: UiState) -> UiState:
        here = Place(state.settings, state.timeline.position)
        history, place = change(state.history, here)
        if place == here:
            return state
        settings = place.settings
        timeline = state.timeline.over(settings.network.pass_count, place.position)
        return replace(state.with_settings(settings), history=history, timeline=timeline)

    return go
