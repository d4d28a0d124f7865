"""The closed form: the state after any pass, computed straight from the input.

The state after pass p of stage s, with h = 2^(s-1), b = 2^s and d = 2^(s-p), ascending:

1. Sort each block of h and reverse every odd one, so that each block of b is bitonic.
2. View each block of b as b/d rows of d; sort each column.
3. Alternating network: reverse the order of the rows in every descending block.
   Flip network: reverse each of the upper b/(2d) rows of every block.

Descending order is ascending order on complemented keys. The closed form holds because a strided
column of a bitonic sequence is bitonic, and the first p passes of a stage are exactly the bitonic
merge of these columns. So step 2 may merge where sorting is slower: min and max, which touch long
runs of memory, halve long columns until numpy can sort the rest in vector registers.

Source: K. E. Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer
Conference, 1968.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.network.comparator import partner
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind, SortPass

TINY_COLUMN = 8  # keys; up to here numpy spends more on the call for each column than on sorting
SHORT_BLOCK = 512  # keys; up to about this size numpy sorts rows with little or no partitioning
CACHED_KEYS = 1 << 18  # 1 to 2 MiB, about a core's own cache: several halvings per load

Keys = TypeVar("Keys", NDArray[np.uint32], NDArray[np.uint64])


def sorted_keys_at(
    sort_keys: Keys, pass_index: int, *, order: Direction, network_kind: NetworkKind
) -> Keys:
    """Return the sort keys of the state at a pass_index; equal keys are interchangeable.

    Args:
        sort_keys: (element_count,) uint32 or uint64, element_count a power of two; not modified.
        pass_index: the number of passes done, 0..P.
        order: the direction in which the network sorts.
        network_kind: alternating or flip.

    Returns:
        (element_count,) keys of the same dtype, a new array.

    Raises:
        ValueError: element_count is not a power of two, or pass_index is not in 0..P.
    """
    network = BitonicNetwork(sort_keys.size.bit_length() - 1, network_kind)
    if sort_keys.size != network.element_count:
        raise ValueError(f"element count must be a power of two, got {sort_keys.size}")
    if not 0 <= pass_index <= network.pass_count:
        raise ValueError(f"pass_index must be from 0 to {network.pass_count}, got {pass_index}")
    state = sort_keys.copy()
    sort_pass = network.pass_done(pass_index)
    if sort_pass is None:
        return state
    if order is Direction.DESCENDING:
        np.invert(state, out=state)
    _run_from_the_input(state, sort_pass, network_kind)
    if order is Direction.DESCENDING:
        np.invert(state, out=state)
    return state


def places_at(
    sort_keys: NDArray[np.uint32] | NDArray[np.uint64],
    pass_index: int,
    *,
    order: Direction,
    network_kind: NetworkKind,
) -> NDArray[np.int64]:
    """Return the state at a pass_index as indexes into the input: `elements[places]` is the state.

    The closed form knows where a key ends up, but not which of several equal keys: that depends on
    the path of each, because comparators never exchange equal keys. So all keys must be distinct.
    Where comparators break ties by index, pass key << 32 | index as uint64.

    Args:
        sort_keys: (element_count,), no two equal; else as in `sorted_keys_at`.
        pass_index: the number of passes done, 0..P.
        order: the direction in which the network sorts.
        network_kind: alternating or flip.

    Returns:
        (element_count,) int64.

    Raises:
        ValueError: two keys are equal, element_count is not a power of two, or pass_index is not
            in 0..P.
    """
    by_key = np.argsort(sort_keys)
    ascending = sort_keys[by_key]
    if np.any(ascending[1:] == ascending[:-1]):
        raise ValueError(
            "places need distinct keys, got equal ones; where comparators break ties by index, "
            "pass key << 32 | index"
        )
    ranks = np.empty(sort_keys.size, np.uint32)
    ranks[by_key] = np.arange(sort_keys.size, dtype=np.uint32)
    state = sorted_keys_at(ranks, pass_index, order=order, network_kind=network_kind)
    return by_key[state].astype(np.int64, copy=False)


def _run_from_the_input(keys: NDArray[Any], done: SortPass, network_kind: NetworkKind) -> None:
    """Turn the input into the state of the ascending network after pass `done`, in place."""
    if done.compare_distance == 1:  # the stage is complete: its blocks are sorted
        _sort_columns(keys.reshape(-1, done.block_size, 1))
    else:
        halves = keys.reshape(-1, 2, done.block_size // 2)
        _sort_columns(keys.reshape(-1, done.block_size // 2, 1))
        halves[:, 1] = halves[:, 1, ::-1]
        _merge_columns(keys, block_size=done.block_size, compare_distance=done.compare_distance)
    row_count = done.block_size // done.compare_distance
    blocks = keys.reshape(-1, row_count, done.compare_distance)
    if network_kind is NetworkKind.ALTERNATING:
        blocks[1::2] = blocks[1::2, ::-1]
    else:
        blocks[:, row_count // 2 :] = blocks[:, row_count // 2 :, ::-1]


def _merge_columns(keys: NDArray[Any], *, block_size: int, compare_distance: int) -> None:
    """Sort the bitonic columns of every block, viewed as rows of compare_distance, in place."""
    block_size = _halve(keys, block_size=block_size, least_size=max(compare_distance, CACHED_KEYS))
    if block_size == compare_distance:
        return
    for part in keys.reshape(-1, min(keys.size, CACHED_KEYS)):
        least_size = max(compare_distance, SHORT_BLOCK)
        size = _halve(part, block_size=block_size, least_size=least_size)
        _sort_columns(part.reshape(-1, size // compare_distance, compare_distance))


def _halve(keys: NDArray[Any], *, block_size: int, least_size: int) -> int:
    """Split bitonic blocks into lower and upper halves down to least_size; return their size."""
    while block_size > least_size:
        block_size //= 2
        halves = keys.reshape(-1, 2, block_size)
        _exchange(halves[:, 0], halves[:, 1])
    return block_size


def _sort_columns(blocks: NDArray[Any]) -> None:
    """Sort every column of (block, row, column) ascending, in place."""
    row_count = blocks.shape[1]
    if row_count > TINY_COLUMN:
        blocks.sort(axis=1)
    elif row_count > 1:
        rows = np.ascontiguousarray(
            blocks.swapaxes(0, 1)
        )  # a comparator serves all columns at once
        for sort_pass in BitonicNetwork(row_count.bit_length() - 1, NetworkKind.FLIP).passes:
            for lower in range(row_count):
                upper = partner(lower, partner_mask=sort_pass.partner_mask)
                if lower < upper:
                    _exchange(rows[lower], rows[upper])
        blocks[...] = rows.swapaxes(0, 1)


def _exchange(lower: NDArray[Any], upper: NDArray[Any]) -> None:
    """Store the lesser key of each pair in lower and the greater in upper."""
    lesser = np.minimum(lower, upper)
    np.maximum(lower, upper, out=upper)
    lower[...] = lesser
