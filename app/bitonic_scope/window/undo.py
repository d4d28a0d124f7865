"""Undo: the moves of the user go into the history, a drag as one move."""

from dataclasses import replace

from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.ui.state import UiState


class Undo:
    """Knows whether the mouse button that is down has changed the state."""

    def __init__(self) -> None:
        self._has_press_changed = False

    def noted(
        self,
        old: UiState,
        state: UiState,
        now: tuple[SortSettings, Timeline],
        *,
        is_pressed: bool,
    ) -> UiState:
        """Return the state with its change in the history, unless undo or redo has made it.

        Args:
            old: the state before.
            state: the new state.
            now: the settings and the timeline that the player has taken from it.
            is_pressed: whether a mouse button is down.
        """
        self._has_press_changed &= is_pressed
        if state.history != old.history:
            return state
        history = old.history.after(
            (old.settings, old.timeline),
            now,
            is_jump=state.jumps,
            is_same_gesture=self._has_press_changed,
        )
        self._has_press_changed |= is_pressed and history != old.history
        return replace(state, history=history)
