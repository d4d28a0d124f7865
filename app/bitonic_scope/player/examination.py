"""Facts about a state, from its elements: how far it is sorted, and whether any is lost."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import Elements, sort_keys
from bitonic_scope.model.start_data import StartData
from bitonic_scope.network.schedule import Direction

VALUE_BITS = np.uint64(32)  # the upper half of a sort key; the lower half breaks ties


class Facts(NamedTuple):
    """The facts of one state; see `model.readout.Counters`."""

    in_place: int
    run_count: int
    nothing_lost: bool


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """The sorted input, computed on the CPU.

    Attributes:
        start_data: the input.
        patterns: (element_count,) the bits of all elements, tags included, in ascending order.
        keys: (element_count,) uint64, the sort keys in the order of the sorted elements.
    """

    start_data: StartData
    patterns: NDArray[Any]
    keys: NDArray[np.uint64]

    def rank(self, key: int) -> int:
        """Return the rank of the value with this sort key: 1 for the least, the same for equals."""
        settings = self.start_data.settings
        keys = self.keys[: settings.real_count]  # padding comes last
        if settings.order is Direction.DESCENDING:
            keys = keys[::-1]
        return int(np.searchsorted(keys >> VALUE_BITS, np.uint64(key) >> VALUE_BITS)) + 1


def goal_of(start_data: StartData) -> Goal:
    """Sort the input on the CPU."""
    keys = np.sort(keys_of(start_data, start_data.elements))
    if start_data.settings.order is Direction.DESCENDING:
        keys = keys[::-1]
    return Goal(start_data, np.sort(_patterns(start_data.elements)), keys)


def keys_of(start_data: StartData, elements: Elements) -> NDArray[np.uint64]:
    """Return the sort keys of some elements of a sort."""
    settings = start_data.settings
    return sort_keys(
        start_data.storage.element_format,
        elements,
        descending=settings.order is Direction.DESCENDING,
        stable=settings.stable,
    )


def facts_of(goal: Goal, elements: Elements, *, is_at_end: bool) -> Facts:
    """Return the facts of a state.

    Args:
        goal: the goal of the sort.
        elements: all elements of the state, in order of their index.
        is_at_end: whether all passes are done, so that the order must be the goal's.
    """
    settings = goal.start_data.settings
    keys = keys_of(goal.start_data, elements)
    if settings.order is Direction.DESCENDING:
        run_ends = np.count_nonzero(keys[:-1] < keys[1:])
    else:
        run_ends = np.count_nonzero(keys[:-1] > keys[1:])
    is_in_place = keys == goal.keys
    nothing_lost = np.array_equal(np.sort(_patterns(elements)), goal.patterns)
    return Facts(
        in_place=int(np.count_nonzero(is_in_place[: settings.real_count])),
        run_count=int(run_ends) + 1,
        nothing_lost=nothing_lost and (not is_at_end or bool(np.all(is_in_place))),
    )


def _patterns(elements: Elements) -> NDArray[Any]:
    """Return the bits of each element as one unsigned number."""
    if elements.ndim == 2:
        return np.ascontiguousarray(elements).view(np.uint64)[:, 0]
    return elements.view(f"u{elements.itemsize}")
