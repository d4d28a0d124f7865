"""Numbers as float32 or uint32, exactly; what neither holds is refused by its place."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from app.data.own_data import Values
from app.inputs.refusal import refused
from app.settings import MAX_ELEMENT_COUNT

MAX_UINT32 = 2**32 - 1
ROUND_HINT = "try --round"

Whole = NDArray[np.signedinteger] | NDArray[np.unsignedinteger]
Where = Callable[[int], str]  # index -> "element 3", or "line 2, number 3"


def check_number_of_elements(name: str, count: int) -> None:
    """Refuse no elements, and more than any machine sorts.

    Raises:
        ProgramError: there are none, or more than 2^28.
    """
    if count == 0:
        raise refused(name, "holds no numbers; at least one is needed")
    if count > MAX_ELEMENT_COUNT:
        raise refused(name, f"holds {count} elements; at most {MAX_ELEMENT_COUNT} can be sorted")


def from_whole_numbers(
    name: str, numbers: Whole, where: Where, *, round_values: bool
) -> tuple[Values, tuple[str, ...]]:
    """Return whole numbers as float32 where all are exact, else as uint32 where all fit.

    Args:
        name: of the input, for messages.
        numbers: (count,) of any integer type.
        where: tells the place of an element.
        round_values: whether to take the nearest float32 instead of refusing.

    Returns:
        (count,) float32 or uint32, and what was changed, a line each.

    Raises:
        ProgramError: a number is neither exact as a float32, nor do all fit uint32.
    """
    is_exact = _is_exact_as_float32(numbers)
    if is_exact.all():
        return numbers.astype(np.float32), ()
    if numbers.min() >= 0 and numbers.max() <= MAX_UINT32:
        return numbers.astype(np.uint32), ()
    if round_values:
        values = numbers.astype(np.float32)
        return values, (_rounding_note(np.unique(numbers).size, values, int((~is_exact).sum())),)
    index = int(np.argmin(is_exact))
    raise refused(
        name,
        f"{where(index)} is {numbers[index]}, which no float32 holds exactly, "
        f"and not all are from 0 to {MAX_UINT32}; {ROUND_HINT}",
    )


def _is_exact_as_float32(numbers: Whole) -> NDArray[np.bool_]:
    """Tell which whole numbers have all their bits within 24 places."""
    is_negative = numbers < 0
    magnitude = numbers.astype(np.uint64)
    magnitude = np.where(is_negative, ~magnitude + np.uint64(1), magnitude)
    lowest_bit = magnitude & (~magnitude + np.uint64(1))
    is_high = lowest_bit >= np.uint64(1 << 40)  # 24 places from there reach the top
    is_short = magnitude < lowest_bit << np.uint64(24)
    exact: NDArray[np.bool_] = is_high | is_short | (magnitude == 0)
    return exact


def from_floats(
    name: str,
    numbers: NDArray[np.floating],
    where: Where,
    *,
    round_values: bool,
    nearest: NDArray[np.float32] | None = None,
) -> tuple[Values, tuple[str, ...]]:
    """Return floats as float32.

    Args:
        name: of the input, for messages.
        numbers: (count,) float16, float32 or float64.
        where: tells the place of an element.
        round_values: whether to take the nearest float32 instead of refusing.
        nearest: the nearest float32 of each, where they are known better than by a cast.

    Returns:
        (count,) float32, and what was changed, a line each.

    Raises:
        ProgramError: a number is NaN, beyond float32, or not exact.
    """
    if np.isnan(numbers).any():
        index = int(np.argmax(np.isnan(numbers)))
        raise refused(name, f"{where(index)} is NaN, which has no place in an order; remove it")
    if nearest is None:
        with np.errstate(over="ignore", under="ignore"):
            nearest = numbers.astype(np.float32)
    is_beyond = np.isinf(nearest) & np.isfinite(numbers)
    if is_beyond.any():
        index = int(np.argmax(is_beyond))
        raise refused(
            name, f"{where(index)} is {numbers[index]!s}, beyond the largest float32, 3.4028235e+38"
        )
    is_changed = nearest.astype(numbers.dtype) != numbers
    if not is_changed.any():
        return nearest, ()
    if not round_values:
        index = int(np.argmax(is_changed))
        raise refused(
            name,
            f"{where(index)} is {numbers[index]!r}, which no float32 holds exactly; {ROUND_HINT}",
        )
    changed = int(is_changed.sum())
    return nearest, (_rounding_note(np.unique(numbers).size, nearest, changed),)


def _rounding_note(distinct_before: int, values: NDArray[np.float32], changed: int) -> str:
    lost = distinct_before - np.unique(values).size
    return (
        f"{changed:,} of {values.size:,} numbers were rounded to the nearest float32, "
        f"and {lost:,} of them became equal to another"
    )
