"""The folder of a recording: its files of earlier recordings, and the claim on it."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from unicodedata import normalize

from bitonic_scope import PROGRAM
from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.input_guard import check_keeps_inputs
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.recording.manifest import (
    FRAME,
    MANIFEST_NAME,
    MARKER_NAME,
    claimed_names,
    write_marker,
)
from bitonic_scope.system.claim import claim
from bitonic_scope.system.whole_file import PART_SUFFIX, RANDOM_BYTES, check_replaceable
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path

MAX_NAME = 40  # characters of the file name of own data, so that no name becomes too long
MANIFESTS = (MANIFEST_NAME, MARKER_NAME)

_PART = re.compile(rf"\.(.+)\.[0-9a-f]{{{2 * RANDOM_BYTES}}}{re.escape(PART_SUFFIX)}")


def recorded_files(folder: Path) -> list[Path]:
    """Return the files of an earlier recording in a folder, the manifest first.

    These are the files that a manifest or marker of this program claims, and the parts of such
    files that a crash left.

    Raises:
        ProgramError: the folder holds a frame or a manifest of another program.
        OSError: the folder cannot be read.
    """
    claimed = set[str]().union(*(claimed_names(folder / name) for name in MANIFESTS))
    may_have_parts = claimed.union(MANIFESTS) if claimed else claimed
    ours = []
    for name in sorted(os.listdir(folder)):
        part = _PART.fullmatch(name)
        if name in claimed or (part is not None and part[1] in may_have_parts):
            ours.append(folder / name)
        elif name in MANIFESTS or FRAME.fullmatch(name):
            reason = f"{PROGRAM} did not write"
            if name not in MANIFESTS:
                reason = f"no {MANIFEST_NAME} of {PROGRAM} lists"
            raise ProgramError(
                f"{shown_path(folder)} holds {shown_path(name)}, which {reason}: "
                "choose another folder, or move that file"
            )
    return sorted(ours, key=lambda path: path.name != MANIFEST_NAME)


def check_folder(folder: Path, *, force: bool, inputs: Iterable[Path | None] = ()) -> None:
    """Check that a folder can take frames; changes nothing.

    Args:
        folder: the recording's folder.
        force: whether to replace the frames of an earlier recording.
        inputs: the files of the user's data; None for data that come from no file.

    Raises:
        ProgramError: it is a file, cannot be read, or holds files that must stay: frames while
            `force` is off, frames of another program, an input, a write-protected frame.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise ProgramError(f"{shown_path(folder)} is a file: --out must name a folder")
        ours = recorded_files(folder) if folder.is_dir() else []
    except OSError as error:
        raise ProgramError(
            f"cannot read the folder {shown_path(folder)}: {error.strerror}"
        ) from error
    check_keeps_inputs("frame", ours, inputs, remedy="folder")
    held = [path for path in ours if not path.name.startswith(".")]
    if held and not force:
        raise ProgramError(
            f"{shown_path(folder)} already holds frames ({counted(len(held), 'file')}, "
            f"first {held[0].name}): choose another folder, or use --force to replace them"
        )
    for path in held:
        try:
            check_replaceable(path)
        except OSError as error:
            raise ProgramError(f"cannot replace {shown_path(path)}: {error.strerror}") from error


def claim_folder(folder: Path) -> int:
    """Create a folder if needed, and claim it until the returned file descriptor is closed.

    Raises:
        ProgramError: another recording runs there, or the folder cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return claim(folder)
    except BlockingIOError as error:
        raise ProgramError(
            f"another recording is being written to {shown_path(folder)}: wait for its end, or "
            "choose another folder"
        ) from error
    except OSError as error:
        raise _unprepared(folder, error) from error


def clear_folder(folder: Path, frame_count: int) -> None:
    """Mark a folder as ours until the manifest is written, and remove an earlier recording.

    Args:
        folder: a folder that `check_folder` has accepted.
        frame_count: the number of frames in a complete recording.

    Raises:
        ProgramError: the folder cannot be marked or cleared.
    """
    try:
        ours = recorded_files(folder)
        write_marker(folder, frame_count, filter(FRAME.fullmatch, (path.name for path in ours)))
        for path in ours:
            if path.name != MARKER_NAME:
                path.unlink()
    except OSError as error:
        raise _unprepared(folder, error) from error


def _unprepared(folder: Path, error: OSError) -> ProgramError:
    path = Path(error.filename or folder)
    if path.name == MARKER_NAME:
        path = folder  # users do not know the marker
    return ProgramError(
        f"cannot prepare {shown_path(path)}: {error.strerror}; no frame was written"
    )


def recording_name(settings: SortSettings) -> str:
    """Return the name for pictures of a sort, without a number or a suffix.

    Own data have the name of their file, or "numbers" if typed.
    """
    own, size = settings.own, f"bitonic-{settings.width}x{settings.height}"
    if own is not None:
        return f"{size}-{file_name(own.path) if own.path else 'numbers'}"
    data = "" if settings.data is DataKind.UNIFORM else f"-{settings.data}"
    return f"{size}{data}-seed-{settings.seed}"


def file_name(path: Path) -> str:
    """Return the name of an input for the names of its pictures, short enough for any system."""
    return path.stem[:MAX_NAME].rstrip(" .")


def names_apart(paths: Iterable[Path]) -> list[str]:
    """Return a name for the recording of each input: x, y, x-2 for a/x.csv, y.csv and b/x.csv.

    No two are the same file on any system, whether or not case and accents' encodings count there.
    """
    names: dict[str, str] = {}  # by what all systems agree on
    for path in paths:
        number, name = 1, file_name(path) or "numbers"
        stem = name
        while (key := normalize("NFC", name).casefold()) in names:
            number += 1
            name = f"{stem}-{number}"
        names[key] = name
    return list(names.values())


def fresh_path(parent: Path, name: str, suffix: str = "") -> Path:
    """Return a path in `parent` that does not exist yet: name, name-2, name-3 and so on.

    Raises:
        ProgramError: `parent` cannot be read.
    """
    number, path = 1, parent / f"{name}{suffix}"
    try:
        while path.exists() or path.is_symlink():
            number += 1
            path = parent / f"{name}-{number}{suffix}"
    except OSError as error:
        raise ProgramError(
            f"cannot read the folder {shown_path(parent)}: {error.strerror}"
        ) from error
    return path
