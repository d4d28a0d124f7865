"""Tables as spreadsheets write them: read right, or refused by line and field."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bitonic_scope.data.own_data import OwnData, TextForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.notation import Comma
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.result_file import write_result
from bitonic_scope.files.text import values_from_text

IN_ONE_FOLDER = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400
)


def read(folder: Path, content: str | bytes, comma: Comma | None = None) -> OwnData:
    path = folder / "own.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_input(path, comma=comma)


def refusal(folder: Path, content: str | bytes, comma: Comma | None = None) -> str:
    with pytest.raises(ProgramError) as error:
        read(folder, content, comma)
    line = str(error.value)
    assert line.startswith("own.csv: ")
    assert line.isprintable()
    assert len(line) < 300
    return line


@pytest.mark.parametrize(
    ("content", "found", "meanings"),
    [
        ("3,14\n2,71\n1,41", "line 1, number 1 is '3,14'", "3.14 or 3 and 14"),
        ("1,05", "line 1, number 1 is '1,05'", "1.05 or 1 and 05"),
        ("1,234\n2,345", "line 1, number 1 is '1,234'", "1.234 or 1234 or 1 and 234"),
        ("1,234,567", "line 1, number 1 is '1,234,567'", "1234567 or 1, 234 and 567"),
        ("1,234.5\n12,345.6", "line 1, number 1 is '1,234.5'", "1234.5 or 1 and 234.5"),
        ("1.234,5\n2.345,6", "line 1, number 1 is '1.234,5'", "1234.5 or 1.234 and 5"),
        ("-3,14\n+2,71", "line 1, number 1 is '-3,14'", "-3.14 or -3 and 14"),
        ("3,14e5\n2,71E-5", "line 1, number 1 is '3,14e5'", "3.14e5 or 3 and 14e5"),
        ("\r\n 3,14 \r\n\r\n2,71\r\n", "line 2, number 1 is '3,14'", "3.14 or 3 and 14"),
        ("\ufeff3,14\n2,71", "line 1, number 1 is '3,14'", "3.14 or 3 and 14"),
        ("7\n3,14\n", "line 2, number 1 is '3,14'", "3.14 or 3 and 14"),
        ("567\n1,234\n1,234,567", "line 2, number 1 is '1,234'", "1.234 or 1234 or 1 and 234"),
        ("5, 1,234\n6, 2,345", "line 1, number 2 is '1,234'", "1.234 or 1234 or 1 and 234"),
        ("1,234\n0,5", "line 1, number 1 is '1,234'", "1.234 or 1234 or 1 and 234"),
    ],
)
def test_commas_with_two_meanings_are_refused_with_both_and_the_ways_out(
    tmp_path: Path, content: str, found: str, meanings: str
) -> None:
    line = refusal(tmp_path, content)
    assert f"{found}, which may mean {meanings}; try --columns comma" in line
    assert "--decimal comma" in line


@pytest.mark.parametrize(
    ("content", "shape"),
    [
        ("5,2,8\n3,1,4", (2, 3)),  # no number has two decimal commas
        ("1, 2\n3, 4", (2, 2)),
        ("x,y\n3,14\n2,71", (2, 2)),
        ("1.5,2\n3,4", (2, 2)),
        ("1,-2\n3,4", (2, 2)),
        ("inf,1\n3,4", (2, 2)),
        ("1,2.5\n3,4", (2, 2)),
        ("1,2,", (2,)),
        ('"1","2"\n3,4', (2, 2)),
        ("0,123,456\n1,234,567", (2, 3)),
        ("sep=,\n3,14\n2,71", (2, 2)),
    ],
)
def test_commas_with_one_meaning_separate_columns(
    tmp_path: Path, content: str, shape: tuple[int, ...]
) -> None:
    own = read(tmp_path, content)
    assert own.shape == shape
    named = read(tmp_path, content, Comma.COLUMNS)
    assert (named.shape, named.form) == (own.shape, own.form)
    assert named.values.tolist() == own.values.tolist()


def test_each_meaning_can_be_named(tmp_path: Path) -> None:
    columns = read(tmp_path, "3,14\n1,05\n", Comma.COLUMNS)
    assert columns.shape == (2, 2)
    assert columns.values.tolist() == [3, 14, 1, 5]
    assert columns.form == TextForm(",", None, is_whole=True)
    decimals = read(tmp_path, "3,5\n1,25\n", Comma.DECIMAL)
    assert decimals.shape == (2,)
    assert decimals.values.tolist() == [3.5, 1.25]
    assert decimals.form == TextForm("\n", None, is_whole=False, has_decimal_commas=True)


def test_typed_commas_separate_unless_named_otherwise() -> None:
    assert values_from_text("3,14").values.tolist() == [3, 14]
    assert values_from_text("3,14", comma=Comma.COLUMNS).values.tolist() == [3, 14]
    assert values_from_text("3,5 1,25", comma=Comma.DECIMAL).values.tolist() == [3.5, 1.25]


@pytest.mark.parametrize(
    "content",
    [
        "3,5\t1,25",
        "3,5 1,25",
        "3,5; 1,25;",
        "x;y\n3,5;1,25",
        "sep=;\n3,5;1,25",
        "sep=|\r\n3,5|1,25|\r\n\r\n",
        '\ufeff"3,5";"1,25"',
        '"Länge, m";"Breite, m"\n3,5;1,25',
    ],
)
def test_decimal_commas_are_read_and_written_back(tmp_path: Path, content: str) -> None:
    own = read(tmp_path, content, Comma.DECIMAL)
    assert own.values.tolist() == [3.5, 1.25]
    write_result(tmp_path / "own.csv", own, own.values[::-1], None)
    text = (tmp_path / "own.csv").read_text()
    assert "1,25" in text
    assert "." not in text
    again = read_input(tmp_path / "own.csv", comma=Comma.DECIMAL)
    assert again.values.tolist() == [1.25, 3.5]
    assert again.form == own.form


@pytest.mark.parametrize(
    ("content", "comma", "pieces"),
    [
        ("3.5\n1", Comma.DECIMAL, ("line 1, number 1 is '3.5'", "decimals with one comma")),
        ("1.234,5", Comma.DECIMAL, ("line 1, number 1 is '1.234,5'", "no points")),
        ("1,234,567", Comma.DECIMAL, ("line 1, number 1 is '1,234,567'", "one comma")),
        ("1, 2", Comma.DECIMAL, ("line 1 has a comma without a decimal after it",)),
        ("2;1,", Comma.DECIMAL, ("line 1 has a comma without a decimal after it",)),
        ("3,5\n1e39", Comma.DECIMAL, ("line 2, number 1 is 1e39", "largest float32")),
        ("3,5\n1,5e39", Comma.DECIMAL, ("line 2, number 1 is 1,5e39", "largest float32")),
        ("3,5;x", Comma.DECIMAL, ("line 1, number 2 is 'x'",)),
        ("3,5;;1", Comma.DECIMAL, ("line 1 has an empty field",)),
        ("3,5\n1 2", Comma.DECIMAL, ("line 2 has 2 fields, line 1 has 1",)),
        ("1,5;2", Comma.COLUMNS, ("line 1, number 2 is '5;2'",)),
        ("1,5 2", Comma.COLUMNS, ("line 1, number 2 is '5 2'",)),
        ("1,,2", Comma.COLUMNS, ("line 1 has an empty field",)),
        ("1,5;2,5", None, ("line 1 mixes commas", "--decimal comma")),
        ("1,5 inf", None, ("line 1 mixes commas", "--decimal comma")),
        ("inf\t1,5", None, ("line 1 mixes commas", "--decimal comma")),
        ("1 2\n3,x", None, ("line 2, number 2 is 'x'",)),
        ("value\n3,5", None, ("line 1 has 1 field, line 2 has 2", "--decimal comma")),
        ('"1,234"', None, ("line 1, number 1 is '\"1,234\"'", "1.234 or 1234")),
        ('"3,5","2,5"', None, ("line 1, number 1 is '\"3,5\"'", "with a point")),
        ("sep=;\n3,5;1", None, ("line 2, number 1 is '3,5'", "3.5; write", "--decimal comma")),
        ("sep=;\n1 234;5", None, ("line 2, number 1 is '1 234'",)),
        ("sep=;\n3;;1", None, ("line 2 has an empty field",)),
        ("sep=;\n", None, ("is empty",)),
        ("sep=;\nx;y\n", None, ("has the header 'x;y' and no numbers",)),
        ("sep=5\n351", None, ("line 1 names the separator '5'; expected ',' or ';'",)),
        ("sep=;\n3;1", Comma.COLUMNS, ("line 1 names the separator ';'; expected ','",)),
        ("sep=,\n3,1", Comma.DECIMAL, ("line 1 names the separator ','; expected ';' or",)),
    ],
)
def test_what_cannot_be_read_surely_is_refused_by_its_place(
    tmp_path: Path, content: str, comma: Comma | None, pieces: tuple[str, ...]
) -> None:
    line = refusal(tmp_path, content, comma)
    for piece in pieces:
        assert piece in line, line


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("sep=;\n3;1", "sep=;"),
        ("SEP=;\r\n3;1;\r\n", "SEP=;"),
        ('"sep=;"\n3;1', '"sep=;"'),
        ("\ufeffsep=\t\n3\t1", "sep=\t"),
        ("sep=,\n3, 1", "sep=,"),
        ("sep=;\nx;y\n3;1", "sep=;\nx;y"),
        ("sep=|\nx|y\n3|1", "sep=|\nx|y"),
        ('"3";"1"', None),
        ('"3" , " 1 "', None),
        ('"3";1\r\n\r\n', None),
        ("3;1;\r\n\r\n \r\n", None),
    ],
)
def test_what_spreadsheets_add_is_understood(
    tmp_path: Path, content: str, header: str | None
) -> None:
    own = read(tmp_path, content)
    assert own.values.tolist() == [3, 1]
    assert isinstance(own.form, TextForm)
    assert own.form.header == header
    write_result(tmp_path / "own.csv", own, own.values[::-1], None)
    again = read_input(tmp_path / "own.csv")
    assert again.values.tolist() == [1, 3]
    assert again.form == own.form


@dataclass(frozen=True)
class Written:
    """A table, and a text of it.

    Attributes:
        content: the text.
        values: (rows, columns) what it means.
        comma: the meaning of its commas, where the user names it.
        is_clear: whether the text has one meaning only, so that it must be read.
    """

    content: str
    values: list[list[float]]
    comma: Comma | None
    is_clear: bool


@st.composite
def written_tables(draw: st.DrawFn) -> Written:
    """Write tables in the ways of spreadsheets, but none that has only a wrong meaning."""
    separator = draw(st.sampled_from((",", ", ", ";", "; ", "\t", " ", "|")))
    is_named = separator == "|" or (len(separator) == 1 and draw(st.booleans()))
    point, group = draw(st.sampled_from(((".", ","), (",", "."))))
    has_groups, is_quoted, has_header = (
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.booleans()),
    )
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    values: list[list[float]] = [[] for _ in range(rows)]
    fields: list[list[str]] = [[] for _ in range(rows)]
    for row in range(rows):
        for _ in range(columns):
            whole = str(draw(st.integers(0, 9) | st.integers(0, 999) | st.integers(0, 10**7)))
            decimals = draw(st.just("") | st.from_regex(r"\.[0-9]{1,4}", fullmatch=True))
            exponent = "" if has_groups else draw(st.sampled_from(("", "", "e3", "E-2")))
            sign = draw(st.sampled_from(("", "", "-", "+")))
            values[row].append(float(f"{sign}{whole}{decimals}{exponent}"))
            shown = f"{int(whole):,}".replace(",", group) if has_groups else whole
            fields[row].append(f"{sign}{shown}{decimals.replace('.', point)}{exponent}")
    numbers = " ".join(field for row in fields for field in row)
    is_grouped = any(group in field for row in fields for field in row)
    separates = separator.startswith(",")
    # Not even a person could tell the columns of 3,14,2,71, or that 1.234 means 1234.
    assume(not (separates and separator == "," and "," in numbers and not is_quoted))
    assume(not (is_grouped and group == "." and "," not in numbers))
    if is_quoted:
        fields = [[f'"{field}"' for field in row] for row in fields]
    if has_header:
        fields.insert(0, ["alpha", "beta", "gamma"][:columns])
    end = separator if columns > 1 and separator != " " and draw(st.booleans()) else ""
    lines = [separator.join(row) + end for row in fields]
    if is_named:
        lines.insert(0, f"sep={separator}")
    newline = draw(st.sampled_from(("\n", "\r\n")))
    content = draw(st.sampled_from(("", "\ufeff"))) + newline.join(lines)
    content += newline * draw(st.integers(0, 3))
    meanings: list[Comma | None] = [None]
    if point == "," and not separates:
        meanings.append(Comma.DECIMAL)
    if separates and ("," not in numbers or is_quoted):
        meanings.append(Comma.COLUMNS)
    comma = draw(st.sampled_from(meanings))
    is_clear = not is_grouped and (
        comma is Comma.DECIMAL
        or ("," not in numbers and (separator != "," or is_named or comma is Comma.COLUMNS))
    )
    return Written(content, values, comma, is_clear)


@given(written_tables())
@IN_ONE_FOLDER
def test_a_table_is_read_right_or_refused_by_its_line_and_never_read_otherwise(
    tmp_path: Path, table: Written
) -> None:
    try:
        own = read(tmp_path, table.content, table.comma)
    except ProgramError as error:
        line = str(error)
        assert not table.is_clear, line
        assert re.match(r"own\.csv: line [0-9]+(, number [0-9]+)? ", line), line
        assert line.isprintable()
        return
    expected = np.array(table.values, np.float32)
    assert own.values.view(np.uint32).tolist() == expected.view(np.uint32).reshape(-1).tolist()
    assert own.shape == (expected.shape if min(expected.shape) > 1 else (expected.size,))
