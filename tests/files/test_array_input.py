"""Arrays as input: every type that fits goes in and comes back to the bit, the rest is refused."""

import itertools
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.result_file import write_result

IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
TYPES = [f"{order}{kind}" for order in "<>" for kind in ("f2", "f4", "f8")]
TYPES += [f"{order}{kind}{size}" for order in "<>" for kind in "iu" for size in (1, 2, 4, 8)]
SHAPES = [(1,), (6,), (2, 3), (6, 1), (1, 6)]


def read(folder: Path, array: NDArray[Any], *, round_values: bool = False) -> OwnData:
    np.save(folder / "own.npy", array)
    return read_input(folder / "own.npy", round_values=round_values)


def refusal(path: Path) -> str:
    with pytest.raises(ProgramError) as raised:
        read_input(path)
    line = str(raised.value)
    assert line.startswith("own.npy: ")
    assert line.isprintable()  # and so of one line
    return line


def comes_back(folder: Path, array: NDArray[Any], own: OwnData) -> bool:
    """Tell whether what is written in the same order is the array to the bit."""
    write_result(folder / "result.npy", own, own.values, None)
    result = np.load(folder / "result.npy")
    assert result.dtype == array.dtype
    assert result.shape == array.shape
    return bool(result.tobytes() == array.tobytes())


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", TYPES)
def test_each_type_is_read_row_by_row_and_comes_back(
    tmp_path: Path, dtype: str, shape: tuple[int, ...]
) -> None:
    numbers = np.array([3, 0, 100, 7, 2, 127]).astype(dtype)[: np.prod(shape)].reshape(shape)
    for array in (numbers, np.asfortranarray(numbers)):
        own = read(tmp_path, array)
        assert own.values.dtype == np.float32
        assert own.values.tolist() == numbers.reshape(-1).tolist()
        assert (own.name, own.shape, own.notes) == ("own.npy", shape, ())
        assert own.form == NumpyForm(np.dtype(dtype).str)
        assert comes_back(tmp_path, numbers, own)


@given(bits=arrays(np.uint32, st.integers(1, 20)), dtype=st.sampled_from(["<f4", ">f4", "<f8"]))
@IN_ONE_FOLDER
def test_any_float32_but_nan_comes_back(
    tmp_path: Path, bits: NDArray[np.uint32], dtype: str
) -> None:
    values = bits.view(np.float32)
    values[np.isnan(values)] = -0.0
    array = values.astype(dtype)
    own = read(tmp_path, array)
    assert own.values.tobytes() == values.tobytes()
    assert comes_back(tmp_path, array, own)


@given(bits=arrays(np.uint16, st.integers(1, 20)))
@IN_ONE_FOLDER
def test_any_float16_but_nan_comes_back(tmp_path: Path, bits: NDArray[np.uint16]) -> None:
    array = bits.view(np.float16)
    array[np.isnan(array)] = np.inf
    assert comes_back(tmp_path, array, read(tmp_path, array))


@given(
    numbers=st.lists(
        st.integers(0, 63).flatmap(lambda k: st.integers(-(2**k), 2**k - 1)), min_size=1
    ),
    round_values=st.booleans(),
)
@example(numbers=[2**63 - 1, -1], round_values=True)
@example(numbers=[2**32 - 1, 2**24 + 1, 0], round_values=False)
@IN_ONE_FOLDER
def test_integers_are_exact_rounded_or_refused(
    tmp_path: Path, numbers: list[int], round_values: bool
) -> None:
    array = np.array(numbers, np.int64)
    inexact = [int(np.float32(number)) != number for number in numbers]
    fits = not any(inexact) or all(0 <= number < 2**32 for number in numbers)
    if fits:
        own = read(tmp_path, array, round_values=round_values)
        assert own.values.dtype == (np.uint32 if any(inexact) else np.float32)
        assert own.notes == ()
        assert comes_back(tmp_path, array, own)
    elif round_values:
        own = read(tmp_path, array, round_values=True)
        assert own.values.dtype == np.float32
        (note,) = own.notes
        assert note.startswith(f"{sum(inexact)} of {len(numbers)} numbers ")
        write_result(tmp_path / "result.npy", own, own.values, None)
        # Of 2^63 - 1 the nearest float is no int64 any more; one below is.
        nearest = [min(int(np.float32(number)), 2**63 - 2**39) for number in numbers]
        assert np.load(tmp_path / "result.npy").tolist() == nearest
    else:
        np.save(tmp_path / "own.npy", array)
        first = inexact.index(True)
        line = refusal(tmp_path / "own.npy")
        assert f"element {first} is {numbers[first]}, which no float32 holds exactly" in line
        assert "--round" in line


@pytest.mark.parametrize("dtype", ["<f8", ">f8"])
def test_a_double_is_named_as_it_is_written(tmp_path: Path, dtype: str) -> None:
    np.save(tmp_path / "own.npy", np.array([[0.5, 1.0], [0.25, 0.1]], dtype))
    line = refusal(tmp_path / "own.npy")
    assert "element [1, 1] is 0.1, which no float32 holds exactly" in line  # no "np.float64(0.1)"


