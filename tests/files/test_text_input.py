"""Text as input: each number exactly as it is written, each fault by its line and place."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bitonic_scope.data.own_data import OwnData, TextForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.result_file import write_result
from bitonic_scope.files.text import values_from_text

IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
LARGEST = 2**128 - 2**104  # of float32
BEYOND = 2**128 - 2**103  # from here on a number is nearer to 2^128, which float32 has not
ALLOWED = "expected numbers between white space, commas or semicolons"


def read(folder: Path, content: str | bytes, *, round_values: bool = False) -> OwnData:
    path = folder / "own.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_input(path, round_values=round_values)


def bits_of(values: NDArray[np.float32] | NDArray[np.uint32]) -> list[int]:
    bits: list[int] = values.view(np.uint32).tolist()
    return bits


def nearest_bits(field: str) -> int:
    """Return the bits of the float32 nearest to a decimal, by whole numbers alone."""
    sign = 0x8000_0000 if field.startswith("-") else 0
    magnitude = abs(Fraction(Decimal(field)))
    if magnitude == 0:
        return sign
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    exponent = max(exponent, -126)
    steps = round(magnitude / Fraction(2) ** (exponent - 23))  # of two as near the even one
    # Steps of 2^24, after rounding up, carry into the exponent; subnormals have exponent bits 0.
    return sign | min((exponent + 126 << 23) + steps, 0x7F80_0000)


@st.composite
def decimals(draw: st.DrawFn) -> str:
    """Write numbers in all ways, some with many more digits than a float has."""
    digits = draw(st.text("0123456789", min_size=1, max_size=40))
    point = draw(st.integers(0, len(digits)))
    field = f"{digits[:point]}.{digits[point:]}"
    exponent = draw(st.none() | st.integers(-60, 45))
    if exponent is not None:
        field += f"{draw(st.sampled_from('eE'))}{exponent:+d}"
    return draw(st.sampled_from(("", "+", "-"))) + field


@st.composite
def decimals_by_the_middle(draw: st.DrawFn) -> str:
    """Write numbers that lie in the middle between two floats, or hardly beside it."""
    low = draw(st.integers(0, 0x7F7F_FFFF) | st.integers(0, 100) | st.just(0x7F7F_FFFF))
    exponent, fraction = max(low >> 23, 1), low & 0x7F_FFFF
    steps = fraction + (0x80_0000 if low >> 23 else 0)
    middle = Fraction(2 * steps + 1) * Fraction(2) ** (exponent - 151)
    aside = middle * draw(st.sampled_from((-1, 0, 1))) / 10**30
    digits = middle.denominator.bit_length() + 40
    whole = (middle + aside) * 10**digits  # so many digits write it exactly, but for what is aside
    return f"{draw(st.sampled_from(('', '-')))}{int(whole)}.e-{digits}"


@given(decimals() | decimals_by_the_middle())
@example("0.1")
@example("16777217.")
@example("16777217.000000000000000000001")  # its double is the middle, it is not
@example("16777216.999999999999999999999")
@example("7.006492321624085354618e-46")  # half the smallest subnormal, hardly more
@example("7.006492321624085354617e-46")
@example("1.1754943508222875e-38")  # 2^-126
@example("-0.0")
@example("-1e-60")
@example(f"{BEYOND - 1}.")
def test_a_decimal_is_the_nearest_float32(field: str) -> None:
    expected = nearest_bits(field)
    if expected & 0x7FFF_FFFF == 0x7F80_0000:
        with pytest.raises(ProgramError, match="beyond the largest float32"):
            values_from_text(field)
    else:
        assert bits_of(values_from_text(field).values) == [expected]


@given(st.lists(st.integers(0, 40).flatmap(lambda k: st.integers(-(2**k), 2**k)), min_size=1))
@example([2**24 + 1])
@example([2**24 + 1, -1])
@example([2**32 - 1, 2**24 + 1, 0])
@example([2**32 - 1, 2**32])
@example([2**63, -(2**63), 2**64])
@example([LARGEST, -LARGEST])
@example([LARGEST - 1])
@example([BEYOND - 1])
def test_whole_numbers_are_exact_or_refused(numbers: list[int]) -> None:
    text = " ".join(map(str, numbers))
    inexact = [Fraction(float(np.float32(n))) != n if abs(n) <= LARGEST else True for n in numbers]
    if not any(inexact):
        own = values_from_text(text)
        assert own.values.dtype == np.float32
        assert [int(value) for value in own.values] == numbers
    elif all(0 <= number < 2**32 for number in numbers):
        own = values_from_text(text)
        assert own.values.dtype == np.uint32
        assert own.values.tolist() == numbers
    else:
        first = inexact.index(True)
        with pytest.raises(ProgramError) as refusal:
            values_from_text(text)
        found = str(numbers[first])
        assert f"number {first + 1} is {found[:40]}" in str(refusal.value)
        assert "which no float32 holds exactly" in str(refusal.value)
        if all(abs(number) < BEYOND for number in numbers):
            own = values_from_text(text, round_values=True)
            assert bits_of(own.values) == [nearest_bits(str(number)) for number in numbers]
            assert own.notes[0].startswith(f"{sum(inexact)} of {len(numbers)} numbers ")


@pytest.mark.parametrize(
    ("text", "rounded", "equal"),
    [
        ("0.1 0.2 0.5", "2 of 3 numbers were rounded", "none of them became equal"),
        ("0.1 0.1 0.5", "2 of 3 numbers were rounded", "none of them became equal"),
        ("1.00000001 1.00000002 1", "2 of 3 numbers were rounded", "2 of them became equal"),
        ("16777217.0 1", "1 of 2 numbers was rounded", "none of them became equal"),
        ("1e-60 0.0", "1 of 2 numbers was rounded", "1 of them became equal"),
    ],
)
def test_one_line_counts_what_was_rounded_and_what_became_equal(
    text: str, rounded: str, equal: str
) -> None:
    (note,) = values_from_text(text).notes
    assert note.startswith(f"{rounded} to the nearest float32, and {equal}")
    assert "\n" not in note


@pytest.mark.parametrize("text", ["0.5 -0.25 1e3", "16777216 1", "16777217 1", "inf -inf 0", "-0"])
def test_where_nothing_is_rounded_nothing_is_said(text: str) -> None:
    assert values_from_text(text).notes == ()


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("x\n1\n2", "x"),
        ("x;y\n1;2", "x;y"),
        ("  length [m], width [m]\n1,2", "  length [m], width [m]"),
        ('"time (s)","value"\r\n1,2', '"time (s)","value"'),
        ("channel 1,channel 2\n1,2", "channel 1,channel 2"),
        ("channel 1\tchannel 2\n1\t2", "channel 1\tchannel 2"),
        ("\n\nlänge 数\n\n1\n2", "länge 数"),
        ("\ufeffx\n1\n2", "x"),
        ("time / s\n1\n2", "time / s"),
        ("ratio [1]\n1\n2", "ratio [1]"),
        ("time / s mass\n1 2", "time / s mass"),
        ("Na,K\n1,2", "Na,K"),
        ('"length, m";"width, m"\n1;2', '"length, m";"width, m"'),
        (",x\n1,2", ",x"),
        ("x y\n1;2", "x y"),
        ("x,y,\n1,2,", "x,y,"),
        ("\tx\n1\t2", "\tx"),
        ("x\n1,\n2,", "x"),
        ("1 2", None),
        ("inf\n1", None),
    ],
)
def test_one_line_of_names_may_come_first(tmp_path: Path, content: str, header: str | None) -> None:
    own = read(tmp_path, content)
    assert isinstance(own.form, TextForm)
    assert own.form.header == header
    assert own.values.tolist() == [np.inf, 1] if content.startswith("inf") else [1, 2]


@pytest.mark.parametrize(
    ("content", "shape", "separator"),
    [
        ("7", (1,), " "),
        ("1\n2\n3\n4\n", (4,), "\n"),
        ("1\r2\r3\r4", (4,), "\n"),
        ("1 2  3\t4", (4,), " "),
        ("1,2,3,4,\n", (4,), ","),
        ("1;2\n3;4", (2, 2), ";"),
        ("  1\t2 \n\n \t\n  3\t4\n\n", (2, 2), "\t"),
        ("1, 2\r\n3, 4\r\n", (2, 2), ", "),
        ("1,\n2,\n3,\n4,\n", (4,), "\n"),
        ("1\x0c\n2\n3\n4", (4,), "\n"),
    ],
)
def test_rows_and_what_stands_between_are_kept(
    tmp_path: Path, content: str, shape: tuple[int, ...], separator: str
) -> None:
    own = read(tmp_path, content)
    assert own.values.tolist() == ([7] if content == "7" else [1, 2, 3, 4])
    assert own.shape == shape
    assert own.form == TextForm(separator, None, is_whole=True)


REFUSED: list[tuple[str | bytes, tuple[str, ...]]] = [
    (" \r\n\t\n", ("is empty", ALLOWED)),
    ("x", ("'x'", "no numbers", ALLOWED)),
    ("one, two\n\n", ("'one, two'", "no numbers")),
    ("x\ny\n1", ("line 2, number 1", "'y'", ALLOWED)),
    ("1 2\n3 4x", ("line 2, number 2", "'4x'", ALLOWED)),
    ("1\n\n\n2 3", ("line 4", "2", "line 1", "1", "the same number")),
    ("x y\n1 2\n3", ("line 3", "1", "line 2", "2", "the same number")),
    ("1\r\r2\rx", ("line 4, number 1", "'x'")),
    ("1\x0c\n2\x0c\nx", ("line 3, number 1", "'x'")),
    *[
        (f"{field}\n6\n7", ("line 1, number 1 is", field[-1], ALLOWED))
        for field in (
            *("$5", "−5", "(5)", "=5", "'5", "~1", "N/A", "-", "\xa05", "\u200b5", '"1', "½"),
            *(
                "$1e5",
                "−1e-5",
                '"inf',
                "−inf",
                "(nan)",
                "#N/A",
                "null",
                "None",
                "(missing)",
                "$5k",
            ),
        )
    ],
    ("x,N/A\n3,4", ("line 1, number 2 is 'N/A'", ALLOWED)),
    ("x;$5\n3;4", ("line 1, number 2 is '$5'", ALLOWED)),
    ("x\t-\n3\t4", ("line 1, number 2 is '-'", ALLOWED)),
    ("x $5\n3 4", ("line 1, number 2 is '$5'", ALLOWED)),
    ("- -\n3 4", ("line 1, number 1 is '-'", ALLOWED)),
    ("value\n3,5\n1,25", ("line 1 has 1 field, line 2 has 2", "decimals with a point")),
    ("x\n\n3;5", ("line 1 has 1 field, line 3 has 2", "the same number")),
    ("x y z\n3\t5", ("line 1 has 1 field, line 2 has 2", "the same number")),
    ("x y\n3,5", ("line 1 has 1 field, line 2 has 2", "decimals with a point")),
    ("x,y\n3\n5", ("line 1 has 2 fields, line 2 has 1", "the same number")),
    ("x;y\n3,5", ("line 1 has 1 field, line 2 has 2", "the same number")),
    ("1,,2", ("line 1", "empty field", ALLOWED)),
    ("1;;\n", ("line 1", "empty field")),
    ("1;2\n;3", ("line 2", "empty field")),
    ("1, ,2", ("line 1", "empty field")),
    ("1,\x0c,2", ("line 1", "empty field")),
    ("1\n;", ("line 2", "empty field")),
    ("1 NaN", ("line 1, number 2", "NaN", "remove it")),
    ("x\n1\n-nan", ("line 3, number 1", "NaN")),
    ("1 ınf", ("line 1, number 2", "'ınf'")),  # a dotless i
    ("1 infinit", ("line 1, number 2", "'infinit'")),
    ("1_000 2", ("line 1, number 1", "'1_000'", ALLOWED)),
    ("1 2_0", ("line 1, number 2", "'2_0'")),
    ("1_000\n2\n3", ("line 1, number 1", "'1_000'")),  # no header
    ("٣\n2", ("line 1, number 1", "'٣'")),
    ("2 ٣", ("line 1, number 2", "'٣'")),
    ("１２ 3", ("line 1, number 1", "'１２'")),
    ("1 −2", ("line 1, number 2", "'−2'")),  # not the minus of a keyboard
    ("1 0x1p3", ("line 1, number 2", "'0x1p3'")),
    ("1 1d5", ("line 1, number 2", "'1d5'")),
    ("1 1e", ("line 1, number 2", "'1e'")),
    ("1 .", ("line 1, number 2", "'.'")),
    ("1 +-2", ("line 1, number 2", "'+-2'")),
    ("1 1/2", ("line 1, number 2", "'1/2'")),
    ("1 2+3j", ("line 1, number 2", "'2+3j'")),
    ("1 1.2.3", ("line 1, number 2", "'1.2.3'")),
    ("1 12:30", ("line 1, number 2", "'12:30'")),
    ('1 "2', ("line 1, number 2", "'\"2'")),
    ('1 2"', ("line 1, number 2", "'2\"'")),
    ('1 "2"3', ("line 1, number 2", "'\"2\"3'")),
    ('1 "2 3"', ("line 1, number 2", "'\"2 3\"'")),
    ('1 ""', ("line 1, number 2", "'\"\"'")),
    ('1 "', ("line 1, number 2", "'\"'")),
    ('"nan"', ("line 1, number 1", "NaN")),
    ("1 \x07", ("line 1, number 2", "\\x07")),
    ("1 " + "y" * 5000, ("line 1, number 2", "y" * 40 + "...", ALLOWED)),
    ("1 " + "7" * 100_000, ("line 1, number 2", "100000 characters")),
    ("1 " + "7" * 100_000 + "x", ("line 1, number 2", "7" * 40 + "...", ALLOWED)),
    ("0.5\n1e39", ("line 2, number 1", "1e39", "largest float32, 3.4028235e+38")),
    ("1\n-" + "9" * 400, ("line 2, number 1", "-" + "9" * 39, "largest float32")),
    ("1e99999999999", ("line 1, number 1", "1e99999999999", "largest float32")),
    (f"0.5 {BEYOND}", ("line 1, number 2", "largest float32")),
    (b"1 2 \xe4", ("UTF-8", "byte 4")),
    ("1 2".encode("utf-16-le"), ("1\\x00", ALLOWED)),
    ("1 2".encode("utf-16"), ("UTF-8", "byte 0")),
]


@pytest.mark.parametrize(("content", "pieces"), REFUSED)
def test_a_fault_is_refused_by_its_place(
    tmp_path: Path, content: str | bytes, pieces: tuple[str, ...]
) -> None:
    with pytest.raises(ProgramError) as refusal:
        read(tmp_path, content)
    line = str(refusal.value)
    assert line.startswith("own.txt: ")
    assert line.isprintable()  # and so of one line
    assert len(line) < 300
    for piece in pieces:
        assert piece in line, line


@pytest.mark.parametrize("typed", ["", "  ", "5,,2", "x", "1_0", "٣", "nan", "1e39", "1,5;2"])
def test_what_is_typed_is_refused_alike(typed: str) -> None:
    with pytest.raises(ProgramError) as refusal:
        values_from_text(typed)
    assert str(refusal.value).startswith("--values: ")
    assert str(refusal.value).isprintable()
    assert "line" not in str(refusal.value).split("under one header line")[0]


@pytest.mark.parametrize("text", ["0.5 16777217", "16777217 -1", "-9007199254740993 0"])
def test_only_round_takes_a_whole_number_that_is_not_exact(text: str) -> None:
    with pytest.raises(ProgramError, match=r"which no float32 holds exactly.*--round"):
        values_from_text(text)
    own = values_from_text(text, round_values=True)
    assert bits_of(own.values) == [nearest_bits(field) for field in text.split()]
    assert own.notes[0].startswith("1 of 2 numbers was rounded")


@given(
    fields=st.lists(
        decimals() | st.integers(-(2**24), 2**24).map(str) | st.sampled_from(("-0", "inf", "-inf")),
        min_size=1,
    )
    | st.lists(st.integers(0, 2**32 - 1).map(str), min_size=1),
    separator=st.sampled_from((" ", ",", ";", "\t", ", ", "\n")),
    has_header=st.booleans(),
)
@IN_ONE_FOLDER
def test_what_is_written_back_is_read_as_the_same_bits(
    tmp_path: Path, fields: list[str], separator: str, has_header: bool
) -> None:
    columns = 1 if separator == "\n" else len(fields)
    names = separator.join(f"länge {column}" for column in range(columns))
    header = ""
    if has_header:
        header = "x\n" if columns == 1 or separator == " " else f"{names}\r\n"
    try:
        own = read(tmp_path, header + separator.join(fields))
    except ProgramError as error:
        line = str(error)
        own = read(tmp_path, "0")
    else:
        line = "beyond"
    assert "beyond" in line  # the only fault that such numbers can have
    write_result(tmp_path / "again.txt", own, own.values, None)
    again = read_input(tmp_path / "again.txt")
    assert again.values.dtype == own.values.dtype
    assert bits_of(again.values) == bits_of(own.values)
    assert (again.shape, again.form) == (own.shape, own.form)


def test_zeros_before_a_number_do_not_change_it() -> None:
    own = values_from_text(f"{'0' * 3000}16777217 {'0' * 30}")
    assert own.values.tolist() == [16777217, 0]
    assert bits_of(values_from_text(f"-{'0' * 3000}.{'0' * 500}5e{'0' * 20}").values) == [
        nearest_bits(f"-0.{'0' * 500}5")
    ]


def test_many_digits_take_no_time() -> None:
    """Whole numbers of an exponent's size would never be done."""
    own = values_from_text("1e-999999999999 0e999999999999 -0.0e-99999999999999999999999 0.5")
    assert bits_of(own.values) == [0, 0, 0x8000_0000, 0x3F00_0000]


@given(
    content=st.binary(max_size=60)
    | st.text("0123456789.,;- \t\n\rex_\"'abinfıſK٣\u2028\x0c", max_size=40)
)
@IN_ONE_FOLDER
def test_any_content_is_read_or_refused_in_one_line(tmp_path: Path, content: bytes | str) -> None:
    line = "own.txt: "
    try:
        own = read(tmp_path, content)
        assert own.count == np.prod(own.shape) > 0
        assert not np.isnan(own.values).any()
    except ProgramError as error:
        line = str(error)
    assert line.startswith("own.txt: ")
    assert line.isprintable()
