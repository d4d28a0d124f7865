"""The fields of a text: their separators, lines and columns."""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from bitonic_scope.data.own_data import position_in_text
from bitonic_scope.files.notation import begins_as_number, is_number
from bitonic_scope.files.refusal import refused, shown
from bitonic_scope.text.numbers import counted

ALLOWED = "numbers between white space, commas or semicolons, under one header line or none"

# ASCII white space only: the narrow space in "1 000" would split one number in two.
_FIELD = re.compile(r"[^ \t\r\v\f,;]+")
_SEPARATOR = re.compile(r"[ \t\r\v\f]*[,;][ \t\r\v\f]*|[ \t\r\v\f]+")
_MARK = re.compile(r"[,;\t]")
_LAST_MARK = re.compile(r"[,;\t]?[ \r\v\f]*$")
_QUOTED = re.compile(r'"[^"]*"')
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")  # around a number: currency, brackets, quotes
_EMPTY_FIELD = re.compile(r"^[ \t\r\v\f]*[,;]|[,;][ \t\r\v\f]*[,;]")
_DECIMAL_COMMA = re.compile(r"[0-9],[0-9]")
_OTHER_SEPARATOR = re.compile(r";|[0-9.][ \t]+[0-9.+-]")

# Notations for a missing value; NaN counts as a number.
_MISSING = ("n/a", "n.a", "na", "null", "none", "missing")
_SODIUM = "Na"


@dataclass(frozen=True, slots=True)
class Table:
    """The fields of a text and their places.

    Attributes:
        fields: the fields of all rows, one row after the other.
        line_numbers: the line of each row, all rows equally long; empty for a typed list.
        header: the header line; None if there is none.
        separator: the text between the first two fields; a newline for one column.
    """

    fields: list[str]
    line_numbers: Sequence[int]
    header: str | None
    separator: str

    @property
    def shape(self) -> tuple[int, ...]:
        """(rows, columns); (count,) for a single row or column."""
        rows = max(len(self.line_numbers), 1)
        columns = len(self.fields) // rows
        return (len(self.fields),) if min(rows, columns) == 1 else (rows, columns)

    def where(self, index: int) -> str:
        """Name the place of a field: "line 2, number 3"."""
        return position_in_text(self.line_numbers, len(self.fields), index)


def read_list(name: str, text: str) -> Table:
    """Read the fields of a text as one row, across line ends.

    Raises:
        ProgramError: there is no field, or an empty one.
    """
    line = text.replace("\r", " ").replace("\n", " ")
    fields = _fields(name, line, "the text")
    if not fields:
        raise refused(name, f"is empty; expected {ALLOWED}")
    return Table(fields, [], None, _separator(line))


