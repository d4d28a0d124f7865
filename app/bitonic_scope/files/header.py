"""The header line of a table: names of columns, or a row of damaged numbers."""

import re

from bitonic_scope.files.fields import (
    FIELD,
    MARK,
    POINT_HINT,
    Dialect,
    has_comma_in_number,
    parts,
)
from bitonic_scope.files.notation import begins_as_number, is_number
from bitonic_scope.files.refusal import refused
from bitonic_scope.text.numbers import counted

_QUOTED = re.compile(r'"[^"]*"')
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")  # around a number: currency, brackets, quotes

# Notations for a missing value; NaN counts as a number.
_MISSING = ("n/a", "n.a", "na", "null", "none", "missing")
_SODIUM = "Na"


def is_header(line: str) -> bool:
    """Return whether a line is a header rather than a damaged row of numbers.

    Names between marks may contain numbers, as in "channel 1, channel 2".
    """
    words = [part.split() for part in MARK.split(line) if part.strip()]
    beginnings = [part[0] for part in words] if len(words) > 1 else FIELD.findall(line)
    return (
        any(map(str.isalpha, line))
        and not any(is_number(beginning.strip('"')) for beginning in beginnings)
        and not all(begins_as_number(_AROUND.sub("", beginning)) for beginning in beginnings)
    )


def check_header(
    name: str, header: tuple[int, str], first_row: tuple[int, str], dialect: Dialect
) -> None:
    """Refuse a header that may be a row of damaged numbers, which would be dropped silently.

    Args:
        name: the name of the text, for messages.
        header: the line number of the header, and the line.
        first_row: the line number of the first row, and the line.
        dialect: the dialect of the text.

    Raises:
        ProgramError: a name has no letter, is a number inside other characters, or stands for a
            missing value; or the counts of names and of numbers in the row differ.
    """
    number, line = header
    row_number, row = first_row
    columns = len(dialect.split(row))
    mark = _mark(row, columns, dialect)
    # A mark within quotes is not a separator.
    line = _QUOTED.sub(lambda quoted: MARK.sub(" ", quoted[0]), line)
    names = parts(mark or MARK, line.strip() if columns == 1 else line)
    words = FIELD.findall(line)
    is_short = len(names) == 1 < columns
    if is_short and (mark is None or ("," not in row and len(words) == columns)):
        # White space separates names and also occurs within them: in "time / s" the / is no name.
        names = [word if any(map(str.isalnum, word)) else "" for word in words]
    elif len(names) != columns and (mark or columns == 1):
        raise refused(
            name, unequal((number, len(names), line), (row_number, columns, row), dialect)
        )
    for place, field in enumerate(names, 1):
        if field and _is_damaged(field):
            raise refused(name, f"line {number}, number {place} {dialect.no_number(field)}")


def unequal(line: tuple[int, int, str], other: tuple[int, int, str], dialect: Dialect) -> str:
    """Return a message that two lines, each (number, field count, text), differ in their counts."""
    has_comma = has_comma_in_number(line[2]) or has_comma_in_number(other[2])
    hint = f"; {POINT_HINT}" if has_comma and not dialect.has_decimal_commas else ""
    return (
        f"line {line[0]} has {counted(line[1], 'field')}, line {other[0]} has {other[1]}; "
        f"expected the same number in every line{hint}"
    )


def _mark(row: str, columns: int, dialect: Dialect) -> re.Pattern[str] | None:
    """Return the pattern of the mark between all fields of a row; None if there is none."""
    found = MARK.search(dialect.separator(row))
    mark = re.compile(found[0]) if found else None
    return mark if mark and len(parts(mark, row)) == columns else None


def _is_damaged(field: str) -> bool:
    """Return whether a name may be a damaged number or stands for a missing value."""
    core = _AROUND.sub("", field)
    is_missing = core.lower() in _MISSING and core != _SODIUM
    return not any(map(str.isalpha, core)) or is_number(core) or is_missing
