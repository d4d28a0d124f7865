"""Which passes each dispatch of a compute engine runs, and with which uniforms.

Each dispatch costs some microseconds and a round trip through memory, so fewer are better. A
workgroup holds a *tile* of elements; consecutive passes whose partners lie within a tile share one
dispatch. For partners further apart, the simple engine runs one pass per dispatch; the fast engine
gathers rows from all over the buffer into a tile, so several such passes share a dispatch too.

Plans are values: no GL.
"""

from functools import lru_cache, partial
from itertools import pairwise, takewhile
from typing import NamedTuple

from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import BitonicNetwork, SortPass

REGISTER_WORDS = 16  # per thread of fast.comp; more would not fit the registers
MAX_ROW_BITS = 8  # of a tile; more rows would leave too few neighbours in each
MIN_COLUMN_WORDS = 16  # 64 bytes; memory transactions are 32

# Threads per workgroup. Fast: tiles of 16 KB, so several workgroups fit a multiprocessor, and one
# runs while another waits for memory. Simple: tiles of 1,024 elements.
GROUP_SIZES = {EngineName.COMPUTE: 256, EngineName.COMPUTE_SIMPLE: 512}

Uniforms = tuple[tuple[str, tuple[int, ...]], ...]  # (name, unsigned components)


class Dispatch(NamedTuple):
    """One dispatch: passes that some workgroups run by a file of shaders/."""

    shader: str
    passes: tuple[SortPass, ...]
    group_count: int
    uniforms: Uniforms


def elements_per_thread(engine: EngineName, element_words: int) -> int:
    """Return how many elements a thread holds: those of one comparator, or as many as fit."""
    return REGISTER_WORDS // element_words if engine is EngineName.COMPUTE else 2


@lru_cache(maxsize=256)  # playing and jumping ask for the same ranges again and again
def plan(
    network: BitonicNetwork,
    first: int,
    last: int,
    *,
    engine: EngineName,
    group_size: int,
    element_words: int = 1,
) -> tuple[Dispatch, ...]:
    """Return the dispatches that lead from pass_index first to pass_index last.

    Args:
        network: the network.
        first: 0..last.
        last: first..P.
        engine: COMPUTE or COMPUTE_SIMPLE.
        group_size: threads per workgroup, a power of two.
        element_words: 32-bit words per element, 1 or 2.

    Raises:
        ValueError: the network has no such range.
    """
    if not 0 <= first <= last <= network.pass_count:
        raise ValueError(
            f"passes range from 0 to {network.pass_count} in this network, got {first} to {last}"
        )
    passes, element_count = network.passes[first:last], network.element_count
    if engine is EngineName.COMPUTE_SIMPLE:
        return plan_local_and_global(passes, element_count, group_size)
    return plan_tiles(passes, element_count, group_size, element_words)


@lru_cache(maxsize=64)
def dispatches_of_stages(
    network: BitonicNetwork, engine: EngineName, element_words: int
) -> tuple[int, ...]:
    """Return how many dispatches each stage takes when run on its own.

    FRAGMENT counts as COMPUTE; `element_words` is the number of 32-bit words per element, 1 or 2.
    """
    engine = EngineName.COMPUTE if engine is EngineName.FRAGMENT else engine
    count = partial(
        plan, network, engine=engine, group_size=GROUP_SIZES[engine], element_words=element_words
    )
    return tuple(len(count(first, last)) for first, last in pairwise(network.stage_starts))


