"""Numbers in text, between white space, commas or semicolons."""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.data.own_data import OwnData, TextForm, Values
from app.inputs.exact import check_number_of_elements, from_floats, from_whole_numbers
from app.inputs.refusal import refused, shown_name

# Python's own int() and float() take "1_000" and other scripts' digits too.
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf(?:inity)?", re.IGNORECASE
)
_NAN = re.compile(r"[+-]?nan", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\s,;]+")
_EMPTY_FIELD = re.compile(r"^[ \t]*[,;]|[,;][ \t]*[,;]")
_ALLOWED = "numbers between white space, commas or semicolons, under one header line or none"
MAX_SHOWN = 40  # letters of what was found
HALFWAY_BITS = np.uint64(1 << 28)  # of a double in the middle between two floats
BELOW_FLOAT_BITS = np.uint64((1 << 29) - 1)
LONGEST_INT64 = 18  # digits that always fit


@dataclass(frozen=True, slots=True)
class _Table:
    """The fields of a text, and where they stand."""

    fields: list[str]
    row_lengths: list[int]
    line_numbers: list[int]  # of the rows, from 1
    header: str | None
    separator: str

    def where(self, index: int) -> str:
        """Name the place of a field."""
        ends = list(accumulate(self.row_lengths))
        row = int(np.searchsorted(ends, index, side="right"))
        column = index - (ends[row] - self.row_lengths[row])
        return f"line {self.line_numbers[row]}, number {column + 1}"

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns; only how many, where there is one row or one column."""
        rows, columns = len(self.row_lengths), self.row_lengths[0]
        return (rows * columns,) if min(rows, columns) == 1 else (rows, columns)


def read_text(path: Path, *, round_values: bool) -> OwnData:
    """Read numbers of a text file.

    Raises:
        ProgramError: it is no text, or holds what cannot be sorted.
        OSError: it cannot be read.
    """
    name = shown_name(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise refused(name, f"is not text in UTF-8: byte {error.start} is not") from error
    return numbers_from_text(name, text, round_values=round_values)


def numbers_from_text(name: str, text: str, *, round_values: bool) -> OwnData:
    """Read numbers of a text.

    Raises:
        ProgramError: it holds what cannot be sorted; the message has line and place.
    """
    table = _table(name, text)
    check_number_of_elements(name, len(table.fields))
    is_whole = all(map(_WHOLE.fullmatch, table.fields))
    if is_whole:
        values, notes = _whole_values(name, table, round_values=round_values)
    else:
        values, notes = _decimal_values(name, table, round_values=round_values)
    form = TextForm(table.separator, table.header, is_whole)
    return OwnData(name, values, table.shape, form, notes=notes)


def _table(name: str, text: str) -> _Table:
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise refused(name, f"is empty; expected {_ALLOWED}")
    header = None
    if not any(_is_like_a_number(field) for field in _SEPARATOR.split(lines[0][1])):
        header = lines.pop(0)[1].rstrip("\r\n")
        if not lines:
            found = header.strip()[:MAX_SHOWN]
            raise refused(name, f"line 1 is '{found}', and no numbers follow; expected {_ALLOWED}")
    fields: list[str] = []
    lengths: list[int] = []
    for number, line in lines:
        if _EMPTY_FIELD.search(line):
            raise refused(name, f"line {number} has an empty field; expected {_ALLOWED}")
        row = [field for field in _SEPARATOR.split(line) if field]
        if lengths and len(row) != lengths[0]:
            raise refused(
                name,
                f"line {number} has {len(row)} numbers, the lines above have {lengths[0]}; "
                "all lines must have equally many",
            )
        fields += row
        lengths.append(len(row))
    table = _Table(fields, lengths, [n for n, _ in lines], header, _separator(lines[0][1], lengths))
    _check_fields(name, table)
    return table


def _is_like_a_number(field: str) -> bool:
    return bool(_NUMBER.fullmatch(field) or _NAN.fullmatch(field))


def _separator(line: str, lengths: list[int]) -> str:
    """Return what stands between the numbers of a row; of one column the end of a line."""
    if lengths[0] == 1 and len(lengths) > 1:
        return "\n"
    return next((mark for mark in (";", ",", "\t") if mark in line), " ")


def _check_fields(name: str, table: _Table) -> None:
    for index, field in enumerate(table.fields):
        if not _NUMBER.fullmatch(field):
            if _NAN.fullmatch(field):
                what = "is NaN, which has no place in an order; remove it"
            else:
                shown = "".join(c if c.isprintable() else "?" for c in field[:MAX_SHOWN])
                what = f"is '{shown}'; expected {_ALLOWED}"
            raise refused(name, f"{table.where(index)} {what}")


def _whole_values(
    name: str, table: _Table, *, round_values: bool
) -> tuple[Values, tuple[str, ...]]:
    if max(map(len, table.fields)) > LONGEST_INT64:
        return _decimal_values(name, table, round_values=round_values)
    numbers = np.array(list(map(int, table.fields)), np.int64)
    values, notes = from_whole_numbers(name, numbers, table.where, round_values=round_values)
    if values.dtype == np.float32:
        is_negative_zero = np.array([field.startswith("-") for field in table.fields])
        values[is_negative_zero & (values == 0)] = -0.0
    return values, notes


def _decimal_values(
    name: str, table: _Table, *, round_values: bool
) -> tuple[Values, tuple[str, ...]]:
    """Return decimals as the nearest float32; whole numbers among them have to be exact."""
    numbers = np.array(list(map(float, table.fields)), np.float64)
    _check_range(name, table, numbers)
    nearest = _nearest_float32(numbers, table.fields)
    if not round_values:
        for index, field in enumerate(table.fields):
            if _WHOLE.fullmatch(field) and int(field) != Fraction(float(nearest[index])):
                raise refused(
                    name,
                    f"{table.where(index)} is {field}, which no float32 holds exactly; try --round",
                )
    return from_floats(name, numbers, table.where, round_values=True, nearest=nearest)


def _check_range(name: str, table: _Table, numbers: NDArray[np.float64]) -> None:
    for index in np.flatnonzero(np.isinf(numbers)).tolist():
        if "inf" not in table.fields[index].lower():
            found = table.fields[index][:MAX_SHOWN]
            raise refused(
                name,
                f"{table.where(index)} is {found}, beyond the largest float32, 3.4028235e+38",
            )


def _nearest_float32(numbers: NDArray[np.float64], fields: list[str]) -> NDArray[np.float32]:
    """Round decimals once: by way of a double, a few would be rounded twice."""
    with np.errstate(over="ignore", under="ignore"):
        nearest = numbers.astype(np.float32)
    is_halfway = (numbers.view(np.uint64) & BELOW_FLOAT_BITS) == HALFWAY_BITS
    is_tiny = (np.abs(numbers) < 2.0**-126) & (numbers != 0)  # subnormals have fewer bits
    for index in np.flatnonzero((is_halfway | is_tiny) & np.isfinite(nearest)).tolist():
        exact = Fraction(fields[index])
        here = nearest[index]
        sides = (
            np.nextafter(here, np.float32(-np.inf)),
            here,
            np.nextafter(here, np.float32(np.inf)),
        )
        finite = [side for side in sides if np.isfinite(side)]
        distances = [abs(Fraction(float(side)) - exact) for side in finite]
        closest = min(distances)
        best = [
            side for side, distance in zip(finite, distances, strict=True) if distance == closest
        ]
        even = [side for side in best if not int(side.view(np.uint32)) & 1]
        nearest[index] = here if here in best and len(best) == 1 else (even or best)[0]
        if nearest[index] == 0:
            nearest[index] = np.copysign(np.float32(0), numbers[index])
    return nearest
