"""A line of the report: one measurement, as a value."""

from dataclasses import dataclass
from enum import StrEnum


class TimeKind(StrEnum):
    """What a time measures; different kinds are not comparable."""

    FINISHED = "wall with finish"  # until the GPU was done
    WALL = "wall"  # of work on the CPU, or of a whole process
    GPU = "GPU"  # by the GPU's own clock
    PROCESSOR = "processor"  # of threads of ours, while they run
    SUBMIT = "submit"  # until the calls returned; the GPU may still be busy


class Status(StrEnum):
    """The outcome of a measurement."""

    OK = "ok"
    SKIPPED = "skipped"
    WRONG = "WRONG"  # the result was wrong, so its time means nothing


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement.

    Attributes:
        group: the group of lines it belongs to.
        name: what was measured; unique for its group, case and kind.
        seconds: the median of the rounds; None if nothing was measured.
        kind: the kind of that time.
        ratio_to: the name of the line to compare with, of the same case and a comparable kind.
        ratio: how many times as fast as that line; above 1 is faster.
        note: a remark.
        case: the size, or another difference between lines of one name.
        unit: the unit of work that the time is per: "a pass".
        spread: half the interquartile range of the rounds, as a part of the median.
        rounds: how many rounds there were.
        status: whether it was measured, and right.
    """

    group: str
    name: str
    seconds: float | None = None
    kind: TimeKind | None = None
    ratio_to: str | None = None
    ratio: float | None = None
    note: str = ""
    case: str = ""
    unit: str = ""
    spread: float | None = None
    rounds: int = 0
    status: Status = Status.OK


def skipped(group: str, name: str, why: str, *, case: str = "") -> Line:
    """Return a line that says why something was not measured."""
    return Line(group, name, note=why, case=case, status=Status.SKIPPED)
