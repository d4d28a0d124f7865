"""What comes out of the compute engine equals what numpy and the fragment engine make of it."""

import numpy as np
import pytest

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.compute_cases import (
    ENGINES,
    PAIR,
    TOP_BIT,
    UINT32,
    make_elements,
    make_engine,
    same_bits,
)

pytest_plugins = ["tests.support.compute_fixtures"]
pytestmark = pytest.mark.threads

NETWORKS = list(NetworkKind)
ORDERS = list(Direction)


@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("m", [16, 18])
@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_whole_sort_equals_numpy(
    compute_gpu: Gpu, m: int, engine_name: EngineName, network_kind: NetworkKind
) -> None:
    engine = make_engine(
        compute_gpu, m, engine_name, network_kind=network_kind, element_format=UINT32
    )
    engine.seek(engine.network.pass_count)
    assert same_bits(engine.read_back(), np.sort(make_elements(UINT32, 1 << m)))
    engine.release()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_stable_sort_of_pairs_keeps_equals_in_order_and_padding_last(
    compute_gpu: Gpu, engine_name: EngineName, order: Direction
) -> None:
    count = 1 << 14
    pairs = np.empty((count, 2), np.uint32)
    pairs[:, 0] = np.random.default_rng(3).integers(0, 50, count)
    pairs[:, 1] = np.arange(count)
    pairs[-100:, 0] = 0xFFFF_FFFF if order is Direction.ASCENDING else 0
    pairs[-100:, 1] |= TOP_BIT
    engine = make_engine(
        compute_gpu, 14, engine_name, order=order, element_format=PAIR, stable=True
    )
    engine.load(pairs)
    engine.seek(engine.network.pass_count)
    keys = pairs[:, 0].astype(np.int64)
    by_key = np.argsort(keys if order is Direction.ASCENDING else -keys, kind="stable")
    assert same_bits(engine.read_back(), pairs[by_key])
    engine.release()


@pytest.mark.parametrize("key_count", [1, 8])
@pytest.mark.parametrize("engine_name", ENGINES)
def test_no_payload_is_lost_or_doubled_in_any_state(
    compute_gpu: Gpu, engine_name: EngineName, key_count: int
) -> None:
    pairs = np.empty((4096, 2), np.uint32)
    pairs[:, 0] = np.random.default_rng(1).integers(0, key_count, 4096)
    pairs[:, 1] = np.arange(4096)
    engine = make_engine(compute_gpu, 12, engine_name, element_format=PAIR)
    engine.load(pairs)
    for pass_index in range(engine.network.pass_count + 1):
        engine.seek(pass_index)
        state = engine.read_back()
        assert same_bits(state[state[:, 1].argsort()], pairs), pass_index
        assert key_count > 1 or same_bits(state, pairs)
    engine.release()


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_hundred_runs_end_alike(compute_gpu: Gpu, engine_name: EngineName) -> None:
    for m, run_count in ((10, 60), (13, 30), (16, 10)):
        engine = make_engine(compute_gpu, m, engine_name, element_format=UINT32)
        expected = np.sort(make_elements(UINT32, 1 << m))
        for _ in range(run_count):
            engine.seek(engine.network.pass_count)
            assert same_bits(engine.read_back(), expected)
            engine.rewind()
        engine.release()


@pytest.mark.parametrize("engine_name", ENGINES)
def test_the_fragment_engine_has_the_same_bytes_and_its_texture_takes_them_over(
    compute_gpu: Gpu, engine_name: EngineName
) -> None:
    engine = make_engine(compute_gpu, 6, engine_name, has_texture=False)
    fragment_engine = FragmentEngine(compute_gpu, TextureLayout(8, 8))
    fragment_engine.load(engine.elements)
    taker = FragmentEngine(compute_gpu, TextureLayout(8, 8))
    for pass_index in range(engine.network.pass_count + 1):
        fragment_engine.seek(pass_index)
        engine.seek(pass_index)
        taker.set_state(engine.buffer, pass_index)
        state = fragment_engine.read_back().tobytes()
        assert taker.sort_texture.read() == state, pass_index
        assert taker.read_back().tobytes() == state, pass_index
    for each in (taker, fragment_engine, engine):
        each.release()
