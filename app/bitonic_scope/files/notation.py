"""The notation of numbers in text.

Python's own int() and float() also accept "1_000" and the digits of other scripts; and without
re.ASCII an i in a pattern would match a dotless ı.
"""

import re

WHOLE = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(
    r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|[+-]?inf(?:inity)?",
    re.IGNORECASE | re.ASCII,
)
NAN = re.compile(r"[+-]?nan", re.IGNORECASE | re.ASCII)
_BEGINNING = re.compile(r"[+-]?\.?\d")  # of an intended number, in any script


def is_number(field: str) -> bool:
    """Return whether a field is a number or NaN."""
    return bool(NUMBER.fullmatch(field) or NAN.fullmatch(field))


def begins_as_number(field: str) -> bool:
    """Return whether a field begins like a number, as "1_000" and "12:30" do."""
    return bool(_BEGINNING.match(field))
