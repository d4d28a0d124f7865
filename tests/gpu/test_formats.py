"""Every element format, order and network: the GPU equals the reference after every pass."""

from collections.abc import Iterator
from dataclasses import replace

import moderngl
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bitonic_scope.data.element_format import FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import Elements, is_padding, places_of, sort_keys, store, values_of
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities, FloatPath
from bitonic_scope.model.limits import size_for_count
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state
from tests.support.oracle import can_pad, elements_at_every_pass, values_for

# The test list of the formats: with `stable`, all ways in which elements are stored and compared.
WAYS = [(row, stable) for row in FORMATS.values() for stable in ([0, 1] if row.has_tag else [0])]
COUNTS = [1, 2, 3, 7, 8, 100, 1000, 4096]

every_way = pytest.mark.parametrize(
    ("element_format", "stable"),
    WAYS,
    ids=[f"{row.name}{'-stable' if stable else ''}" for row, stable in WAYS],
)


@pytest.fixture(scope="module")
def module_programs(session_ctx: moderngl.Context) -> Iterator[Programs]:
    with Programs(session_ctx) as programs:
        yield programs


@pytest.fixture
def programs(ctx: moderngl.Context, module_programs: Programs) -> Programs:
    """Shaders that are compiled once for all tests of this module."""
    return module_programs


def bytes_of(elements: Elements) -> bytes:
    return elements.tobytes()


def multiset(elements: Elements) -> bytes:
    """Return the elements as sorted bit patterns with their tags, whatever their place."""
    width = elements.itemsize * (elements.shape[1] if elements.ndim == 2 else 1)
    return np.sort(np.frombuffer(elements.tobytes(), f"u{width}")).tobytes()


def make_engine(
    gpu: Gpu,
    element_format: ElementFormat,
    count: int,
    order: Direction = Direction.ASCENDING,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
    *,
    stable: bool = False,
) -> FragmentEngine:
    return FragmentEngine(
        gpu,
        TextureLayout(*size_for_count(count)),
        element_format=element_format,
        order=order,
        network_kind=network_kind,
        stable=stable,
    )


def assert_every_state_is_right(engine: FragmentEngine, elements: Elements) -> Elements:
    """Run all passes beside the reference; return the end."""
    engine.load(elements)
    expected_multiset = multiset(elements)
    states = elements_at_every_pass(
        engine.element_format,
        elements,
        engine.order,
        engine.network.kind,
        stable=engine.stable,
    )
    state = elements
    for pass_index, expected in enumerate(states):
        engine.seek(pass_index)
        state = engine.read_back()
        assert bytes_of(state) == bytes_of(expected), pass_index
        assert multiset(state) == expected_multiset, pass_index
    assert engine.pass_index == engine.network.pass_count
    return state


@every_way
@pytest.mark.parametrize("ties", [False, True], ids=["distinct", "ties"])
@pytest.mark.parametrize("network_kind", list(NetworkKind))
@pytest.mark.parametrize("order", list(Direction))
@pytest.mark.parametrize("count", COUNTS)
def test_every_pass_equals_the_reference_and_loses_nothing(
    gpu: Gpu,
    element_format: ElementFormat,
    stable: bool,
    order: Direction,
    network_kind: NetworkKind,
    count: int,
    ties: bool,
) -> None:
    engine = make_engine(gpu, element_format, count, order, network_kind, stable=bool(stable))
    element_count = engine.layout.element_count
    if not can_pad(element_format):
        count = element_count
    values = values_for(element_format, count, ties=ties)
    descending = order is Direction.DESCENDING
    elements = store(element_format, values, element_count=element_count, descending=descending)
    end = assert_every_state_is_right(engine, elements)
    engine.release()

    is_pad = is_padding(element_format, end)
    assert not is_pad[:count].any()
    assert is_pad[count:].all()
    keys = sort_keys(element_format, end[:count]) >> np.uint64(32)
    expected = np.sort(sort_keys(element_format, elements[:count]) >> np.uint64(32))
    assert np.array_equal(keys, expected[::-1] if descending else expected)


@pytest.mark.parametrize("order", list(Direction))
@pytest.mark.parametrize("network_kind", list(NetworkKind))
@pytest.mark.parametrize("count", [8, 100, 4096])
def test_stable_pairs_end_as_a_stable_argsort(
    gpu: Gpu,
    network_kind: NetworkKind,
    order: Direction,
    count: int,
) -> None:
    pair = FORMATS[FormatName.PAIR]
    values = np.random.default_rng(1).integers(0, 8, count).astype(np.float32)
    descending = order is Direction.DESCENDING
    engine = make_engine(gpu, pair, count, order, network_kind, stable=True)
    element_count = engine.layout.element_count
    engine.load(store(pair, values, element_count=element_count, descending=descending))
    engine.seek(engine.network.pass_count)
    end = engine.read_back()
    engine.release()
    expected = np.argsort(-values if descending else values, kind="stable")
    assert np.array_equal(places_of(end), expected)
    assert np.array_equal(values_of(pair, end), values[expected])


