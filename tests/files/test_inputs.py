"""A person's files: arrays as .npy, and what is refused whatever the file holds."""

import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.errors import ProgramError
from bitonic_scope.files import reading
from bitonic_scope.files.reading import read_input

EXPECTED = "expected .npy, .csv, .txt, or a picture such as .png or .jpg"
ALLOWED = "allowed are integers, or floats of 16, 32 or 64 bits, in one or two dimensions"
IN_EACH_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(folder: Path, array: NDArray[Any], *, round_values: bool = False) -> OwnData:
    np.save(folder / "own.npy", array)
    return read_input(folder / "own.npy", round_values=round_values)


def refusal(path: Path, *, round_values: bool = False) -> str:
    """Return the line that refuses a file."""
    with pytest.raises(ProgramError) as raised:
        read_input(path, round_values=round_values)
    message = str(raised.value)
    assert raised.value.exit_code == 1
    assert message.isprintable()
    return message


def with_header(folder: Path, header: str, numbers: bytes = bytes(8)) -> Path:
    """Write a .npy file with any header."""
    path = folder / "own.npy"
    size = len(header).to_bytes(2, "little")
    path.write_bytes(b"\x93NUMPY\x01\x00" + size + header.encode("latin-1") + numbers)
    return path


@pytest.mark.parametrize("dtype", ["<f4", ">f4"])
def test_every_float32_but_nan_keeps_its_bits(tmp_path: Path, dtype: str) -> None:
    bits = np.random.default_rng(1).integers(0, 2**32, 10000, np.uint32)
    bits[:8] = [0, 2**31, 1, 2**31 + 1, 0x7F80_0000, 0xFF80_0000, 0x7F7F_FFFF, 0x007F_FFFF]
    values = bits.view(np.float32)
    values = values[~np.isnan(values)]
    own = read(tmp_path, values.astype(dtype))
    assert own.values.dtype == np.dtype("=f4")
    assert np.array_equal(own.values.view(np.uint32), values.view(np.uint32))
    assert (own.name, own.shape, own.notes) == ("own.npy", values.shape, ())
    assert own.form == NumpyForm(dtype)


def test_every_float16_but_nan_is_exact(tmp_path: Path) -> None:
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    halves = halves[~np.isnan(halves)]
    own = read(tmp_path, halves)
    assert own.form == NumpyForm("<f2")
    assert np.array_equal(own.values.astype(np.float16).view(np.uint16), halves.view(np.uint16))


def test_values_stay_although_the_file_is_changed(tmp_path: Path) -> None:
    own = read(tmp_path, np.arange(2**16, dtype=np.float32))
    with (tmp_path / "own.npy").open("r+b") as file:
        file.truncate(0)
    assert own.values.tolist() == list(range(2**16))


@pytest.mark.parametrize("order", ["C", "F"])
def test_two_dimensions_are_read_row_by_row(tmp_path: Path, order: Any) -> None:
    own = read(tmp_path, np.array([[1, 2, 3], [4, 5, 6]], np.int16, order=order))
    assert own.values.tolist() == [1, 2, 3, 4, 5, 6]
    assert own.values.dtype == np.float32
    assert own.shape == (2, 3)


@pytest.mark.parametrize("dtype", [f"{order}{kind}" for order in "<>" for kind in ("i8", "u8")])
def test_exact_integers_are_floats(tmp_path: Path, dtype: str) -> None:
    numbers = [0, 1, 2**24, 2**24 + 2, 2**63 - 2**39, (2**24 - 1) << 30]
    if "i" in dtype:
        numbers += [-1, -(2**24), -(2**63)]
    own = read(tmp_path, np.array(numbers, dtype))
    assert own.values.dtype == np.float32
    assert [int(value) for value in own.values] == numbers


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2"])
def test_small_integers_are_floats(tmp_path: Path, dtype: str) -> None:
    limits = np.iinfo(dtype)
    numbers = np.arange(limits.min, limits.max + 1).astype(dtype)
    own = read(tmp_path, numbers)
    assert own.values.dtype == np.float32
    assert np.array_equal(own.values, numbers)


@pytest.mark.parametrize("dtype", ["i8", "u8", "u4"])
def test_other_integers_are_unsigned_where_all_fit(tmp_path: Path, dtype: str) -> None:
    own = read(tmp_path, np.array([16777216, 16777217, 0, 4294967295], dtype))
    assert own.values.dtype == np.uint32
    assert own.values.tolist() == [16777216, 16777217, 0, 4294967295]


