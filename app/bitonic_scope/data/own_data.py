"""Data that a person brings along: numbers, or the pixels of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.element_format import ElementFormat, FormatName
from bitonic_scope.data.element_place import place_in_array, place_in_text
from bitonic_scope.data.values import Values

MAX_UINT32 = 0xFFFF_FFFF
SMALLEST_NORMAL = np.float32(2.0**-126)


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
            place = place_in_text(self.line_numbers, self.count, index)
        else:
            place = place_in_array(self.shape, index)
        if isinstance(form, PictureForm) or not form.is_whole:
            return f"{place} is {value!s}"
        return f"{place} is {value:.0f}"  # also where it is kept as a float; -0 keeps its sign

    def first_no_float(self) -> int:
        """Return the index of the first value that no float32 holds exactly; 0 if all are held."""
        return int(np.argmax(self.values.astype(np.float32) != self.values))

    def refusal(self, element_format: ElementFormat, *, as_whole_numbers: bool) -> str | None:
        """Say which value a format cannot hold, and why; None where it holds all.

        Args:
            element_format: of the elements.
            as_whole_numbers: whether the values are sorted as whole numbers of 32 bits.
        """
        values = self.values
        if values.dtype != np.float32:
            return None
        if as_whole_numbers:
            # By its sign -0 is none: it would come back as 0.
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