@pytest.mark.parametrize("key_count", [1, 8], ids=["all equal", "8 keys"])
@pytest.mark.parametrize("network_kind", list(NetworkKind))
def test_payloads_are_a_permutation_after_every_pass(
    gpu: Gpu, network_kind: NetworkKind, key_count: int
) -> None:
    pair = FORMATS[FormatName.PAIR]
    values = np.random.default_rng(2).integers(0, key_count, 4096).astype(np.float32)
    engine = make_engine(gpu, pair, 4096, network_kind=network_kind)
    engine.load(store(pair, values, element_count=4096, descending=False))
    for pass_index in range(engine.network.pass_count + 1):
        engine.seek(pass_index)
        places = places_of(engine.read_back())
        assert np.array_equal(np.sort(places), np.arange(4096)), pass_index
    engine.release()


@pytest.mark.parametrize("count", [1, 2, 3, 10, 11, 100, 1000, 100_000])
@pytest.mark.parametrize("name", [FormatName.FLOAT32, FormatName.PAIR, FormatName.PACKED])
@pytest.mark.parametrize("order", list(Direction))
def test_any_number_of_elements_ends_as_numpy_sorts_them(
    gpu: Gpu, order: Direction, name: FormatName, count: int
) -> None:
    element_format = FORMATS[name]
    values = -np.random.default_rng(count).random(count, np.float32)  # zero padding would come last
    values[0] = np.inf
    descending = order is Direction.DESCENDING
    engine = make_engine(gpu, element_format, count, order)
    element_count = engine.layout.element_count
    engine.load(store(element_format, values, element_count=element_count, descending=descending))
    engine.seek(engine.network.pass_count)
    result = values_of(element_format, engine.read_back())
    engine.release()
    expected = np.sort(values)
    assert np.array_equal(result, expected[::-1] if descending else expected)


@pytest.mark.parametrize("order", list(Direction))
def test_padding_never_moves_in_the_flip_network_and_wanders_in_the_other(
    gpu: Gpu, order: Direction
) -> None:
    moved = {}
    descending = order is Direction.DESCENDING
    element_format = FORMATS[FormatName.FLOAT32]
    values = np.random.default_rng(4).random(100, np.float32)
    elements = store(element_format, values, element_count=128, descending=descending)
    for network_kind in NetworkKind:
        engine = make_engine(gpu, element_format, 100, order, network_kind)
        engine.load(elements)
        moved[network_kind] = 0
        for pass_index in range(engine.network.pass_count + 1):
            engine.seek(pass_index)
            moved[network_kind] += int(is_padding(element_format, engine.read_back()[:100]).any())
        engine.release()
    # 15 of 28 passes where the direction fits; see the table of mistakes of padding.
    assert moved == {NetworkKind.ALTERNATING: 15, NetworkKind.FLIP: 0}


@pytest.mark.parametrize(
    "name", [FormatName.UINT32, FormatName.PAIR, FormatName.FLOAT32, FormatName.PACKED]
)
def test_keys_beyond_24_bits_stay_distinct(gpu: Gpu, name: FormatName) -> None:
    element_format = FORMATS[name]
    numbers = np.array([16777217, 16777216, 0xFFFF_FFFF, 0xFFFF_FFFE], np.uint32)
    values = numbers if element_format.array_dtype == "u4" else numbers.view(np.float32) * 0 + 1
    if element_format.array_dtype == "f4":
        values = np.array([0x4B80_0001, 0x4B80_0000, 0x3F80_0001, 0x3F80_0000], np.uint32).view(
            "f4"
        )
    engine = make_engine(gpu, element_format, 4)
    engine.load(store(element_format, values, element_count=4, descending=False))
    engine.seek(engine.network.pass_count)
    result = values_of(element_format, engine.read_back(), as_floats=False)
    engine.release()
    assert np.array_equal(result.view(np.uint32), np.sort(values).view(np.uint32))


@pytest.mark.parametrize("name", [FormatName.FLOAT32, FormatName.HALF])
def test_a_packed_readback_returns_the_same_bits(gpu: Gpu, name: FormatName) -> None:
    element_format = FORMATS[name]
    values = values_for(element_format, 50)
    elements = store(element_format, values, element_count=64, descending=False)
    packing = replace(gpu.capabilities, float_path=FloatPath.READ_PACKED)
    engine = make_engine(replace(gpu, capabilities=packing), element_format, 64)
    assert bytes_of(assert_every_state_is_right(engine, elements)) != bytes_of(elements)
    assert bytes_of(engine.read_back(3, 2)) == bytes_of(engine.read_back()[24:40])
    engine.release()


