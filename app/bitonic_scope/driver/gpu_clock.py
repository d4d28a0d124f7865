"""The GPU's own clock, and whether its times can be trusted.

A driver may offer time queries that report nothing, the time of something else, or a number that
does not grow with the work. Neither its name nor its version predicts that: only known work does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import moderngl

from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu

CLAMPED_NS = 2**32 - 1  # moderngl reads 32 bits: longer times overflow

TRIAL_SIDE = 128  # of what the trials sort, elements
TRIAL_PASSES = 36  # of it: eight stages
ELEMENTS_PER_SECOND = 5e11  # no device reads and writes that many

# A trial repeats its work until it takes TRIAL_SECONDS, then GROWTH times as often.
TRIAL_SECONDS = 0.002  # many times the cost of starting and waiting
MAX_TRIAL_REPEATS = 512
GROWTH = 4
TRIAL_ROUNDS = 3
LEAST_GROWTH = 2.0  # of the time, for GROWTH times the work: clock rates change in between
LEAST_SHARE = 0.5  # of the time that the program spent just waiting for the GPU
MIN_WAITED_SECONDS = 1e-6
TOLERANCE = 1.05  # between two clocks, read at two moments


class GpuTimer:
    """Owns one time query. moderngl cannot free it, so make one timer for many measurements.

    The first time that Mesa reports in a context is wrong: `try_timer` discards it.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self._query = ctx.query(time=True)

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Measure the GPU's work on the calls made within; measurements cannot be nested."""
        with self._query:
            yield

    def seconds(self) -> float | None:
        """Wait for the GPU, and return the last measurement; None if it overflowed."""
        elapsed_ns = int(self._query.elapsed)
        return elapsed_ns * 1e-9 if elapsed_ns < CLAMPED_NS else None


@dataclass(frozen=True, slots=True)
class Trial:
    """One measurement of known work.

    Attributes:
        repeats: how many times the work was done.
        gpu_seconds: what the GPU timer reported; None for nothing.
        submit_seconds: how long the calls took.
        wall_seconds: from the first call until the GPU was done.
    """

    repeats: int
    gpu_seconds: float | None
    submit_seconds: float
    wall_seconds: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether GPU times can be trusted, and why."""

    is_true: bool
    reason: str


def judge(trials: Sequence[Trial], *, least_seconds: float) -> Verdict:
    """Decide whether the GPU times of some trials can be trusted.

    Args:
        trials: with two different numbers of repeats.
        least_seconds: no device does the work once in less.
    """
    few = min(trial.repeats for trial in trials)
    times: dict[bool, list[float]] = {True: [], False: []}  # of few repeats, of many
    shares = []
    for trial in trials:
        if trial.gpu_seconds is None:
            return Verdict(False, "it reports no time")
        if trial.gpu_seconds > trial.wall_seconds * TOLERANCE:
            return Verdict(False, "it reports more time than went by")
        if trial.gpu_seconds < least_seconds * trial.repeats:
            return Verdict(False, "it reports less time than any device needs")
        times[trial.repeats == few].append(trial.gpu_seconds)
        waited = max(trial.wall_seconds - trial.submit_seconds, MIN_WAITED_SECONDS)
        shares.append(trial.gpu_seconds / waited)
    growth = median(times[False]) / median(times[True])
    if growth >= LEAST_GROWTH and median(shares) < LEAST_SHARE:
        return Verdict(False, f"it reports {median(shares):.0%} of the time spent waiting")
    return Verdict(
        growth >= LEAST_GROWTH, f"{GROWTH} times the work takes {growth:.1f} times the time"
    )


def try_timer(
    ctx: moderngl.Context, timer: GpuTimer, work: Callable[[], object], *, least_seconds: float
) -> Verdict:
    """Find out whether a timer tells the truth about a kind of work.

    Args:
        ctx: the context.
        timer: of that context.
        work: calls that give the GPU something to do; run once before, so that all is compiled.
        least_seconds: no device does the work once in less.
    """

    def trial(repeats: int) -> Trial:
        ctx.finish()
        start = perf_counter()
        with timer.measure():
            for _ in range(repeats):
                work()
        submitted = perf_counter()
        ctx.finish()
        end = perf_counter()
        return Trial(repeats, timer.seconds(), submitted - start, end - start)

    work()
    repeats = 1
    while repeats < MAX_TRIAL_REPEATS and trial(repeats).wall_seconds < TRIAL_SECONDS:
        repeats *= 2
    trials = [trial(count) for _ in range(TRIAL_ROUNDS) for count in (repeats, GROWTH * repeats)]
    return judge(trials, least_seconds=least_seconds)


@dataclass(frozen=True, slots=True)
class GpuClock:
    """The GPU's clock, if it can be trusted.

    Attributes:
        timer: measures GPU times; None if they cannot be trusted.
        verdicts: what the trials found, by kind of work.
    """

    timer: GpuTimer | None
    verdicts: Mapping[str, Verdict]


def find_clock(gpu: Gpu) -> GpuClock:
    """Try the clock on draws, and on dispatches if the driver has compute shaders."""
    timer, layout = GpuTimer(gpu.ctx), TextureLayout(TRIAL_SIDE, TRIAL_SIDE)
    packed = FORMATS[FormatName.PACKED]  # every driver draws to it
    verdicts = {
        "draws": _try_engine(gpu, timer, FragmentEngine(gpu, layout, element_format=packed))
    }
    if gpu.capabilities.has_compute:
        from bitonic_scope.gpu.compute.engine import ComputeEngine  # not needed at each start

        verdicts["dispatches"] = _try_engine(
            gpu, timer, ComputeEngine(gpu, layout, has_texture=False)
        )
    return clock_of(timer, verdicts)


def clock_of(timer: GpuTimer, verdicts: Mapping[str, Verdict]) -> GpuClock:
    """Trust a timer fully or not at all: if it was wrong once, it may be wrong again."""
    wrong = [work for work, verdict in verdicts.items() if not verdict.is_true]
    if not wrong:
        return GpuClock(timer, verdicts)
    doubted = Verdict(False, f"this clock is wrong about {wrong[0]}")
    return GpuClock(None, {work: doubted if v.is_true else v for work, v in verdicts.items()})


def _try_engine(gpu: Gpu, timer: GpuTimer, engine: Engine) -> Verdict:
    element_count = engine.layout.element_count

    def work() -> None:
        engine.rewind()
        engine.seek(TRIAL_PASSES)

    try:
        return try_timer(gpu.ctx, timer, work, least_seconds=element_count / ELEMENTS_PER_SECOND)
    finally:
        engine.release()
