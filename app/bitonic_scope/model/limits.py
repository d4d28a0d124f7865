"""What is allowed: each number's range, and how a number in it is read from text.

Imports no numpy, so that the command line can refuse a value in a fraction of a second.
"""

import re
from dataclasses import dataclass

MAX_SIDE = 16384  # texels; 16384 x 16384 is 2^28 elements, the most that a network here sorts
MAX_ELEMENT_COUNT = MAX_SIDE * MAX_SIDE
MIN_UI_SCALE, MAX_UI_SCALE = 0.5, 4.0

# int() alone takes "1_000" and other scripts' digits.
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,30}")


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number with a range; the window and the command line read and refuse it alike.

    Attributes:
        name: as in messages.
        low, high: the least and the greatest allowed.
        example: an allowed one.
        is_power_of_two: whether only powers of two are allowed.
    """

    name: str
    low: int
    high: int
    example: int
    is_power_of_two: bool = False

    def nearest(self, number: int) -> int:
        """Return the allowed number nearest to a number, the larger one of two."""
        clamped = min(max(number, self.low), self.high)
        if not self.is_power_of_two:
            return clamped
        below = 1 << (clamped.bit_length() - 1)
        return below if clamped - below < 2 * below - clamped else 2 * below

    def check(self, number: int) -> int:
        """Return the number if it is allowed.

        Raises:
            ValueError: it is not; the message names the range and the nearest.
        """
        nearest = self.nearest(number)
        if nearest != number:
            raise ValueError(f"{self.name} must be {self}, got {number}; nearest: {nearest}")
        return number

    def from_text(self, text: str) -> int:
        """Read the number as a person types it.

        Raises:
            ValueError: it is not a whole number in ASCII digits, or not an allowed one.
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


def size_from_text(text: str) -> tuple[int, int]:
    """Read a size as the command line has it, "W" or "WxH".

    Returns:
        (width, height) in texels.

    Raises:
        ValueError: a side is not a power of two from 1 to 16384.
    """
    sides = text.strip().lower().split("x")
    if len(sides) > 2 or not all(_WHOLE_NUMBER.fullmatch(side) for side in sides):
        raise ValueError(
            f"size must be W or WxH, each {SIDE}, got '{text}'; for example: 16 or 32x16"
        )
    return SIDE.check(int(sides[0])), SIDE.check(int(sides[-1]))


def size_for_count(count: int) -> tuple[int, int]:
    """Return the smallest texture for that many elements: square, or twice as wide as high."""
    bits = (count - 1).bit_length()
    return 1 << (bits + 1) // 2, 1 << bits // 2
