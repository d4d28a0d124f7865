"""A contest: contestants take turns, and every run is timed and checked.

The speed of a shared machine drifts. So contestants take turns, round by round, and a ratio is the
median of the ratios within rounds, whose two sides were measured moments apart.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple, TypeVar

from bitonic_scope.bench.line import Line, Status, TimeKind
from bitonic_scope.driver.gpu_clock import GpuTimer

QUICK_SECONDS = 0.05  # shorter runs get a warm-up run before each timed one
UNTIL_DONE = (TimeKind.FINISHED, TimeKind.WALL)  # comparable: both end with the result
WRONG = "the result is wrong"

Sample = TypeVar("Sample")


class Rounds(NamedTuple):
    """How many rounds to run: within the limits, until the budget is spent."""

    at_least: int
    at_most: int
    budget_seconds: float


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a contest.

    Attributes:
        name: the name of its lines.
        run: the work to time.
        is_right: checks the result after each run; not timed.
        prepare: prepares each run; not timed.
        finish: waits for the GPU, before and after each run; None for work on the CPU.
        against: the name of the contestant to compare it with; empty for none.
        against_seconds: a time to compare it with instead, which `against` names.
        unit: the unit of work that times are per: "a pass".
        unit_count: the number of units in a run.
        note: returns a remark on the seconds per unit; not used for submit times.
        timer: measures GPU times; None if they cannot be trusted.
        has_submit_line: whether to report how long the calls take to return.
    """

    name: str
    run: Callable[[], object]
    is_right: Callable[[], bool]
    prepare: Callable[[], object] = lambda: None
    finish: Callable[[], object] | None = None
    against: str = ""
    against_seconds: float | None = None
    unit: str = ""
    unit_count: int = 1
    note: Callable[[float], str] = lambda seconds: ""
    timer: GpuTimer | None = None
    has_submit_line: bool = False

    def get_ready(self) -> None:
        """Prepare a run, and wait for the GPU."""
        self.prepare()
        if self.finish is not None:
            self.finish()

    def measure(self) -> tuple[dict[TimeKind, float], bool]:
        """Return the seconds of one run by kind, and whether every result was right."""
        self.get_ready()
        start = perf_counter()
        self.run()
        seconds = {TimeKind.WALL: perf_counter() - start}
        if self.finish is not None:
            submit_seconds = seconds.pop(TimeKind.WALL)
            self.finish()
            seconds[TimeKind.FINISHED] = perf_counter() - start
            if self.has_submit_line:
                seconds[TimeKind.SUBMIT] = submit_seconds
        is_right = self.is_right()
        if self.timer is not None:  # in a run of its own: the query itself takes time
            self.get_ready()
            with self.timer.measure():
                self.run()
            gpu_seconds = self.timer.seconds()
            is_right = self.is_right() and is_right
            if gpu_seconds is not None:
                seconds[TimeKind.GPU] = gpu_seconds
        return seconds, is_right


def contest(
    group: str,
    contestants: Sequence[Contestant],
    rounds: Rounds,
    checkpoint: Callable[[], object],
    *,
    case: str = "",
) -> list[Line]:
    """Let contestants take turns, and return a line for each contestant and kind of time.

    Args:
        group, case: those of the lines.
        contestants: each with its own name.
        rounds: the number of rounds, after a first run of each that compiles and fills caches.
        checkpoint: called before each run; may raise to end the contest.
    """
    quick: set[str] = set()
    wrong: set[str] = set()

    def take(contestant: Contestant) -> dict[TimeKind, float]:
        checkpoint()
        if contestant.name in quick:  # other turns have evicted its caches and slowed the GPU clock
            contestant.get_ready()
            contestant.run()
        seconds, is_right = contestant.measure()
        (quick.add if max(seconds.values()) < QUICK_SECONDS else quick.discard)(contestant.name)
        if not is_right:
            wrong.add(contestant.name)
        return {kind: time / contestant.unit_count for kind, time in seconds.items()}

    samplers = [partial(take, each) for each in contestants]
    for warm_up in samplers:
        warm_up()
    taken = interleaved(samplers, rounds)
    times = {each.name: _by_kind(own) for each, own in zip(contestants, taken, strict=True)}
    lines = []
    for contestant in contestants:
        against = {} if contestant.against in wrong else times.get(contestant.against, {})
        for kind, seconds in times[contestant.name].items():
            named = Line(group, contestant.name, kind=kind, case=case, unit=contestant.unit)
            line = timed(named, seconds)
            if contestant.name in wrong:
                lines.append(replace(line, note=WRONG, status=Status.WRONG))
                continue
            if kind is not TimeKind.SUBMIT:
                line = replace(line, note=contestant.note(median(seconds)))
            if contestant.against_seconds is None:
                reference = _comparable(against, kind)
            else:
                reference = [contestant.against_seconds] * len(seconds)
            if reference:
                ratio = speed(seconds, reference)
                line = replace(line, ratio_to=contestant.against, ratio=ratio)
            lines.append(line)
    return lines


def _by_kind(samples: Sequence[Mapping[TimeKind, float]]) -> dict[TimeKind, list[float]]:
    """Return the seconds of all rounds, for the kinds that every round has."""
    kinds = [kind for kind in TimeKind if all(kind in each for each in samples)]
    return {kind: [each[kind] for each in samples] for kind in kinds}


def _comparable(times: Mapping[TimeKind, list[float]], kind: TimeKind) -> list[float]:
    kinds = UNTIL_DONE if kind in UNTIL_DONE else (kind,)
    return next((times[each] for each in kinds if each in times), [])


def interleaved(
    samplers: Sequence[Callable[[], Sample]],
    rounds: Rounds,
    clock: Callable[[], float] = perf_counter,
) -> list[list[Sample]]:
    """Return one sample a round for each sampler.

    They take turns, every other round backwards, so that neighbours change.
    """
    samples: list[list[Sample]] = [[] for _ in samplers]
    start = clock()
    for number in range(rounds.at_most):
        if number >= rounds.at_least and clock() - start >= rounds.budget_seconds:
            break
        forwards = range(len(samplers))
        for index in forwards if number % 2 == 0 else reversed(forwards):
            samples[index].append(samplers[index]())
    return samples


def timed(line: Line, seconds: Sequence[float]) -> Line:
    """Return a line with the median, the spread and the number of its times, one a round."""
    return replace(line, seconds=median(seconds), spread=spread(seconds), rounds=len(seconds))


def spread(seconds: Sequence[float]) -> float | None:
    """Return half the interquartile range as a part of the median; None for a single time."""
    if len(seconds) < 2:
        return None
    low, middle, high = quantiles(seconds, n=4, method="inclusive")
    return (high - low) / 2 / middle if middle > 0 else None


def speed(own: Sequence[float], reference: Sequence[float]) -> float:
    """Return how many times as fast `own` is as `reference`; both are seconds, one a round."""
    return median(theirs / mine for mine, theirs in zip(own, reference, strict=True))
