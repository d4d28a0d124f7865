"""The closed form: the state after any pass straight from the input, with no pass before it run.

The state after pass p of stage s, with h = 2^(s-1), b = 2^s and d = 2^(s-p), ascending:

1. Sort each block of h; turn every odd one round, so that each block of b is bitonic.
2. View each block of b as b/d rows of d; sort each column.
3. Alternating network: where the block is descending, turn the order of its rows round.
   Flip network: in the upper b/(2d) rows of each block, turn the order within the row round.

Descending is ascending on complemented keys. It holds because a strided column of a bitonic
sequence is bitonic, and the first p passes of the stage are exactly the bitonic merge of such
columns. So step 2 may merge where sorting is slower: long columns are halved by min and max, which
touch long runs of memory, until numpy can sort what is left in vector registers.

Source: K. E. Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer
Conference, 1968.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.network.comparator import partner
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind, SortPass

TINY_COLUMN = 8  # keys; up to here a call for each column costs numpy more than sorting it
SHORT_BLOCK = 512  # keys; numpy sorts rows up to about this size with little or no partitioning
CACHED_KEYS = 1 << 18  # 1 to 2 MiB, what a core's own cache holds: several halvings per load

Keys = TypeVar("Keys", NDArray[np.uint32], NDArray[np.uint64])


def sorted_keys_at(
    sort_keys: Keys, pass_index: int, *, order: Direction, network_kind: NetworkKind
) -> Keys:
    """Return the keys of the state at a pass_index; equal keys are interchangeable numbers here.

    Args:
        sort_keys: (element_count,) uint32 or uint64, element_count a power of two; left as it is.
        pass_index: how many passes are done, 0..P.
        order: which way the network sorts.
        network_kind: which network.

    Returns:
        (element_count,) keys of the same dtype, a new array.

    Raises:
        ValueError: element_count is no power of two, or there is no state at pass_index.
    """
    network = BitonicNetwork(sort_keys.size.bit_length() - 1, network_kind)
    if sort_keys.size != network.element_count:
        raise ValueError(f"the network sorts a power of two of elements, got {sort_keys.size}")
    if not 0 <= pass_index <= network.pass_count:
        raise ValueError(f"a state is at pass_index 0 to {network.pass_count}, got {pass_index}")
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
    """Return the state at a pass_index as places in the input: `elements[places]` is the state.

    The closed form knows where a key ends up, not which of several equal ones: that depends on
    the way each of them came, since comparators never exchange equals. So the keys must be a total
    order. Where the comparators settle ties by the index too, pass key << 32 | index as uint64.

    Args are those of `sorted_keys_at`, but no two keys are equal.

    Returns:
        (element_count,) int64.

    Raises:
        ValueError: two keys are equal, or as in `sorted_keys_at`.
    """
    by_key = np.argsort(sort_keys)
    ascending = sort_keys[by_key]
    if np.any(ascending[1:] == ascending[:-1]):
        raise ValueError(
            "places need distinct keys, got equal ones; where the comparators settle ties by the "
            "index, pass key << 32 | index"
        )
    ranks = np.empty(sort_keys.size, np.uint32)
    ranks[by_key] = np.arange(sort_keys.size, dtype=np.uint32)
    state = sorted_keys_at(ranks, pass_index, order=order, network_kind=network_kind)
    return by_key[state].astype(np.int64, copy=False)


def _run_from_the_input(keys: NDArray[Any], done: SortPass, network_kind: NetworkKind) -> None:
    """Turn the input into the ascending network's state after a pass, in place."""
    if done.compare_distance == 1:  # the stage is over: its blocks are sorted, whatever came before
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
    """Sort the bitonic columns, compare_distance wide, of every block, in place."""
    block_size = _halve(keys, block_size=block_size, least_size=max(compare_distance, CACHED_KEYS))
    if block_size == compare_distance:
        return
    for part in keys.reshape(-1, min(keys.size, CACHED_KEYS)):
        least_size = max(compare_distance, SHORT_BLOCK)
        size = _halve(part, block_size=block_size, least_size=least_size)
        _sort_columns(part.reshape(-1, size // compare_distance, compare_distance))


def _halve(keys: NDArray[Any], *, block_size: int, least_size: int) -> int:
    """Split bitonic blocks into a lower and an upper half until least_size; return their size."""
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
        rows = np.ascontiguousarray(blocks.swapaxes(0, 1))  # one comparator for all columns at once
        for sort_pass in BitonicNetwork(row_count.bit_length() - 1, NetworkKind.FLIP).passes:
            for lower in range(row_count):
                upper = partner(lower, partner_mask=sort_pass.partner_mask)
                if lower < upper:
                    _exchange(rows[lower], rows[upper])
        blocks[...] = rows.swapaxes(0, 1)


def _exchange(lower: NDArray[Any], upper: NDArray[Any]) -> None:
    """Put the lesser key of each pair into lower and the greater into upper."""
    lesser = np.minimum(lower, upper)
    np.maximum(lower, upper, out=upper)
    lower[...] = lesser