def test_infinities_are_taken_and_not_a_number_is_not(tmp_path: Path) -> None:
    array = np.array([np.inf, -np.inf, 1.0], np.float64)
    assert comes_back(tmp_path, array, read(tmp_path, array))
    for dtype in ("<f2", ">f4", "<f8"):
        np.save(tmp_path / "own.npy", np.array([1, np.inf, np.nan, np.nan], dtype))
        assert "element 2 is NaN" in refusal(tmp_path / "own.npy")


@pytest.mark.parametrize(
    ("array", "found"),
    [
        (np.array([True, False]), "holds bool"),
        (np.array([1, 2], np.complex64), "holds complex64"),
        (np.array(["5", "2"]), "holds <U1"),
        (np.array([1, "x", None], object), "holds objects"),
        (np.array([(1, 2.0)], [("a", "i4"), ("b", "f4")]), "holds [('a', '<i4')"),
        (np.array([1], "m8[s]"), "holds timedelta64"),
        (np.array([b"ab"], "V2"), "holds |V2"),
        (np.array(7.0), "has 0 dimensions"),
        (np.ones((1, 2, 3)), "has 3 dimensions"),
        (np.ones((1, 1, 1, 1), np.uint8), "has 4 dimensions"),
    ],
)
def test_what_is_no_row_or_table_of_numbers_is_refused(
    tmp_path: Path, array: NDArray[Any], found: str
) -> None:
    np.save(tmp_path / "own.npy", array)
    line = refusal(tmp_path / "own.npy")
    assert found in line
    assert "allowed are integers, or floats of 16, 32 or 64 bits, in one or two dimensions" in line


@pytest.mark.skipif(np.dtype(np.longdouble).itemsize == 8, reason="here they are doubles")
def test_long_doubles_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "own.npy", np.zeros(2, np.longdouble))
    assert f"holds {np.dtype(np.longdouble)}; allowed are" in refusal(tmp_path / "own.npy")


@pytest.mark.parametrize("shape", [(0,), (0, 5), (5, 0)], ids=str)
def test_an_array_without_numbers_is_refused(tmp_path: Path, shape: tuple[int, ...]) -> None:
    np.save(tmp_path / "own.npy", np.empty(shape, np.float32))
    assert "holds no numbers; at least one is needed" in refusal(tmp_path / "own.npy")


def test_an_archive_of_arrays_is_no_array(tmp_path: Path) -> None:
    np.savez(tmp_path / "own.npz", np.arange(3))
    (tmp_path / "own.npz").rename(tmp_path / "own.npy")
    assert "is not a .npy file" in refusal(tmp_path / "own.npy")


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.npy"
    np.save(path, np.arange(5, dtype=np.int16))
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        line = refusal(path)
        assert any(word in line for word in ("empty", "not a .npy", "damaged", "cut off")), line
    path.write_bytes(content + b"more")  # as several saved one after the other
    assert read_input(path).values.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_each_version_of_the_format_is_read(tmp_path: Path, version: tuple[int, int]) -> None:
    with (tmp_path / "own.npy").open("wb") as file:
        np.lib.format.write_array(file, np.array([[3, 1], [2, 0]], ">i2"), version)
    own = read_input(tmp_path / "own.npy")
    assert own.values.tolist() == [3, 1, 2, 0]
    assert own.shape == (2, 2)


def test_a_file_of_python_2_is_read_without_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "own.npy"
    header = b"{'descr': '<i2', 'fortran_order': False, 'shape': (2L,), }\n"
    size = len(header).to_bytes(2, "little")
    path.write_bytes(b"\x93NUMPY\x01\x00" + size + header + b"\x07\x00\x05\x00")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_input(path).values.tolist() == [7, 5]


def test_no_object_of_a_file_is_ever_made(tmp_path: Path) -> None:
    """What a pickle makes may be any code."""

    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "sprung",))

    np.save(tmp_path / "own.npy", np.array([Trap()], object), allow_pickle=True)
    assert "holds objects" in refusal(tmp_path / "own.npy")
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    ("dtype", "outside"),
    [(np.int16, 32768.0), (np.uint16, np.inf), (np.int32, -np.inf), (np.int8, -129.0)],
)
def test_a_result_outside_of_the_type_is_refused_and_not_wrapped(
    tmp_path: Path, dtype: type, outside: float
) -> None:
    own = read(tmp_path, np.array([1, 2], dtype))
    with pytest.raises(ProgramError) as refused:
        write_result(tmp_path / "result.npy", own, np.array([1, outside], np.float32), None)
    assert f"own.npy holds {np.dtype(dtype)}" in str(refused.value)
    assert f"rounded a number to {outside}; try --format auto" in str(refused.value)
    assert not (tmp_path / "result.npy").exists()


def test_the_ends_of_each_type_are_inside_of_it(tmp_path: Path) -> None:
    for kind, size in itertools.product("iu", (1, 2, 4, 8)):
        dtype = np.dtype(f"{kind}{size}")
        limits = np.iinfo(dtype)
        top = int(limits.max) - (int(limits.max) >> 24)  # with the 24 bits of a float
        own = read(tmp_path, np.array([limits.min, top], dtype))
        write_result(tmp_path / "result.npy", own, own.values, None)
        assert np.load(tmp_path / "result.npy").tolist() == [int(limits.min), top]
