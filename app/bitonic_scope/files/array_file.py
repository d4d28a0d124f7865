"""Numbers from an array, in a .npy file or in memory."""

import warnings
from math import prod
from os import fstat
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.own_data import NumpyForm, OwnData, position_in_array
from bitonic_scope.files.exact import (
    IS_NAN,
    ROUND_HINT,
    Numbers,
    check_number_of_elements,
    take_floats,
    take_whole_numbers,
)
from bitonic_scope.files.refusal import refused, shown, shown_name
from bitonic_scope.text.numbers import counted

MAGIC = b"\x93NUMPY"
ALLOWED = "allowed are integers, or floats of 16, 32 or 64 bits, in one or two dimensions"
FLOAT32_BITS = np.uint64(24)  # of the significand, the implicit first bit included

Shape = tuple[int, ...]


def read_array(path: Path, *, round_values: bool) -> OwnData:
    """Read the numbers of a .npy file, row by row.

    Raises:
        ProgramError: the file is not a .npy file, or its content cannot be sorted.
        OSError: the file cannot be read.
    """
    name = shown_name(path)
    with path.open("rb") as file:
        shape, is_by_columns, dtype = _header(name, file)
        _check_header(name, shape, dtype)
        missing = file.tell() + prod(shape) * dtype.itemsize - fstat(file.fileno()).st_size
        if missing > 0:
            verb = "is" if missing == 1 else "are"
            found = counted(missing, "byte")
            raise refused(name, f"is cut off: {found} of its numbers {verb} missing")
        stored: NDArray[Any] = np.fromfile(file, dtype, prod(shape))
    array = stored.reshape(shape, order="F" if is_by_columns else "C")
    return own_array(name, array, round_values=round_values)


def own_array(
    name: str,
    array: NDArray[Any],
    *,
    round_values: bool = False,
    round_hint: str = ROUND_HINT,
) -> OwnData:
    """Take the numbers of an array, row by row.

    Args:
        name: the name of the array, for messages.
        array: (count,) or (rows, columns) integers, or floats of 16, 32 or 64 bits, without NaN.
        round_values: whether to round numbers that no float32 holds exactly.
        round_hint: how to get them rounded, for messages.

    Raises:
        ProgramError: the array cannot be sorted; the message names the first number that is wrong.
    """
    shape, dtype = array.shape, array.dtype
    _check_header(name, shape, dtype)
    numbers = np.ascontiguousarray(array, dtype.newbyteorder("=")).reshape(-1)
    is_nan = np.isnan(numbers)
    if is_nan.any():
        raise refused(name, f"{position_in_array(shape, int(np.argmax(is_nan)))} {IS_NAN}")
    given = _nearest(name, shape, numbers, round_hint)
    if dtype.kind == "f":
        values, notes = take_floats(given, must_be_exact=not round_values)
    else:
        values, notes = take_whole_numbers(given, round_values=round_values)
    return OwnData(name, values, shape, NumpyForm(dtype.str), notes=notes)


def _header(name: str, file: BinaryIO) -> tuple[Shape, bool, np.dtype[Any]]:
    """Return the shape, whether the array is stored column by column, and the dtype."""
    if file.read(len(MAGIC)) != MAGIC:
        raise refused(name, "is not a .npy file: its first bytes are wrong; try numpy.save")
    file.seek(0)
    try:
        is_first = np.lib.format.read_magic(file) == (1, 0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers written by Python 2
            if is_first:
                return np.lib.format.read_array_header_1_0(file)
            return np.lib.format.read_array_header_2_0(file)
    except OSError:
        raise
    except Exception as error:  # numpy parses it as Python source, which may fail in any way
        raise refused(name, "has a header that is cut off or damaged; save it again") from error


def _check_header(name: str, shape: Shape, dtype: np.dtype[Any]) -> None:
    """Refuse arrays that cannot be sorted, before reading their numbers."""
    if dtype.kind not in "iuf" or (dtype.kind == "f" and dtype.itemsize > 8):
        found = "objects" if dtype.hasobject else shown(str(dtype))
        raise refused(name, f"holds {found}; {ALLOWED}")
    if len(shape) not in (1, 2):
        raise refused(name, f"has {counted(len(shape), 'dimension')}; {ALLOWED}")
    if any(type(side) is not int or side < 0 for side in shape):  # True would pass as 1
        raise refused(name, f"has the impossible shape {shown(str(shape))}; save it again")
    check_number_of_elements(name, prod(shape))


def _nearest(name: str, shape: Shape, numbers: NDArray[Any], round_hint: str) -> Numbers:
    """Return the numbers, each with its nearest float32."""
    with np.errstate(over="ignore", under="ignore"):
        nearest = numbers.astype(np.float32)
    if numbers.dtype.kind == "f":
        is_beyond = np.isinf(nearest) & np.isfinite(numbers)
        is_exact = nearest == numbers
    else:
        is_beyond = np.zeros(numbers.shape, np.bool_)
        is_exact = _is_exact(numbers)
        # The result is written in this type, which 2^63 in place of 2^63 - 1 would overflow.
        top = np.float32(float(np.iinfo(numbers.dtype).max) + 1)
        nearest[nearest >= top] = np.nextafter(top, np.float32(0))
    return Numbers(
        name,
        lambda index: position_in_array(shape, index),
        lambda index: repr(numbers[index].item()),
        numbers,
        nearest,
        is_exact,
        is_beyond,
        round_hint,
    )


def _is_exact(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which integers fit the 24 significant bits of a float32: (count,) bool."""
    magnitude = numbers.astype(np.uint64)
    magnitude = np.where(numbers < 0, ~magnitude + np.uint64(1), magnitude)
    lowest_bit = magnitude & (~magnitude + np.uint64(1))
    is_high = lowest_bit >= np.uint64(1 << 40)  # 24 bits from there reach the top
    is_short = magnitude < lowest_bit << FLOAT32_BITS
    is_exact: NDArray[np.bool_] = is_high | is_short | (magnitude == 0)
    return is_exact
