"""Files that are written whole or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PART_SUFFIX = ".part"
MAX_NAME_LENGTH = 60  # of the part's name, so that dot and suffix never make it too long


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file beside `path` for writing, and move it there once it is complete.

    Whatever goes wrong, `path` holds what it held before, and nothing is left beside it. A link is
    followed; a device or a pipe is refused, because it could only be replaced.

    Raises:
        OSError: it cannot be written; its filename is `path`.
    """
    goal = Path(os.path.realpath(path))
    part = goal.with_name(f".{goal.name[:MAX_NAME_LENGTH]}{PART_SUFFIX}")
    try:
        if goal.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if goal.exists() and not goal.is_file():
            raise OSError(errno.EEXIST, "there is something that is not a regular file")
        with part.open("wb") as file:
            yield file
        os.replace(part, goal)
    except BaseException as error:
        with suppress(OSError):
            part.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk names no file, and nobody knows the part
        raise
