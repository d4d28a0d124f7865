"""The folder of a recording: names of frames, and which files in it are ours."""

import re
from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.system.whole_file import PART_SUFFIX
from bitonic_scope.text.numbers import counted

MANIFEST_NAME = "frames.json"
MIN_DIGITS = 4

_OURS = re.compile(
    rf"frame_[0-9]{{{MIN_DIGITS},}}\.png|frames\.json"
    rf"|\.frame_[0-9]+\.png{re.escape(PART_SUFFIX)}|\.frames\.json{re.escape(PART_SUFFIX)}"
)


def frame_name(frame: int, frame_count: int) -> str:
    """Name a frame so that plain sort order is the order of passes: frame_0000.png."""
    digits = max(MIN_DIGITS, len(str(frame_count - 1)))
    return f"frame_{frame:0{digits}}.png"


def recorded_files(folder: Path) -> list[Path]:
    """Return what an earlier recording left in a folder, the manifest first."""
    ours = [path for path in folder.iterdir() if _OURS.fullmatch(path.name)]
    return sorted(ours, key=lambda path: (MANIFEST_NAME not in path.name, path.name))


def check_folder(folder: Path, *, force: bool) -> None:
    """See that frames may be put into a folder; changes nothing.

    Raises:
        ProgramError: it is not a folder, or holds frames and `force` is off.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise ProgramError(f"{folder} is a file: --out must name a folder")
        held = recorded_files(folder) if folder.is_dir() else []
    except OSError as error:
        raise ProgramError(f"cannot look into {folder}: {error.strerror}") from error
    if held and not force:
        raise ProgramError(
            f"{folder} holds frames already ({counted(len(held), 'file')}, first {held[0].name}): "
            "choose another folder, or --force to replace them"
        )


def clear_folder(folder: Path) -> None:
    """Make the folder if need be, and remove what an earlier recording left there.

    Raises:
        ProgramError: it cannot be made or cleared.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in recorded_files(folder):
            path.unlink()
    except OSError as error:
        raise ProgramError(
            f"cannot prepare {error.filename or folder}: {error.strerror}; no frame is written"
        ) from error


def fresh_folder(parent: Path, name: str) -> Path:
    """Return a folder in `parent` that does not exist yet: name, name-2, name-3 and so on.

    Raises:
        ProgramError: `parent` cannot be looked into.
    """
    number, folder = 1, parent / name
    try:
        while folder.exists():
            number += 1
            folder = parent / f"{name}-{number}"
    except OSError as error:
        raise ProgramError(f"cannot look into {parent}: {error.strerror}") from error
    return folder
