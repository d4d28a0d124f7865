"""What a person can do, by button or by key: each verb leads from one UiState to the next."""

import random
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.ui.state import Closing, Field, UiState

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
    NEXT_EXAMPLE = auto()
    NEXT_DATA = auto()
    OPEN_FILE = auto()
    TYPE_COUNT = auto()
    NEXT_FORMAT = auto()
    STABLE = auto()
    WIDER = auto()
    NARROWER = auto()
    HIGHER = auto()
    LOWER = auto()
    TURN_ORDER = auto()
    OTHER_NETWORK = auto()
    OTHER_ENGINE = auto()
    RECORD = auto()
    FULLSCREEN = auto()
    HELP = auto()
    DRIVER = auto()
    CLOSE_TOPMOST = auto()
    QUIT = auto()


def with_new_seed(state: UiState, seed: int) -> UiState:
    """Choose a seed, and remember the one before."""
    if seed == state.settings.seed and state.settings.own is None:
        return state
    earlier = (*state.earlier_seeds, state.settings.seed)[-MAX_EARLIER_SEEDS:]
    return replace(state, settings=state.settings.with_seed(seed), earlier_seeds=earlier)


def _next_example(state: UiState) -> UiState:
    current = example_of(state.settings)
    number = EXAMPLES.index(current) + 1 if current else 0
    return replace(state, settings=EXAMPLES[number % len(EXAMPLES)].settings)


def _with_next_data(settings: SortSettings) -> SortSettings:
    kinds = list(DataKind)
    if settings.own is not None:
        return settings.with_data(settings.data)
    return settings.with_data(kinds[(kinds.index(settings.data) + 1) % len(kinds)])


def _with_next_format(settings: SortSettings) -> SortSettings:
    names = list(FormatName)
    return settings.with_format(names[(names.index(settings.element_format) + 1) % len(names)])


def _previous_seed(state: UiState) -> UiState:
    if not state.earlier_seeds:
        return state
    return replace(
        state,
        settings=state.settings.with_seed(state.earlier_seeds[-1]),
        earlier_seeds=state.earlier_seeds[:-1],
    )


def _new_seed(state: UiState) -> UiState:
    seed = state.settings.seed
    while seed == state.settings.seed:
        seed = random.randrange(NEW_SEED_LIMIT)
    return with_new_seed(state, seed)


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


def _with_other_engine(settings: SortSettings) -> SortSettings:
    is_compute = settings.engine is EngineName.COMPUTE
    return replace(settings, engine=EngineName.FRAGMENT if is_compute else EngineName.COMPUTE)


def _close_topmost(state: UiState) -> UiState:
    if state.closing is Closing.ASKED:
        return replace(state, closing=Closing.NO)
    display = state.display
    if display.help_open or display.driver_open:
        return replace(state, display=replace(display, help_open=False, driver_open=False))
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
    Verb.NEXT_EXAMPLE: _next_example,
    Verb.NEXT_DATA: _settings(_with_next_data),
    Verb.OPEN_FILE: lambda state: replace(state, focus=Field.PATH),
    Verb.TYPE_COUNT: lambda state: replace(state, focus=Field.COUNT),
    Verb.NEXT_FORMAT: _settings(_with_next_format),
    Verb.STABLE: _settings(lambda s: s.with_stable(stable=not s.stable)),
    Verb.WIDER: _settings(lambda s: s.with_size(2 * s.width, s.height)),
    Verb.NARROWER: _settings(lambda s: s.with_size(s.width // 2, s.height)),
    Verb.HIGHER: _settings(lambda s: s.with_size(s.width, 2 * s.height)),
    Verb.LOWER: _settings(lambda s: s.with_size(s.width, s.height // 2)),
    Verb.TURN_ORDER: _settings(_turned),
    Verb.OTHER_NETWORK: _settings(_with_other_network),
    Verb.OTHER_ENGINE: _settings(_with_other_engine),
    Verb.RECORD: lambda state: replace(state, record=not state.record),
    Verb.FULLSCREEN: lambda state: replace(
        state, display=replace(state.display, fullscreen=not state.display.fullscreen)
    ),
    Verb.HELP: lambda state: replace(
        state,
        display=replace(state.display, help_open=not state.display.help_open, driver_open=False),
    ),
    Verb.DRIVER: lambda state: replace(
        state,
        display=replace(state.display, driver_open=not state.display.driver_open, help_open=False),
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