def plan_local_and_global(
    passes: tuple[SortPass, ...], element_count: int, group_size: int
) -> tuple[Dispatch, ...]:
    """Plan with one comparator per thread: a tile of neighbours, or one pass of far partners."""
    tile_size = elements_per_thread(EngineName.COMPUTE_SIMPLE, 1) * group_size
    group_count = max(1, element_count // tile_size)
    dispatches: list[Dispatch] = []
    while passes:
        near = _near_passes(passes, tile_size)
        if near:
            dispatch = Dispatch("compute/local.comp", near, group_count, _stretch(near))
        else:
            dispatch = Dispatch("compute/global.comp", passes[:1], group_count, _single(passes[0]))
        dispatches.append(dispatch)
        passes = passes[len(dispatch.passes) :]
    return tuple(dispatches)


def plan_tiles(
    passes: tuple[SortPass, ...], element_count: int, group_size: int, element_words: int
) -> tuple[Dispatch, ...]:
    """Plan with many elements per thread: a tile of neighbours, or of rows for far partners.

    The row number consists of the index bit that the first far pass compares and the bits below.
    """
    register_bits = _log2(elements_per_thread(EngineName.COMPUTE, element_words))
    tile_bits = _log2(group_size) + register_bits
    max_row_bits = min(MAX_ROW_BITS, tile_bits - _log2(MIN_COLUMN_WORDS // element_words))
    group_count = max(1, element_count >> tile_bits)
    dispatches: list[Dispatch] = []
    while passes:
        together = _near_passes(passes, 1 << tile_bits)
        if together:
            uniforms = _tile(together, column_bits=0, row_bit=0)
        else:
            together = passes[: _far_count(passes, tile_bits, register_bits, max_row_bits)]
            row_bits = max(len(together), register_bits)
            row_bit = _log2(together[0].compare_distance) + 1 - row_bits
            uniforms = _tile(together, column_bits=tile_bits - row_bits, row_bit=row_bit)
        dispatches.append(Dispatch("compute/fast.comp", together, group_count, uniforms))
        passes = passes[len(together) :]
    return tuple(dispatches)


def group_grid(group_count: int, limit: int) -> tuple[int, int]:
    """Return group_count workgroups as (columns, rows), with at most limit columns.

    Args:
        group_count: a power of two.
        limit: at least 1; OpenGL guarantees 65,535.
    """
    columns = min(group_count, 1 << (limit.bit_length() - 1))
    return columns, group_count // columns


def _stretch(passes: tuple[SortPass, ...]) -> Uniforms:
    first, last = passes[0], passes[-1]
    return (
        ("first_stage", (first.stage,)),
        ("first_distance", (first.compare_distance,)),
        ("last_stage", (last.stage,)),
        ("last_distance", (last.compare_distance,)),
    )


def _single(sort_pass: SortPass) -> Uniforms:
    return (
        ("compare_distance", (sort_pass.compare_distance,)),
        ("partner_mask", (sort_pass.partner_mask,)),
        ("direction_mask", (sort_pass.direction_mask,)),
    )


def _tile(passes: tuple[SortPass, ...], *, column_bits: int, row_bit: int) -> Uniforms:
    first, last = passes[0], passes[-1]
    first_bit, last_bit = (
        _log2(end.compare_distance) - row_bit + column_bits for end in (first, last)
    )
    mirrored_groups = first.partner_mask & ((1 << row_bit) - (1 << column_bits))
    return (
        ("passes", (first.stage, first_bit, last.stage, last_bit)),
        ("rows", (column_bits, row_bit, mirrored_groups)),
    )


def _near_passes(passes: tuple[SortPass, ...], tile_size: int) -> tuple[SortPass, ...]:
    """Return the passes up to the first whose partners lie outside a tile of neighbours."""
    return tuple(takewhile(lambda each: each.partner_mask < tile_size, passes))


def _far_count(
    passes: tuple[SortPass, ...], tile_bits: int, register_bits: int, max_row_bits: int
) -> int:
    """Return how many passes, the first of them far, one tile of rows runs.

    Counts in groups of register_bits passes, since a thread runs a group as fast as one pass: that
    leaves fewer passes for the tile of neighbours that follows.
    """
    max_groups = max_row_bits // register_bits
    far = _log2(passes[0].compare_distance) - tile_bits + 1
    count = register_bits * max(1, min(max_groups, -(-far // register_bits)))
    return sum(each.stage == passes[0].stage for each in passes[:count])


def _log2(power_of_two: int) -> int:
    return power_of_two.bit_length() - 1
