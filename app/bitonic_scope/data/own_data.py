"""Data that a person brings along: numbers, or the pixels of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import Values


@dataclass(frozen=True, slots=True)
class NumpyForm:
    """The input was a .npy file of that dtype."""

    dtype: str

    @property
    def is_whole(self) -> bool:
        """Whether it holds integers."""
        return np.dtype(self.dtype).kind in "iu"


@dataclass(frozen=True, slots=True)
class TextForm:
    """The input was text: numbers between separators, under a header line or none.

    Attributes:
        separator: what stands between the numbers of a row, such as ", "; the end of a line in one
            column.
        header: the header line without its end; None where there is none.
        is_whole: whether all are whole numbers or infinite, written without a point.
    """

    separator: str
    header: str | None
    is_whole: bool


@dataclass(frozen=True, slots=True)
class PictureForm:
    """The input was a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnData:
    """What is to be sorted, and the form in which the result goes back.

    Two of them are equal only if they are the same one: comparing millions of numbers at every
    frame would take too long.

    Attributes:
        name: the file name, or what stands for it, for messages.
        values: (count,) float32 or uint32 without NaN, in the order of the input. Of a picture the
            keys of its pixels, 2126 R + 7152 G + 722 B, top row first.
        shape: of the input: (count,), (rows, columns), or (height, width) of a picture.
        form: of the input.
        colours: (count, 3) uint8 RGB of a picture's pixels; None for numbers.
        notes: what was changed in reading, one line each.
        line_numbers: of the rows of a text file; empty for all else.
    """

    name: str
    values: Values
    shape: tuple[int, ...]
    form: NumpyForm | TextForm | PictureForm
    colours: NDArray[np.uint8] | None = None
    notes: tuple[str, ...] = ()
    line_numbers: Sequence[int] = ()

    @property
    def count(self) -> int:
        """How many elements there are."""
        return int(self.values.size)

    def element(self, index: int) -> str:
        """Say where in the input an element is, and what: "line 2, number 2 is 16777217"."""
        form, value = self.form, self.values[index]
        if isinstance(form, TextForm):
            place = position_in_text(self.line_numbers, self.count, index)
        else:
            place = position_in_array(self.shape, index)
        if isinstance(form, PictureForm) or not form.is_whole:
            return f"{place} is {value!s}"
        return f"{place} is {value:.0f}"  # also where it is kept as a float; -0 keeps its sign

    def first_no_float(self) -> int:
        """Return the index of the first value that no float32 holds exactly; 0 if all are held."""
        return int(np.argmax(self.values.astype(np.float32) != self.values))


def position_in_array(shape: tuple[int, ...], index: int) -> str:
    """Name the place of an element as numpy does: "element 3", "element [0, 1]"."""
    if len(shape) == 1:
        return f"element {index}"
    return f"element [{index // shape[1]}, {index % shape[1]}]"


def position_in_text(line_numbers: Sequence[int], count: int, index: int) -> str:
    """Name the place of a number as an editor does: "line 2, number 3".

    Args:
        line_numbers: of the rows, which have equally many numbers; empty where all is one row of
            no file.
        count: how many numbers there are.
        index: of the number among all of them.
    """
    if not line_numbers:
        return f"number {index + 1}"
    row, column = divmod(index, count // len(line_numbers))
    return f"line {line_numbers[row]}, number {column + 1}"
