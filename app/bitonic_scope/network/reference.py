"""The network in numpy, pass by pass: the oracle of every GPU test.

It works on sort keys alone and returns the index from which each element comes, so one reference
serves every element format: `elements[indexes]` moves values and payloads alike.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.network.comparator import is_ascending, is_lower, is_out_of_order, partner
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind, SortPass

SortKeys = NDArray[np.uint32] | NDArray[np.uint64]


def sources(sort_keys: SortKeys, sort_pass: SortPass, *, order: Direction) -> NDArray[np.int64]:
    """Return, for each index after a pass, the index from which its element comes.

    Args:
        sort_keys: (element_count,) unsigned, the keys of the state before the pass.
        sort_pass: the pass to run.
        order: the direction in which the network sorts.

    Returns:
        (element_count,) int64: the index itself, or its partner where the two are exchanged.
    """
    own = np.arange(sort_keys.size, dtype=np.int64)
    other = partner(own, partner_mask=sort_pass.partner_mask)
    lower = is_lower(own, compare_distance=sort_pass.compare_distance)
    ascending = is_ascending(
        own, direction_mask=sort_pass.direction_mask, descending=order is Direction.DESCENDING
    )
    swap = is_out_of_order(
        np.where(lower, sort_keys[own], sort_keys[other]),
        np.where(lower, sort_keys[other], sort_keys[own]),
        ascending,
    )
    return np.where(swap, other, own)


def states(
    sort_keys: SortKeys,
    *,
    order: Direction = Direction.ASCENDING,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
) -> Iterator[NDArray[np.int64]]:
    """Yield the state at every pass_index 0..P, as indexes into the input.

    Args:
        sort_keys: (element_count,) unsigned, element_count a power of two.
        order: the direction in which the network sorts.
        network_kind: alternating or flip.

    Yields:
        (element_count,) int64: `elements[indexes]` is the state.

    Raises:
        ValueError: element_count is not a power of two.
    """
    network = BitonicNetwork(sort_keys.size.bit_length() - 1, network_kind)
    if sort_keys.size != network.element_count:
        raise ValueError(f"element count must be a power of two, got {sort_keys.size}")
    indexes = np.arange(sort_keys.size, dtype=np.int64)
    yield indexes
    for sort_pass in network.passes:
        indexes = indexes[sources(sort_keys[indexes], sort_pass, order=order)]
        yield indexes
