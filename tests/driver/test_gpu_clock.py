"""The GPU's clock: what it measures, and which times are trusted."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import moderngl
import pytest

from bitonic_scope.bench.plain_passes import PlainPasses
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.driver.gpu_clock import (
    GpuTimer,
    Trial,
    clock_of,
    fault_of,
    find_clock,
    try_timer,
)
from bitonic_scope.driver.questions import has_timer
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import Capabilities

LEAST_SECONDS = 1e-6
HONEST = [Trial(repeats, repeats * 1e-3, repeats * 1e-3 + 2e-5) for repeats in (2, 8, 2, 8, 2, 8)]


def test_times_that_grow_with_the_work_are_trusted() -> None:
    assert fault_of(HONEST, least_seconds=LEAST_SECONDS) == ""


@pytest.mark.parametrize(
    ("gpu_seconds", "why"),
    [
        (None, "it reports no time"),
        (4.294967295, "it reports more time than went by"),
        (45e-9, "it reports less time than any device needs"),
        (0.9e-3, "4 times the work takes 1.0 times the time"),
    ],
)
def test_one_and_the_same_time_for_all_work_is_not_trusted(
    gpu_seconds: float | None, why: str
) -> None:
    lies = [trial._replace(gpu_seconds=gpu_seconds) for trial in HONEST]
    assert fault_of(lies, least_seconds=LEAST_SECONDS) == why


def test_wrong_times_are_refused_whatever_the_driver_reports_besides() -> None:
    for number, trial in enumerate(HONEST):
        for seconds in (None, 2 * trial.wall_seconds, 1e-9):
            trials = list(HONEST)
            trials[number] = trial._replace(gpu_seconds=seconds)
            assert fault_of(trials, least_seconds=LEAST_SECONDS)


def test_a_clock_that_is_wrong_about_one_kind_of_work_is_trusted_for_none(
    ctx: moderngl.Context,
) -> None:
    timer, fault = GpuTimer(ctx), "it reports no time"
    assert clock_of(timer, {"draws": "", "dispatches": ""}).timer is timer
    assert clock_of(timer, {"draws": ""}).timer is timer  # without compute shaders
    doubted = clock_of(timer, {"draws": "", "dispatches": fault})
    assert doubted.timer is None
    assert doubted.faults["draws"] == "this clock is wrong about dispatches"
    assert doubted.faults["dispatches"] == fault


@pytest.fixture
def copies(gpu: Gpu) -> Iterator[PlainPasses]:
    layout = TextureLayout(64, 64)
    passes = PlainPasses(gpu, layout)
    passes.load(uniform(1, layout.element_count))
    yield passes
    passes.release()


@pytest.fixture
def timer(ctx: moderngl.Context, copies: PlainPasses) -> GpuTimer:
    timer = GpuTimer(ctx)
    try_timer(ctx, timer, copies.run_pass, least_seconds=1e-9)
    return timer


def test_a_measurement_has_a_time(timer: GpuTimer, copies: PlainPasses) -> None:
    with timer.measure():
        copies.run_pass()
    seconds = timer.seconds()
    assert seconds is not None
    assert seconds >= 0


def test_each_of_many_measurements_has_a_time(timer: GpuTimer, copies: PlainPasses) -> None:
    for _ in range(5):
        with timer.measure():
            copies.run_pass()
        assert timer.seconds() is not None


def test_a_new_measurement_replaces_one_whose_time_was_not_taken(
    timer: GpuTimer, copies: PlainPasses
) -> None:
    for repeats in (200, 1):
        with timer.measure():
            for _ in range(repeats):
                copies.run_pass()
    last = timer.seconds()
    with timer.measure():
        for _ in range(200):
            copies.run_pass()
    longer = timer.seconds()
    assert last is not None
    assert longer is not None
    assert last < longer


def test_work_that_fails_while_it_is_measured_leaves_the_timer_usable(
    timer: GpuTimer, copies: PlainPasses
) -> None:
    for _ in range(8):
        with pytest.raises(ZeroDivisionError), timer.measure():
            raise ZeroDivisionError
    with timer.measure():
        copies.run_pass()
    assert timer.seconds() is not None


def test_a_time_that_overflows_is_no_time() -> None:
    class Overflowed:
        elapsed = 2**32 - 1

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    class Context:
        def query(self, *, time: bool) -> Overflowed:
            return Overflowed()

    assert GpuTimer(cast(moderngl.Context, Context())).seconds() is None


def test_a_clock_that_reports_less_than_any_device_needs_is_refused_here_too(
    ctx: moderngl.Context, timer: GpuTimer, copies: PlainPasses
) -> None:
    fault = try_timer(ctx, timer, copies.run_pass, least_seconds=1e3)
    assert fault == "it reports less time than any device needs"


class LyingTimer(GpuTimer):
    def seconds(self) -> float | None:
        super().seconds()
        return 1e-5


def test_a_driver_that_always_reports_the_same_time_is_found_out(
    ctx: moderngl.Context, copies: PlainPasses
) -> None:
    assert try_timer(ctx, LyingTimer(ctx), copies.run_pass, least_seconds=1e-9)


def test_the_doctor_and_the_bench_trust_the_same_clock(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.driver.gpu_clock.GpuTimer", LyingTimer)
    clock = find_clock(gpu)
    assert clock.timer is None
    assert set(clock.faults) == {"draws", "dispatches"}
    assert not has_timer(gpu)


def test_only_draws_are_tried_without_compute_shaders(gpu: Gpu) -> None:
    older = replace(gpu, capabilities=Capabilities(1024, 1 << 20))
    assert set(find_clock(older).faults) == {"draws"}
