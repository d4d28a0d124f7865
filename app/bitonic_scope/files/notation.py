"""How numbers are written in a text.

Python's own int() and float() would take "1_000" and other scripts' digits too; and without
re.ASCII an i in a pattern would match a dotless one.
"""

import re

WHOLE = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(
    r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|[+-]?inf(?:inity)?",
    re.IGNORECASE | re.ASCII,
)
NAN = re.compile(r"[+-]?nan", re.IGNORECASE | re.ASCII)
_BEGINNING = re.compile(r"[+-]?\.?\d")  # of what means to be a number, in any script


def is_number(field: str) -> bool:
    """Tell whether a field is a number, NaN included."""
    return bool(NUMBER.fullmatch(field) or NAN.fullmatch(field))


def begins_as_number(field: str) -> bool:
    """Tell whether a field begins as a number does, like "1_000" or "12:30"."""
    return bool(_BEGINNING.match(field))
