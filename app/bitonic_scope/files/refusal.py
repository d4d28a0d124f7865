"""Refusals of the user's data: one line with the place, what was found and what is allowed."""

from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.text.paths import shown_path

MAX_SHOWN = 40  # characters of a quoted field: enough to recognise it, short enough for one line


def printable(text: str) -> str:
    """Return a text with unprintable characters escaped, such as \\n."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def shown(text: str) -> str:
    """Return a text for quoting in a message: on one line, and shortened."""
    return printable(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}...")


def shown_name(path: Path) -> str:
    """Return the name of a file for a message, without directories."""
    return shown_path(path.name or path)


def refused(name: str, what: str) -> ProgramError:
    """Return the error that refuses an input."""
    return ProgramError(f"{name}: {what}")
