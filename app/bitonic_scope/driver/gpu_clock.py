"""The GPU's own clock, and whether its times can be trusted.

Some drivers report no time, the time of something else, or a number that does not grow with the
work. Neither their name nor their version predicts that, so known work is timed.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

import moderngl

from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu

CLAMPED_NS = 2**32 - 1  # moderngl reads 32 bits: longer times overflow
TRIAL_SIDE, TRIAL_PASSES = 128, 36  # the trials run eight stages over so many elements a side
ELEMENTS_PER_SECOND = 5e11  # no device reads and writes that many
TRIAL_SECONDS = 0.002  # repeat the work until it takes this long, and then GROWTH times as often
MAX_TRIAL_REPEATS, TRIAL_ROUNDS = 512, 3
GROWTH, LEAST_GROWTH = 4, 2.0  # of the work, and of its time: clock rates change in between
TOLERANCE = 1.05  # between two clocks, read at two moments


class GpuTimer:
    """Owns one time query. moderngl cannot free it, so make one timer for many measurements.

    The first time that Mesa reports in a context is wrong: `try_timer` discards it.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self._query = ctx.query(time=True)

    def measure(self) -> moderngl.Query:
        """Measure the GPU's work on the calls in a `with`; measurements cannot be nested."""
        return self._query

    def seconds(self) -> float | None:
        """Wait for the GPU, and return the last measurement; None if it overflowed."""
        elapsed_ns = int(self._query.elapsed)
        return elapsed_ns * 1e-9 if elapsed_ns < CLAMPED_NS else None


class Trial(NamedTuple):
    """How often known work was done, and its time by the GPU's clock and by the CPU's."""

    repeats: int
    gpu_seconds: float | None
    wall_seconds: float


class GpuClock(NamedTuple):
    """The timer, None if its times cannot be trusted; and the faults by kind of work, or ""."""

    timer: GpuTimer | None
    faults: Mapping[str, str]


def fault_of(trials: Sequence[Trial], *, least_seconds: float) -> str:
    """Return why the GPU times of trials cannot be trusted, or "".

    Args:
        trials: with two numbers of repeats, the larger one GROWTH times the smaller.
        least_seconds: no device does the work once in less.
    """
    times: dict[int, list[float]] = {}
    for repeats, gpu_seconds, wall_seconds in trials:
        if gpu_seconds is None:
            return "it reports no time"
        if gpu_seconds > wall_seconds * TOLERANCE:
            return "it reports more time than went by"
        if gpu_seconds < least_seconds * repeats:
            return "it reports less time than any device needs"
        times.setdefault(repeats, []).append(gpu_seconds)
    growth = median(times[max(times)]) / median(times[min(times)])
    fault = f"{GROWTH} times the work takes {growth:.1f} times the time"
    return "" if growth >= LEAST_GROWTH else fault


def try_timer(
    ctx: moderngl.Context, timer: GpuTimer, work: Callable[[], object], *, least_seconds: float
) -> str:
    """Time known work; return why its GPU times cannot be trusted, or "", as `fault_of` does."""

    def trial(repeats: int) -> Trial:
        ctx.finish()
        start = perf_counter()
        with timer.measure():
            for _ in range(repeats):
                work()
        ctx.finish()
        wall_seconds = perf_counter() - start
        return Trial(repeats, timer.seconds(), wall_seconds)

    work()  # compiles
    repeats = 1
    while repeats < MAX_TRIAL_REPEATS and trial(repeats).wall_seconds < TRIAL_SECONDS:
        repeats *= 2
    trials = [trial(count) for _ in range(TRIAL_ROUNDS) for count in (repeats, GROWTH * repeats)]
    return fault_of(trials, least_seconds=least_seconds)


def find_clock(gpu: Gpu) -> GpuClock:
    """Try the clock on draws, and on dispatches if the driver has compute shaders.

    Trust it fully or not at all: if it was wrong once, it may be wrong again.
    """
    timer, layout = GpuTimer(gpu.ctx), TextureLayout(TRIAL_SIDE, TRIAL_SIDE)
    least_seconds = layout.element_count / ELEMENTS_PER_SECOND

    def fault(engine: Engine) -> str:
        def work() -> None:
            engine.rewind()
            engine.seek(TRIAL_PASSES)

        try:
            return try_timer(gpu.ctx, timer, work, least_seconds=least_seconds)
        finally:
            engine.release()

    packed = FORMATS[FormatName.PACKED]  # every driver draws to it
    faults = {"draws": fault(FragmentEngine(gpu, layout, element_format=packed))}
    if gpu.capabilities.has_compute:
        from bitonic_scope.gpu.compute.engine import ComputeEngine  # not needed at each start

        faults["dispatches"] = fault(ComputeEngine(gpu, layout, has_texture=False))
    return clock_of(timer, faults)


def clock_of(timer: GpuTimer, faults: Mapping[str, str]) -> GpuClock:
    """Return a clock that is trusted if it has no fault."""
    wrong = [work for work, fault in faults.items() if fault]
    if not wrong:
        return GpuClock(timer, faults)
    doubt = f"this clock is wrong about {wrong[0]}"
    return GpuClock(None, {work: fault or doubt for work, fault in faults.items()})
