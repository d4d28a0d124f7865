"""GPU time queries: how long the GPU took by its own clock, and whether that clock can be believed.

A driver may offer such queries and tell nonsense: nothing at all, the time of something else, or a
number that does not grow with the work. What it is called says nothing about that, so it is found
out by measuring known work.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import moderngl

QUERY_COUNT = 4  # in turn: while new ones are begun, old ones come to their end
FRAMES_LATE = 3  # measurements; a time that is asked for earlier makes the program wait for the GPU
CLAMPED_NS = 2**32 - 1  # moderngl reads 32 bits: what took longer than 4.29 s is not told

# The trial: work is repeated until it takes long enough, then four times as often.
TRIAL_SECONDS = 0.002  # many times what it takes to begin and to wait
MAX_TRIAL_REPEATS = 512
GROWTH = 4
TRIAL_ROUNDS = 3
LEAST_GROWTH = 2.0  # of the time when there is four times the work; clocks change in between
LEAST_SHARE = 0.5  # of the time that went by while the program only waited for the GPU
MIN_WAITED_SECONDS = 1e-6
TOLERANCE = 1.05  # two clocks, read at two moments


class GpuTimer:
    """Owns a few time queries and never waits for the GPU.

    moderngl has no way to free a query: make one timer for a context, and keep it.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        """Make the queries, and use each once: the first time that Mesa tells is a wrong one."""
        self._free = deque(ctx.query(time=True) for _ in range(QUERY_COUNT))
        self._measured: deque[moderngl.Query] = deque()
        for query in self._free:
            with query:
                pass
        ctx.finish()
        for query in self._free:
            query.elapsed  # noqa: B018

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Measure the GPU's work on what is called within; not one inside another."""
        if not self._free:
            self._free.append(self._measured.popleft())  # nobody asked for the oldest
        query = self._free.popleft()
        self._measured.append(query)
        with query:
            yield

    def take(self, *, is_finished: bool = False) -> float | None:
        """Return the seconds of the oldest measurement that was not taken, or None.

        Args:
            is_finished: whether the GPU is known to be done with it, by `ctx.finish()`; otherwise
                there is None until three newer measurements were made.
        """
        if len(self._measured) <= (0 if is_finished else FRAMES_LATE):
            return None
        query = self._measured.popleft()
        elapsed_ns = int(query.elapsed)
        self._free.append(query)
        return elapsed_ns * 1e-9 if elapsed_ns < CLAMPED_NS else None


@dataclass(frozen=True, slots=True)
class Trial:
    """One measurement of known work.

    Attributes:
        repeats: how many times the work was done.
        gpu_seconds: what the query told; None for nothing.
        submit_seconds: how long the calls took.
        wall_seconds: from the first call until the GPU was done.
    """

    repeats: int
    gpu_seconds: float | None
    submit_seconds: float
    wall_seconds: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether GPU times can be believed, and why."""

    is_true: bool
    reason: str


def judge(trials: Sequence[Trial], *, least_seconds: float) -> Verdict:
    """Decide whether the GPU times of trials can be believed.

    Args:
        trials: of two numbers of repeats.
        least_seconds: what no device could do the work once in.
    """
    few = min(trial.repeats for trial in trials)
    times: dict[bool, list[float]] = {True: [], False: []}  # of few repeats, of many
    shares = []
    for trial in trials:
        if trial.gpu_seconds is None:
            return Verdict(False, "no time is told")
        if trial.gpu_seconds > trial.wall_seconds * TOLERANCE:
            return Verdict(False, "more time is told than went by")
        if trial.gpu_seconds < least_seconds * trial.repeats:
            return Verdict(False, "less time is told than any device needs")
        times[trial.repeats == few].append(trial.gpu_seconds)
        waited = max(trial.wall_seconds - trial.submit_seconds, MIN_WAITED_SECONDS)
        shares.append(trial.gpu_seconds / waited)
    growth = median(times[False]) / median(times[True])
    if growth < LEAST_GROWTH:
        return Verdict(False, f"{GROWTH} times the work takes {growth:.1f} times the time")
    if median(shares) < LEAST_SHARE:
        return Verdict(False, f"it tells {median(shares):.0%} of the time that is spent waiting")
    return Verdict(True, f"{GROWTH} times the work takes {growth:.1f} times the time")


def try_timer(
    ctx: moderngl.Context,
    timer: GpuTimer,
    work: Callable[[], object],
    *,
    least_seconds: float,
) -> Verdict:
    """Find out whether a timer tells the truth about a kind of work.

    Args:
        ctx: the context.
        timer: of that context.
        work: calls that give the GPU something to do; it has run before.
        least_seconds: what no device could do it once in.
    """
    repeats = 1
    while (
        repeats < MAX_TRIAL_REPEATS and _try(ctx, timer, work, repeats).wall_seconds < TRIAL_SECONDS
    ):
        repeats *= 2
    trials = [
        _try(ctx, timer, work, count)
        for _ in range(TRIAL_ROUNDS)
        for count in (repeats, GROWTH * repeats)
    ]
    return judge(trials, least_seconds=least_seconds)


def _try(ctx: moderngl.Context, timer: GpuTimer, work: Callable[[], object], repeats: int) -> Trial:
    ctx.finish()
    start = perf_counter()
    with timer.measure():
        for _ in range(repeats):
            work()
    submitted = perf_counter()
    ctx.finish()
    end = perf_counter()
    return Trial(repeats, timer.take(is_finished=True), submitted - start, end - start)
