"""Writes a result in the form in which its input came, whole or not at all."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.data.own_data import NumpyForm, OwnData, PictureForm, TextForm, Values
from app.data.texture_layout import picture_rows
from app.errors import ProgramError
from app.whole_file import whole_file

# Extensions of each form. Of pictures only those that keep every pixel: not .jpg.
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
        loss = "; others would change the pixels" if isinstance(own.form, PictureForm) else ""
        raise ProgramError(
            f"the result of {own.name} is written as {' or '.join(allowed)}{loss}, got '{path}'"
        )


def check_indices_name(path: Path) -> None:
    """Check that indices can be written under a name.

    Raises:
        ProgramError: it is not .npy.
    """
    if path.suffix.lower() != ".npy":
        raise ProgramError(f"indices are written as .npy, got '{path}'")


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
        ProgramError: it cannot be written.
    """
    try:
        with whole_file(path) as file:
            if isinstance(own.form, NumpyForm):
                np.save(file, values.reshape(own.shape).astype(own.form.dtype, copy=False))
            elif isinstance(own.form, TextForm):
                file.write(_text(own.form, values, own.shape).encode())
            else:
                assert own.colours is not None
                assert indices is not None
                # As it is shown: the first at the bottom left, rows upwards.
                rows = picture_rows(own.colours[indices].reshape(*own.shape, 3))
                picture = Image.fromarray(np.ascontiguousarray(rows))
                picture.save(file, PILLOW_FORMATS[path.suffix.lower()])
    except OSError as error:
        raise ProgramError(f"cannot write {path}: {error.strerror or error}") from error


def write_indices(path: Path, indices: NDArray[np.int64]) -> None:
    """Write where in the input each element was: (count,) int64.

    Raises:
        ProgramError: it cannot be written.
    """
    try:
        with whole_file(path) as file:
            np.save(file, indices)
    except OSError as error:
        raise ProgramError(f"cannot write {path}: {error.strerror or error}") from error


def _text(form: TextForm, values: Values, shape: tuple[int, ...]) -> str:
    """Return the numbers in rows and columns, each as the shortest text that reads back as it."""
    if form.is_whole and np.isfinite(values).all():
        fields = [f"{value:.0f}" for value in values.tolist()]  # -0 keeps its sign
    else:
        fields = [str(value) for value in values]
    columns = shape[-1] if len(shape) == 2 else len(fields)
    rows = [fields[start : start + columns] for start in range(0, len(fields), columns)]
    lines = [form.separator.join(row) for row in rows]
    if form.header is not None:
        lines.insert(0, form.header)
    return "\n".join(lines) + "\n"
