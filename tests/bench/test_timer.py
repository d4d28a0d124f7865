"""GPU times: taken late, and believed only where known work says so."""

from dataclasses import replace

import moderngl
import pytest

from bitonic_scope.bench.plain_passes import COPY, PlainPasses
from bitonic_scope.bench.timer import (
    FRAMES_LATE,
    QUERY_COUNT,
    GpuTimer,
    Trial,
    Verdict,
    judge,
    try_timer,
)
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.programs import Programs

LEAST_SECONDS = 1e-6
HONEST = [
    Trial(repeats, repeats * 1e-3, repeats * 1e-4, repeats * 1e-3 + 2e-5)
    for repeats in (2, 8, 2, 8, 2, 8)
]


def test_times_that_grow_with_the_work_and_fill_the_wait_are_believed() -> None:
    assert judge(HONEST, least_seconds=LEAST_SECONDS).is_true


@pytest.mark.parametrize(
    ("gpu_seconds", "why"),
    [
        (None, "no time is told"),
        (4.294967295, "more time is told than went by"),
        (45e-9, "less time is told than any device needs"),
        (0.9e-3, "4 times the work takes 1.0 times the time"),
    ],
)
def test_one_and_the_same_time_for_all_work_is_not_believed(
    gpu_seconds: float | None, why: str
) -> None:
    lies = [replace(trial, gpu_seconds=gpu_seconds) for trial in HONEST]
    assert judge(lies, least_seconds=LEAST_SECONDS) == Verdict(False, why)


def test_times_that_grow_but_leave_most_of_the_wait_untold_are_not_believed() -> None:
    parts = [replace(trial, gpu_seconds=trial.repeats * 1e-4) for trial in HONEST]
    verdict = judge(parts, least_seconds=LEAST_SECONDS)
    assert not verdict.is_true
    assert "of the time that is spent waiting" in verdict.reason


def test_a_driver_that_works_while_it_is_called_may_be_believed() -> None:
    blocking = [replace(trial, submit_seconds=trial.wall_seconds) for trial in HONEST]
    assert judge(blocking, least_seconds=LEAST_SECONDS).is_true


@pytest.fixture
def copies(ctx: moderngl.Context, programs: Programs) -> PlainPasses:
    layout = TextureLayout(64, 64)
    passes = PlainPasses(ctx, programs, layout, COPY)
    passes.load(uniform(1, layout.element_count))
    return passes


@pytest.fixture
def timer(ctx: moderngl.Context) -> GpuTimer:
    return GpuTimer(ctx)


def test_a_time_is_there_once_the_gpu_is_done(
    ctx: moderngl.Context, timer: GpuTimer, copies: PlainPasses
) -> None:
    with timer.measure():
        copies.run_pass()
    assert timer.take() is None
    ctx.finish()
    seconds = timer.take(is_finished=True)
    assert seconds is not None
    assert seconds >= 0
    assert timer.take(is_finished=True) is None
    copies.release()


def test_a_time_is_there_when_three_newer_ones_were_measured(
    timer: GpuTimer, copies: PlainPasses
) -> None:
    taken = []
    for _ in range(FRAMES_LATE + 2):
        with timer.measure():
            copies.run_pass()
        taken.append(timer.take())
    assert [seconds is not None for seconds in taken] == [False] * FRAMES_LATE + [True] * 2
    copies.release()


def test_times_that_nobody_takes_are_forgotten(
    ctx: moderngl.Context, timer: GpuTimer, copies: PlainPasses
) -> None:
    for _ in range(3 * QUERY_COUNT):
        with timer.measure():
            copies.run_pass()
    ctx.finish()
    for _ in range(QUERY_COUNT):
        assert timer.take(is_finished=True) is not None
    assert timer.take(is_finished=True) is None
    copies.release()


def test_what_fails_while_it_is_measured_leaves_the_timer_usable(
    ctx: moderngl.Context, timer: GpuTimer, copies: PlainPasses
) -> None:
    for _ in range(2 * QUERY_COUNT):
        with pytest.raises(ZeroDivisionError), timer.measure():
            raise ZeroDivisionError
    with timer.measure():
        copies.run_pass()
    copies.release()


def test_this_driver_gets_a_verdict_with_a_reason(
    ctx: moderngl.Context, timer: GpuTimer, copies: PlainPasses
) -> None:
    verdict = try_timer(ctx, timer, copies.run_pass, least_seconds=1e-9)
    assert verdict.reason
    copies.release()


class LyingTimer(GpuTimer):
    def take(self, *, is_finished: bool = False) -> float | None:
        super().take(is_finished=is_finished)
        return 1e-5


def test_a_driver_that_always_tells_the_same_is_found_out(
    ctx: moderngl.Context, copies: PlainPasses
) -> None:
    verdict = try_timer(ctx, LyingTimer(ctx), copies.run_pass, least_seconds=1e-9)
    assert not verdict.is_true
    copies.release()
