"""What comes out of the compute engine equals what numpy and the fragment engine make of it."""

import moderngl
import numpy as np
import pytest
from bitonic_scope.gpu.compute.sorter import ElementKind

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.dispatch_plan import ComputeForm
from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.compute_cases import TOP_BIT, make_sorter, make_words

pytest_plugins = ["tests.support.compute_fixtures"]

FORMS = list(ComputeForm)
NETWORKS = list(NetworkKind)
ORDERS = list(Direction)


@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("m", [16, 18])
@pytest.mark.parametrize("form", FORMS)
def test_a_whole_sort_equals_numpy(
    compute_ctx: moderngl.Context,
    compute_programs: ComputePrograms,
    m: int,
    form: ComputeForm,
    network_kind: NetworkKind,
) -> None:
    sorter = make_sorter(
        compute_ctx, compute_programs, m, form, network_kind=network_kind, kind=ElementKind.UINT32
    )
    sorter.seek(sorter.network.pass_count)
    assert np.array_equal(sorter.read_back(), np.sort(make_words(ElementKind.UINT32, 1 << m)))
    sorter.release()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("form", FORMS)
def test_a_stable_sort_of_pairs_keeps_equals_in_order_and_padding_last(
    compute_ctx: moderngl.Context,
    compute_programs: ComputePrograms,
    form: ComputeForm,
    order: Direction,
) -> None:
    count = 1 << 14
    pairs = np.empty((count, 2), np.uint32)
    pairs[:, 0] = np.random.default_rng(3).integers(0, 50, count)
    pairs[:, 1] = np.arange(count)
    pairs[-100:, 0] = 0xFFFF_FFFF if order is Direction.ASCENDING else 0
    pairs[-100:, 1] |= TOP_BIT
    sorter = make_sorter(
        compute_ctx, compute_programs, 14, form, order=order, kind=ElementKind.PAIR, stable=True
    )
    sorter.load(pairs)
    sorter.seek(sorter.network.pass_count)
    keys = pairs[:, 0].astype(np.int64)
    by_key = np.argsort(keys if order is Direction.ASCENDING else -keys, kind="stable")
    assert np.array_equal(sorter.read_back(), pairs[by_key])
    sorter.release()


@pytest.mark.parametrize("key_count", [1, 8])
@pytest.mark.parametrize("form", FORMS)
def test_no_payload_is_lost_or_doubled_in_any_state(
    compute_ctx: moderngl.Context,
    compute_programs: ComputePrograms,
    form: ComputeForm,
    key_count: int,
) -> None:
    pairs = np.empty((4096, 2), np.uint32)
    pairs[:, 0] = np.random.default_rng(1).integers(0, key_count, 4096)
    pairs[:, 1] = np.arange(4096)
    sorter = make_sorter(compute_ctx, compute_programs, 12, form, kind=ElementKind.PAIR)
    sorter.load(pairs)
    for pass_index in range(sorter.network.pass_count + 1):
        sorter.seek(pass_index)
        state = sorter.read_back()
        assert np.array_equal(state[state[:, 1].argsort()], pairs), pass_index
        assert key_count > 1 or np.array_equal(state, pairs)
    sorter.release()


@pytest.mark.parametrize("form", FORMS)
def test_a_hundred_runs_end_alike(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms, form: ComputeForm
) -> None:
    for m, run_count in ((10, 60), (13, 30), (16, 10)):
        sorter = make_sorter(compute_ctx, compute_programs, m, form, kind=ElementKind.UINT32)
        expected = np.sort(make_words(ElementKind.UINT32, 1 << m))
        for _ in range(run_count):
            sorter.seek(sorter.network.pass_count)
            assert np.array_equal(sorter.read_back(), expected)
            sorter.rewind()
        sorter.release()


@pytest.mark.parametrize("form", FORMS)
def test_the_fragment_engine_has_the_same_bytes_and_its_texture_takes_them_over(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms, form: ComputeForm
) -> None:
    sorter = make_sorter(compute_ctx, compute_programs, 6, form)
    with Programs(compute_ctx) as programs:
        fragment_sorter = FragmentSorter(compute_ctx, programs, TextureLayout(8, 8))
        fragment_sorter.load(make_words(ElementKind.FLOAT32, 64).view(np.float32))
        texture = compute_ctx.texture((8, 8), 1, dtype="f4")
        for pass_index in range(sorter.network.pass_count + 1):
            fragment_sorter.seek(pass_index)
            sorter.seek(pass_index)
            texture.write(sorter.buffer)
            assert texture.read() == fragment_sorter.read_back().tobytes(), pass_index
        texture.release()
        fragment_sorter.release()
    sorter.release()
