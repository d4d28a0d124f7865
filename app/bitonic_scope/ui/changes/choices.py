"""Choices: changes to what is sorted."""

import random
from collections.abc import Callable
from dataclasses import replace

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.ui.changes.cycle import after
from bitonic_scope.ui.state import Change, UiState

NEW_SEED_LIMIT = 1_000_000  # short enough to read out in class
MAX_EARLIER_SEEDS = 100


def with_new_seed(state: UiState, seed: int) -> UiState:
    """Set the seed, and remember the previous one."""
    if seed == state.settings.seed and state.settings.own is None:
        return state
    earlier = (*state.earlier_seeds, state.settings.seed)[-MAX_EARLIER_SEEDS:]
    return replace(state, earlier_seeds=earlier).with_settings(state.settings.with_seed(seed))


def new_seed(state: UiState) -> UiState:
    """Choose a seed at random."""
    seed = state.settings.seed
    while seed == state.settings.seed:
        seed = random.randrange(NEW_SEED_LIMIT)
    return with_new_seed(state, seed)


def previous_seed(state: UiState) -> UiState:
    """Go back to the previous seed."""
    earlier = list(state.earlier_seeds)
    while earlier:
        settings = state.settings.with_seed(earlier.pop())
        if settings != state.settings:  # undo may have led back there
            return replace(state, earlier_seeds=tuple(earlier)).with_settings(settings)
    return state


def of_settings(change: Callable[[SortSettings], SortSettings]) -> Change:
    """Return the change of a state that changes its settings."""
    return lambda state: state.with_settings(change(state.settings))


def next_example(settings: SortSettings) -> SortSettings:
    """Choose the next example."""
    current = example_of(settings)
    return (after(current, list(EXAMPLES)) if current else EXAMPLES[0]).settings


def next_data(settings: SortSettings) -> SortSettings:
    """Choose the next kind of generated data; from own data, return to generated data."""
    if settings.own is not None:
        return settings.with_data(settings.data)
    return settings.with_data(after(settings.data, list(DataKind)))


def next_format(settings: SortSettings) -> SortSettings:
    """Choose the next element format."""
    return settings.with_format(after(settings.element_format, list(FormatName)))


def other_stability(settings: SortSettings) -> SortSettings:
    """Sort stably, or not."""
    return settings.with_stable(stable=not settings.stable)


def resize(sides: Callable[[int, int], tuple[int, int]]) -> Change:
    """Return the change to the sides that a function gives for width and height."""
    return of_settings(lambda settings: settings.with_size(*sides(settings.width, settings.height)))


def other_order(settings: SortSettings) -> SortSettings:
    """Reverse the order."""
    is_ascending = settings.order is Direction.ASCENDING
    return replace(settings, order=Direction.DESCENDING if is_ascending else Direction.ASCENDING)


def other_network(settings: SortSettings) -> SortSettings:
    """Choose the other kind of network."""
    is_flip = settings.network_kind is NetworkKind.FLIP
    return replace(settings, network_kind=NetworkKind.ALTERNATING if is_flip else NetworkKind.FLIP)


def next_engine(settings: SortSettings) -> SortSettings:
    """Choose the next engine."""
    return replace(settings, engine=after(settings.engine, list(EngineName)))
