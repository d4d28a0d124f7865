"""A line of the result: one thing that was measured, as a value."""

from dataclasses import dataclass
from enum import StrEnum


class TimeKind(StrEnum):
    """What a time is, so that nobody takes one kind for another."""

    FINISHED = "wall with finish"  # until the GPU was done
    WALL = "wall"  # of work that is over when it comes back: on the processor, or a whole process
    GPU = "GPU"  # by the GPU's own clock
    SUBMIT = "submit"  # until the calls came back; the GPU may still be at work


class Status(StrEnum):
    """What became of a line."""

    OK = "ok"
    SKIPPED = "skipped"
    WRONG = "WRONG"  # the result was not what it should be: the time means nothing


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was measured.

    Attributes:
        group: which group of lines it belongs to.
        name: what was measured; within a group and case there is one line a name and kind.
        seconds: the median of the rounds; None where nothing was measured.
        kind: what that time is.
        ratio_to: the name of the line that it is compared with, of the same case, and of the same
            kind, or both until all was done.
        ratio: how many times as fast it is as that line: above 1 is faster.
        note: what else there is to say.
        case: the size, or what else tells it from other lines of that name.
        unit: what takes so many seconds: "a pass".
        spread: half the distance between the quartiles of the rounds, as a part of the median.
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
    """Return the line of what was not measured."""
    return Line(group, name, note=why, case=case, status=Status.SKIPPED)
