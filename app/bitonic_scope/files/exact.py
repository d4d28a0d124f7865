"""Numbers as float32 or uint32, exactly; what neither holds is refused by its place."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.values import Values
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.refusal import refused
from bitonic_scope.model.limits import MAX_ELEMENT_COUNT

MAX_UINT32 = 2**32 - 1
IS_NAN = "is NaN, which has no place in an order; remove it"
IS_BEYOND = ", beyond the largest float32, 3.4028235e+38; try a larger unit"
IS_INEXACT = ", which no float32 holds exactly"
ROUND_HINT = "try --round for the nearest"

Taken = tuple[Values, tuple[str, ...]]  # the values, and what was changed, a line each


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Numbers as they came, and what float32 makes of them.

    Attributes:
        name: of the input, for messages.
        where: tells the place of an element: "element 3", or "line 2, number 3".
        found: tells an element as it came.
        numbers: (count,) integers or floats, for comparisons; of text the nearest float64.
        nearest: (count,) the nearest float32 of each, infinite where it is beyond float32.
        is_exact: (count,) whether the nearest float32 is the number itself.
        is_beyond: (count,) whether a finite number is beyond float32.
    """

    name: str
    where: Callable[[int], str]
    found: Callable[[int], str]
    numbers: NDArray[Any]
    nearest: NDArray[np.float32]
    is_exact: NDArray[np.bool_]
    is_beyond: NDArray[np.bool_]

    def refusal(self, index: int, what: str) -> ProgramError:
        """Return the error that refuses an element."""
        return refused(self.name, f"{self.where(index)} is {self.found(index)}{what}")


def check_number_of_elements(name: str, count: int) -> None:
    """Refuse no elements, and more than any machine sorts.

    Raises:
        ProgramError: there are none, or more than 2^28.
    """
    if count == 0:
        raise refused(name, "holds no numbers; at least one is needed")
    if count > MAX_ELEMENT_COUNT:
        raise refused(name, f"holds {count} elements; at most {MAX_ELEMENT_COUNT} can be sorted")


def take_whole_numbers(given: Numbers, *, round_values: bool) -> Taken:
    """Take whole numbers: as float32 where all are exact, else as uint32 where all fit.

    Args:
        given: whole numbers, infinities among them.
        round_values: whether to take the nearest float32 instead of refusing.

    Returns:
        (count,) float32 or uint32, and what was changed.

    Raises:
        ProgramError: a number is not exact as float32, and one is no uint32; with `round_values`
            a number is beyond float32.
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
        f"{IS_INEXACT}, and {which} not from 0 to {MAX_UINT32}, where all whole numbers are kept; "
        f"{ROUND_HINT}",
    )


def take_floats(given: Numbers, *, must_be_exact: NDArray[np.bool_] | bool) -> Taken:
    """Take numbers as their nearest float32.

    Args:
        given: numbers without NaN.
        must_be_exact: (count,) which of them may not be changed; or whether none may.

    Returns:
        (count,) float32, and what was changed.

    Raises:
        ProgramError: a number is beyond float32, or changed where it may not be.
    """
    is_bad = given.is_beyond | (~given.is_exact & must_be_exact)
    if is_bad.any():
        index = int(np.argmax(is_bad))
        is_beyond = given.is_beyond[index]
        raise given.refusal(index, IS_BEYOND if is_beyond else f"{IS_INEXACT}; {ROUND_HINT}")
    changed = int(np.count_nonzero(~given.is_exact))
    return given.nearest, (_rounding_note(given, changed),) if changed else ()


def _rounding_note(given: Numbers, changed: int) -> str:
    count = given.nearest.size
    lost = np.unique(given.numbers).size - np.unique(given.nearest).size
    return (
        f"{changed:,} of {count:,} numbers {'was' if changed == 1 else 'were'} rounded to the "
        f"nearest float32, and {f'{lost:,}' if lost else 'none'} of them became equal to another"
    )
