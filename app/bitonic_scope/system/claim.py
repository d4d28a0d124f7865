"""An exclusive claim on a folder, which ends with its process at the latest."""

import os
import sys
from pathlib import Path

CLAIM_NAME = ".claim"  # on Windows


def claim(folder: Path) -> int:
    """Claim a folder until the returned file descriptor is closed.

    The system closes it when the process ends, however it ends. On a file system without locks
    every claim succeeds.

    Raises:
        BlockingIOError: the folder is already claimed, by this process or another.
        OSError: the folder cannot be opened.
    """
    if sys.platform == "win32":  # locks no folder, but removes a file when its holder ends
        try:
            flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_TEMPORARY
            return os.open(folder / CLAIM_NAME, flags)
        except FileExistsError as error:
            raise BlockingIOError from error
    from fcntl import LOCK_EX, LOCK_NB, flock

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise
    except OSError:
        pass  # no locks here
    return descriptor
