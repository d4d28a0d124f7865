"""The ranges of numbers in settings, and how to read such numbers from text.

Imports no numpy, so the command line refuses values in a fraction of a second.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

MAX_SIDE = 16384  # texels; 16384 x 16384 is 2^28 elements, the largest network
MAX_ELEMENT_COUNT = MAX_SIDE * MAX_SIDE
MIN_UI_SCALE, MAX_UI_SCALE = 0.5, 4.0

# int() and float() also accept "1_000" and the digits of other scripts.
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,30}")
_PLAIN_NUMBER = re.compile(r"[-+.0-9eE]{1,40}")


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number with a range, for the window and the command line.

    Attributes:
        name: the name in messages.
        low, high: the smallest and the largest allowed number.
        example: an allowed number, for messages.
        is_power_of_two: whether only powers of two are allowed.
    """

    name: str
    low: int
    high: int
    example: int
    is_power_of_two: bool = False

    def nearest(self, number: int) -> int:
        """Return the nearest allowed number; of two, the larger."""
        clamped = min(max(number, self.low), self.high)
        if not self.is_power_of_two:
            return clamped
        below = 1 << (clamped.bit_length() - 1)
        return below if clamped - below < 2 * below - clamped else 2 * below

    def check(self, number: int) -> int:
        """Return the number if it is allowed.

        Raises:
            ValueError: the number is not allowed; the message names the range and the nearest.
        """
        nearest = self.nearest(number)
        if nearest != number:
            raise ValueError(f"{self.name} must be {self}, got {number}; nearest: {nearest}")
        return number

    def from_text(self, text: str) -> int:
        """Read a typed number.

        Raises:
            ValueError: the text is not a whole number in ASCII digits, or not allowed.
        """
        if not _WHOLE_NUMBER.fullmatch(text.strip()):
            raise ValueError(
                f"{self.name} must be {self}, got '{text}'; for example: {self.example}"
            )
        return self.check(int(text))

    def __str__(self) -> str:
        kind = "power of two" if self.is_power_of_two else "whole number"
        return f"a {kind} from {self.low} to {self.high}"


SIDE = WholeNumber("size", 1, MAX_SIDE, example=16, is_power_of_two=True)
SEED = WholeNumber("seed", 0, 2**63 - 1, example=1)
COUNT = WholeNumber("count", 1, MAX_ELEMENT_COUNT, example=100)


def number_from_text(
    name: str, text: str, low: float, high: float, kind: Callable[[str], float] = float
) -> float:
    """Read a number from low to high; `kind` is float or int.

    Raises:
        ValueError: the text is no such number; the message begins with the name.
    """
    try:
        value = kind(text) if _PLAIN_NUMBER.fullmatch(text) else None
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        kind_of_number = "whole number" if kind is int else "number"
        raise ValueError(
            f"{name} must be a {kind_of_number} from {low:g} to {high:g}, got '{text}'"
        )
    return value


def size_from_text(text: str) -> tuple[int, int]:
    """Read a size, "W" or "WxH".

    Returns:
        (width, height) in texels.

    Raises:
        ValueError: the text is not a size, or a side is not a power of two from 1 to 16384.
    """
    sides = text.strip().lower().split("x")
    if len(sides) > 2 or not all(_WHOLE_NUMBER.fullmatch(side) for side in sides):
        raise ValueError(
            f"size must be W or WxH, each {SIDE}, got '{text}'; for example: 16 or 32x16"
        )
    return SIDE.check(int(sides[0])), SIDE.check(int(sides[-1]))


def size_for_count(count: int) -> tuple[int, int]:
    """Return the smallest (width, height) for a count: square, or twice as wide as high."""
    bits = (count - 1).bit_length()
    return 1 << (bits + 1) // 2, 1 << bits // 2
