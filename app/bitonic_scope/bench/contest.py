"""A contest: contestants take turns, every run is checked, and each gets its lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from bitonic_scope.bench.line import Line, Status, TimeKind
from bitonic_scope.bench.rounds import Rounds, interleaved, speed, spread
from bitonic_scope.driver.gpu_clock import GpuTimer

QUICK_SECONDS = 0.05  # a shorter run gets a warm-up run before each that is timed
UNTIL_DONE = (TimeKind.FINISHED, TimeKind.WALL)  # comparable: both end with the result


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a contest.

    Attributes:
        name: of its lines.
        run: the work to time.
        is_right: checks the result after each run, outside its time.
        prepare: runs before each run, outside its time.
        finish: waits for the GPU, before and after each run; None for work that does not use it.
        against: the name of the contestant to compare it with; empty for none.
        against_seconds: a time to compare it with instead, which `against` names.
        unit: what its time is given for.
        unit_count: how many units a run does.
        note: makes a remark of the seconds of a unit, but not of submit times.
        timer: measures GPU times; None if there are none to trust.
        has_submit_line: whether a line says how long the calls take.
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
        """Prepare, and let the GPU finish that."""
        self.prepare()
        if self.finish is not None:
            self.finish()


@dataclass(frozen=True, slots=True)
class _Sample:
    seconds: Mapping[TimeKind, float]  # of a unit
    is_right: bool


def _sample(contestant: Contestant) -> _Sample:
    contestant.get_ready()
    start = perf_counter()
    contestant.run()
    submitted = perf_counter()
    seconds: dict[TimeKind, float] = {}
    if contestant.finish is None:
        seconds[TimeKind.WALL] = submitted - start
    else:
        contestant.finish()
        seconds[TimeKind.FINISHED] = perf_counter() - start
    if contestant.has_submit_line:
        seconds[TimeKind.SUBMIT] = submitted - start
    is_right = contestant.is_right()
    if contestant.timer is not None:  # in a run of its own: the query itself takes time
        contestant.get_ready()
        with contestant.timer.measure():
            contestant.run()
        gpu_seconds = contestant.timer.seconds()
        is_right = contestant.is_right() and is_right
        if gpu_seconds is not None:
            seconds[TimeKind.GPU] = gpu_seconds
    return _Sample({kind: time / contestant.unit_count for kind, time in seconds.items()}, is_right)


def contest(
    group: str,
    contestants: Sequence[Contestant],
    rounds: Rounds,
    checkpoint: Callable[[], object],
    *,
    case: str = "",
    warm_up: bool = True,
) -> list[Line]:
    """Let contestants take turns.

    Args:
        group: of the lines.
        contestants: each with its own name.
        rounds: how many.
        checkpoint: called before each run; may raise to end the contest.
        case: of the lines.
        warm_up: run each once before: first runs compile shaders, and read files.

    Returns:
        A line for each contestant and kind of time.
    """

    def sampler(contestant: Contestant) -> Callable[[], _Sample]:
        is_quick = False

        def take() -> _Sample:
            nonlocal is_quick
            checkpoint()
            if is_quick:  # caches and the GPU's clock rate fell while others had their turn
                contestant.get_ready()
                contestant.run()
            taken = _sample(contestant)
            is_quick = max(taken.seconds.values()) * contestant.unit_count < QUICK_SECONDS
            return taken

        return take

    samplers = [sampler(each) for each in contestants]
    if warm_up:
        for take_sample in samplers:
            take_sample()
    samples = interleaved(samplers, rounds)
    by_name = dict(zip([each.name for each in contestants], samples, strict=True))
    return [
        line
        for contestant in contestants
        for line in _lines(Line(group, contestant.name, case=case), contestant, by_name)
    ]


def _lines(
    named: Line, contestant: Contestant, by_name: Mapping[str, Sequence[_Sample]]
) -> list[Line]:
    own = by_name[contestant.name]
    lines = []
    for kind in _kinds(own):
        seconds = [each.seconds[kind] for each in own]
        line = replace(
            named,
            seconds=median(seconds),
            kind=kind,
            unit=contestant.unit,
            spread=spread(seconds),
            rounds=len(seconds),
        )
        if not all(each.is_right for each in own):
            line = replace(line, note="the result is wrong", status=Status.WRONG)
        else:
            if kind is not TimeKind.SUBMIT:
                line = replace(line, note=contestant.note(median(seconds)))
            ratio = _ratio(contestant, kind, by_name)
            if ratio is not None:
                line = replace(line, ratio_to=contestant.against, ratio=ratio)
        lines.append(line)
    return lines


def _kinds(samples: Sequence[_Sample]) -> list[TimeKind]:
    """Return the kinds of time that every sample has."""
    return [kind for kind in TimeKind if all(kind in each.seconds for each in samples)]


def _ratio(
    contestant: Contestant, kind: TimeKind, by_name: Mapping[str, Sequence[_Sample]]
) -> float | None:
    """Return how many times as fast a contestant is; None if nothing comparable was measured."""
    own = [each.seconds[kind] for each in by_name[contestant.name]]
    if contestant.against_seconds is not None:
        return contestant.against_seconds / median(own)
    others = by_name.get(contestant.against, ())
    if not others or not all(each.is_right for each in others):
        return None
    comparable = UNTIL_DONE if kind in UNTIL_DONE else (kind,)
    for other_kind in comparable:
        if other_kind in _kinds(others):
            return speed(own, [each.seconds[other_kind] for each in others])
    return None
