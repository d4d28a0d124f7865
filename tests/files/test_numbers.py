"""Numbers in text: what is read, exactly, and what a refusal says."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bitonic_scope.data.own_data import OwnData, TextForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.nearest import nearest_float32
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.text import values_from_text

EXPECTED = "expected numbers between white space, commas or semicolons, under one header line"


def read(folder: Path, text: str | bytes, *, round_values: bool = False) -> OwnData:
    path = folder / "own.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_input(path, round_values=round_values)


def bits(values: NDArray[np.float32] | NDArray[np.uint32]) -> list[int]:
    numbers: list[int] = values.view(np.uint32).tolist()
    return numbers


def float_bits(*numbers: float) -> list[int]:
    return bits(np.array(numbers, np.float32))


@pytest.mark.parametrize(
    ("text", "shape", "separator", "header"),
    [
        ("5 2 8", (3,), " ", None),
        ("5\t2\t8\n", (3,), "\t", None),
        ("5,2,8", (3,), ",", None),
        ("5; 2; 8", (3,), "; ", None),
        ("5, 2; 8", (3,), ", ", None),
        ("5\n2\n8\n", (3,), "\n", None),
        ("5\r\n2\r\n8\r\n", (3,), "\n", None),
        ("\ufeff5,2,8\r\n", (3,), ",", None),
        ("\n\n  5 2 8  \n \n\n", (3,), " ", None),
        ("5,2,8,\n", (3,), ",", None),
        ("5,\n2,\n8,\n", (3,), "\n", None),
        ("x,y,z\n5,2,8\n", (3,), ",", "x,y,z"),
        ("Größe\n5\n2\n8", (3,), "\n", "Größe"),
        ("# made by hand\n5 2 8", (3,), " ", "# made by hand"),
        ("3D length\n5\n2\n8", (3,), "\n", "3D length"),
        ("channel 1,channel 2,3rd\n5,2,8", (3,), ",", "channel 1,channel 2,3rd"),
    ],
)
def test_numbers_are_read_whatever_stands_between_them(
    tmp_path: Path, text: str, shape: tuple[int, ...], separator: str, header: str | None
) -> None:
    own = read(tmp_path, text)
    assert bits(own.values) == float_bits(5, 2, 8)
    assert (own.name, own.shape, own.notes) == ("own.csv", shape, ())
    assert own.form == TextForm(separator, header, is_whole=True)
    assert own.colours is None


@pytest.mark.parametrize("text", ["1 2 3\n4 5 6", "1,2,3,\n\n4,5,6,\n", "a b c\n1; 2;3\r\n4 5 6\n"])
def test_rows_and_columns_are_kept(tmp_path: Path, text: str) -> None:
    own = read(tmp_path, text)
    assert own.values.tolist() == [1, 2, 3, 4, 5, 6]
    assert own.shape == (2, 3)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("+5", 5.0),
        (".5", 0.5),
        ("-5.", -5.0),
        ("1e3", 1000.0),
        ("1E+3", 1000.0),
        ("-0.0", -0.0),
        ("-0", -0.0),
        ("inf", np.inf),
        ("-Infinity", -np.inf),
        ("1e-45", 1e-45),
        ("0e999999999", 0.0),
        ("1e-999999999", 0.0),
        ("0000000000000000000000007", 7.0),
        ("340282346638528859811704183484516925440", 2.0**128 - 2.0**104),
        ("340282356779733661637539395458142568447.9", 2.0**128 - 2.0**104),
    ],
)
def test_each_way_to_write_a_number_is_read(field: str, value: float) -> None:
    assert bits(values_from_text(f"{field} 0.5").values) == float_bits(value, 0.5)
    assert bits(values_from_text(field).values) == float_bits(value)


def test_typed_numbers_are_one_row_whatever_lines_they_have() -> None:
    own = values_from_text("5 2 8 1\n9 3\r\n7 4")
    assert own.values.tolist() == [5, 2, 8, 1, 9, 3, 7, 4]
    assert (own.name, own.shape) == ("--values", (8,))
    assert own.form == TextForm(" ", None, is_whole=True)


def test_whole_numbers_are_floats_where_all_are_exact_else_unsigned_where_all_fit() -> None:
    floats = values_from_text("16777216 -16777216 18446744073709551616 inf")
    assert floats.values.dtype == np.float32
    assert floats.values.tolist() == [2.0**24, -(2.0**24), 2.0**64, np.inf]
    whole = values_from_text("16777217 0 4294967295 000000000000000000016777216")
    assert whole.values.dtype == np.uint32
    assert whole.values.tolist() == [16777217, 0, 4294967295, 16777216]
    assert floats.form == whole.form == TextForm(" ", None, is_whole=True)


def test_decimals_are_rounded_and_one_note_counts_them(tmp_path: Path) -> None:
    own = read(tmp_path, "0.5 0.1 0.10000000001\n7 2.5 16777216\n")
    assert bits(own.values) == float_bits(0.5, 0.1, 0.1, 7, 2.5, 16777216)
    assert own.form == TextForm(" ", None, is_whole=False)
    assert own.notes == (
        "2 of 6 numbers were rounded to the nearest float32, and 1 of them became equal to another",
    )
    assert values_from_text("0.1 2").notes == (
        "1 of 2 numbers was rounded to the nearest float32, "
        "and none of them became equal to another",
    )
    assert values_from_text("0.5 2 1e3 inf").notes == ()


def test_rounding_takes_what_is_refused_without() -> None:
    own = values_from_text("-16777217 16777219 9007199254740993", round_values=True)
    assert own.values.tolist() == [-16777216, 16777220, 9007199254740992]
    assert own.notes[0].startswith("3 of 3 numbers were rounded")
    mixed = values_from_text("0.5 16777217", round_values=True)
    assert bits(mixed.values) == float_bits(0.5, 16777216)


ALWAYS_BAD: list[tuple[str | bytes, str]] = [
    ("", "is empty"),
    ("\n \n", "is empty"),
    ("one two", f"has the header 'one two' and no numbers; {EXPECTED}"),
    (
        "x\n1 2\n3 4 5\n",
        "line 3 has 3 fields, line 2 has 2; expected the same number in every line",
    ),
    ("1 2\n3\n", "line 2 has 1 field, line 1 has 2; expected the same number in every line"),
    ("1 2\n3 x\n", f"line 2, number 2 is 'x'; {EXPECTED}"),
    ("x\ny\n1", f"line 2, number 1 is 'y'; {EXPECTED}"),
    ("1\n\n2\nnan", "line 4, number 1 is NaN, which cannot be ordered; remove it"),
    ("-NaN 1", "line 1, number 1 is NaN"),
    ("1,,2", "line 1 has an empty field"),
    ("1\n,2", "line 2 has an empty field"),
    (",,\n1", "line 1 has an empty field"),
    ("1,5;2,5", "line 1 mixes commas between digits with other separators; expected decimals"),
    ("1;2\n1,5 2,5", "line 2 mixes commas between digits"),
    ("1_000\n2", f"line 1, number 1 is '1_000'; {EXPECTED}"),
    ("٣ 2", f"line 1, number 1 is '٣'; {EXPECTED}"),
    ("1\u00a0000 2", f"line 1, number 1 is '1\\xa0000'; {EXPECTED}"),
    ("1 0x10", "line 1, number 2 is '0x10'"),
    ("1 \x1b[31m", "line 1, number 2 is '\\x1b[31m'"),
    ("1 " + "x" * 99, f"line 1, number 2 is '{'x' * 40}...'"),
    ("1 " + "9" * 5000, "line 1, number 2 has 5000 characters; a number may have at most 4000"),
    ("1 0." + "0" * 5000 + "1", "line 1, number 2 has 5003 characters"),
    ("0.5 3.5e38", "line 1, number 2 is 3.5e38, beyond the largest float32, 3.4028235e+38; try"),
    (
        "340282356779733661637539395458142568448.0",
        "line 1, number 1 is 34028235677973366163753939545",
    ),
    ("1e999999999", "line 1, number 1 is 1e999999999, beyond the largest float32"),
    ("0.5\n-1" + "0" * 39, f"line 2, number 1 is -1{'0' * 38}..., beyond the largest float32"),
    (b"1 2 \xff", "is not UTF-8 text: byte 4 is invalid; save it as UTF-8"),
    ("1 2".encode("utf-16"), "is not UTF-8 text: byte 0 is invalid"),
    (b"1 2\x00", "line 1, number 2 is '2\\x00'"),
]


@pytest.mark.parametrize(("text", "message"), ALWAYS_BAD)
@pytest.mark.parametrize("round_values", [False, True])
def test_what_is_no_number_is_refused_by_its_place(
    tmp_path: Path, text: str | bytes, message: str, round_values: bool
) -> None:
    with pytest.raises(ProgramError) as refusal:
        read(tmp_path, text, round_values=round_values)
    assert str(refusal.value).startswith(f"own.csv: {message}")
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 250
    assert refusal.value.exit_code == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1 16777217 -1",
            "number 2 is 16777217, which no float32 holds exactly, and number 3 is -1, outside 0 "
            "to 4294967295, where every whole number is exact; try --round for the nearest",
        ),
        (
            "1 4294967297",
            "number 2 is 4294967297, which no float32 holds exactly, and it is outside 0 to",
        ),
        ("16777217 inf", "number 1 is 16777217, which no float32 holds exactly, and number 2 is"),
        ("18446744073709551617", "number 1 is 18446744073709551617, which no float32 holds"),
        (
            "0.5 16777217",
            "number 2 is 16777217, which no float32 holds exactly; try --round for the nearest",
        ),
        ("0.5 9007199254740993", "number 2 is 9007199254740993, which no float32 holds exactly"),
    ],
)
def test_an_inexact_whole_number_is_refused_with_the_way_out(text: str, message: str) -> None:
    with pytest.raises(ProgramError) as refusal:
        values_from_text(text)
    assert str(refusal.value).startswith(f"--values: {message}")
    assert values_from_text(text, round_values=True).notes


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1))
def test_the_shortest_text_of_a_float32_is_read_back_to_the_bit(numbers: list[float]) -> None:
    values = np.array(numbers, np.float32)
    assert bits(values_from_text(" ".join(map(str, values))).values) == bits(values)


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1))
def test_every_uint32_is_read_back(numbers: list[int]) -> None:
    assert values_from_text(",".join(map(str, numbers))).values.tolist() == numbers


@given(st.integers(0, 2**31 - 2**23 - 2), st.booleans(), st.integers(-2, 2))
def test_decimals_about_the_middle_of_two_floats_are_rounded_once(
    low_bits: int, is_negative: bool, side: int
) -> None:
    low, high = np.array([low_bits, low_bits + 1], np.uint32).view(np.float32).tolist()
    if not np.isfinite(high):
        return
    exact = (Fraction(low) + Fraction(high)) / 2 * (1 + Fraction(side, 10**25))
    # The denominator is a power of two: so many digits write it exactly.
    digits = exact.denominator.bit_length() + 30
    field = f"{'-' if is_negative else ''}{int(exact * 10**digits)}e-{digits}"
    even = low if low_bits % 2 == 0 else high
    expected = even if side == 0 else low if side < 0 else high
    doubles = np.array([float(field)])
    expected_bits = float_bits(-expected if is_negative else expected)
    assert Fraction(Decimal(field)) == (-exact if is_negative else exact)
    assert bits(nearest_float32(doubles, [field])) == expected_bits


@given(st.text(st.sampled_from("0123456789+-.eE,; \t\nnaifx\u00a0٣_\ufeff")))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    message = ""
    try:
        own = values_from_text(text)
    except ProgramError as error:
        message = str(error)
    else:
        assert not np.isnan(own.values).any()
        assert own.shape == (own.count,)
    assert message.isprintable()
