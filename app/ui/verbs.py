"""What a person can do, by button or by key: each verb leads from one UiState to the next."""

import random
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto

from app.data.kinds import DataKind
from app.network.schedule import Direction, NetworkKind
from app.settings import MAX_SIDE, SortSettings
from app.timeline import Playing, Timeline
from app.ui.state import Closing, Field, UiState

NEW_SEED_LIMIT = 1_000_000  # short enough to be read out in a class
MAX_EARLIER_SEEDS = 100


class Verb(Enum):
    """One thing to do."""

    PLAY = auto()
    PLAY_BACKWARDS = auto()
    NEXT_PASS = auto()
    PREVIOUS_PASS = auto()
    NEXT_STAGE = auto()
    PREVIOUS_STAGE = auto()
    TO_START = auto()
    TO_END = auto()
    RESTART = auto()
    FASTER = auto()
    SLOWER = auto()
    TYPE_POSITION = auto()
    NEW_SEED = auto()
    PREVIOUS_SEED = auto()
    TYPE_SEED = auto()
    NEXT_DATA = auto()
    WIDER = auto()
    NARROWER = auto()
    HIGHER = auto()
    LOWER = auto()
    TURN_ORDER = auto()
    OTHER_NETWORK = auto()
    RECORD = auto()
    FULLSCREEN = auto()
    HELP = auto()
    CLOSE_TOPMOST = auto()
    QUIT = auto()


def with_seed(state: UiState, seed: int) -> UiState:
    """Choose a seed, and remember the one before."""
    if seed == state.settings.seed:
        return state
    earlier = (*state.earlier_seeds, state.settings.seed)[-MAX_EARLIER_SEEDS:]
    return replace(state, settings=replace(state.settings, seed=seed), earlier_seeds=earlier)


def _with_next_data(settings: SortSettings) -> SortSettings:
    kinds = list(DataKind)
    return replace(settings, data=kinds[(kinds.index(settings.data) + 1) % len(kinds)])


def _previous_seed(state: UiState) -> UiState:
    if not state.earlier_seeds:
        return state
    return replace(
        state,
        settings=replace(state.settings, seed=state.earlier_seeds[-1]),
        earlier_seeds=state.earlier_seeds[:-1],
    )


def _new_seed(state: UiState) -> UiState:
    seed = state.settings.seed
    while seed == state.settings.seed:
        seed = random.randrange(NEW_SEED_LIMIT)
    return with_seed(state, seed)


def _timeline(change: Callable[[Timeline], Timeline]) -> Callable[[UiState], UiState]:
    return lambda state: replace(state, timeline=change(state.timeline))


def _settings(change: Callable[[SortSettings], SortSettings]) -> Callable[[UiState], UiState]:
    return lambda state: replace(state, settings=change(state.settings))


def _next_stage(state: UiState) -> UiState:
    starts = state.settings.network.stage_starts
    later = [start for start in starts if start > state.timeline.position]
    return to_position(state, later[0]) if later else state


def _previous_stage(state: UiState) -> UiState:
    starts = state.settings.network.stage_starts
    earlier = [start for start in starts if start < state.timeline.position]
    return to_position(state, earlier[-1]) if earlier else state


def to_position(state: UiState, pass_index: int) -> UiState:
    """Stand at a pass_index, clamped to 0..P."""
    return replace(state, timeline=state.timeline.seek(pass_index))


def _turned(settings: SortSettings) -> SortSettings:
    is_ascending = settings.order is Direction.ASCENDING
    return replace(settings, order=Direction.DESCENDING if is_ascending else Direction.ASCENDING)


def _with_other_network(settings: SortSettings) -> SortSettings:
    is_flip = settings.network_kind is NetworkKind.FLIP
    return replace(settings, network_kind=NetworkKind.ALTERNATING if is_flip else NetworkKind.FLIP)


def _close_topmost(state: UiState) -> UiState:
    if state.closing is Closing.ASKED:
        return replace(state, closing=Closing.NO)
    display = state.display
    if display.help_open:
        return replace(state, display=replace(display, help_open=False))
    return replace(state, display=replace(display, fullscreen=False))


_DEEDS: dict[Verb, Callable[[UiState], UiState]] = {
    Verb.PLAY: _timeline(lambda timeline: timeline.toggle(Playing.FORWARDS)),
    Verb.PLAY_BACKWARDS: _timeline(lambda timeline: timeline.toggle(Playing.BACKWARDS)),
    Verb.NEXT_PASS: _timeline(lambda timeline: timeline.step(1)),
    Verb.PREVIOUS_PASS: _timeline(lambda timeline: timeline.step(-1)),
    Verb.NEXT_STAGE: _next_stage,
    Verb.PREVIOUS_STAGE: _previous_stage,
    Verb.TO_START: _timeline(lambda timeline: timeline.seek(0)),
    Verb.TO_END: _timeline(lambda timeline: timeline.seek(timeline.pass_count)),
    Verb.RESTART: _timeline(lambda timeline: timeline.pause().seek(0)),
    Verb.FASTER: _timeline(Timeline.faster),
    Verb.SLOWER: _timeline(Timeline.slower),
    Verb.TYPE_POSITION: lambda state: replace(state, focus=Field.POSITION),
    Verb.NEW_SEED: _new_seed,
    Verb.PREVIOUS_SEED: _previous_seed,
    Verb.TYPE_SEED: lambda state: replace(state, focus=Field.SEED),
    Verb.NEXT_DATA: _settings(_with_next_data),
    Verb.WIDER: _settings(lambda s: replace(s, width=min(2 * s.width, MAX_SIDE))),
    Verb.NARROWER: _settings(lambda s: replace(s, width=max(s.width // 2, 1))),
    Verb.HIGHER: _settings(lambda s: replace(s, height=min(2 * s.height, MAX_SIDE))),
    Verb.LOWER: _settings(lambda s: replace(s, height=max(s.height // 2, 1))),
    Verb.TURN_ORDER: _settings(_turned),
    Verb.OTHER_NETWORK: _settings(_with_other_network),
    Verb.RECORD: lambda state: replace(state, record=not state.record),
    Verb.FULLSCREEN: lambda state: replace(
        state, display=replace(state.display, fullscreen=not state.display.fullscreen)
    ),
    Verb.HELP: lambda state: replace(
        state, display=replace(state.display, help_open=not state.display.help_open)
    ),
    Verb.CLOSE_TOPMOST: _close_topmost,
    Verb.QUIT: lambda state: replace(state, closing=Closing.ASKED),
}


def do(verb: Verb, state: UiState) -> UiState:
    """Return the state after a verb; the same state where nothing would happen."""
    return _DEEDS[verb](state)


def would_change(verb: Verb, state: UiState) -> bool:
    """Tell whether a verb would do anything: its button is greyed where it would not."""
    return do(verb, state) != state
