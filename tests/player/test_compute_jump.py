"""The compute jump: a compute engine beside another one leads it, made and run in slices."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import inf
from time import perf_counter
from typing import Any

import pytest

from bitonic_scope.data.element_format import FLOAT32, FORMATS, FormatName
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.storage import COMPUTE_FORMATS
from bitonic_scope.player import compute_jump as compute_jump_module
from bitonic_scope.player.compute_jump import ComputeJump
from tests.support.oracle import elements_at_every_pass, values_for

M = 7
LAYOUT = TextureLayout(16, 8)
ELEMENTS = values_for(FLOAT32, 1 << M)


@pytest.fixture
def engine(gpu: Gpu) -> Iterator[FragmentEngine]:
    engine = FragmentEngine(gpu, LAYOUT)
    engine.load(ELEMENTS)
    yield engine
    engine.release()


@pytest.fixture
def jump(gpu: Gpu, engine: FragmentEngine) -> Iterator[ComputeJump]:
    jump = ComputeJump(gpu, engine)
    yield jump
    jump.release()
    jump.release()


def prepare(jump: ComputeJump) -> int:
    """Make the compute engine, as little at a time as can be; return in how many steps."""
    steps = 0
    while jump.wants_idle_time:
        jump.prepare(perf_counter())
        steps += 1
        assert steps < 1000
    return steps


def lead(jump: ComputeJump, target: int) -> None:
    while not jump.run(target, perf_counter()):
        pass


def test_before_it_is_made_nobody_knows_how_long_it_takes(jump: ComputeJump) -> None:
    assert jump.is_possible
    assert jump.wants_idle_time
    assert jump.seconds(28) is None
    assert jump.passes_done == 0
    assert prepare(jump) >= 3
    seconds = jump.seconds(28)
    assert seconds is not None
    assert 0 < seconds < 10
    jump.release()  # it can be made again
    assert jump.wants_idle_time
    assert jump.seconds(28) is None
    assert prepare(jump) >= 3


def test_it_leads_the_engine_to_any_state_prepared_or_not(
    jump: ComputeJump, engine: FragmentEngine
) -> None:
    states = list(elements_at_every_pass(FLOAT32, ELEMENTS))
    for target in (20, 28, 9):
        lead(jump, target)
        assert jump.passes_done == engine.pass_index == target
        assert engine.read_back().tobytes() == states[target].tobytes()
        assert not jump.wants_idle_time
    other = values_for(FLOAT32, 1 << M, seed=9)
    engine.load(other)
    jump.forget_input()
    assert jump.wants_idle_time
    assert jump.seconds(28) is not None
    lead(jump, 20)
    states = list(elements_at_every_pass(FLOAT32, other))
    assert engine.read_back().tobytes() == states[20].tobytes()


def test_a_dispatch_that_other_data_interrupt_is_begun_again(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.player.runner.SMALL_COMPARISONS", 1 << 10)
    monkeypatch.setattr("bitonic_scope.player.runner.PART_SECONDS", (0.0, 1e9))
    engine = FragmentEngine(gpu, TextureLayout(128, 128))
    first, second = (values_for(FLOAT32, 1 << 14, seed=seed) for seed in (3, 9))
    engine.load(first)
    jump = ComputeJump(gpu, engine)
    prepare(jump)
    assert not jump.run(60, perf_counter())
    assert 0 < jump.passes_done < 60
    engine.load(second)
    jump.forget_input()
    prepare(jump)
    assert jump.passes_done == 0
    lead(jump, 60)
    states = elements_at_every_pass(FLOAT32, second)
    assert engine.read_back().tobytes() == next(islice(states, 60, None)).tobytes()
    jump.release()
    engine.release()


def test_a_jump_without_any_dispatch_teaches_no_price(
    jump: ComputeJump, engine: FragmentEngine
) -> None:
    def price() -> float:
        """Return the seconds of a dispatch: to stay takes none, to go back to 9 takes one."""
        here, there = jump.seconds(20), jump.seconds(9)
        assert here is not None
        assert there is not None
        return there - here

    prepare(jump)
    lead(jump, 20)
    before = price()
    assert 0 < before < inf
    engine.seek(0)
    lead(jump, 20)  # where the compute engine stands already
    assert engine.pass_index == 20
    assert price() == pytest.approx(before)


@pytest.mark.parametrize("name", [name for name in FormatName if name is not FormatName.AUTO])
def test_it_is_possible_for_the_formats_of_the_compute_engine(gpu: Gpu, name: FormatName) -> None:
    engine = FragmentEngine(gpu, LAYOUT, element_format=FORMATS[name])
    for version, is_possible in ((420, False), (430, name in COMPUTE_FORMATS)):
        capabilities = replace(gpu.capabilities, version_code=version)
        jump = ComputeJump(replace(gpu, capabilities=capabilities), engine)
        assert jump.is_possible is is_possible
        assert jump.wants_idle_time is is_possible
    engine.release()


def test_a_compute_engine_needs_none_beside_it(gpu: Gpu) -> None:
    engine = ComputeEngine(gpu, LAYOUT)
    jump = ComputeJump(gpu, engine)
    assert not jump.is_possible
    assert not jump.wants_idle_time
    engine.release()


class NotedEngine(ComputeEngine):
    """A compute engine that notes what becomes of it; `begin` sets up the notes."""

    is_released = False
    made: list["NotedEngine"]
    fault: Exception | None

    @classmethod
    def begin(cls, monkeypatch: pytest.MonkeyPatch, fault: Exception | None = None) -> None:
        cls.made, cls.fault = [], fault
        monkeypatch.setattr(compute_jump_module, "ComputeEngine", cls)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.made.append(self)

    def allocate_steps(self) -> Iterator[None]:
        steps = super().allocate_steps()
        yield next(steps)
        if self.fault is not None:
            raise self.fault
        yield from steps

    def release(self) -> None:
        super().release()
        self.is_released = True


@pytest.mark.parametrize("ends", ["forget_input", "release"])
def test_an_engine_that_is_half_made_is_freed_when_nobody_wants_it(
    jump: ComputeJump, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    NotedEngine.begin(monkeypatch)
    jump.prepare(perf_counter())
    assert [engine.is_released for engine in NotedEngine.made] == [False]
    getattr(jump, ends)()
    assert [engine.is_released for engine in NotedEngine.made] == [True]
    assert prepare(jump) >= 3
    assert [engine.is_released for engine in NotedEngine.made] == [True, False]


@pytest.mark.parametrize("fault", [ProgramError("no room"), MemoryError()])
def test_without_memory_for_all_of_it_nothing_is_left_and_nothing_is_tried_again(
    jump: ComputeJump, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    NotedEngine.begin(monkeypatch, fault)
    with pytest.raises(ProgramError, match=r"no room|out of memory"):
        prepare(jump)
    assert [engine.is_released for engine in NotedEngine.made] == [True]
    assert not jump.is_possible
    assert not jump.wants_idle_time
    assert jump.seconds(28) is None