@given(number=st.integers(-(2**63), 2**63 - 1) | st.integers(-(2**26), 2**26))
@IN_EACH_FOLDER
def test_an_integer_with_a_negative_one_is_exact_or_refused(tmp_path: Path, number: int) -> None:
    array = np.array([-3, number], np.int64)
    nearest = np.float32(number)
    if int(nearest) == number:
        assert read(tmp_path, array).values.tolist() == [-3, number]
        return
    np.save(tmp_path / "own.npy", array)
    assert f"element 1 is {number}, which no float32" in refusal(tmp_path / "own.npy")
    own = read(tmp_path, array, round_values=True)
    assert own.notes[0].startswith("1 of 2 numbers was rounded")
    assert own.values[1] == nearest or int(nearest) == 2**63  # which would not go back


@pytest.mark.parametrize(
    ("dtype", "top"), [("i4", 2**31 - 128), ("i8", 2**63 - 2**39), ("u8", 2**64 - 2**40)]
)
def test_a_rounded_integer_still_fits_its_type(tmp_path: Path, dtype: str, top: int) -> None:
    numbers = np.array([np.iinfo(dtype).max, np.iinfo(dtype).min], dtype)
    own = read(tmp_path, numbers, round_values=True)
    assert [int(value) for value in own.values] == [top, np.iinfo(dtype).min]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert own.values.astype(dtype).tolist() == [top, np.iinfo(dtype).min]


def test_doubles_are_floats_where_all_are_exact(tmp_path: Path) -> None:
    numbers = [0.5, -0.0, np.inf, -np.inf, 2.0**-149, 2.0**127, 16777216]
    own = read(tmp_path, np.array(numbers))
    assert own.values.view(np.uint32).tolist() == np.array(numbers, "f4").view("u4").tolist()
    assert (own.form, own.notes) == (NumpyForm("<f8"), ())


def test_other_doubles_are_rounded_only_on_demand(tmp_path: Path) -> None:
    own = read(tmp_path, np.array([0.5, 0.1, 0.1 + 1e-12, 1e-50]), round_values=True)
    assert own.values.tolist() == np.array([0.5, 0.1, 0.1, 0], np.float32).tolist()
    assert own.notes == (
        "3 of 4 numbers were rounded to the nearest float32, and 1 of them became equal to another",
    )
    message = "own.npy: element 1 is 0.1, which no float32 holds exactly; try --round for the"
    assert refusal(tmp_path / "own.npy").startswith(message)


INEXACT = "which no float32 holds exactly"


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([1.0, np.nan], "f4"), "element 1 is NaN, which cannot be ordered; remove"),
        (np.array([[1, 2], [np.nan, 4]], "f8"), "element [1, 0] is NaN"),
        (np.array([np.nan], "f2"), "element 0 is NaN"),
        (np.array([[0.5, 0.1]]), f"element [0, 1] is 0.1, {INEXACT}"),
        (np.array([0.1, 1e39]), f"element 0 is 0.1, {INEXACT}"),
        (np.array([0.5, -1e39]), "element 1 is -1e+39, beyond the largest float32, 3.4028235e+38"),
        (
            np.array([16777217, -1]),
            f"element 0 is 16777217, {INEXACT}, and element 1 is -1, outside 0 to 4294967295",
        ),
        (np.array([1, 2**33 + 1]), f"element 1 is 8589934593, {INEXACT}, and it is outside 0 to"),
        (np.array([True]), f"holds bool; {ALLOWED}"),
        (np.array([1j]), f"holds complex128; {ALLOWED}"),
        (np.array(["1"]), f"holds <U1; {ALLOWED}"),
        (np.array([b"1"]), f"holds |S1; {ALLOWED}"),
        (np.array([1], "M8[s]"), f"holds datetime64[s]; {ALLOWED}"),
        (np.array([{}]), f"holds objects; {ALLOWED}"),
        (np.zeros(2, [("a\nb", "f4"), ("c", "f8"), ("d", "f8"), ("e", "f8")]), "holds [('a\\nb', "),
        (np.array(5.0), f"has 0 dimensions; {ALLOWED}"),
        (np.zeros((2, 2, 2)), f"has 3 dimensions; {ALLOWED}"),
        (np.zeros(0), "holds no numbers; at least one is needed"),
        (np.zeros((3, 0)), "holds no numbers"),
    ],
)
def test_an_array_that_cannot_be_sorted_is_refused(
    tmp_path: Path, array: NDArray[Any], message: str
) -> None:
    np.save(tmp_path / "own.npy", array)
    found = refusal(tmp_path / "own.npy")
    assert found.startswith(f"own.npy: {message}")
    assert len(found) < 250


def test_long_doubles_are_refused(tmp_path: Path) -> None:
    if np.dtype(np.longdouble).itemsize == 8:
        pytest.skip("here they are doubles")
    np.save(tmp_path / "own.npy", np.zeros(2, np.longdouble))
    assert refusal(tmp_path / "own.npy").startswith("own.npy: holds float")


