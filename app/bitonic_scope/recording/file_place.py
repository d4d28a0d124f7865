"""The place of a film or a picture: what a new file there may replace."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.files.input_guard import check_keeps_inputs
from bitonic_scope.system.whole_file import check_replaceable
from bitonic_scope.text.paths import shown_path


def check_file_place(what: str, path: Path, *, force: bool, inputs: Iterable[Path | None]) -> None:
    """Check that a file can be written, as far as is known before; changes nothing.

    Args:
        what: what the file holds, for messages.
        path: the file. Its folder is made later, if there is none.
        force: whether to replace an existing file.
        inputs: the files of the user's data; None for data that come from no file.

    Raises:
        ProgramError: the file there must stay, its state cannot be read, or its folder takes no
            files.
    """
    check_keeps_inputs(what, [path], inputs, remedy="name")
    try:
        check_replaceable(path)
        exists = path.exists()
        folders = path.absolute().parents
        folder = next(filter(Path.exists, folders), folders[0])  # a drive may be missing
        if not exists and not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise ProgramError(f"cannot write {shown_path(path)}: {error.strerror}") from error
    if exists and not force:
        raise ProgramError(
            f"{shown_path(path)} exists: choose another name, or use --force to replace it"
        )
