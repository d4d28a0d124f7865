"""A contest: contestants that take turns, each checked after every run, and their lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from bitonic_scope.bench.line import Line, Status, TimeKind
from bitonic_scope.bench.rounds import Rounds, interleaved, speed, spread
from bitonic_scope.bench.timer import GpuTimer

QUICK_SECONDS = 0.05  # of a run; a quick one is made once more before it is timed
UNTIL_DONE = (TimeKind.FINISHED, TimeKind.WALL)  # both end when the result is there


def _nothing() -> None:
    pass


def _no_note(seconds: float) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One that takes part.

    Attributes:
        name: of its line.
        run: what is timed.
        is_right: looks at the result, after each run and outside its time.
        prepare: what comes before each run, outside its time.
        finish: waits for the GPU, before each run and after it; None where none is at work.
        against: the name of the contestant that it is compared with; empty for none.
        against_seconds: a time that it is compared with instead, named by `against`.
        unit: what its time is given for.
        unit_count: how many of those a run does.
        note: what to say of a time, given the seconds of a unit; not of the time of the calls.
        timer: tells GPU times; None where they cannot be believed, or there are none.
        tells_submit: whether there is a line of how long the calls take.
    """

    name: str
    run: Callable[[], object]
    is_right: Callable[[], bool]
    prepare: Callable[[], object] = _nothing
    finish: Callable[[], object] | None = None
    against: str = ""
    against_seconds: float | None = None
    unit: str = ""
    unit_count: int = 1
    note: Callable[[float], str] = _no_note
    timer: GpuTimer | None = None
    tells_submit: bool = False


@dataclass(frozen=True, slots=True)
class _Sample:
    seconds: Mapping[TimeKind, float]
    is_right: bool


def sample(contestant: Contestant, *, warm_up: bool = False) -> _Sample:
    """Take the times of a contestant once.

    Args:
        contestant: whose.
        warm_up: run it once more before: while others had their turn, caches and clocks of the
            GPU became cold.
    """
    if warm_up:
        _get_ready(contestant)
        contestant.run()
    _get_ready(contestant)
    start = perf_counter()
    contestant.run()
    submitted = perf_counter()
    seconds: dict[TimeKind, float] = {}
    if contestant.finish is None:
        seconds[TimeKind.WALL] = submitted - start
    else:
        contestant.finish()
        seconds[TimeKind.FINISHED] = perf_counter() - start
    if contestant.tells_submit:
        seconds[TimeKind.SUBMIT] = submitted - start
    is_right = contestant.is_right()
    if contestant.timer is not None:  # in a run of its own: to time takes time, too
        gpu_seconds, is_right_again = _gpu_sample(contestant, contestant.timer)
        is_right = is_right and is_right_again
        if gpu_seconds is not None:
            seconds[TimeKind.GPU] = gpu_seconds
    return _Sample({kind: time / contestant.unit_count for kind, time in seconds.items()}, is_right)


def _get_ready(contestant: Contestant) -> None:
    contestant.prepare()
    if contestant.finish is not None:
        contestant.finish()


def _gpu_sample(contestant: Contestant, timer: GpuTimer) -> tuple[float | None, bool]:
    _get_ready(contestant)
    with timer.measure():
        contestant.run()
    if contestant.finish is not None:
        contestant.finish()
    return timer.take(is_finished=True), contestant.is_right()


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
        contestants: with names of their own.
        rounds: how often.
        checkpoint: called before each run; it may raise to end it all.
        case: of the lines.
        warm_up: run each once before: the first run of all compiles, and reads files.

    Returns:
        A line for each contestant and kind of time.
    """

    def sampler(contestant: Contestant) -> Callable[[], _Sample]:
        is_quick = False

        def take() -> _Sample:
            nonlocal is_quick
            checkpoint()
            taken = sample(contestant, warm_up=is_quick)
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
    is_right = all(each.is_right for each in own)
    lines = []
    for kind in _kinds(own):
        seconds = [each.seconds[kind] for each in own]
        middle = median(seconds)
        ratio = _ratio(contestant, kind, by_name) if is_right else None
        lines.append(
            replace(
                named,
                seconds=middle,
                kind=kind,
                ratio_to=None if ratio is None else contestant.against,
                ratio=ratio,
                note=_note(contestant, kind, middle) if is_right else "the result is wrong",
                unit=contestant.unit,
                spread=spread(seconds),
                rounds=len(seconds),
                status=Status.OK if is_right else Status.WRONG,
            )
        )
    return lines


def _note(contestant: Contestant, kind: TimeKind, seconds: float) -> str:
    return "" if kind is TimeKind.SUBMIT else contestant.note(seconds)


def _kinds(samples: Sequence[_Sample]) -> list[TimeKind]:
    """Return the kinds of time that every sample has."""
    return [kind for kind in TimeKind if all(kind in each.seconds for each in samples)]


def _ratio(
    contestant: Contestant, kind: TimeKind, by_name: Mapping[str, Sequence[_Sample]]
) -> float | None:
    """Return how many times as fast a contestant is; None where there is nothing to compare."""
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
