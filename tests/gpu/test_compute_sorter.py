"""The compute engine equals the numpy reference, bit for bit, in every state."""

from itertools import combinations

import moderngl
import numpy as np
import pytest
from bitonic_scope.gpu.compute.sorter import MAX_PREPARED, ElementKind

from bitonic_scope.gpu.compute.dispatch_plan import ComputeForm
from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.compute_cases import expected_states, make_sorter

pytest_plugins = ["tests.support.compute_fixtures"]

FORMS = list(ComputeForm)
NETWORKS = list(NetworkKind)
ORDERS = list(Direction)
KINDS = [(kind, False) for kind in ElementKind] + [(ElementKind.PAIR, True)]


@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("kind", "stable"), KINDS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("group_size", [1, 4, None])
def test_every_state_equals_the_reference_step_by_step_and_at_once(
    compute_ctx: moderngl.Context,
    compute_programs: ComputePrograms,
    network_kind: NetworkKind,
    order: Direction,
    kind: ElementKind,
    stable: bool,
    form: ComputeForm,
    group_size: int | None,
) -> None:
    for m in range(8):
        expected = expected_states(m, network_kind, order, kind, stable)
        sorter = make_sorter(
            compute_ctx,
            compute_programs,
            m,
            form,
            network_kind=network_kind,
            order=order,
            kind=kind,
            stable=stable,
            group_size=group_size,
        )
        assert sorter.network.pass_count == len(expected) - 1
        for pass_index, state in enumerate(expected):
            sorter.seek(pass_index)
            assert np.array_equal(sorter.read_back(), state), (m, pass_index)
        for pass_index, state in reversed(list(enumerate(expected))):
            sorter.seek(pass_index)  # backwards: from the input, all passes at once
            assert sorter.pass_index == pass_index
            assert np.array_equal(sorter.read_back(), state), (m, pass_index)
        sorter.release()


@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("form", "group_size"),
    [(ComputeForm.FAST, size) for size in (2, 8, 32, 128, 256)]
    + [(ComputeForm.LOCAL_GLOBAL, size) for size in (32, 512)],
)
def test_any_range_of_passes_equals_the_reference(
    compute_ctx: moderngl.Context,
    compute_programs: ComputePrograms,
    network_kind: NetworkKind,
    order: Direction,
    form: ComputeForm,
    group_size: int,
) -> None:
    rng = np.random.default_rng(group_size)
    for m, (kind, stable) in zip((10, 11, 12, 13), KINDS, strict=True):
        expected = expected_states(m, network_kind, order, kind, stable)
        sorter = make_sorter(
            compute_ctx,
            compute_programs,
            m,
            form,
            network_kind=network_kind,
            order=order,
            kind=kind,
            stable=stable,
            group_size=group_size,
        )
        for _ in range(6):
            stops = np.sort(rng.integers(0, len(expected), 4))  # most of them amid a stage
            for stop in stops.tolist():
                sorter.seek(stop)
                assert np.array_equal(sorter.read_back(), expected[stop]), (m, stops)
        sorter.release()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size_in_groups", [0.5, 1, 2, 4])
def test_other_group_sizes_give_the_same_bytes(
    compute_ctx: moderngl.Context,
    compute_programs: ComputePrograms,
    form: ComputeForm,
    size_in_groups: float,
) -> None:
    for group_size in (32, 64, 128, 256):
        m = int(group_size * size_in_groups).bit_length() - 1
        expected = expected_states(
            m, NetworkKind.ALTERNATING, Direction.ASCENDING, ElementKind.FLOAT32, False
        )
        for other_size in (32, 64, 128, 256):
            sorter = make_sorter(compute_ctx, compute_programs, m, form, group_size=other_size)
            for pass_index in (len(expected) // 2, len(expected) - 1):
                sorter.seek(pass_index)
                assert np.array_equal(sorter.read_back(), expected[pass_index])
            sorter.release()


@pytest.mark.parametrize("form", FORMS)
def test_groups_in_several_rows_give_the_same_bytes(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms, form: ComputeForm
) -> None:
    for group_columns in (1, 7):
        sorter = make_sorter(
            compute_ctx, compute_programs, 12, form, group_size=16, group_columns=group_columns
        )
        expected = expected_states(
            12, NetworkKind.ALTERNATING, Direction.ASCENDING, ElementKind.FLOAT32, False
        )
        for pass_index in (33, 78):
            sorter.seek(pass_index)
            assert np.array_equal(sorter.read_back(), expected[pass_index])
        sorter.release()


def test_fast_takes_fewer_dispatches_than_plain(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms
) -> None:
    fast, plain = (
        make_sorter(compute_ctx, compute_programs, 16, form)
        for form in (ComputeForm.FAST, ComputeForm.LOCAL_GLOBAL)
    )
    assert fast.call_count(0, 136) < plain.call_count(0, 136) < 136
    assert fast.call_count(40, 40) == 0
    for sorter in (fast, plain):
        sorter.release()


def test_new_input_starts_at_pass_0(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms
) -> None:
    sorter = make_sorter(compute_ctx, compute_programs, 5, ComputeForm.FAST)
    sorter.seek(7)
    numbers = np.arange(32, dtype=np.uint32)
    sorter.load(numbers)
    assert sorter.pass_index == 0
    assert np.array_equal(sorter.read_back(), numbers)
    with pytest.raises(ValueError, match=r"expected \(32,\) words of uint32, got \(16,\)"):
        sorter.load(numbers[:16])
    for outside in (-1, 16):
        with pytest.raises(ValueError, match="pass_index must be 0 to 15"):
            sorter.seek(outside)
    sorter.release()
    sorter.release()


def test_more_ranges_than_are_kept_give_the_same_bytes(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms
) -> None:
    sorter = make_sorter(compute_ctx, compute_programs, 8, ComputeForm.FAST)
    expected = expected_states(
        8, NetworkKind.ALTERNATING, Direction.ASCENDING, ElementKind.FLOAT32, False
    )
    for _ in range(2):
        for first, last in combinations(range(len(expected)), 2):  # 666 ranges of passes
            sorter.seek(first)
            sorter.seek(last)
        assert len(sorter._prepared_calls) <= MAX_PREPARED
    assert np.array_equal(sorter.read_back(), expected[-1])
    sorter.release()
