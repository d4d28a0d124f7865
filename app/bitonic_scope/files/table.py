"""The rows of a text: their lines, columns and header."""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from bitonic_scope.data.own_data import position_in_text
from bitonic_scope.files.fields import ALLOWED, Dialect, dialect_of, has_comma_in_number
from bitonic_scope.files.header import check_header, is_header, unequal
from bitonic_scope.files.notation import Comma, is_number, meanings_as_one_number
from bitonic_scope.files.refusal import refused, shown

_COMMA_AND_BLANK = re.compile(r"[ \t\r\v\f]+,[ \t\r\v\f]*|,[ \t\r\v\f]+")  # no decimal comma


@dataclass(frozen=True, slots=True)
class Table:
    """The fields of a text and their places.

    Attributes:
        fields: the fields of all rows, one row after the other, numbers with points.
        line_numbers: the line of each row, all rows equally long; empty for a typed list.
        header: the lines before the rows, without the last newline; None if there are none.
        separator: the text between the first two fields; a newline for one column.
        dialect: the dialect of the text.
    """

    fields: list[str]
    line_numbers: Sequence[int]
    header: str | None
    separator: str
    dialect: Dialect

    @property
    def shape(self) -> tuple[int, ...]:
        """(rows, columns); (count,) for a single row or column."""
        rows = max(len(self.line_numbers), 1)
        columns = len(self.fields) // rows
        return (len(self.fields),) if min(rows, columns) == 1 else (rows, columns)

    def where(self, index: int) -> str:
        """Name the place of a field: "line 2, number 3"."""
        return position_in_text(self.line_numbers, len(self.fields), index)

    def found(self, index: int) -> str:
        """Return a field as written, for messages."""
        return shown(self.dialect.written(self.fields[index]))


def read_list(name: str, text: str, comma: Comma | None) -> Table:
    """Read the fields of a text as one row, across line ends.

    Args:
        name: the name of the text, for messages.
        text: the numbers.
        comma: the meaning of commas; None for separators.

    Raises:
        ProgramError: there is no field, or an empty one.
    """
    line = text.replace("\r", " ").replace("\n", " ")
    if not line.strip():
        raise refused(name, f"is empty; expected {ALLOWED}")
    dialect, _ = dialect_of(name, [line], comma)
    return Table(dialect.fields(name, line, "the text"), [], None, dialect.separator(line), dialect)


def read_table(name: str, text: str, comma: Comma | None) -> Table:
    """Read the fields of a text, skipping blank lines.

    Args:
        name: the name of the text, for messages.
        text: lines that end with \\n.
        comma: the meaning of commas; None if unknown.

    Raises:
        ProgramError: there is no field, or an empty one; a line has more or fewer fields than the
            first; the first line may be a row of damaged numbers; or commas may separate columns
            and may as well belong to the numbers.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    dialect, is_named = dialect_of(name, [line for _, line in lines], comma)
    header = [lines.pop(0)[1]] if is_named else []
    if not lines:
        raise refused(name, f"is empty; expected {ALLOWED}")
    if is_header(lines[0][1]):
        header_number, names = lines.pop(0)
        if not lines:
            found = shown(names.strip())
            raise refused(name, f"has the header '{found}' and no numbers; expected {ALLOWED}")
        check_header(name, (header_number, names), lines[0], dialect)
        header.append(names)
    if not header and dialect.mark is None:
        _check_commas(name, lines)
    fields: list[str] = []
    columns = 0
    for number, line in lines:
        row = dialect.fields(name, line, f"line {number}")
        columns = columns or len(row)
        if len(row) != columns:
            first_number, first_line = lines[0]
            raise refused(
                name,
                unequal((number, len(row), line), (first_number, columns, first_line), dialect),
            )
        fields += row
    is_one_column = columns == 1 and len(lines) > 1
    separator = "\n" if is_one_column else dialect.separator(lines[0][1])
    line_numbers = _compact([number for number, _ in lines])
    return Table(fields, line_numbers, "\n".join(header) if header else None, separator, dialect)


def _compact(line_numbers: list[int]) -> Sequence[int]:
    """Return line numbers in a compact form: they stay in memory as long as the data."""
    all_lines = range(line_numbers[0], line_numbers[-1] + 1)
    return all_lines if len(all_lines) == len(line_numbers) else array("I", line_numbers)


def _check_commas(name: str, lines: Sequence[tuple[int, str]]) -> None:
    """Refuse a table whose commas all may belong to its numbers, as in "3,14" and "1,234".

    Raises:
        ProgramError: it is so.
    """
    if not any(has_comma_in_number(line) for _, line in lines):
        return
    first_comma: tuple[int, int, str] | None = None
    columns = 0
    for number, line in lines:
        row = _COMMA_AND_BLANK.split(line.strip())
        if len(row) > 1:
            row[-1] = row[-1].removesuffix(",")
        columns = columns or len(row)
        if len(row) != columns:
            return
        for place, field in enumerate(row, 1):
            if not is_number(field):
                if not meanings_as_one_number(field):
                    return
                first_comma = first_comma or (number, place, field)
    if first_comma is not None:
        number, place, field = first_comma
        *first, last = field.split(",")
        meanings = [*meanings_as_one_number(field), f"{', '.join(first)} and {last}"]
        raise refused(
            name,
            f"line {number}, number {place} is '{shown(field)}', which may mean "
            f"{' or '.join(map(shown, meanings))}; try --columns comma if commas separate columns, "
            "--decimal comma if they are decimal points, or no commas within numbers",
        )
