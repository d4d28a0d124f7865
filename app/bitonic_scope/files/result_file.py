"""Writes a result in the form in which its input came, whole or not at all."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.data.elements import Values
from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm, TextForm
from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.picture import is_picture_name
from bitonic_scope.files.refusal import printable
from bitonic_scope.files.result_text import text_of
from bitonic_scope.system.whole_file import whole_file

# Extensions of each form. Of pictures only those that keep every pixel.
SUFFIXES: dict[type, tuple[str, ...]] = {
    NumpyForm: (".npy",),
    TextForm: (".csv", ".txt"),
    PictureForm: (".png", ".bmp", ".tif", ".tiff"),
}
PILLOW_FORMATS = {".png": "PNG", ".bmp": "BMP", ".tif": "TIFF", ".tiff": "TIFF"}


def check_result_name(path: Path, own: OwnData) -> None:
    """Check that a result can be written under a name.

    Raises:
        ProgramError: its extension does not fit the form of the input.
    """
    allowed = SUFFIXES[type(own.form)]
    if path.suffix.lower() not in allowed:
        loss = ", others may change the pixels" if isinstance(own.form, PictureForm) else ""
        raise ProgramError(
            f"the result of {own.name} must be a {' or '.join(allowed)} file{loss}, "
            f"got '{printable(str(path))}'; for example: sorted{allowed[0]}"
        )


def result_name(path: Path) -> str:
    """Return under which name the result of an input goes into a folder.

    It is the input's own, but for pictures of a kind that may change their pixels.
    """
    if is_picture_name(path) and path.suffix.lower() not in PILLOW_FORMATS:
        return f"{path.stem}.png"
    return path.name


def check_indices_name(path: Path) -> None:
    """Check that indices can be written under a name.

    Raises:
        ProgramError: it is not .npy.
    """
    if path.suffix.lower() != ".npy":
        raise ProgramError(
            f"indices must be a .npy file, got '{printable(str(path))}'; for example: where.npy"
        )


def write_result(
    path: Path, own: OwnData, values: Values, indices: NDArray[np.int64] | None
) -> None:
    """Write a result.

    Args:
        path: the file.
        own: the input, which gives form and shape.
        values: (count,) of the type of own.values, in the new order.
        indices: (count,) where in the input each was; needed for pictures.

    Raises:
        ProgramError: it cannot be written, or a value is outside of the input's integer type.
        ValueError: a picture has no indices.
    """
    form = own.form
    if isinstance(form, NumpyForm):
        _check_range(path, own.name, values, np.dtype(form.dtype))
        array = values.reshape(own.shape).astype(form.dtype, copy=False)
        _write(path, lambda file: _write_array(file, array))
    elif isinstance(form, TextForm):
        text = text_of(form, values, own.shape).encode()
        _write(path, lambda file: file.write(text))
    elif indices is None or own.colours is None:
        raise ValueError("a picture is written from its colours and indices")
    else:
        # As it is shown: the first at the bottom left, rows upwards.
        rows = picture_rows(own.colours[indices].reshape(*own.shape, 3))
        # By way of the memory: the picture library does not tell why a file cannot be written.
        picture = BytesIO()
        Image.fromarray(rows).save(picture, PILLOW_FORMATS[path.suffix.lower()])
        _write(path, lambda file: file.write(picture.getbuffer()))


def _check_range(path: Path, name: str, values: Values, dtype: np.dtype[Any]) -> None:
    """Refuse what an integer type does not hold: formats that round may go beyond what came in.

    Raises:
        ProgramError: a value is outside of the type.
    """
    if dtype.kind == "f" or values.dtype.kind != "f":
        return
    limits = np.iinfo(dtype)
    # Both are powers of two or 0, and so exact as floats.
    is_outside = (values < float(limits.min)) | (values >= float(int(limits.max) + 1))
    if is_outside.any():
        found = values[np.argmax(is_outside)]
        raise ProgramError(
            f"cannot write {printable(str(path))}: {name} holds {dtype}, and the format made a "
            f"number {found!s}; try --format auto"
        )


def write_indices(path: Path, indices: NDArray[np.int64]) -> None:
    """Write where in the input each element was: (count,) int64.

    Raises:
        ProgramError: it cannot be written.
    """
    array = indices.astype(np.int64, copy=False)
    _write(path, lambda file: _write_array(file, array))


def _write(path: Path, write: Callable[[BinaryIO], Any]) -> None:
    try:
        with whole_file(path) as file:
            write(file)
    except (OSError, ValueError) as error:  # ValueError: a name that no system can have
        reason = getattr(error, "strerror", None) or str(error)
        raise ProgramError(f"cannot write {printable(str(path))}: {reason}") from error


def _write_array(file: BinaryIO, array: NDArray[Any]) -> None:
    """Write an array as numpy.save does, which does not tell why a file cannot be written."""
    array = np.ascontiguousarray(array)
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
    file.write(array.reshape(-1).view(np.uint8).data)
