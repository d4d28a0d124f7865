"""Files written completely or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PART_SUFFIX = ".part"
MAX_NAME_LENGTH = 60  # of the partial file, so that dot and suffix fit the system's limit


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a partial file beside `path` for writing, and move it to `path` once complete.

    On any error `path` keeps its old content, and the partial file is removed. A link is followed;
    a device or a pipe is refused, because the move would replace it.

    Raises:
        OSError: the file cannot be written; the error's filename is `path`.
    """
    goal = Path(os.path.realpath(path))
    part = goal.with_name(f".{goal.name[:MAX_NAME_LENGTH]}{PART_SUFFIX}")
    try:
        if goal.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if goal.exists() and not goal.is_file():
            raise OSError(errno.EEXIST, "not a regular file")
        with part.open("wb") as file:
            yield file
        os.replace(part, goal)
    except BaseException as error:
        with suppress(OSError):
            part.unlink()
        if isinstance(error, OSError):
            # A full disk names no file, and users do not know the partial one.
            error.filename = str(path)
        raise
