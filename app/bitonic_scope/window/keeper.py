"""The file in the user's folder that keeps the window's choices from one start to the next.

No fault of this file stops the window: a missing or read-only folder means that nothing is kept.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import platformdirs

from bitonic_scope import PROGRAM
from bitonic_scope.model.kept import Kept
from bitonic_scope.system.whole_file import whole_file
from bitonic_scope.text.paths import shown_path

FILE_NAME = "window.json"
DAMAGED_NAME = "window.damaged.json"


class Found(NamedTuple):
    """What the file holds, and what the user should know about it.

    Attributes:
        kept: the choices; the defaults if there is no such file.
        message: what was wrong with the file, in one line; empty for nothing.
    """

    kept: Kept
    message: str = ""


def kept_file() -> Path:
    """Return the path of the file, whether it exists or not."""
    return platformdirs.user_config_path(PROGRAM, appauthor=False) / FILE_NAME


def read_kept(path: Path) -> Found:
    """Read the file; a damaged one is renamed, so that nothing in it is lost."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        return _set_aside(path, "it is not text")
    except OSError:
        return Found(Kept())
    try:
        return Found(Kept.from_json(json.loads(text)))
    except (ValueError, RecursionError) as error:
        return _set_aside(path, str(error))


def _set_aside(path: Path, reason: str) -> Found:
    damaged = path.with_name(DAMAGED_NAME)
    line = " ".join(reason.split())[:120]
    try:
        path.replace(damaged)
    except OSError:
        return Found(
            Kept(), f"{shown_path(path)} is damaged ({line}); the window opens with its defaults"
        )
    return Found(Kept(), f"{shown_path(path)} was damaged ({line}); it is now {damaged.name}")


def write_kept(path: Path, kept: Kept) -> None:
    """Write the file, whole or not at all; a folder that cannot be written is no fault."""
    with suppress(OSError):
        if path.is_absolute():  # not where the system knows no home
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as file:
                file.write(json.dumps(kept.as_json(), indent=2).encode() + b"\n")