HARD_ARITHMETIC = [0, -0.0, *(2.0**e for e in range(-126, 128)), -1, -0.5, 255, 3.4028235e38, 0.1]
HARD_ARITHMETIC += [-1.17549435e-38, -3.4028235e38, 1.9999999, 0.99999994, -255.99998, 1e-30]


def test_arithmetic_packing_keeps_the_bits_of_hard_numbers(gpu: Gpu) -> None:
    element_format = FORMATS[FormatName.PACKED_ARITHMETIC]
    values = np.resize(np.array(HARD_ARITHMETIC, np.float32), 512)
    engine = make_engine(gpu, element_format, 512)
    assert_every_state_is_right(
        engine, store(element_format, values, element_count=512, descending=False)
    )
    engine.release()


def test_whole_numbers_have_no_padding_of_their_own() -> None:
    with pytest.raises(ValueError, match="use pairs"):
        store(FORMATS[FormatName.UINT32], np.zeros(3, np.uint32), element_count=4, descending=False)


# -- random inputs ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engines(session_ctx: moderngl.Context) -> Iterator[dict[FormatName, FragmentEngine]]:
    """One engine of 16 elements a format, kept for all examples."""
    with Programs(session_ctx) as programs:
        gpu = Gpu(session_ctx, programs, Capabilities(16384, 1 << 28))
        kept = {
            name: make_engine(gpu, FORMATS[name], 16)
            for name in (FormatName.FLOAT32, FormatName.UINT32, FormatName.PAIR, FormatName.PACKED)
        }
        yield kept
        for engine in kept.values():
            engine.release()


sixteen_patterns = arrays(np.uint32, 16, elements=st.integers(0, 2**32 - 1))
some_examples = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@some_examples
@given(sixteen_patterns)
def test_any_whole_numbers_are_sorted_as_the_reference_does(
    engines: dict[FormatName, FragmentEngine], patterns: np.ndarray
) -> None:
    for name in (FormatName.UINT32, FormatName.PAIR):
        elements = store(FORMATS[name], patterns, element_count=16, descending=False)
        end = assert_every_state_is_right(engines[name], elements)
        assert np.array_equal(values_of(FORMATS[name], end, as_floats=False), np.sort(patterns))


@some_examples
@given(sixteen_patterns)
def test_any_floats_are_sorted_as_the_reference_does(
    engines: dict[FormatName, FragmentEngine], patterns: np.ndarray
) -> None:
    values = np.where(np.isnan(patterns.view(np.float32)), np.float32(1), patterns.view(np.float32))
    for name in (FormatName.FLOAT32, FormatName.PAIR, FormatName.PACKED):
        elements = store(FORMATS[name], values, element_count=16, descending=False)
        end = assert_every_state_is_right(engines[name], elements)
        assert np.array_equal(values_of(FORMATS[name], end), np.sort(values))


# -- the closed form as a second oracle, where the reference is slow -----------------


@pytest.mark.parametrize("network_kind", list(NetworkKind))
@pytest.mark.parametrize("order", list(Direction))
@every_way
def test_states_of_65536_elements_equal_the_closed_form(
    gpu: Gpu,
    element_format: ElementFormat,
    stable: bool,
    order: Direction,
    network_kind: NetworkKind,
) -> None:
    count = 50_000 if can_pad(element_format) else 65_536
    engine = make_engine(gpu, element_format, count, order, network_kind, stable=bool(stable))
    descending = order is Direction.DESCENDING
    values = values_for(element_format, count)
    if element_format.has_tag and not stable:
        values = np.random.default_rng(1).permutation(count).astype(np.float32)  # no ties
    elements = store(element_format, values, element_count=65_536, descending=descending)
    if element_format.has_tag and not stable:
        elements = elements[: 1 << 15]  # nor padding, which would be equal to itself
        engine.release()
        engine = make_engine(gpu, element_format, 1 << 15, order, network_kind)
    engine.load(elements)
    pass_count = engine.network.pass_count
    for pass_index in (1, 7, pass_count // 2, pass_count - 14, pass_count - 1, pass_count):
        engine.seek(pass_index)
        expected = predicted_state(
            element_format,
            elements,
            pass_index,
            order=order,
            network_kind=network_kind,
            stable=bool(stable),
        )
        assert bytes_of(engine.read_back()) == bytes_of(expected), pass_index
    engine.release()
