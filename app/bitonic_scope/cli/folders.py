"""The folders for the results of several inputs."""

from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.text.paths import shown_path


def make_folders(*folders: Path | None) -> None:
    """Create the folders that a command needs; None for one that it does not need.

    Raises:
        ProgramError: a folder cannot be created.
    """
    for folder in filter(None, folders):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ProgramError(
                f"cannot make the folder {shown_path(folder)}: {error.strerror}; "
                "several inputs need one"
            ) from error
