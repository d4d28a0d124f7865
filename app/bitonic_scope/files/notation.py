"""The notation of numbers in text.

Python's own int() and float() also accept "1_000" and the digits of other scripts; and without
re.ASCII an i in a pattern would match a dotless ı.
"""

import re
from enum import StrEnum

WHOLE = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(
    r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|[+-]?inf(?:inity)?",
    re.IGNORECASE | re.ASCII,
)
NAN = re.compile(r"[+-]?nan", re.IGNORECASE | re.ASCII)
_BEGINNING = re.compile(r"[+-]?\.?\d")  # of an intended number, in any script

_GROUP = "[1-9][0-9]{0,2}"  # the first digits of 1,234,567
_EXPONENT = "(?:[eE][+-]?[0-9]+)?"
_DECIMAL_COMMA = re.compile(rf"[+-]?(?:[0-9]+|{_GROUP}(?:\.[0-9]{{3}})+),[0-9]+{_EXPONENT}")
_THOUSANDS = re.compile(rf"[+-]?{_GROUP}(?:,[0-9]{{3}})+(?:\.[0-9]*)?{_EXPONENT}")


class Comma(StrEnum):
    """The meaning of the commas in a text, if the user names it."""

    COLUMNS = "columns"
    DECIMAL = "decimal"


def is_number(field: str) -> bool:
    """Return whether a field is a number or NaN."""
    return bool(NUMBER.fullmatch(field) or NAN.fullmatch(field))


def begins_as_number(field: str) -> bool:
    """Return whether a field begins like a number, as "1_000" and "12:30" do."""
    return bool(_BEGINNING.match(field))


def meanings_as_one_number(text: str) -> list[str]:
    """Return the numbers that a text with commas may mean: "3.14" for "3,14".

    Returns:
        Two numbers for "1,234", none for a text that cannot be a single number.
    """
    meanings = []
    if _DECIMAL_COMMA.fullmatch(text):
        meanings.append(text.replace(".", "").replace(",", "."))
    if _THOUSANDS.fullmatch(text):
        meanings.append(text.replace(",", ""))
    return meanings
