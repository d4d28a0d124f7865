"""The folder of a recording: frame names, and which of its files are ours."""

import re
from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.system.whole_file import PART_SUFFIX
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path

MANIFEST_NAME = "frames.json"
MIN_DIGITS = 4

_OURS = re.compile(
    rf"frame_[0-9]{{{MIN_DIGITS},}}\.png|frames\.json"
    rf"|\.frame_[0-9]+\.png{re.escape(PART_SUFFIX)}|\.frames\.json{re.escape(PART_SUFFIX)}"
)


def frame_name(frame: int, frame_count: int) -> str:
    """Return the name of a frame, like frame_0000.png: alphabetical order is pass order."""
    digits = max(MIN_DIGITS, len(str(frame_count - 1)))
    return f"frame_{frame:0{digits}}.png"


def recorded_files(folder: Path) -> list[Path]:
    """Return the files of an earlier recording in a folder, the manifest first."""
    ours = [path for path in folder.iterdir() if _OURS.fullmatch(path.name)]
    return sorted(ours, key=lambda path: (MANIFEST_NAME not in path.name, path.name))


def check_folder(folder: Path, *, force: bool) -> None:
    """Check that a folder can take frames; changes nothing.

    Raises:
        ProgramError: it is a file, cannot be read, or holds frames and `force` is off.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise ProgramError(f"{shown_path(folder)} is a file: --out must name a folder")
        held = recorded_files(folder) if folder.is_dir() else []
    except OSError as error:
        raise ProgramError(
            f"cannot read the folder {shown_path(folder)}: {error.strerror}"
        ) from error
    if held and not force:
        raise ProgramError(
            f"{shown_path(folder)} already holds frames ({counted(len(held), 'file')}, "
            f"first {held[0].name}): choose another folder, or use --force to replace them"
        )


def clear_folder(folder: Path) -> None:
    """Create the folder if needed, and remove the files of an earlier recording.

    Raises:
        ProgramError: the folder cannot be created or cleared.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in recorded_files(folder):
            path.unlink()
    except OSError as error:
        raise ProgramError(
            f"cannot prepare {shown_path(error.filename or folder)}: {error.strerror}; "
            "no frame was written"
        ) from error


def fresh_folder(parent: Path, name: str) -> Path:
    """Return a folder in `parent` that does not exist yet: name, name-2, name-3 and so on.

    Raises:
        ProgramError: `parent` cannot be read.
    """
    number, folder = 1, parent / name
    try:
        while folder.exists():
            number += 1
            folder = parent / f"{name}-{number}"
    except OSError as error:
        raise ProgramError(
            f"cannot read the folder {shown_path(parent)}: {error.strerror}"
        ) from error
    return folder
