"""Names and refusals of a person's data: one line that says where, what, and what is allowed."""

from pathlib import Path

from bitonic_scope.errors import ProgramError

MAX_SHOWN = 40  # letters of what was found: enough to find it, short enough for one line


def printable(text: str) -> str:
    """Return a text with all that would break or colour a line written out, such as \\n."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def shown(text: str) -> str:
    """Return what was found, for a message: on one line and not too long."""
    return printable(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}...")


def shown_name(path: Path) -> str:
    """Return the name of a file, for a message: on one line, without its folders."""
    return printable(path.name or str(path))


def refused(name: str, what: str) -> ProgramError:
    """Return the error that refuses an input."""
    return ProgramError(f"{name}: {what}")
