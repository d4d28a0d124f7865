"""Numbers of a .npy file."""

from pathlib import Path

import numpy as np

from app.data.own_data import NumpyForm, OwnData
from app.inputs.exact import check_number_of_elements, from_floats, from_whole_numbers
from app.inputs.refusal import refused, shown_name

MAGIC = b"\x93NUMPY"
ALLOWED = "integers, or floats of 16, 32 or 64 bits, in one or two dimensions"


def read_array(path: Path, *, round_values: bool) -> OwnData:
    """Read numbers of a .npy file, row by row.

    Raises:
        ProgramError: it is no such file, or holds what cannot be sorted.
        OSError: it cannot be read.
    """
    name = shown_name(path)
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise refused(name, "is not a .npy file: it does not begin as one")
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError, SyntaxError) as error:
        if "Python objects" in str(error):
            raise refused(name, f"holds objects; allowed are {ALLOWED}") from error
        if "zero-size" in str(error) or "empty" in str(error):
            raise refused(name, "holds no numbers; at least one is needed") from error
        reason = " ".join(str(error).split())
        raise refused(name, f"is cut off or damaged: {reason}") from error
    kind, bits = array.dtype.kind, 8 * array.dtype.itemsize
    if kind not in "iuf" or (kind == "f" and bits > 64):
        raise refused(name, f"holds {array.dtype}; allowed are {ALLOWED}")
    if array.ndim not in (1, 2):
        raise refused(name, f"has {array.ndim} dimensions; allowed are {ALLOWED}")
    check_number_of_elements(name, array.size)
    native = array.dtype.newbyteorder("=")
    numbers = np.ascontiguousarray(array, native).reshape(-1)
    take = from_floats if kind == "f" else from_whole_numbers
    values, notes = take(name, numbers, lambda i: f"element {i}", round_values=round_values)
    return OwnData(name, values, array.shape, NumpyForm(array.dtype.str), notes=notes)
