"""Writes a result in the form of its input, completely or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from bitonic_scope.system.whole_file import check_replaceable, whole_file
from bitonic_scope.text.paths import shown_path

# Extensions of each form; for pictures, lossless formats only.
SUFFIXES: dict[type, tuple[str, ...]] = {
    NumpyForm: (".npy",),
    TextForm: (".csv", ".txt"),
    PictureForm: (".png", ".bmp", ".tif", ".tiff"),
}
PILLOW_FORMATS = {".png": "PNG", ".bmp": "BMP", ".tif": "TIFF", ".tiff": "TIFF"}


def check_result_name(path: Path, own: OwnData) -> None:
    """Check that a file name suits a result.

    Raises:
        ProgramError: the extension does not match the form of the input.
    """
    allowed = SUFFIXES[type(own.form)]
    if path.suffix.lower() not in allowed:
        loss = " (others may change pixels)" if isinstance(own.form, PictureForm) else ""
        raise ProgramError(
            f"the result of {own.name} must be a {' or '.join(allowed)} file{loss}, "
            f"got {shown_path(path)}; for example: sorted{allowed[0]}"
        )


def result_name(path: Path) -> str:
    """Return the file name for the result of an input.

    It is the name of the input, but a .png for pictures in formats that may change pixels.
    """
    if is_picture_name(path) and path.suffix.lower() not in PILLOW_FORMATS:
        return f"{path.stem}.png"
    return path.name


def check_result_place(path: Path) -> None:
    """Check that a result can be written; changes nothing.

    Raises:
        ProgramError: the folder does not exist, or the file there cannot be replaced.
    """
    with _one_line(path):
        if not Path(os.path.realpath(path)).parent.is_dir():
            raise ProgramError(
                f"cannot write {shown_path(path)}: there is no such folder; make it first"
            )
        check_replaceable(path)


def write_result(
    path: Path, own: OwnData, values: Values, indices: NDArray[np.int64] | None
) -> None:
    """Write a result.

    Args:
        path: the file to write.
        own: the input, which gives form and shape.
        values: (count,) of the type of own.values, in the new order.
        indices: (count,) the index of each value in the input; needed for pictures only.

    Raises:
        ProgramError: the file cannot be written, or a value overflows the input's integer type.
        ValueError: indices are missing for a picture.
    """
    form = own.form
    if isinstance(form, NumpyForm):
        try:
            array = result_array(own, values)
        except ProgramError as error:
            raise ProgramError(f"cannot write {shown_path(path)}: {error}") from error
        _write(path, lambda file: _write_array(file, array))
    elif isinstance(form, TextForm):
        text = _text(form, values, own.shape).encode()
        _write(path, lambda file: file.write(text))
    elif indices is None or own.colours is None:
        raise ValueError("a picture is written from its colours and indices")
    else:
        # As on the screen: the first at the bottom left, rows upwards.
        rows = picture_rows(own.colours[indices].reshape(*own.shape, 3))
        # Encode in memory: Pillow does not report why a file cannot be written.
        picture = BytesIO()
        Image.fromarray(rows).save(picture, PILLOW_FORMATS[path.suffix.lower()])
        _write(path, lambda file: file.write(picture.getbuffer()))


def _text(form: TextForm, values: Values, shape: tuple[int, ...]) -> str:
    """Return numbers as text.

    Whole numbers have no point; others are the shortest text that reads back as the same float32.

    Args:
        form: the form of the input.
        values: (count,) float32 or uint32.
        shape: the shape of the input, (count,) or (rows, columns).
    """
    fields = _fields(form, values)
    columns = shape[-1]  # for one column the separator is a newline
    rows = [fields[start : start + columns] for start in range(0, len(fields), columns)]
    lines = [form.separator.join(row) for row in rows]
    if form.header is not None:
        lines.insert(0, form.header)
    return "\n".join(lines) + "\n"


def _fields(form: TextForm, values: Values) -> list[str]:
    if form.is_whole and values.dtype.kind == "f":
        return [f"{value:.0f}" for value in values.tolist()]  # -0 keeps its sign, as -0.0 does
    fields = [str(value) for value in values]
    return [field.replace(".", ",") for field in fields] if form.has_decimal_commas else fields


def result_array(own: OwnData, values: Values) -> NDArray[Any]:
    """Return values in the shape and the type of the array that they came from.

    Args:
        own: the input, an array.
        values: (count,) of the type of own.values.

    Raises:
        ProgramError: a value overflows the integer type: a format that rounds may exceed the input.
    """
    assert isinstance(own.form, NumpyForm)
    dtype = np.dtype(own.form.dtype)
    if dtype.kind != "f" and values.dtype.kind == "f":
        limits = np.iinfo(dtype)
        # Both bounds are powers of two or 0, so exact as floats.
        is_outside = (values < float(limits.min)) | (values >= float(int(limits.max) + 1))
        if is_outside.any():
            raise ProgramError(
                f"{own.name} holds {dtype}, but the format rounded a number to "
                f"{values[np.argmax(is_outside)]!s}; try --format auto"
            )
    return values.reshape(own.shape).astype(dtype, copy=False)


def write_indices(path: Path, indices: NDArray[np.int64]) -> None:
    """Write the index of each element in the input: (count,) int64.

    Raises:
        ProgramError: the file cannot be written.
    """
    array = indices.astype(np.int64, copy=False)
    _write(path, lambda file: _write_array(file, array))


def _write(path: Path, write: Callable[[BinaryIO], Any]) -> None:
    with _one_line(path), whole_file(path) as file:
        write(file)


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    """Turn an error of the system into the line for the user."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        reason = getattr(error, "strerror", None) or str(error)
        raise ProgramError(f"cannot write {shown_path(path)}: {reason}") from error


def _write_array(file: BinaryIO, array: NDArray[Any]) -> None:
    """Write an array as numpy.save does; numpy.save hides why a file cannot be written."""
    array = np.ascontiguousarray(array)
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
    file.write(array.reshape(-1).view(np.uint8).data)
