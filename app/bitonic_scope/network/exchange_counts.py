"""How many pairs each pass exchanges, by running the whole network in numpy."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.network.reference import SortKeys
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind, SortPass


def exchange_counts(
    sort_keys: SortKeys, *, order: Direction, network_kind: NetworkKind
) -> Iterator[int]:
    """Yield the number of exchanges of each pass, in order.

    Args:
        sort_keys: (element_count,) unsigned, element_count a power of two; not modified.
        order: the direction in which the network sorts.
        network_kind: alternating or flip.
    """
    network = BitonicNetwork(sort_keys.size.bit_length() - 1, network_kind)
    # Descending order is ascending order on complemented keys.
    keys = np.invert(sort_keys) if order is Direction.DESCENDING else sort_keys.copy()
    for sort_pass in network.passes:
        yield sum(_exchange(lesser, greater) for lesser, greater in _ends(keys, sort_pass))


def _ends(keys: NDArray[Any], sort_pass: SortPass) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Yield views of the ends where the lesser and the greater keys of pairs belong."""
    distance, half = sort_pass.compare_distance, sort_pass.block_size // 2
    if sort_pass.partner_mask != distance:  # each element meets its mirror image
        blocks = keys.reshape(-1, 2, half)
        yield blocks[:, 0], blocks[:, 1, ::-1]
    elif sort_pass.direction_mask in (0, keys.size):  # one direction
        pairs = keys.reshape(-1, 2, distance)
        yield pairs[:, 0], pairs[:, 1]
    else:
        blocks = keys.reshape(-1, 2, half // distance, 2, distance)
        yield blocks[:, 0, :, 0], blocks[:, 0, :, 1]
        yield blocks[:, 1, :, 1], blocks[:, 1, :, 0]


def _exchange(lesser: NDArray[Any], greater: NDArray[Any]) -> int:
    """Bring pairs into order, in place; return how many were out of order."""
    count = int(np.count_nonzero(lesser > greater))
    kept = np.minimum(lesser, greater)
    np.maximum(lesser, greater, out=greater)
    lesser[...] = kept
    return count
