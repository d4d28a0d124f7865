"""Names and refusals of a person's data: one line that says where, what, and what is allowed."""

from pathlib import Path

from app.errors import ProgramError


def shown_name(path: Path) -> str:
    """Return the name of a file so that it stays on one line and can be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in path.name) or str(path)


def refused(name: str, what: str) -> ProgramError:
    """Return the error that refuses an input."""
    return ProgramError(f"{name}: {what}")
