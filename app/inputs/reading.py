"""Reads a person's own data, of whatever kind their file is."""

from pathlib import Path

from app.data.own_data import OwnData
from app.inputs.array_file import read_array
from app.inputs.picture import is_picture_name, read_picture
from app.inputs.refusal import refused, shown_name
from app.inputs.text import numbers_from_text, read_text

TEXT_SUFFIXES = (".csv", ".txt")
ALLOWED = ".npy, .csv, .txt, or a picture such as .png or .jpg"


def read_input(path: Path, *, round_values: bool = False) -> OwnData:
    """Read numbers or a picture.

    Args:
        path: the file; its extension says what it is.
        round_values: whether numbers that no float32 holds exactly are rounded.

    Raises:
        ProgramError: it cannot be read, or holds what cannot be sorted.
    """
    name, suffix = shown_name(path), path.suffix.lower()
    try:
        if path.is_dir():
            raise refused(name, f"is a folder; expected a file: {ALLOWED}")
        if path.stat().st_size == 0:
            raise refused(name, "is empty")
        if suffix == ".npy":
            return read_array(path, round_values=round_values)
        if suffix in TEXT_SUFFIXES:
            return read_text(path, round_values=round_values)
        if is_picture_name(path):
            return read_picture(path)
    except (OSError, ValueError) as error:  # ValueError: a name that no system can have
        reason = getattr(error, "strerror", None) or str(error)
        raise refused(name, f"cannot be read: {reason}") from error
    raise refused(name, f"has an unknown extension '{suffix}'; expected {ALLOWED}")


def values_from_text(text: str, *, round_values: bool = False) -> OwnData:
    """Read numbers as they are typed: "5 2 8 1".

    Raises:
        ProgramError: they cannot be sorted.
    """
    return numbers_from_text("--values", text, round_values=round_values)