def read_table(name: str, text: str) -> Table:
    """Read the fields of a text, skipping blank lines.

    Args:
        name: the name of the text, for messages.
        text: lines that end with \\n.

    Raises:
        ProgramError: there is no field, or an empty one; a line has more or fewer fields than the
            first; or the first line may be a row of damaged numbers.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise refused(name, f"is empty; expected {ALLOWED}")
    header = None
    if _is_header(lines[0][1]):
        header_number, header = lines.pop(0)
        if not lines:
            found = shown(header.strip())
            raise refused(name, f"has the header '{found}' and no numbers; expected {ALLOWED}")
        _check_header(name, (header_number, header), lines[0])
    fields: list[str] = []
    columns = 0
    for number, line in lines:
        row = _fields(name, line, f"line {number}")
        columns = columns or len(row)
        if len(row) != columns:
            raise refused(name, _unequal((number, len(row)), (lines[0][0], columns)))
        fields += row
    is_one_column = columns == 1 and len(lines) > 1
    separator = "\n" if is_one_column else _separator(lines[0][1])
    return Table(fields, _compact([number for number, _ in lines]), header, separator)


def _compact(line_numbers: list[int]) -> Sequence[int]:
    """Return line numbers in a compact form: they stay in memory as long as the data."""
    all_lines = range(line_numbers[0], line_numbers[-1] + 1)
    return all_lines if len(all_lines) == len(line_numbers) else array("I", line_numbers)


def no_number(field: str) -> str:
    """Return a message that a field is not a number."""
    return f"is '{shown(field)}'; expected {ALLOWED}"


def _unequal(line: tuple[int, int], other: tuple[int, int]) -> str:
    """Return a message that two lines, each (number, field count), differ in their counts."""
    return (
        f"line {line[0]} has {counted(line[1], 'field')}, line {other[0]} has {other[1]}; "
        "expected the same number in every line"
    )


def _is_header(line: str) -> bool:
    """Return whether a line is a header rather than a damaged row of numbers.

    Names between marks may contain numbers, as in "channel 1, channel 2".
    """
    words = [part.split() for part in _MARK.split(line) if part.strip()]
    beginnings = [part[0] for part in words] if len(words) > 1 else _FIELD.findall(line)
    return (
        any(map(str.isalpha, line))
        and not any(map(is_number, beginnings))
        and not all(begins_as_number(_AROUND.sub("", beginning)) for beginning in beginnings)
    )


def _check_header(name: str, header: tuple[int, str], first_row: tuple[int, str]) -> None:
    """Refuse a header that may be a row of damaged numbers, which would be dropped silently.

    Args:
        name: the name of the text, for messages.
        header: the line number of the header, and the line.
        first_row: the line number of the first row, and the line.

    Raises:
        ProgramError: a name has no letter, is a number inside other characters, or stands for a
            missing value; or the counts of names and of numbers in the row differ.
    """
    number, line = header
    row_number, row = first_row
    columns = len(_FIELD.findall(row))
    mark = _mark(row, columns)
    # A mark within quotes is not a separator.
    line = _QUOTED.sub(lambda quoted: _MARK.sub(" ", quoted[0]), line)
    names = _parts(mark or _MARK, line.strip() if columns == 1 else line)
    words = _FIELD.findall(line)
    is_short = len(names) == 1 < columns
    if is_short and (mark is None or ("," not in row and len(words) == columns)):
        # White space separates names and also occurs within them: in "time / s" the / is no name.
        names = [word if any(map(str.isalnum, word)) else "" for word in words]
    elif len(names) != columns and (mark or columns == 1):
        hint = "; write decimals with a point" if "," in row else ""
        raise refused(name, _unequal((number, len(names)), (row_number, columns)) + hint)
    for place, field in enumerate(names, 1):
        if field and _is_damaged(field):
            raise refused(name, f"line {number}, number {place} {no_number(field)}")


def _mark(row: str, columns: int) -> re.Pattern[str] | None:
    """Return the pattern of the mark between all fields of a row; None if there is none."""
    found = _MARK.search(_separator(row))
    mark = re.compile(found[0]) if found else None
    return mark if mark and len(_parts(mark, row)) == columns else None


def _parts(mark: re.Pattern[str], line: str) -> list[str]:
    """Return the parts between marks; a mark at the end of the line ends the last part."""
    return [part.strip(" \t\r\v\f") for part in mark.split(_LAST_MARK.sub("", line))]


def _is_damaged(field: str) -> bool:
    """Return whether a name may be a damaged number or stands for a missing value."""
    core = _AROUND.sub("", field)
    is_missing = core.lower() in _MISSING and core != _SODIUM
    return not any(map(str.isalpha, core)) or is_number(core) or is_missing


def _fields(name: str, line: str, which: str) -> list[str]:
    """Return the fields of a line; a separator at the end ends the last field."""
    if _EMPTY_FIELD.search(line):
        raise refused(name, f"{which} has an empty field; expected {ALLOWED}")
    if "," in line and _DECIMAL_COMMA.search(line) and _OTHER_SEPARATOR.search(line):
        raise refused(
            name,
            f"{which} mixes commas between digits with other separators; "
            "expected decimals with a point, or one kind of separator",
        )
    return _FIELD.findall(line)


def _separator(line: str) -> str:
    """Return the text between the first two fields of a line; a space for a single field."""
    found = _SEPARATOR.search(line.strip())
    return found[0] if found and found.end() < len(line.strip()) else " "
