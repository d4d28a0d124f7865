"""Numbers in text, separated by white space, commas or semicolons."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.own_data import OwnData, TextForm
from bitonic_scope.files.exact import (
    IS_NAN,
    Numbers,
    check_number_of_elements,
    take_floats,
    take_whole_numbers,
)
from bitonic_scope.files.nearest import nearest_float32
from bitonic_scope.files.notation import NAN, NUMBER, WHOLE, Comma
from bitonic_scope.files.refusal import refused, shown_name
from bitonic_scope.files.table import Table, read_list, read_table

TYPED = "--values"
MAX_CHARACTERS = 4000  # of a number; Python converts at most 4,300 digits to an int
EXACT_BELOW = 2.0**53  # every whole number below is exact as float64


def read_text(path: Path, *, round_values: bool, comma: Comma | None = None) -> OwnData:
    """Read the numbers of a text file.

    Args:
        path: the file.
        round_values: whether to round numbers that no float32 holds exactly.
        comma: the meaning of commas; None if unknown.

    Raises:
        ProgramError: the file is not text, or its content cannot be sorted.
        OSError: the file cannot be read.
    """
    name = shown_name(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise refused(
            name, f"is not UTF-8 text: byte {error.start} is invalid; save it as UTF-8"
        ) from error
    own = _own_data(name, read_table(name, text, comma), round_values=round_values)
    return own if comma is None else replace(own, comma=comma)


def values_from_text(
    text: str, *, round_values: bool = False, comma: Comma | None = None
) -> OwnData:
    """Read typed numbers: "5 2 8 1".

    Args:
        text: the numbers, with white space, commas or semicolons between.
        round_values: whether to round numbers that no float32 holds exactly.
        comma: the meaning of commas; None for separators.

    Returns:
        Data of shape (count,), however many lines the text has.

    Raises:
        ProgramError: the text holds no numbers, or numbers that cannot be sorted.
    """
    return _own_data(TYPED, read_list(TYPED, text, comma), round_values=round_values)


def _own_data(name: str, table: Table, *, round_values: bool) -> OwnData:
    check_number_of_elements(name, len(table.fields))
    is_whole = _check_fields(name, table)
    given, is_infinite = _numbers(name, table, is_whole)
    all_whole = bool((is_whole | is_infinite).all())
    if all_whole:
        values, notes = take_whole_numbers(given, round_values=round_values)
    else:
        values, notes = take_floats(given, must_be_exact=is_whole & (not round_values))
    form = TextForm(table.separator, table.header, all_whole, table.dialect.has_decimal_commas)
    return OwnData(name, values, table.shape, form, notes=notes, line_numbers=table.line_numbers)


def _check_fields(name: str, table: Table) -> NDArray[np.bool_]:
    """Return which fields are whole numbers: (count,) bool.

    Raises:
        ProgramError: a field is not a number, or too long.
    """
    fields = table.fields
    is_whole = np.array([WHOLE.fullmatch(field) is not None for field in fields])
    for index in np.flatnonzero(~is_whole).tolist():
        if not NUMBER.fullmatch(fields[index]):
            is_nan = NAN.fullmatch(fields[index])
            what = IS_NAN if is_nan else table.dialect.no_number(fields[index])
            raise refused(name, f"{table.where(index)} {what}")
    longest = max(fields, key=len)
    if len(longest) > MAX_CHARACTERS:
        place = table.where(fields.index(longest))
        raise refused(
            name,
            f"{place} has {len(longest)} characters; a number may have at most {MAX_CHARACTERS}",
        )
    return is_whole


def _numbers(
    name: str, table: Table, is_whole: NDArray[np.bool_]
) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return the numbers, and which are written as infinities: (count,) bool.

    A decimal counts as exact if float32 holds its nearest float64: no float equals 0.1, and no
    measurement has more digits than float64. A whole number counts by all its digits.
    """
    fields = table.fields
    numbers = np.array(list(map(float, fields)), np.float64)
    nearest = nearest_float32(numbers, fields)
    is_infinite = np.isinf(numbers)
    for index in np.flatnonzero(is_infinite).tolist():
        is_infinite[index] = "inf" in fields[index].lower()  # written so, not merely too large
    is_beyond = np.isinf(nearest) & ~is_infinite
    is_exact = (nearest == numbers) & ~is_beyond
    is_large = is_whole & (np.abs(numbers) >= EXACT_BELOW) & is_exact
    for index in np.flatnonzero(is_large).tolist():
        is_exact[index] = Decimal(fields[index]) == Decimal(nearest[index].item())
    given = Numbers(name, table.where, table.found, numbers, nearest, is_exact, is_beyond)
    return given, is_infinite
