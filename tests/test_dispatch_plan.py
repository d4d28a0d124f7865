"""Which passes go into which dispatch: each exactly once, in order, and few dispatches."""

import pytest

from app.gpu.dispatch_plan import ELEMENTS_PER_THREAD, Dispatch, group_grid, plan
from app.gpu.dispatch_plan import ComputeForm as Form
from app.network.schedule import BitonicNetwork, NetworkKind

BOTH = list(NetworkKind)


def whole(m: int, form: Form, group_size: int) -> tuple[Dispatch, ...]:
    network = BitonicNetwork(m)
    return plan(network, 0, network.pass_count, form=form, group_size=group_size)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("group_size", [1, 2, 16, 256])
def test_each_pass_of_a_range_is_run_once_and_in_order(
    kind: NetworkKind, form: Form, group_size: int
) -> None:
    network = BitonicNetwork(10, kind)
    for first in range(0, network.pass_count + 1, 3):
        for last in range(first, network.pass_count + 1):
            dispatches = plan(network, first, last, form=form, group_size=group_size)
            passes = [each for dispatch in dispatches for each in dispatch.passes]
            assert passes == list(network.passes[first:last])


@pytest.mark.parametrize("form", list(Form))
def test_going_on_never_takes_more_dispatches_than_starting_again(form: Form) -> None:
    network = BitonicNetwork(14)
    for last in range(network.pass_count + 1):
        again = len(plan(network, 0, last, form=form, group_size=16))
        for first in range(last + 1):
            assert len(plan(network, first, last, form=form, group_size=16)) <= again


@pytest.mark.parametrize(
    ("m", "group_size", "count"),
    [(12, 256, 1), (16, 256, 9), (20, 256, 17), (24, 256, 29), (20, 512, 15), (24, 512, 26)],
)
def test_a_whole_fast_sort_takes_few_dispatches(m: int, group_size: int, count: int) -> None:
    assert len(whole(m, Form.FAST, group_size)) == count


@pytest.mark.parametrize(("m", "count"), [(10, 1), (16, 28), (20, 66), (24, 120)])
def test_a_whole_plain_sort_takes_one_for_each_far_pass(m: int, count: int) -> None:
    assert len(whole(m, Form.LOCAL_GLOBAL, 512)) == count


@pytest.mark.parametrize("m", range(14, 29))
def test_fast_takes_fewer_than_plain_and_plain_fewer_than_one_a_pass(m: int) -> None:
    fast, plain = whole(m, Form.FAST, 256), whole(m, Form.LOCAL_GLOBAL, 512)
    assert len(fast) < len(plain) < BitonicNetwork(m).pass_count


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("group_size", [1, 4, 32, 256])
def test_what_a_fast_dispatch_compares_lies_in_one_tile(kind: NetworkKind, group_size: int) -> None:
    network = BitonicNetwork(28, kind)
    tile_bits = group_size.bit_length() + 3
    for dispatch in plan(network, 0, network.pass_count, form=Form.FAST, group_size=group_size):
        uniforms = dict(dispatch.uniforms)
        column_bits, row_bit, mirrored_groups = uniforms["rows"]
        assert dispatch.group_count << tile_bits == network.element_count
        assert 0 <= column_bits <= row_bit
        reached = (1 << column_bits) - 1  # bits of the index that are bits of the place in the tile
        reached |= ((1 << (tile_bits - column_bits)) - 1) << row_bit
        for each in dispatch.passes:
            assert each.compare_distance & reached
            assert each.partner_mask & ~reached in (0, mirrored_groups)
        for stage, bit in (uniforms["passes"][:2], uniforms["passes"][2:]):
            assert 0 <= bit < tile_bits
            assert 1 <= stage <= 28


@pytest.mark.parametrize("form", list(Form))
def test_a_near_dispatch_reaches_no_further_than_its_tile(form: Form) -> None:
    near = [
        dispatch
        for dispatch in whole(20, form, 64)
        if dispatch.shader == "compute/local.comp"
        or dict(dispatch.uniforms).get("rows") == (0,) * 3
    ]
    assert len(near) > 1
    tile_size = ELEMENTS_PER_THREAD[form] * 64
    for dispatch in near:
        assert max(each.partner_mask for each in dispatch.passes) < tile_size


def test_fewer_elements_than_a_tile_are_one_group() -> None:
    for form in Form:
        assert [dispatch.group_count for dispatch in whole(3, form, 256)] == [1]
        assert whole(0, form, 256) == ()


def test_groups_are_laid_out_in_rows_within_the_limit() -> None:
    assert group_grid(1, 65535) == (1, 1)
    assert group_grid(32768, 65535) == (32768, 1)
    assert group_grid(1 << 18, 65535) == (32768, 8)
    assert group_grid(8, 4) == (4, 2)
    assert group_grid(8, 1) == (1, 8)


@pytest.mark.parametrize(("first", "last"), [(-1, 3), (3, 2), (0, 56)])
def test_a_range_that_is_not_there_is_refused(first: int, last: int) -> None:
    with pytest.raises(ValueError, match="passes range from 0 to 55"):
        plan(BitonicNetwork(10), first, last, form=Form.FAST, group_size=16)
