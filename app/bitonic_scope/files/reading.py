"""Reads the user's own data from a file of any supported format."""

from dataclasses import replace
from pathlib import Path

from bitonic_scope.data.own_data import OwnData
from bitonic_scope.files.array_file import read_array
from bitonic_scope.files.notation import Comma
from bitonic_scope.files.picture import is_picture_name, read_picture
from bitonic_scope.files.refusal import refused, shown, shown_name
from bitonic_scope.files.text import read_text

TEXT_SUFFIXES = (".csv", ".txt")
ALLOWED = ".npy, .csv, .txt, or a picture such as .png or .jpg"


def read_input(path: Path, *, round_values: bool = False, comma: Comma | None = None) -> OwnData:
    """Read numbers or a picture.

    Args:
        path: the file; its extension selects the reader.
        round_values: whether to round numbers that no float32 holds exactly.
        comma: the meaning of commas in text; None if unknown.

    Raises:
        ProgramError: the file cannot be read, or its content cannot be sorted.
    """
    name = shown_name(path)
    try:
        own = _read(path, name, round_values=round_values, comma=comma)
        return replace(own, path=path.absolute())
    except MemoryError as error:
        raise refused(name, "needs more memory than is available; try a smaller file") from error
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        reason = getattr(error, "strerror", None) or shown(str(error))
        raise refused(name, f"cannot be read: {reason}") from error


def _read(path: Path, name: str, *, round_values: bool, comma: Comma | None) -> OwnData:
    if path.is_dir():
        raise refused(name, f"is a folder; expected a file: {ALLOWED}")
    size = path.stat().st_size
    if not path.is_file():
        raise refused(name, f"is a device or a pipe; expected a file: {ALLOWED}")
    suffix = path.suffix.lower()
    is_text, is_array = suffix in TEXT_SUFFIXES, suffix == ".npy"
    if not (is_text or is_array or is_picture_name(path)):
        extension = f"the unknown extension '{shown(suffix)}'" if suffix else "no extension"
        raise refused(name, f"has {extension}; expected {ALLOWED}")
    if size == 0:
        raise refused(name, "is empty; expected numbers or a picture")
    if is_array:
        return read_array(path, round_values=round_values)
    if is_text:
        return read_text(path, round_values=round_values, comma=comma)
    return read_picture(path)
