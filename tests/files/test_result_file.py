"""Results go back in the form in which their input came, to the bit."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm, TextForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.result_file import (
    check_result_name,
    write_indices,
    write_result,
)
from bitonic_scope.files.text import values_from_text

IN_EACH_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
FLOATS = st.floats(width=32, allow_nan=False)
WHOLE = st.integers(-(2**24), 2**24)
UNSIGNED = st.integers(0, 2**32 - 1)


def read_text(folder: Path, text: str) -> OwnData:
    (folder / "own.csv").write_text(text, "utf-8")
    return read_input(folder / "own.csv")


def written_back(folder: Path, own: OwnData) -> str:
    write_result(folder / "result.csv", own, own.values, None)
    return (folder / "result.csv").read_bytes().decode()


def read_array(folder: Path, array: NDArray[Any]) -> OwnData:
    np.save(folder / "own.npy", array)
    return read_input(folder / "own.npy")


@pytest.mark.parametrize(
    "text",
    [
        "5 2 8\n",
        "5,2,8\n",
        "5; 2; 8\n",
        "5\t2\t8\n",
        "x, y, Größe\n5, 2, 8\n-1, -0, inf\n",
        "length\n5\n2\n8\n",
        "0.5\n1e+20\n-0.0\n1e-45\n-inf\n3.0\n0.1\n",
        "4294967295 16777217 0\n",
        "340282346638528859811704183484516925440 -18446744073709551616\n",
        "5\n",
    ],
)
def test_a_text_in_the_plainest_form_is_written_as_it_was(tmp_path: Path, text: str) -> None:
    assert written_back(tmp_path, read_text(tmp_path, text)) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\ufeff5,2,8", "5,2,8\n"),
        ("5,2,\r\n8,1,\r\n\r\n", "5,2\n8,1\n"),
        ("1e3 +5", "1000.0 5.0\n"),
        ("  1    2\n 30   40\n", "1    2\n30    40\n"),
        ("+5 007", "5 7\n"),
    ],
)
def test_another_text_is_written_in_plain_form(tmp_path: Path, text: str, plain: str) -> None:
    assert written_back(tmp_path, read_text(tmp_path, text)) == plain


def test_values_go_into_rows_and_columns_in_their_new_order(tmp_path: Path) -> None:
    own = read_text(tmp_path, "a;b\n6;5\n4;3\n2;1\n")
    write_result(tmp_path / "result.txt", own, own.values[::-1], None)
    assert (tmp_path / "result.txt").read_text() == "a;b\n1;2\n3;4\n5;6\n"
    typed = values_from_text("3 2\n1")
    write_result(tmp_path / "result.txt", typed, typed.values[::-1], None)
    assert (tmp_path / "result.txt").read_text() == "1 2 3\n"


@given(
    numbers=st.one_of(*(st.lists(kind, min_size=1) for kind in (FLOATS, WHOLE, UNSIGNED))),
    columns=st.integers(1, 4),
    separator=st.sampled_from([" ", ",", ";", "\t", ", "]),
    has_header=st.booleans(),
)
@IN_EACH_FOLDER
def test_a_written_text_reads_back_to_the_bit(
    tmp_path: Path, numbers: list[float], columns: int, separator: str, has_header: bool
) -> None:
    numbers = numbers * columns
    header = separator.join("x" * columns) + "\n" if has_header else ""
    rows = [numbers[i : i + columns] for i in range(0, len(numbers), columns)]
    own = read_text(tmp_path, header + "\n".join(separator.join(map(str, row)) for row in rows))
    again = read_text(tmp_path, written_back(tmp_path, own))
    assert again.values.dtype == own.values.dtype
    assert np.array_equal(again.values.view(np.uint32), own.values.view(np.uint32))
    assert (again.shape, again.form) == (own.shape, own.form)


@pytest.mark.parametrize("dtype", ["<f4", ">f4", "<f8", "f2", "i1", ">i2", "i8", "u8", "u4"])
@pytest.mark.parametrize("shape", [(12,), (3, 4), (12, 1)])
def test_an_array_keeps_type_and_shape(tmp_path: Path, dtype: str, shape: tuple[int, ...]) -> None:
    array = np.arange(12).astype(dtype).reshape(shape)
    own = read_array(tmp_path, np.asfortranarray(array))
    write_result(tmp_path / "result.npy", own, own.values[::-1], None)
    result = np.load(tmp_path / "result.npy")
    assert result.dtype == np.dtype(dtype)
    assert np.array_equal(result, array.ravel()[::-1].reshape(shape))


def test_an_array_is_written_as_numpy_writes_it(tmp_path: Path) -> None:
    for array in (np.arange(6, dtype=">f4").reshape(2, 3), np.arange(2**16, dtype="i8")):
        own = read_array(tmp_path, array)
        write_result(tmp_path / "result.npy", own, own.values, None)
        assert (tmp_path / "result.npy").read_bytes() == (tmp_path / "own.npy").read_bytes()


@given(numbers=st.lists(FLOATS, min_size=1), dtype=st.sampled_from(["<f4", ">f4", "<f8"]))
@IN_EACH_FOLDER
def test_a_written_array_reads_back_to_the_bit(
    tmp_path: Path, numbers: list[float], dtype: str
) -> None:
    array = np.array(numbers, dtype)
    own = read_array(tmp_path, array)
    write_result(tmp_path / "result.npy", own, own.values, None)
    assert np.load(tmp_path / "result.npy").tobytes() == array.tobytes()


@given(numbers=st.lists(st.integers(0, 2**32 - 1), min_size=1), dtype=st.sampled_from(["i8", "u4"]))
@IN_EACH_FOLDER
def test_written_integers_read_back(tmp_path: Path, numbers: list[int], dtype: str) -> None:
    own = read_array(tmp_path, np.array(numbers, dtype))
    write_result(tmp_path / "result.npy", own, own.values, None)
    result = np.load(tmp_path / "result.npy")
    assert (result.dtype, result.tolist()) == (np.dtype(dtype), numbers)


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif", ".TIFF"])
def test_a_picture_ascends_from_the_bottom_left_to_the_top_right(
    tmp_path: Path, suffix: str
) -> None:
    colours = np.random.default_rng(5).integers(0, 256, (3, 4, 3), np.uint8)
    Image.fromarray(colours).save(tmp_path / "own.png")
    own = read_input(tmp_path / "own.png")
    indices = np.argsort(own.values, kind="stable").astype(np.int64)
    path = tmp_path / f"result{suffix}"
    write_result(path, own, own.values[indices], indices)
    pixels = np.asarray(Image.open(path))
    ordered = colours.reshape(-1, 3)[indices]
    assert pixels.shape == (3, 4, 3)
    assert np.array_equal(pixels[2], ordered[:4])
    assert np.array_equal(pixels[0], ordered[8:])
    keys = read_input(path).values.reshape(3, 4)[::-1].ravel()
    assert np.array_equal(keys, np.sort(own.values))
    with pytest.raises(ValueError, match="indices"):
        write_result(path, own, own.values, None)


def test_indices_are_written_as_int64(tmp_path: Path) -> None:
    write_indices(tmp_path / "where.npy", np.array([2, 0, 1]))
    indices = np.load(tmp_path / "where.npy")
    assert (indices.dtype, indices.tolist()) == (np.dtype(np.int64), [2, 0, 1])


ARRAY = OwnData("own.npy", np.zeros(4, np.float32), (4,), NumpyForm("<f4"))
TEXT = OwnData("own.csv", np.zeros(4, np.float32), (4,), TextForm(",", None, is_whole=True))
PICTURE = OwnData(
    "own.jpg", np.zeros(4, np.uint32), (2, 2), PictureForm(), np.zeros((4, 3), np.uint8)
)


@pytest.mark.parametrize(
    ("own", "suffixes"),
    [(ARRAY, "npy NPY"), (TEXT, "csv txt CSV Txt"), (PICTURE, "png bmp tif tiff PNG TIF")],
)
def test_a_name_that_fits_the_form_is_taken(own: OwnData, suffixes: str) -> None:
    for suffix in suffixes.split():
        check_result_name(Path(f"a.{suffix}"), own)


@pytest.mark.parametrize(
    ("own", "name", "message"),
    [
        (ARRAY, "a.csv", "own.npy must be a .npy file, got a.csv; for example: sorted.npy"),
        (TEXT, "a.npy", "own.csv must be a .csv or .txt file, got a.npy"),
        (TEXT, "a", "own.csv must be a .csv or .txt file, got a;"),
        (TEXT, "a\x1b\n.npy", "own.csv must be a .csv or .txt file, got $'a\\033\\n.npy'"),
        (
            PICTURE,
            "a.jpg",
            "own.jpg must be a .png or .bmp or .tif or .tiff file (others may change pixels), "
            "got a.jpg; for example: sorted.png",
        ),
    ],
)
def test_another_name_is_refused(own: OwnData, name: str, message: str) -> None:
    with pytest.raises(ProgramError) as refusal:
        check_result_name(Path(name), own)
    assert str(refusal.value).startswith(f"the result of {message}")
    assert str(refusal.value).isprintable()
    assert refusal.value.exit_code == 1


@contextmanager
def files_of_at_most(byte_count: int) -> Iterator[None]:
    """Let the system refuse to write more, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (byte_count, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_keeps_the_old_result(tmp_path: Path) -> None:
    count = 2**16
    places = np.arange(count)
    zeros = np.zeros(count, np.uint32)
    noise = np.random.default_rng(1).integers(0, 256, (count, 3), np.uint8)
    for name, form in (
        ("result.npy", NumpyForm("<u4")),
        ("result.csv", TextForm("\n", None, is_whole=True)),
        ("result.png", PictureForm()),
        ("result.tif", PictureForm()),
    ):
        path = tmp_path / name
        path.write_text("old")
        shape = (256, 256) if isinstance(form, PictureForm) else (count,)
        own = OwnData("own", zeros, shape, form, noise)
        with files_of_at_most(4096), pytest.raises(ProgramError) as refusal:
            write_result(path, own, zeros, places)
        assert str(refusal.value) == f"cannot write {path}: File too large"
        assert path.read_text() == "old"
    with files_of_at_most(4096), pytest.raises(ProgramError, match=r"where.npy: File too large$"):
        write_indices(tmp_path / "where.npy", places)
    assert len(list(tmp_path.iterdir())) == 4


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "folder.npy").mkdir()
    for name, reason in (
        ("folder.npy", "Is a directory"),
        ("missing/a.npy", "No such file or directory"),
        ("\0.npy", "embedded null byte"),
        ("no\nfolder/a.npy", "No such file or directory"),
    ):
        with pytest.raises(ProgramError) as of_result:
            write_result(tmp_path / name, ARRAY, ARRAY.values, None)
        with pytest.raises(ProgramError) as of_indices:
            write_indices(tmp_path / name, np.arange(4))
        message = str(of_result.value)
        assert message == str(of_indices.value)
        assert message.startswith("cannot write ")
        assert message.endswith(f": {reason}")
        assert message.isprintable()
