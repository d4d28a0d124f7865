"""Exact conversion to float32 or uint32; a refusal names the first number that fits neither."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import MAX_UINT32, Values
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.refusal import refused
from bitonic_scope.model.limits import MAX_ELEMENT_COUNT

IS_NAN = "is NaN, which cannot be ordered; remove it"
IS_BEYOND = ", beyond the largest float32, 3.4028235e+38; try a larger unit"
IS_INEXACT = ", which no float32 holds exactly"
ROUND_HINT = "try --round for the nearest"

Taken = tuple[Values, tuple[str, ...]]  # the values, and the changes made, one line each


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Numbers as given, and their nearest float32s.

    Attributes:
        name: the name of the input, for messages.
        where: names the place of an element: "element 3", or "line 2, number 3".
        found: returns an element as given, for messages.
        numbers: (count,) integers or floats, for comparisons; for text the nearest float64.
        nearest: (count,) the nearest float32; infinite if the number is beyond float32.
        is_exact: (count,) whether the nearest float32 equals the number.
        is_beyond: (count,) whether the number is finite but beyond float32.
        round_hint: how to get the nearest float32s instead.
    """

    name: str
    where: Callable[[int], str]
    found: Callable[[int], str]
    numbers: NDArray[Any]
    nearest: NDArray[np.float32]
    is_exact: NDArray[np.bool_]
    is_beyond: NDArray[np.bool_]
    round_hint: str = ROUND_HINT

    def refusal(self, index: int, what: str) -> ProgramError:
        """Return the error that refuses an element."""
        return refused(self.name, f"{self.where(index)} is {self.found(index)}{what}")


def check_number_of_elements(name: str, count: int) -> None:
    """Refuse no elements, and more than 2^28.

    Raises:
        ProgramError: count is 0, or above 2^28.
    """
    if count == 0:
        raise refused(name, "holds no numbers; at least one is needed")
    if count > MAX_ELEMENT_COUNT:
        raise refused(name, f"holds {count} elements; at most {MAX_ELEMENT_COUNT} can be sorted")


def take_whole_numbers(given: Numbers, *, round_values: bool) -> Taken:
    """Convert whole numbers: to float32 if all are exact, else to uint32 if all fit.

    Args:
        given: whole numbers; infinities are allowed.
        round_values: whether to round to the nearest float32 instead of refusing.

    Returns:
        (count,) float32 or uint32, and the changes made.

    Raises:
        ProgramError: a number is not exact as float32 and a number does not fit uint32; with
            `round_values`, a number is beyond float32.
    """
    if given.is_exact.all():
        return given.nearest, ()
    is_outside = (given.numbers < 0) | (given.numbers > MAX_UINT32)
    if not is_outside.any():
        return given.numbers.astype(np.uint32), ()
    if round_values:
        return take_floats(given, must_be_exact=False)
    first, outside = int(np.argmin(given.is_exact)), int(np.argmax(is_outside))
    if given.is_beyond[first]:
        raise given.refusal(first, IS_BEYOND)
    which = "it is"
    if first != outside:
        which = f"{given.where(outside)} is {given.found(outside)},"
    raise given.refusal(
        first,
        f"{IS_INEXACT}, and {which} outside 0 to {MAX_UINT32}, where every whole number is exact; "
        f"{given.round_hint}",
    )


def take_floats(given: Numbers, *, must_be_exact: NDArray[np.bool_] | bool) -> Taken:
    """Convert numbers to their nearest float32.

    Args:
        given: numbers without NaN.
        must_be_exact: (count,) which numbers must not change; a single bool for all.

    Returns:
        (count,) float32, and the changes made.

    Raises:
        ProgramError: a number is beyond float32, or must be exact and is not.
    """
    is_bad = given.is_beyond | (~given.is_exact & must_be_exact)
    if is_bad.any():
        index = int(np.argmax(is_bad))
        is_beyond = given.is_beyond[index]
        raise given.refusal(index, IS_BEYOND if is_beyond else f"{IS_INEXACT}; {given.round_hint}")
    changed = int(np.count_nonzero(~given.is_exact))
    return given.nearest, (_rounding_note(given, changed),) if changed else ()


def _rounding_note(given: Numbers, changed: int) -> str:
    count = given.nearest.size
    lost = np.unique(given.numbers).size - np.unique(given.nearest).size
    return (
        f"{changed:,} of {count:,} numbers {'was' if changed == 1 else 'were'} rounded to the "
        f"nearest float32, and {f'{lost:,}' if lost else 'none'} of them became equal to another"
    )
