"""Files written completely or not at all."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PART_SUFFIX = ".part"
RANDOM_BYTES = 8  # of a partial file's name: too many to guess
MAX_NAME_LENGTH = 50  # of the goal's name in it: at 4 bytes each, within the system's 255
USUAL_MODE = 0o666  # less the umask
PERMISSIONS = 0o777
WRITE_PERMISSIONS = 0o222


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a partial file beside `path` for writing, and move it to `path` once complete.

    On any error `path` keeps its old content, and the partial file is removed. A file at `path` is
    replaced as `cp` would overwrite it: it keeps its permissions, and a link is followed, so the
    file that it leads to is replaced and the link stays. Where a link leads to nothing, its target
    is created. Other names of a replaced file (hard links) keep the old content. If two programs
    write the same file, the last one to finish replaces the other's.

    Raises:
        OSError: `path` cannot be written, for a reason of `check_replaceable` among others; the
            error's filename is `path`.
    """
    try:
        goal, before = _goal(path)
        random = os.urandom(RANDOM_BYTES).hex()
        part = goal.with_name(f".{goal.name[:MAX_NAME_LENGTH]}.{random}{PART_SUFFIX}")
        mode = USUAL_MODE if before is None else before.st_mode & PERMISSIONS
        # "x" creates the file or fails, and follows no link.
        file = open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode))  # noqa: SIM115
        try:
            with file:
                if before is not None:
                    _keep_permissions(file.fileno(), before)
                yield file
            os.replace(part, goal)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
    except OSError as error:
        # A full disk names no file, and users do not know the partial one.
        error.filename = str(path)
        raise


def check_replaceable(path: Path) -> None:
    """Check that `whole_file` can replace what is at `path`; changes nothing.

    Raises:
        OSError: it is a folder, a device or a pipe, a link to itself, or write-protected. A file
            without any write permission counts as write-protected for root, too.
    """
    _goal(path)


def _goal(path: Path) -> tuple[Path, os.stat_result | None]:
    """Return the file that `path` leads to, and its state; None if there is no file yet."""
    goal = Path(os.path.realpath(path))
    try:
        before = goal.lstat()
    except FileNotFoundError:
        return goal, None
    if stat.S_ISDIR(before.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if stat.S_ISLNK(before.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(before.st_mode):
        raise OSError(errno.EEXIST, "not a regular file")
    if not before.st_mode & WRITE_PERMISSIONS or not os.access(goal, os.W_OK):
        mode = before.st_mode & PERMISSIONS
        raise OSError(
            errno.EACCES, f"write-protected (mode {mode:o}); try another name, or chmod u+w"
        )
    return goal, before


def _keep_permissions(descriptor: int, before: os.stat_result) -> None:
    """Give a new file the permissions of the one that it replaces, and its owner if possible."""
    if sys.platform != "win32":  # there a file that can be replaced has no others
        with suppress(OSError):  # only root may give files away
            os.fchown(descriptor, before.st_uid, before.st_gid)
        with suppress(OSError):  # some file systems have no permissions
            os.fchmod(descriptor, before.st_mode & PERMISSIONS)
