"""The user's own data: numbers, or the pixels of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.element_format import ElementFormat, FormatName
from bitonic_scope.data.elements import MAX_UINT32, SMALLEST_NORMAL, Values


@dataclass(frozen=True, slots=True)
class NumpyForm:
    """The input was a .npy file of this dtype."""

    dtype: str

    @property
    def is_whole(self) -> bool:
        """Whether the dtype is an integer type."""
        return np.dtype(self.dtype).kind in "iu"


@dataclass(frozen=True, slots=True)
class TextForm:
    """The input was text: numbers between separators, with or without a header line.

    Attributes:
        separator: the text between two numbers of a row, such as ", "; a newline for one column.
        header: the lines before the numbers, without the last newline; None if there are none.
        is_whole: whether all numbers are infinite or whole and written without a point.
        has_decimal_commas: whether a comma is the decimal point.
    """

    separator: str
    header: str | None
    is_whole: bool
    has_decimal_commas: bool = False


@dataclass(frozen=True, slots=True)
class PictureForm:
    """The input was a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnData:
    """The values to sort, and the form in which to write the result.

    Compared by identity: comparing millions of numbers each frame would take too long.

    Attributes:
        name: the file name or a name in its place, for messages.
        values: (count,) float32 or uint32 without NaN, in the order of the input. For a picture,
            the keys of its pixels, 2126 R + 7152 G + 722 B, top row first.
        shape: the shape of the input: (count,), (rows, columns), or a picture's (height, width).
        form: the form of the input.
        colours: (count, 3) uint8 RGB of a picture's pixels; None for numbers.
        notes: the changes made while reading, one line each.
        line_numbers: the line of each row of a text file; empty for other input.
        path: the absolute path of the file, which no result may overwrite; None if typed.
        comma: the meaning of commas that the user has named, "columns" or "decimal"; empty for
            none.
    """

    name: str
    values: Values
    shape: tuple[int, ...]
    form: NumpyForm | TextForm | PictureForm
    colours: NDArray[np.uint8] | None = None
    notes: tuple[str, ...] = ()
    line_numbers: Sequence[int] = ()
    path: Path | None = None
    comma: str = ""

    @property
    def count(self) -> int:
        """The number of elements."""
        return int(self.values.size)

    def element(self, index: int) -> str:
        """Name the place and the value of an element: "line 2, number 2 is 16777217"."""
        form, value = self.form, self.values[index]
        place = position_in_array(self.shape, index)
        if isinstance(form, TextForm):
            place = position_in_text(self.line_numbers, self.count, index)
        if isinstance(form, PictureForm) or not form.is_whole:
            return f"{place} is {value!s}"
        return f"{place} is {value:.0f}"  # even if stored as a float; -0 keeps its sign

    def first_no_float(self) -> int:
        """Return the index of the first value that is not exact as float32; 0 if all are exact."""
        return int(np.argmax(self.values.astype(np.float32) != self.values))

    def refusal(self, element_format: ElementFormat, *, as_whole_numbers: bool) -> str | None:
        """Return which value a format cannot hold, and why; None if it holds all.

        Args:
            element_format: the format.
            as_whole_numbers: whether the values are sorted as 32-bit whole numbers.
        """
        values = self.values
        if values.dtype != np.float32:
            return None
        if as_whole_numbers:
            # -0 would come back as 0.
            is_held = ~np.signbit(values) & (values < MAX_UINT32) & (values == np.floor(values))
            reason = "uint32 holds whole numbers from 0 to 4294967295 only, and no -0"
        elif element_format.name is FormatName.HALF:
            with np.errstate(over="ignore"):
                is_held = ~(np.isfinite(values) & np.isinf(values.astype(np.float16)))
            reason = "half holds numbers up to 65504 only; try --format auto"
        elif not element_format.takes_all_floats:
            is_held = np.isfinite(values) & ((values == 0) | (np.abs(values) >= SMALLEST_NORMAL))
            reason = "arithmetic keeps neither infinities nor subnormals; try --format packed"
        else:
            return None
        if is_held.all():
            return None
        return f"{self.name}: {self.element(int(np.argmin(is_held)))}: {reason}"


def position_in_array(shape: tuple[int, ...], index: int) -> str:
    """Name the place of an element as numpy does: "element 3", "element [0, 1]"."""
    if len(shape) == 1:
        return f"element {index}"
    return f"element [{index // shape[1]}, {index % shape[1]}]"


def position_in_text(line_numbers: Sequence[int], count: int, index: int) -> str:
    """Name the place of a number as an editor does: "line 2, number 3".

    Args:
        line_numbers: the line of each row, all rows equally long; empty for a typed list.
        count: the number of numbers in all rows.
        index: the index of the number among them.
    """
    if not line_numbers:
        return f"number {index + 1}"
    row, column = divmod(index, count // len(line_numbers))
    return f"line {line_numbers[row]}, number {column + 1}"
