"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

PART_SUFFIX = ".part"


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file beside `path` for writing, and move it there once it is complete.

    Whatever goes wrong, `path` holds what it held before, and nothing is left beside it.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f".{path.name}{PART_SUFFIX}")
    try:
        with part.open("wb") as file:
            yield file
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk names no file, and nobody knows the part
        raise
