"""The dialect of a text: the separator of its fields, and the notation of their numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bitonic_scope.files.notation import Comma, is_number, meanings_as_one_number
from bitonic_scope.files.refusal import refused, shown

ALLOWED = "numbers between white space, commas or semicolons, under one header line or none"
POINT_HINT = "write decimals with a point, or try --decimal comma"

MARK = re.compile(r"[,;\t]")
_BLANKS = re.compile(r"[ \t\r\v\f]+")
# ASCII white space only: the narrow space in "1 000" would split one number in two.
FIELD = re.compile(r"[^ \t\r\v\f,;]+")
_QUOTED_FIELD = re.compile(r'(?:"[^"]*"|[^ \t\r\v\f,;])+')
_SEPARATOR = re.compile(r"[ \t\r\v\f]*[,;][ \t\r\v\f]*|[ \t\r\v\f]+")
_EMPTY_FIELD = re.compile(r"^[ \t\r\v\f]*[,;]|[,;][ \t\r\v\f]*[,;]")
_COMMA_IN_NUMBER = re.compile(r"[0-9],[0-9]")
_OTHER_SEPARATOR = re.compile(r";|[^ \t\r\v\f,;][ \t\r\v\f]+[^ \t\r\v\f,;]")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\r?', re.IGNORECASE)  # the first line, for spreadsheets
_NAMED_SEPARATORS = ",;\t| "
_COMMA_AND_POINT = str.maketrans(",.", ".,")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text separates and writes its numbers.

    Attributes:
        mark: the only separator; None for white space, commas and semicolons alike.
        has_decimal_commas: whether a comma is the decimal point.
    """

    mark: re.Pattern[str] | None = None
    has_decimal_commas: bool = False

    def split(self, line: str) -> list[str]:
        """Return the fields of a line as written; a separator at the end ends the last field."""
        if self.mark is None:
            return (_QUOTED_FIELD if '"' in line else FIELD).findall(line)
        return parts(self.mark, line.strip() if self.mark is _BLANKS else line)

    def fields(self, name: str, line: str, which: str) -> list[str]:
        """Return the fields of a line, numbers with points and without quotes.

        Args:
            name: the name of the text, for messages.
            line: the line.
            which: names the line, for messages.

        Raises:
            ProgramError: a field is empty, or a comma may be a decimal point.
        """
        fields = self.split(line)
        if "" in fields or (self.mark is None and _EMPTY_FIELD.search(line)):
            raise refused(name, f"{which} has an empty field; expected {ALLOWED}")
        if self.mark is None and has_comma_in_number(line) and _OTHER_SEPARATOR.search(line):
            raise refused(
                name,
                f"{which} mixes commas between digits with other separators; expected decimals "
                "with a point (or --decimal comma), or one kind of separator",
            )
        if self.has_decimal_commas:
            if any(field.endswith(",") for field in fields):  # more likely a separator
                raise refused(name, f"{which} has a comma without a decimal after it")
            fields = [field.translate(_COMMA_AND_POINT) for field in fields]
        return [_unquoted(field) for field in fields] if '"' in line else fields

    def written(self, field: str) -> str:
        """Return a field as it is written in the text."""
        return field.translate(_COMMA_AND_POINT) if self.has_decimal_commas else field

    def no_number(self, field: str) -> str:
        """Return a message that a field is not a number."""
        written = self.written(field)
        found = f"is '{shown(written)}'"
        if self.has_decimal_commas and ("." in written or written.count(",") > 1):
            return f"{found}; expected decimals with one comma, and no points"
        if meanings := meanings_as_one_number(written.strip('"')):
            return f"{found}, which may mean {' or '.join(map(shown, meanings))}; {POINT_HINT}"
        return f"{found}; expected {ALLOWED}"

    def separator(self, line: str) -> str:
        """Return the text between the first two fields of a line; a space for a single field."""
        pattern = _SEPARATOR
        if self.mark is not None:
            pattern = re.compile(rf"[ \t\r\v\f]*(?:{self.mark.pattern})[ \t\r\v\f]*")
        found = pattern.search(line.strip())
        return found[0] if found and found.end() < len(line.strip()) else " "


def dialect_of(name: str, lines: Sequence[str], comma: Comma | None) -> tuple[Dialect, bool]:
    """Return the dialect of a text, and whether its first line names the separator: "sep=;".

    Args:
        name: the name of the text, for messages.
        lines: the lines of the text that are not blank.
        comma: the meaning of commas; None if unknown.

    Raises:
        ProgramError: the first line names an impossible separator.
    """
    is_decimal = comma is Comma.DECIMAL
    found = _SEPARATOR_LINE.fullmatch(lines[0]) if lines else None
    if found:
        allowed = "," if comma is Comma.COLUMNS else _NAMED_SEPARATORS
        allowed = allowed.replace(",", "") if is_decimal else allowed
        if found[1] not in allowed:
            expected = " or ".join(map(repr, allowed))
            raise refused(name, f"line 1 names the separator {found[1]!r}; expected {expected}")
        return Dialect(re.compile(re.escape(found[1])), is_decimal), True
    if comma is Comma.COLUMNS:
        return Dialect(re.compile(",")), False
    if is_decimal:
        marks = [mark for mark in ";\t" if any(mark in line.strip() for line in lines)]
        return Dialect(re.compile(marks[0]) if marks else _BLANKS, is_decimal), False
    return Dialect(), False


def has_comma_in_number(line: str) -> bool:
    """Return whether a line has a comma between digits."""
    return "," in line and _COMMA_IN_NUMBER.search(line) is not None


def parts(mark: re.Pattern[str], line: str) -> list[str]:
    """Return the parts between marks; a mark at the end of the line ends the last part."""
    found = [part.strip(" \t\r\v\f") for part in mark.split(line)]
    return found[:-1] if len(found) > 1 and not found[-1] else found


def _unquoted(field: str) -> str:
    """Return the number within quotes; any other field as it is."""
    inner = field[1:-1].strip(" \t\r\v\f")
    return inner if field[0] == field[-1] == '"' and is_number(inner) else field
