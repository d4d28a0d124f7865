"""What all film formats have in common: they take pictures in order, and end up in one file."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import BinaryIO

from bitonic_scope.model.film_plan import Timing
from bitonic_scope.views.palette import Colour
from bitonic_scope.views.view import Picture


@dataclass(frozen=True, slots=True)
class FilmShape:
    """What a film format needs to know before the first picture.

    Attributes:
        width, height: the size of the pictures in pixels.
        timing: when they are shown.
        ground: the colour around them, if a format needs more pixels.
        is_lossless: whether every pixel must survive.
        in_background: whether a window runs and has priority.
    """

    width: int
    height: int
    timing: Timing
    ground: Colour
    is_lossless: bool = False
    in_background: bool = False


class FilmWriter(ABC):
    """Writes the pictures of a film to a file that is open."""

    def __init__(self, file: BinaryIO, shape: FilmShape) -> None:
        """Write nothing yet."""
        self._file = file
        self._shape = shape
        self._is_aborted = False

    @abstractmethod
    def encode(self, number: int, picture: Picture) -> bytes | memoryview:
        """Return what `write` takes of a picture; works in any thread.

        Args:
            number: the number of the picture, from 0.
            picture: (height, width) uint8 gray or (height, width, 3) uint8 RGB, top row first.
        """

    @abstractmethod
    def write(self, number: int, encoded: bytes | memoryview) -> None:
        """Write the next picture.

        Raises:
            OSError: the film cannot be written.
        """

    @abstractmethod
    def finish(self) -> None:
        """Complete the film.

        Raises:
            OSError: the film cannot be written.
        """

    def abort(self) -> None:
        """Make a `write` or `finish` in another thread end soon."""
        self._is_aborted = True

    def release(self) -> None:  # noqa: B027 (most formats own nothing)
        """Free everything, once no other thread writes."""


def durations(timing: Timing, unit_seconds: Fraction, least: int) -> Sequence[int]:
    """Return how long each picture is shown, in whole units.

    The pictures begin as close to their time as units allow, so that errors do not add up.

    Args:
        timing: when the pictures should be shown.
        unit_seconds: the unit.
        least: the shortest duration that players honour, in units.
    """
    ends = [round(count / timing.fps / unit_seconds) for count in accumulate(timing.repeats)]
    starts = [0, *ends[:-1]]
    return [max(end - start, least) for start, end in zip(starts, ends, strict=True)]
