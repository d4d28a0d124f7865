"""Which passes go into which dispatch of the compute engine, and what each dispatch is told.

A dispatch costs some microseconds and a way through memory, so the fewer the better. All passes
whose partners lie within what a workgroup holds, its *tile*, go into one dispatch together. Where
partners are further apart, a pass is a dispatch of its own in the plain form; in the fast form a
tile takes rows from all over the buffer, so that several such passes go together as well.

Plans are values: numbers in, numbers out, no GL.
"""

from enum import StrEnum
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from app.network.schedule import BitonicNetwork, SortPass

REGISTER_BITS = 4  # a thread of fast.comp holds 2^4 elements; more would not fit its registers
MAX_ROW_BITS = 8  # rows of a tile: more would leave too few neighbours in each
MIN_COLUMN_BITS = 4  # 16 neighbours are 64 bytes: memory is read in pieces of 32


class ComputeForm(StrEnum):
    """How the compute engine goes through the passes."""

    LOCAL_GLOBAL = "local-global"  # near partners by local.comp, far ones by global.comp
    FAST = "fast"  # all by fast.comp


ELEMENTS_PER_THREAD = {ComputeForm.LOCAL_GLOBAL: 2, ComputeForm.FAST: 1 << REGISTER_BITS}

Uniforms = tuple[tuple[str, tuple[int, ...]], ...]  # names, and values of unsigned numbers


class Dispatch(NamedTuple):
    """One dispatch.

    Attributes:
        shader: its file, in shaders/.
        passes: the passes that it runs.
        group_count: how many workgroups it takes.
        uniforms: what it is told.
    """

    shader: str
    passes: tuple[SortPass, ...]
    group_count: int
    uniforms: Uniforms


@lru_cache(maxsize=256)  # who plays or jumps asks for the same ranges again and again
def plan(
    network: BitonicNetwork, first: int, last: int, *, form: ComputeForm, group_size: int
) -> tuple[Dispatch, ...]:
    """Return the dispatches that lead from pass_index first to pass_index last.

    Args:
        network: the network.
        first: 0..last.
        last: first..P.
        form: how to go through the passes.
        group_size: threads of a workgroup, a power of two.

    Raises:
        ValueError: the network has no such range.
    """
    if not 0 <= first <= last <= network.pass_count:
        raise ValueError(
            f"passes range from 0 to {network.pass_count} in this network, got {first} to {last}"
        )
    make = plan_tiles if form is ComputeForm.FAST else plan_local_and_global
    return make(network.passes[first:last], network.element_count, group_size)


@lru_cache(maxsize=64)
def dispatches_of_stages(network: BitonicNetwork, group_size: int) -> tuple[int, ...]:
    """Return how many dispatches each stage takes in the fast form, if it is run by itself."""
    ends = network.stage_starts
    return tuple(
        len(plan(network, first, last, form=ComputeForm.FAST, group_size=group_size))
        for first, last in pairwise(ends)
    )


def plan_local_and_global(
    passes: tuple[SortPass, ...], element_count: int, group_size: int
) -> tuple[Dispatch, ...]:
    """Plan with a comparator a thread: a tile of neighbours, or one pass of far partners."""
    tile_size = ELEMENTS_PER_THREAD[ComputeForm.LOCAL_GLOBAL] * group_size
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
    passes: tuple[SortPass, ...], element_count: int, group_size: int
) -> tuple[Dispatch, ...]:
    """Plan with 16 elements a thread: a tile of neighbours, or of rows for far partners.

    Rows are the bit of the index that the first of far passes compares, and the bits below it.
    """
    tile_bits = _log2(group_size) + REGISTER_BITS
    group_count = max(1, element_count >> tile_bits)
    dispatches: list[Dispatch] = []
    while passes:
        together = _near_passes(passes, 1 << tile_bits)
        if together:
            uniforms = _tile(together, column_bits=0, row_bit=0)
        else:
            together = passes[: _far_count(passes, tile_bits)]
            row_bits = max(len(together), REGISTER_BITS)
            row_bit = _log2(together[0].compare_distance) + 1 - row_bits
            uniforms = _tile(together, column_bits=tile_bits - row_bits, row_bit=row_bit)
        dispatches.append(Dispatch("compute/fast.comp", together, group_count, uniforms))
        passes = passes[len(together) :]
    return tuple(dispatches)


def group_grid(group_count: int, limit: int) -> tuple[int, int]:
    """Return (columns, rows) of workgroups: as many in all, no more than limit in a row.

    Args:
        group_count: a power of two.
        limit: at least 1; drivers promise 65,535.
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


def _far_count(passes: tuple[SortPass, ...], tile_bits: int) -> int:
    """Tell how many passes, the first of them far, a tile of rows takes.

    Four at a time, since a thread runs four as quickly as one: that leaves less for the tile of
    neighbours that follows.
    """
    room = min(MAX_ROW_BITS, tile_bits - MIN_COLUMN_BITS) // REGISTER_BITS
    far = _log2(passes[0].compare_distance) - tile_bits + 1
    count = REGISTER_BITS * max(1, min(room, -(-far // REGISTER_BITS)))
    return sum(each.stage == passes[0].stage for each in passes[:count])


def _log2(power_of_two: int) -> int:
    return power_of_two.bit_length() - 1
