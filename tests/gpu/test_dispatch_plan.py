"""Which passes go into which dispatch: each exactly once, in order, and few dispatches."""

from itertools import pairwise

import pytest

from bitonic_scope.gpu.compute.dispatch_plan import (
    GROUP_SIZES,
    Dispatch,
    dispatches_of_stages,
    elements_per_thread,
    group_grid,
    plan,
)
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import BitonicNetwork, NetworkKind

BOTH = list(NetworkKind)
FAST, SIMPLE = ENGINES = [EngineName.COMPUTE, EngineName.COMPUTE_SIMPLE]
WORDS = pytest.mark.parametrize("element_words", [1, 2])


def whole(
    m: int,
    engine: EngineName,
    group_size: int,
    element_words: int = 1,
    kind: NetworkKind = NetworkKind.ALTERNATING,
) -> tuple[Dispatch, ...]:
    network = BitonicNetwork(m, kind)
    return plan(
        network,
        0,
        network.pass_count,
        engine=engine,
        group_size=group_size,
        element_words=element_words,
    )


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("group_size", [1, 2, 16, 256])
@WORDS
def test_each_pass_of_a_range_is_run_once_and_in_order(
    kind: NetworkKind, engine: EngineName, group_size: int, element_words: int
) -> None:
    network = BitonicNetwork(10, kind)
    for first in range(0, network.pass_count + 1, 3):
        for last in range(first, network.pass_count + 1):
            dispatches = plan(
                network,
                first,
                last,
                engine=engine,
                group_size=group_size,
                element_words=element_words,
            )
            passes = [each for dispatch in dispatches for each in dispatch.passes]
            assert passes == list(network.passes[first:last])


@pytest.mark.parametrize("engine", ENGINES)
@WORDS
def test_going_on_never_takes_more_dispatches_than_starting_again(
    engine: EngineName, element_words: int
) -> None:
    network = BitonicNetwork(14)

    def count(first: int, last: int) -> int:
        return len(
            plan(network, first, last, engine=engine, group_size=16, element_words=element_words)
        )

    for last in range(network.pass_count + 1):
        again = count(0, last)
        assert all(count(first, last) <= again for first in range(last + 1))


@pytest.mark.parametrize(
    ("m", "group_size", "element_words", "count"),
    [
        (12, 256, 1, 1),
        (16, 256, 1, 9),
        (20, 256, 1, 17),
        (24, 256, 1, 29),
        (20, 512, 1, 15),
        (24, 512, 1, 26),
        (11, 256, 2, 1),
        (20, 256, 2, 22),
        (24, 256, 2, 35),
    ],
)
def test_a_whole_fast_sort_takes_few_dispatches(
    m: int, group_size: int, element_words: int, count: int
) -> None:
    assert len(whole(m, FAST, group_size, element_words)) == count


@pytest.mark.parametrize("shown", list(EngineName))
@WORDS
def test_the_dispatches_of_stages_are_those_of_plans(element_words: int, shown: EngineName) -> None:
    network = BitonicNetwork(16)
    engine = SIMPLE if shown is SIMPLE else FAST
    assert dispatches_of_stages(network, shown, element_words) == tuple(
        len(
            plan(
                network,
                *ends,
                engine=engine,
                group_size=GROUP_SIZES[engine],
                element_words=element_words,
            )
        )
        for ends in pairwise(network.stage_starts)
    )


@pytest.mark.parametrize(("m", "count"), [(10, 1), (16, 28), (20, 66), (24, 120)])
def test_a_whole_simple_sort_takes_one_for_each_far_pass(m: int, count: int) -> None:
    assert len(whole(m, SIMPLE, 512)) == count


@pytest.mark.parametrize("m", range(14, 29))
@WORDS
def test_fast_takes_fewer_than_simple_and_simple_fewer_than_one_a_pass(
    m: int, element_words: int
) -> None:
    fast, simple = whole(m, FAST, 256, element_words), whole(m, SIMPLE, 512)
    assert len(fast) < len(simple) < BitonicNetwork(m).pass_count


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("group_size", [1, 4, 32, 256])
@WORDS
def test_what_a_fast_dispatch_compares_lies_in_one_tile(
    kind: NetworkKind, group_size: int, element_words: int
) -> None:
    tile_bits = group_size.bit_length() - 1 + (4 if element_words == 1 else 3)
    for dispatch in whole(28, FAST, group_size, element_words, kind):
        uniforms = dict(dispatch.uniforms)
        column_bits, row_bit, mirrored_groups = uniforms["rows"]
        assert dispatch.group_count << tile_bits == 1 << 28
        assert 0 <= column_bits <= row_bit
        reached = (1 << column_bits) - 1  # bits of the index that are bits of the place in the tile
        reached |= ((1 << (tile_bits - column_bits)) - 1) << row_bit
        for each in dispatch.passes:
            assert each.compare_distance & reached
            assert each.partner_mask & ~reached in (0, mirrored_groups)
        for stage, bit in (uniforms["passes"][:2], uniforms["passes"][2:]):
            assert 0 <= bit < tile_bits
            assert 1 <= stage <= 28


@pytest.mark.parametrize("engine", ENGINES)
@WORDS
def test_a_near_dispatch_reaches_no_further_than_its_tile(
    engine: EngineName, element_words: int
) -> None:
    near = [
        dispatch
        for dispatch in whole(20, engine, 64, element_words)
        if dispatch.shader == "compute/local.comp"
        or dict(dispatch.uniforms).get("rows") == (0,) * 3
    ]
    assert len(near) > 1
    tile_size = elements_per_thread(engine, element_words) * 64
    for dispatch in near:
        assert max(each.partner_mask for each in dispatch.passes) < tile_size


def test_fewer_elements_than_a_tile_are_one_group() -> None:
    for engine in ENGINES:
        assert [dispatch.group_count for dispatch in whole(3, engine, 256)] == [1]
        assert whole(0, engine, 256) == ()


def test_groups_are_laid_out_in_rows_within_the_limit() -> None:
    assert group_grid(1, 65535) == (1, 1)
    assert group_grid(32768, 65535) == (32768, 1)
    assert group_grid(1 << 18, 65535) == (32768, 8)
    assert group_grid(8, 4) == (4, 2)
    assert group_grid(8, 1) == (1, 8)


@pytest.mark.parametrize(("first", "last"), [(-1, 3), (3, 2), (0, 56)])
def test_a_range_that_is_not_there_is_refused(first: int, last: int) -> None:
    with pytest.raises(ValueError, match="passes range from 0 to 55"):
        plan(BitonicNetwork(10), first, last, engine=FAST, group_size=16)
