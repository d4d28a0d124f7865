"""The runner: a call that takes too long is run in parts, and the bits stay the same."""

from collections.abc import Iterator
from time import perf_counter, sleep
from typing import Any

import moderngl
import pytest

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.network.schedule import BitonicNetwork, NetworkKind
from bitonic_scope.player import runner as runner_module
from bitonic_scope.player.runner import Runner, goal_in_time
from tests.support.oracle import elements_at_every_pass, values_for

M, PASS_COUNT = 14, 105
SLOW = 1e3  # seconds a call, so that each is run in parts
ELEMENTS = values_for(FLOAT32, 1 << M)
FLIP = NetworkKind.FLIP


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "FIRST_PART_COMPARISONS", 1 << 12)
    monkeypatch.setattr(runner_module, "PART_SECONDS", (0.0, 1e9))  # neither longer nor shorter


@pytest.fixture(params=[FragmentSorter, ComputeEngine])
def engine(
    request: pytest.FixtureRequest, ctx: moderngl.Context, programs: Programs
) -> Iterator[Engine]:
    engine = request.param(ctx, programs, TextureLayout(128, 128), network_kind=FLIP)
    engine.load(ELEMENTS)
    yield engine
    engine.release()


@pytest.fixture(scope="module")
def states() -> dict[int, bytes]:
    wanted = {0, 1, 2, 40, 41, 60, 91, 95, PASS_COUNT}
    every = elements_at_every_pass(FLOAT32, ELEMENTS, network_kind=FLIP)
    return {index: state.tobytes() for index, state in enumerate(every) if index in wanted}


def run_a_part(runner: Runner[Any], target: int) -> bool:
    """Run as little as can be."""
    return runner.run(target, perf_counter())


def test_states_reached_in_parts_equal_the_reference(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    for target in (40, 41, 95, 2, 60, PASS_COUNT, 0, 91):
        runner, parts = Runner(ctx, engine, SLOW), 1
        start = engine.pass_index if engine.pass_index < target else 0
        done = [0.0]
        while not run_a_part(runner, target):
            parts += 1
            done.append(runner.passes_done)
            assert runner.reached <= PASS_COUNT
        assert engine.pass_index == runner.reached == target
        assert engine.read_back().tobytes() == states[target]
        assert done[1:] == sorted(done[1:])
        assert parts >= 2 * engine.call_count(start, target)


def test_a_call_that_was_begun_is_ended_before_another_one(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    engine.seek(40)
    runner = Runner(ctx, engine, SLOW)
    assert not run_a_part(runner, 41)
    assert runner.reached == 41
    assert 40 < runner.passes_done < 41
    while not run_a_part(runner, 60):
        pass
    assert engine.read_back().tobytes() == states[60]


def test_who_turns_back_amid_a_call_comes_to_the_right_state(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    for target in (1, 2, 0, 40, 41):  # before the call that was begun, where it began, and beyond
        engine.seek(40)
        runner = Runner(ctx, engine, SLOW)
        run_a_part(runner, 95)
        run_a_part(runner, 95)
        while not run_a_part(runner, target):
            pass
        assert engine.pass_index == target
        assert engine.read_back().tobytes() == states[target], target


def test_another_state_makes_forgotten_what_was_begun(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    engine.seek(91)
    placed = engine.read_back()
    engine.seek(40)
    runner = Runner(ctx, engine, SLOW)
    run_a_part(runner, 41)
    engine.place(placed, 91)
    runner.forget()
    assert runner.reached == 91
    while not run_a_part(runner, 95):
        pass
    assert engine.read_back().tobytes() == states[95]


def test_quick_calls_are_run_whole_as_many_as_there_is_time_for(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    runner = Runner(ctx, engine, 1e-7)
    assert runner.run(95, perf_counter() + 60)
    assert engine.read_back().tobytes() == states[95]
    assert 0 < runner.seconds_each < 60


def test_parts_become_longer_where_they_are_short(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(128, 128))  # 128 shares a pass
    engine.load(ELEMENTS)

    def parts_of_a_pass() -> int:
        runner, parts = Runner(ctx, engine, SLOW), 1
        engine.rewind()
        while not run_a_part(runner, 1):
            parts += 1
        return parts

    few = parts_of_a_pass()
    monkeypatch.setattr(runner_module, "PART_SECONDS", (1e9, 1e9))
    fewer = parts_of_a_pass()
    monkeypatch.setattr(runner_module, "PART_SECONDS", (0.0, 0.0))
    many = parts_of_a_pass()
    assert fewer < few < many
    engine.release()


@pytest.mark.parametrize(
    ("seconds", "goal"), [(10.0, 100), (1.0, 100), (0.5, 50), (0.26, 25), (0.0, 1), (-1.0, 1)]
)
def test_a_slice_goes_as_far_as_there_is_time_for(seconds: float, goal: int) -> None:
    found = goal_in_time(lambda a, b: b - a, 0, 100, seconds=seconds, seconds_each=0.01)
    assert found == goal


def test_where_passes_are_fused_a_slice_may_go_further() -> None:
    def count(first: int, last: int) -> int:
        return -(-(last - first) // 10)  # ten passes a dispatch

    assert goal_in_time(count, 40, 100, seconds=3.0, seconds_each=1.0) == 70
    assert goal_in_time(count, 100, 100, seconds=0.0, seconds_each=1.0) == 100


class QuickGpu:
    """A sorter of four million elements, whose passes take 0.3 ms."""

    def __init__(self) -> None:
        self.network = BitonicNetwork(22)
        self.pass_index = 0

    def is_ready_by(self, deadline: float) -> bool:
        return True

    def call_count(self, first: int, last: int) -> int:
        return last - first

    def rewinding(self) -> Iterator[None]:
        self.pass_index = 0
        return iter(())

    def seek(self, pass_index: int) -> None:
        sleep(0.0003 * (pass_index - self.pass_index))
        self.pass_index = pass_index

    def next_stop(self, target: int) -> int:
        return self.pass_index + 1

    def share_count(self, target: int) -> int:
        return 2048

    def run_shares(self, target: int, first: int, count: int) -> int:
        done = min(first + count, 2048)
        sleep(0.0003 * (done - first) / 2048)
        self.pass_index += done == 2048
        return done


def test_parts_that_end_a_call_teach_nothing_about_their_length(
    ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # parts are what they are in the program
    runner = Runner(ctx, QuickGpu(), 0.0003)
    for _ in range(40):  # slices with no time left, so that each call is run in parts
        while not runner.run(20, perf_counter()):
            pass
        while not runner.run(0, perf_counter()):
            pass
    assert runner._part_comparisons <= 1 << 22