@pytest.mark.parametrize("round_values", [False, True])
def test_rounding_takes_neither_nan_nor_what_is_beyond(tmp_path: Path, round_values: bool) -> None:
    for number, message in ((np.nan, "NaN"), (1e39, "1e+39, beyond")):
        np.save(tmp_path / "own.npy", np.array([0.5, number]))
        found = refusal(tmp_path / "own.npy", round_values=round_values)
        assert found.startswith(f"own.npy: element 1 is {message}")


def header(shape: str, descr: str = "'<f4'") -> str:
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (header("(3,)"), "is cut off: 4 bytes of its numbers are missing"),
        (header("(268435456,)"), "is cut off: 1,073,741,816 bytes of its numbers are missing"),
        (header("(268435457,)"), "holds 268435457 elements; at most 268435456 can be sorted"),
        (header(f"({2**62}, 4)"), f"holds {2**64} elements; at most 268435456"),
        (header("(-1,)"), "has the impossible shape (-1,); save it again"),
        (header("(True,)"), "has the impossible shape (True,)"),
        (header("(2,)", "'<q9'"), "has a header that is cut off or damaged; save it again"),
        (header("(10**9,)"), "has a header that is cut off or damaged"),
        ("((((", "has a header that is cut off or damaged"),
        ("'''", "has a header that is cut off or damaged"),
        ("\xff", "has a header that is cut off or damaged"),
        ("", "has a header that is cut off or damaged"),
    ],
)
def test_a_damaged_header_is_refused_before_the_numbers_are_read(
    tmp_path: Path, text: str, message: str
) -> None:
    assert refusal(with_header(tmp_path, text)).startswith(f"own.npy: {message}")


def test_one_byte_is_no_bytes(tmp_path: Path) -> None:
    path = tmp_path / "own.npy"
    np.save(path, np.array([1, 2], np.int8))
    path.write_bytes(path.read_bytes()[:-1])
    assert refusal(path) == "own.npy: is cut off: 1 byte of its numbers is missing"


@given(data=st.data())
@IN_EACH_FOLDER
def test_an_array_damaged_anywhere_is_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "own.npy"
    np.save(path, np.arange(6, dtype=np.float32).reshape(2, 3))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(1, len(content)))])
    message = ""
    try:
        assert read_input(path).count > 0
    except ProgramError as error:
        message = str(error)
    assert message.isprintable()


def test_what_is_no_file_to_be_read_has_its_line_each(tmp_path: Path) -> None:
    (tmp_path / "folder.npy").mkdir()
    (tmp_path / "empty.csv").touch()
    (tmp_path / "text.npy").write_text("1 2 3")
    (tmp_path / "own.xyz").write_text("1 2 3")
    (tmp_path / "own").write_text("1 2 3")
    (tmp_path / "own.pdf").write_text("1 2 3")  # a kind that can be written only
    messages = {
        "gone.npy": "cannot be read: No such file or directory",
        "folder.npy": f"is a folder; {EXPECTED.replace('expected', 'expected a file:')}",
        "empty.csv": "is empty; expected numbers or a picture",
        "text.npy": "is not a .npy file: its first bytes are wrong; try numpy.save",
        "own.xyz": f"has the unknown extension '.xyz'; {EXPECTED}",
        "own": f"has no extension; {EXPECTED}",
        "own.pdf": f"has the unknown extension '.pdf'; {EXPECTED}",
    }
    for name, message in messages.items():
        assert refusal(tmp_path / name) == f"{name}: {message}"


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    assert refusal(tmp_path / "pipe.csv").startswith("pipe.csv: is a device or a pipe; expected a")


@pytest.mark.parametrize("name", ["a\nb\x1b[31m.{}", "a\u2028b.{}", "a\udcffb.{}"])
@pytest.mark.parametrize("suffix", ["npy", "csv", "png", "xyz\n"])
def test_a_name_cannot_break_the_line(tmp_path: Path, name: str, suffix: str) -> None:
    path = tmp_path / name.format(suffix)
    for content in (None, b"", b"nan"):
        if content is not None:
            path.write_bytes(content)
        assert refusal(path).startswith(("$'a\\n", "$'a\\342\\200\\250", "$'a\\377"))
    assert refusal(Path("a\0b.npy")) == "$'a\\000b.npy': cannot be read: embedded null byte"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied"), "cannot be read: Permission denied"),
        (OSError(5, "Input/output error"), "cannot be read: Input/output error"),
        (MemoryError(), "needs more memory than is available; try a smaller file"),
    ],
)
@pytest.mark.parametrize("reader", ["read_array", "read_text", "read_picture"])
def test_what_the_system_refuses_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str, reader: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(reading, reader, fail)
    suffix = {"read_array": ".npy", "read_text": ".TXT", "read_picture": ".JPG"}[reader]
    path = (tmp_path / "own").with_suffix(suffix)
    path.write_bytes(b"1")
    assert refusal(path) == f"own{suffix}: {message}"
