"""Protects inputs from being overwritten by outputs."""

from collections.abc import Iterable
from pathlib import Path

from bitonic_scope.errors import EXIT_USAGE, ProgramError
from bitonic_scope.text.paths import shown_path


def check_keeps_inputs(
    what: str, outputs: Iterable[Path], inputs: Iterable[Path | None], *, remedy: str
) -> None:
    """Check that no output is an input, by whichever path, link or hard link.

    Args:
        what: what the outputs hold, for the message.
        outputs: the paths that will be written, replaced or removed.
        inputs: the files of the user's data; None for data that come from no file.
        remedy: what to choose another of: a name or a folder.

    Raises:
        ProgramError: an output is an input.
    """
    kept = {_identity(path) for path in inputs if path is not None} - {None}
    for output in outputs:
        if kept and _identity(output) in kept:
            raise ProgramError(
                f"the {what} {shown_path(output)} would overwrite an input; try another {remedy}",
                exit_code=EXIT_USAGE,
            )


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file under all its names; None if there is no file."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino
