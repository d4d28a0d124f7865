"""The GPU counts the exchanges of each pass exactly, in every format."""

from collections.abc import Iterator

import moderngl
import pytest

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat
from bitonic_scope.data.elements import sort_keys, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu import exchange_counter
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.exchange_counter import ExchangeCounter
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.network.exchange_counts import exchange_counts
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.oracle import can_pad, values_for
from tests.support.parts import result_of

WAYS = [(row, stable) for row in FORMATS.values() for stable in ([0, 1] if row.has_tag else [0])]


@pytest.fixture
def counter(gpu: Gpu) -> Iterator[ExchangeCounter]:
    counter = ExchangeCounter(gpu)
    yield counter
    counter.release()
    counter.release()


def load(engine: Engine, count: int, *, ties: bool) -> list[int]:
    """Load elements that are hard for the format; return the counts to expect of all passes."""
    descending = engine.order is Direction.DESCENDING
    elements = store(
        engine.element_format,
        values_for(engine.element_format, count, ties=ties),
        element_count=engine.layout.element_count,
        descending=descending,
    )
    engine.load(elements)
    keys = sort_keys(engine.element_format, elements, descending=descending, stable=engine.stable)
    return list(exchange_counts(keys, order=engine.order, network_kind=engine.network.kind))


def counts_of_all_passes(counter: ExchangeCounter, engine: Engine) -> list[int]:
    counts = []
    for position in range(engine.network.pass_count):
        engine.seek(position)
        counts.append(result_of(counter.count_steps(engine)))
    return counts


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize(("element_format", "stable"), WAYS)
def test_every_pass_counts_what_the_reference_exchanges(
    gpu: Gpu,
    counter: ExchangeCounter,
    element_format: ElementFormat,
    stable: int,
    order: Direction,
    kind: NetworkKind,
    ties: bool,
) -> None:
    engine = FragmentEngine(
        gpu,
        TextureLayout(16, 8),
        element_format=element_format,
        order=order,
        network_kind=kind,
        stable=bool(stable),
    )
    expected = load(engine, 100 if can_pad(element_format) else 128, ties=ties)
    assert counts_of_all_passes(counter, engine) == expected
    engine.seek(engine.network.pass_count)
    assert result_of(counter.count_steps(engine)) == 0
    engine.release()


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 2), (1, 64), (64, 1), (4, 2)])
def test_every_shape_is_counted(
    gpu: Gpu, counter: ExchangeCounter, width: int, height: int
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(width, height))
    expected = load(engine, width * height, ties=False)
    assert counts_of_all_passes(counter, engine) == expected
    engine.release()


def test_a_large_sort_is_counted_in_parts_that_add_up(
    gpu: Gpu, counter: ExchangeCounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange_counter, "PART_PAIRS", 5000)  # no whole number of parts
    engine = FragmentEngine(gpu, TextureLayout(128, 128), network_kind=NetworkKind.FLIP)
    expected = load(engine, 128 * 128, ties=False)
    for position in (0, 1, 45, 90, 104):
        engine.seek(position)
        steps = counter.count_steps(engine)
        next(steps)
        assert result_of(steps) == expected[position]
    engine.release()


def test_the_state_of_a_compute_engine_is_counted(gpu: Gpu, counter: ExchangeCounter) -> None:
    engine = ComputeEngine(gpu, TextureLayout(32, 32), element_format=FLOAT32)
    expected = load(engine, 1024, ties=True)
    assert counts_of_all_passes(counter, engine) == expected
    engine.release()


def test_earlier_drawing_states_do_not_matter(
    gpu: Gpu, ctx: moderngl.Context, counter: ExchangeCounter
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(16, 16))
    expected = load(engine, 256, ties=False)
    ctx.enable(moderngl.BLEND)
    assert result_of(counter.count_steps(engine)) == expected[0]
    engine.release()
