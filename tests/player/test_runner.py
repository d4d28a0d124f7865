"""The runner: a call that takes too long is run in parts, and the bits stay the same."""

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from time import perf_counter, sleep

import moderngl
import pytest

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.network.schedule import NetworkKind
from bitonic_scope.player import runner as runner_module
from bitonic_scope.player.runner import Runner, goal_in_time
from tests.support.oracle import elements_at_every_pass, values_for

M, PASS_COUNT = 14, 105
ELEMENTS = values_for(FLOAT32, 1 << M)
FLIP = NetworkKind.FLIP


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "SMALL_COMPARISONS", 1 << 12)
    monkeypatch.setattr(runner_module, "PART_SECONDS", (0.0, 1e9))  # neither longer nor shorter


@pytest.fixture(params=[FragmentEngine, ComputeEngine])
def engine(request: pytest.FixtureRequest, gpu: Gpu) -> Iterator[Engine]:
    engine = request.param(gpu, TextureLayout(128, 128), network_kind=FLIP)
    engine.load(ELEMENTS)
    yield engine
    engine.release()


@pytest.fixture(scope="module")
def states() -> dict[int, bytes]:
    wanted = {0, 1, 2, 40, 41, 60, 91, 95, PASS_COUNT}
    every = elements_at_every_pass(FLOAT32, ELEMENTS, network_kind=FLIP)
    return {index: state.tobytes() for index, state in enumerate(every) if index in wanted}


def run_a_part(runner: Runner, target: int) -> bool:
    """Run as little as can be: there is no time left, so that each call is run in parts."""
    return runner.run(target, perf_counter())


def test_states_reached_in_parts_equal_the_reference(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    for target in (40, 41, 95, 2, 60, PASS_COUNT, 0, 91):
        runner, parts = Runner(ctx, engine), 1
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
    runner = Runner(ctx, engine)
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
        runner = Runner(ctx, engine)
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
    runner = Runner(ctx, engine)
    run_a_part(runner, 41)
    engine.set_state(placed, 91)
    runner.forget()
    assert runner.reached == 91
    while not run_a_part(runner, 95):
        pass
    assert engine.read_back().tobytes() == states[95]


def test_quick_calls_are_run_whole_as_many_as_there_is_time_for(
    ctx: moderngl.Context, engine: Engine, states: dict[int, bytes]
) -> None:
    runner = Runner(ctx, engine)
    assert runner.seconds_each == inf
    assert not runner.run(95, perf_counter() + 60)  # the first call is timed
    assert engine.call_count(0, engine.pass_index) == 1
    assert runner.run(95, perf_counter() + 60)
    assert engine.read_back().tobytes() == states[95]
    assert 0 < runner.seconds_each < 60


def test_a_small_call_is_run_whole_however_little_time_there_is(
    ctx: moderngl.Context, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner_module, "SMALL_COMPARISONS", PASS_COUNT << M)
    runner, stops = Runner(ctx, engine), [0]
    while not run_a_part(runner, PASS_COUNT):
        stops.append(runner.reached)
        assert runner.passes_done == engine.pass_index == runner.reached
    stops.append(engine.pass_index)
    assert [engine.call_count(*ends) for ends in pairwise(stops)] == [1] * (len(stops) - 1)


def test_a_runner_without_a_state_begins_again_from_the_input(
    ctx: moderngl.Context,
    engine: Engine,
    states: dict[int, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bitonic_scope.gpu.transfer.PART_BYTES", 1 << M)  # a quarter of a state
    engine.seek(40)
    runner = Runner(ctx, engine)
    assert not runner.has_no_state
    next(engine.set_state_steps(ELEMENTS, 60))  # given up after its first part
    assert runner.has_no_state
    assert runner.reached == 0
    while not run_a_part(runner, 41):
        pass
    assert not runner.has_no_state
    assert engine.read_back().tobytes() == states[41]


def test_parts_become_longer_where_they_are_short(
    ctx: moderngl.Context, gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(128, 128))  # 128 shares a pass
    engine.load(ELEMENTS)

    def parts_of_a_pass() -> int:
        runner, parts = Runner(ctx, engine), 1
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


class QuickEngine(Engine):
    """An engine of four million elements, whose passes take 0.3 ms.

    Attributes:
        asked: how many shares it was asked for, each time.
    """

    def __init__(self, gpu: Gpu) -> None:
        super().__init__(gpu, TextureLayout(2048, 2048))
        self.asked: list[int] = []

    def allocate_steps(self) -> Iterator[None]:
        return iter(())

    @property
    def sort_texture(self) -> moderngl.Texture:
        raise NotImplementedError

    def call_count(self, first: int, last: int) -> int:
        return last - first

    def next_stop(self, target: int) -> int:
        return self.pass_index + 1

    def share_count(self, target: int) -> int:
        return self.layout.height

    def run_shares(self, target: int, first: int, count: int) -> int:
        self.asked.append(count)
        done = min(first + count, self.layout.height)
        sleep(0.0003 * (done - first) / self.layout.height)
        self.pass_index += done == self.layout.height
        return done

    def release(self) -> None:
        pass

    def _write_state(self, state: Elements | moderngl.Buffer) -> Iterator[None]:
        return iter(())

    def _run_to(self, pass_index: int) -> None:
        sleep(0.0003 * (pass_index - self.pass_index))
        self.pass_index = pass_index

    def _read_rows(self, first_row: int, row_count: int) -> Elements:
        raise NotImplementedError


def test_parts_that_end_a_call_teach_nothing_about_their_length(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # parts are what they are in the program
    engine = QuickEngine(gpu)
    runner = Runner(gpu.ctx, engine)
    for _ in range(40):  # slices with no time left, so that each call is run in parts
        while not run_a_part(runner, 20):
            pass
        while not run_a_part(runner, 0):
            pass
    assert max(engine.asked) <= engine.layout.height
