"""The compute engine equals the numpy reference, bit for bit, in every state."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bitonic_scope.data.element_format import FORMATS, ElementFormat, FormatName
from bitonic_scope.gpu.compute.engine import MAX_CACHED_RANGES, ComputeEngine
from bitonic_scope.gpu.compute.programs import ComputeProgram
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.limits import size_for_count
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import COMPUTE_FORMATS, choose_storage
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from tests.support.compute_cases import (
    ENGINES,
    FORMS,
    expected_states,
    make_elements,
    make_engine,
    same_bits,
)

pytest_plugins = ["tests.support.compute_fixtures"]

NETWORKS = list(NetworkKind)
ORDERS = list(Direction)


@pytest.mark.threads
@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("element_format", "stable"), FORMS)
@pytest.mark.parametrize("engine_name", ENGINES)
@pytest.mark.parametrize("group_size", [1, 4, None])
def test_every_state_equals_the_reference_step_by_step_and_at_once(
    compute_gpu: Gpu,
    network_kind: NetworkKind,
    order: Direction,
    element_format: ElementFormat,
    stable: bool,
    engine_name: EngineName,
    group_size: int | None,
) -> None:
    for m in range(8):
        expected = expected_states(m, network_kind, order, element_format, stable)
        engine = make_engine(
            compute_gpu,
            m,
            engine_name,
            network_kind=network_kind,
            order=order,
            element_format=element_format,
            stable=stable,
            group_size=group_size,
        )
        assert engine.network.pass_count == len(expected) - 1
        for pass_index, state in enumerate(expected):
            engine.seek(pass_index)
            assert same_bits(engine.read_back(), state), (m, pass_index)
        for pass_index, state in reversed(list(enumerate(expected))):
            engine.seek(pass_index)  # backwards: from the input, all passes at once
            assert engine.pass_index == pass_index
            assert same_bits(engine.read_back(), state), (m, pass_index)
        engine.release()


@pytest.mark.threads
@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("engine_name", "group_size"),
    [(EngineName.COMPUTE, size) for size in (2, 8, 32, 128, 256)]
    + [(EngineName.COMPUTE_SIMPLE, size) for size in (32, 512)],
)
def test_any_range_of_passes_equals_the_reference(
    compute_gpu: Gpu,
    network_kind: NetworkKind,
    order: Direction,
    engine_name: EngineName,
    group_size: int,
) -> None:
    rng = np.random.default_rng(group_size)
    for m, (element_format, stable) in zip((10, 11, 12, 13), FORMS, strict=True):
        expected = expected_states(m, network_kind, order, element_format, stable)
        engine = make_engine(
            compute_gpu,
            m,
            engine_name,
            network_kind=network_kind,
            order=order,
            element_format=element_format,
            stable=stable,
            group_size=group_size,
        )
        for _ in range(6):
            stops = np.sort(rng.integers(0, len(expected), 4))  # most of them amid a stage
            for stop in stops.tolist():
                engine.seek(stop)
                assert same_bits(engine.read_back(), expected[stop]), (m, stops)
        engine.release()


@pytest.mark.threads
@pytest.mark.parametrize("engine_name", ENGINES)
@pytest.mark.parametrize("size_in_groups", [0.5, 1, 2, 4])
def test_other_group_sizes_give_the_same_bytes(
    compute_gpu: Gpu, engine_name: EngineName, size_in_groups: float
) -> None:
    for group_size in (32, 64, 128, 256):
        m = int(group_size * size_in_groups).bit_length() - 1
        expected = expected_states(m)
        for other_size in (32, 64, 128, 256):
            engine = make_engine(compute_gpu, m, engine_name, group_size=other_size)
            for pass_index in (len(expected) // 2, len(expected) - 1):
                engine.seek(pass_index)
                assert same_bits(engine.read_back(), expected[pass_index])
            engine.release()


@pytest.mark.threads
@pytest.mark.parametrize("engine_name", ENGINES)
def test_groups_in_several_rows_give_the_same_bytes(
    compute_gpu: Gpu, engine_name: EngineName
) -> None:
    for group_columns in (1, 7):
        engine = make_engine(
            compute_gpu, 12, engine_name, group_size=16, group_columns=group_columns
        )
        expected = expected_states(12)
        for pass_index in (33, 78):
            engine.seek(pass_index)
            assert same_bits(engine.read_back(), expected[pass_index])
        engine.release()


def test_fast_takes_fewer_dispatches_than_simple(compute_gpu: Gpu) -> None:
    fast, simple = (make_engine(compute_gpu, 16, name) for name in ENGINES)
    assert fast.call_count(0, 136) < simple.call_count(0, 136) < 136
    assert fast.call_count(40, 40) == 0
    for engine in (fast, simple):
        engine.release()


def test_new_input_starts_at_pass_0(compute_gpu: Gpu) -> None:
    engine = make_engine(compute_gpu, 5, EngineName.COMPUTE)
    engine.seek(7)
    numbers = np.arange(32, dtype=np.float32)
    engine.load(numbers)
    assert engine.pass_index == 0
    assert same_bits(engine.read_back(), numbers)
    with pytest.raises(ValueError, match=r"expected \(32,\) elements, got \(16,\)"):
        engine.load(numbers[:16])
    for outside in (-1, 16):
        with pytest.raises(ValueError, match="pass_index must be 0 to 15"):
            engine.seek(outside)
    engine.release()
    engine.release()


def test_more_ranges_than_are_kept_give_the_same_bytes(
    compute_gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    prepare = ComputeProgram.prepared

    def noted(program: ComputeProgram, *arguments: Any) -> Any:
        prepared.append(program.name)
        return prepare(program, *arguments)

    monkeypatch.setattr(ComputeProgram, "prepared", noted)
    engine = make_engine(compute_gpu, 8, EngineName.COMPUTE)
    expected = expected_states(8)
    ranges = list(combinations(range(len(expected)), 2))  # 666 ranges of passes

    def run(first: int, last: int) -> bool:
        """Run one range; return whether its calls were prepared for it."""
        prepared.clear()
        engine.set_state(expected[first], first)
        engine.seek(last)
        assert same_bits(engine.read_back(), expected[last])
        return bool(prepared)

    for _ in range(2):
        assert all(run(*ends) for ends in ranges)
        assert not any(run(*ends) for ends in ranges[-MAX_CACHED_RANGES:])  # all that are kept
    assert run(*ranges[-MAX_CACHED_RANGES - 1])
    engine.release()


# -- as settings name it, and as a texture ---------------------------------------------------------


def settings_of(
    engine_name: EngineName,
    element_format: ElementFormat,
    *,
    m: int,
    stable: bool = False,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
    order: Direction = Direction.ASCENDING,
) -> SortSettings:
    width, height = size_for_count(1 << m)
    return SortSettings(
        width,
        height,
        order=order,
        network_kind=network_kind,
        element_format=element_format.name,
        stable=stable,
        engine=engine_name,
    )


@pytest.mark.parametrize("network_kind", NETWORKS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("element_format", "stable"), FORMS)
@pytest.mark.parametrize("engine_name", ENGINES)
def test_the_engine_that_settings_name_shows_every_state_as_a_texture(
    compute_gpu: Gpu,
    engine_name: EngineName,
    element_format: ElementFormat,
    stable: bool,
    order: Direction,
    network_kind: NetworkKind,
) -> None:
    # 2^11: beyond a tile of the simple engine, so that both its shaders run.
    for m in (0, 3, 8, 11):
        settings = settings_of(
            engine_name,
            element_format,
            m=m,
            stable=stable,
            network_kind=network_kind,
            order=order,
        )
        storage = choose_storage(settings, compute_gpu.capabilities)
        engine = new_engine(compute_gpu, settings, storage)
        assert isinstance(engine, ComputeEngine)
        engine.load(make_elements(element_format, 1 << m))
        expected = expected_states(m, network_kind, order, element_format, stable)
        assert engine.network.pass_count == len(expected) - 1
        for pass_index, state in enumerate(expected):
            if pass_index:
                engine.run_pass()
            assert engine.pass_index == pass_index
            assert same_bits(engine.read_back(), state), (m, pass_index)
            assert engine.sort_texture.size == (settings.width, settings.height)
            assert engine.sort_texture.read() == state.tobytes(), (m, pass_index)
        engine.release()


@pytest.mark.parametrize("name", COMPUTE_FORMATS)
def test_settings_choose_between_the_engines(compute_gpu: Gpu, name: FormatName) -> None:
    element_format = FORMATS[name]
    pass_count = BitonicNetwork(14).pass_count
    counts = {}
    for engine_name in EngineName:
        settings = settings_of(engine_name, element_format, m=14)
        storage = choose_storage(settings, compute_gpu.capabilities)
        engine = new_engine(compute_gpu, settings, storage)
        assert isinstance(engine, FragmentEngine) == (engine_name is EngineName.FRAGMENT)
        counts[engine_name] = engine.call_count(0, pass_count)
        engine.release()
    assert counts[EngineName.COMPUTE] < counts[EngineName.COMPUTE_SIMPLE]
    assert counts[EngineName.COMPUTE_SIMPLE] < counts[EngineName.FRAGMENT] == pass_count


@pytest.mark.parametrize("engine_name", ENGINES)
def test_the_texture_follows_whatever_changes_the_state(
    compute_gpu: Gpu, engine_name: EngineName
) -> None:
    engine = make_engine(compute_gpu, 6, engine_name)
    expected = expected_states(6)

    def assert_shown(pass_index: int) -> None:
        assert engine.pass_index == pass_index
        assert engine.sort_texture.read() == expected[pass_index].tobytes()

    assert_shown(0)
    engine.seek(21)
    assert_shown(21)
    engine.rewind()
    assert_shown(0)
    engine.set_state(expected[9], 9)
    assert_shown(9)
    other = make_engine(compute_gpu, 6, engine_name)
    other.seek(4)
    engine.set_state(other.buffer, 4)
    assert_shown(4)
    other.release()
    shares, done = engine.share_count(21), 0
    stop = engine.next_stop(21)
    while done < shares:
        done = engine.run_shares(21, done, 1)
    assert_shown(stop)
    engine.load(expected[21])
    assert engine.sort_texture.read() == expected[21].tobytes()
    engine.release()
