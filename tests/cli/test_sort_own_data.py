"""`sort` and `record` with a person's own data, from outside: files in, files out."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.support.program import assert_one_line, run_here, run_program

SUBNORMAL = 1e-40
LARGEST = 3.4028234663852886e38  # of float32
KEPT_TYPES = ["<f2", "<f4", "<f8", ">f4", "i1", "u1", "<i2", "<u2", "<i4", ">i4", "<u4", "<i8"]
KEPT_TYPES += [">u8"]


def in_order(values: NDArray[Any], *, descending: bool = False) -> NDArray[Any]:
    """Return values as they should be sorted: -0 before 0, and every bit kept."""
    if values.dtype.kind == "f":
        bits = np.ascontiguousarray(values, np.float32).view(np.int32)
        # Of negative floats the bits descend: complemented below the sign they ascend.
        order = np.argsort(bits ^ (bits >> 31 & 0x7FFF_FFFF), kind="stable")
    else:
        order = np.argsort(values, kind="stable")
    return values[order[::-1] if descending else order]


def sort(folder: Path, *arguments: str | Path) -> str:
    """Run `sort`, which has to succeed, and return what it says on stderr."""
    result = run_program("sort", *arguments, folder=folder)
    assert result.returncode == 0, result.stderr
    return result.stderr


def refusal(folder: Path, *arguments: str | Path, exit_code: int = 1) -> str:
    """Run the program, which has to refuse and to write nothing, and return its one line."""
    before = sorted(folder.rglob("*"))
    is_usage_error = exit_code == 2  # which comes before a context
    run = run_here if is_usage_error else run_program
    result = run(*arguments, folder=folder)
    assert result.returncode == exit_code, result.stderr
    assert_one_line(result.stderr)
    assert result.stdout == ""
    assert sorted(folder.rglob("*")) == before
    return result.stderr


def photo(width: int, height: int) -> NDArray[np.uint8]:
    """Return a picture in which many pixels are alike: (height, width, 3)."""
    palette = np.random.default_rng(5).integers(0, 256, (40, 3), np.uint8)
    return palette[np.random.default_rng(6).integers(0, 40, (height, width))]


def brightness(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the keys by which the pixels of a picture are sorted: (count,)."""
    keys: NDArray[np.int64] = pixels.reshape(-1, 3).astype(np.int64) @ np.array([2126, 7152, 722])
    return keys


def read_picture(path: Path) -> NDArray[np.uint8]:
    with Image.open(path) as image:
        assert image.mode == "RGB"
        return np.asarray(image)


def pixels_in_order(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the pixels of a result, the first at the bottom left: (count, 3)."""
    return picture[::-1].reshape(-1, 3)


def test_each_type_of_array_is_sorted_in_turn_and_kept(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    arrays: dict[str, NDArray[Any]] = {}
    for index, name in enumerate(KEPT_TYPES):
        dtype = np.dtype(name)
        shape = (5, 4) if index % 2 else (13,)
        if dtype.kind == "f":
            values = generator.normal(0, 100, shape).astype(np.float16).astype(dtype)
            values.flat[:4] = np.inf, -np.inf, -0.0, 0.0
        else:
            # Up to the ends of the type, as far as uint32 or float32 are exact.
            ends = np.iinfo(dtype)
            low, high = max(ends.min, -(2**24)), min(ends.max, 2**24)
            values = generator.integers(low, high, shape, endpoint=True).astype(dtype)
            values.flat[:2] = ends.min, min(ends.max, 2**24)
        arrays[f"{index}.npy"] = values
    arrays["columns.npy"] = np.asfortranarray(generator.normal(size=(6, 7)).astype(np.float32))
    arrays["large.npy"] = np.array([2**64 - 2**40, 0, 2**63, 2**40 + 2**20], np.uint64)
    for name, values in arrays.items():
        np.save(tmp_path / name, values)
    told = sort(tmp_path, "--input", *arrays, "--out", "sorted")
    for name, values in arrays.items():
        result = np.load(tmp_path / "sorted" / name)
        assert (result.dtype, result.shape) == (values.dtype, values.shape), name
        # As bytes, so that the signs of zeros count.
        expected = in_order(values.reshape(-1)).astype(values.dtype)
        assert result.reshape(-1).tobytes() == expected.tobytes(), name
        assert f"{name}: {values.size} elements" in told
    assert len(told.splitlines()) == len(arrays)


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_padding_is_never_taken_for_data(tmp_path: Path, order: str) -> None:
    kinds: dict[str, tuple[type, list[float]]] = {
        "counted": (np.float32, [*range(11, 0, -1)]),
        "largest": (np.float32, [LARGEST, 1, np.inf, -LARGEST, LARGEST, np.inf, 0, -1, 7, -7, 2]),
        "infinite": (np.float32, [np.inf, -np.inf] * 6),
        "negative": (np.float32, [-1, -LARGEST, -SUBNORMAL, -np.inf, -7, -1, -2, -3, -4, -5, -6]),
        "ones": (np.uint32, [2**32 - 1, 0, 2**32 - 1, 2**24 + 1, 1, 2**32 - 2, *[2**32 - 1] * 5]),
        "zeros": (np.uint32, [0, 0, 16777217, 0, 0, 4294967295, 0, 0, 0, 1, 0]),
    }
    inputs: dict[str, NDArray[Any]] = {}
    for kind, (dtype, values) in kinds.items():
        for count in range(1, 12):
            name = f"{kind}{count:02}.npy"
            inputs[name] = np.array(values[:count], dtype)
            np.save(tmp_path / name, inputs[name])
    options = ("--order", order, "--indices", "places", "--stable")
    sort(tmp_path, "--input", *inputs, *options, "--out", "with")
    sort(tmp_path, "--input", *inputs, "--order", order, "--out", "without")
    for name, given in inputs.items():
        expected = in_order(given, descending=order == "descending")
        for folder in ("with", "without"):
            result = np.load(tmp_path / folder / name)
            assert result.tobytes() == expected.tobytes(), (folder, name)
        places = np.load(tmp_path / "places" / name)
        assert sorted(places.tolist()) == list(range(given.size))
        assert given[places].tobytes() == expected.tobytes()


def test_a_table_keeps_its_header_its_separator_and_its_columns(tmp_path: Path) -> None:
    rows = "\ufefflength;width;\r\n2.5;0.1;\r\n\r\n-7;1e-40;\r\ninf;65536;\r\n"
    (tmp_path / "table.csv").write_bytes(rows.encode())
    told = sort(tmp_path, "--input", "table.csv", "--out", "sorted.csv")
    expected = "length;width;\n-7.0;1e-40\n0.1;2.5\n65536.0;inf\n"
    assert (tmp_path / "sorted.csv").read_bytes().decode() == expected
    note, times = told.splitlines()
    assert note.startswith("table.csv: 2 of 6 numbers were rounded to the nearest float32")
    assert times.startswith("table.csv: 6 elements and 2 padding elements")


def test_typed_numbers_are_written_as_they_came(tmp_path: Path) -> None:
    told = sort(tmp_path, "--values", "5 2 8 1 9 3 7 4", "--out", "sorted.txt")
    assert (tmp_path / "sorted.txt").read_text() == "1 2 3 4 5 7 8 9\n"
    assert told.startswith("--values: 8 elements and 0 padding elements as float32, 6 passes; ")
    parts = ("upload", "passes", "readback", "total")
    times = [re.search(rf"{part} ([0-9]+\.[0-9]{{3}}) ms", told) for part in parts]
    numbers = [float(found[1]) for found in times if found]
    assert len(numbers) == 4, told
    assert numbers[3] >= sum(numbers[:3]) - 0.002  # of rounding each to thousandths
    assert told.count("\n") == 1


def test_a_picture_becomes_a_ramp_of_its_own_pixels(tmp_path: Path) -> None:
    pixels = photo(16, 12)
    Image.fromarray(pixels).save(tmp_path / "photo.png")
    stable = ("--stable", "--indices", "places.npy")
    sort(tmp_path, "--input", "photo.png", "--out", "ramp.png", *stable)
    ramp = read_picture(tmp_path / "ramp.png")
    assert ramp.shape == pixels.shape
    order = np.argsort(brightness(pixels), kind="stable")
    places = np.load(tmp_path / "places.npy")
    assert places.dtype == np.int64
    assert np.array_equal(places, order)
    assert np.array_equal(pixels_in_order(ramp), pixels.reshape(-1, 3)[order])


def test_a_picture_in_another_size_and_order_keeps_every_pixel(tmp_path: Path) -> None:
    pixels = photo(5, 3)
    Image.fromarray(pixels).save(tmp_path / "photo.bmp")
    options = ("--size", "64x1", "--order", "descending")
    sort(tmp_path, "--input", "photo.bmp", "--out", "ramp.tif", *options)
    ramp = read_picture(tmp_path / "ramp.tif")
    assert ramp.shape == pixels.shape
    keys = brightness(pixels_in_order(ramp))
    assert np.array_equal(keys, np.sort(brightness(pixels))[::-1])
    alike = [
        np.unique(picture.reshape(-1, 3), axis=0, return_counts=True) for picture in (ramp, pixels)
    ]
    assert np.array_equal(alike[0][0], alike[1][0])
    assert np.array_equal(alike[0][1], alike[1][1])


def test_places_without_stable_are_a_permutation_that_sorts(tmp_path: Path) -> None:
    values = np.random.default_rng(2).integers(0, 5, 100).astype(np.uint8)
    np.save(tmp_path / "ties.npy", values)
    sort(tmp_path, "--input", "ties.npy", "--out", "sorted.npy", "--indices", "places.npy")
    places = np.load(tmp_path / "places.npy")
    assert sorted(places.tolist()) == list(range(100))
    assert np.array_equal(values[places], np.sort(values))
    assert np.array_equal(np.load(tmp_path / "sorted.npy"), np.sort(values))


def test_inputs_of_several_kinds_go_into_one_folder(tmp_path: Path) -> None:
    pixels = photo(4, 4)
    Image.fromarray(pixels).save(tmp_path / "photo.png")
    np.save(tmp_path / "array.npy", np.array([3, 1, 2], np.int16))
    (tmp_path / "text.csv").write_text("3\n1\n2\n")
    inputs = ("array.npy", "photo.png", "text.csv")
    result = run_program(
        *("sort", "--input", *inputs, "--out", "a/b", "--indices", "c"), folder=tmp_path
    )
    assert result.returncode == 0, result.stderr
    outputs = [tmp_path / "a" / "b" / name for name in inputs]
    places = [tmp_path / "c" / name for name in ("array.npy", "photo.npy", "text.npy")]
    both = [str(path) for pair in zip(outputs, places, strict=True) for path in pair]
    assert result.stdout.splitlines() == both
    assert np.load(outputs[0]).tolist() == [1, 2, 3]
    assert np.array_equal(brightness(read_picture(outputs[1])[::-1]), np.sort(brightness(pixels)))
    assert outputs[2].read_text() == "1\n2\n3\n"
    assert [np.load(path).tolist() for path in (places[0], places[2])] == [[1, 2, 0]] * 2


def test_results_of_one_name_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for path in ("x.csv", "a/x.csv", "x.txt"):
        (tmp_path / path).write_text("1 2")
    inputs = ("--input", "x.csv", "a/x.csv", "--out", "out")
    assert "two inputs have the same result, out/x.csv" in refusal(
        tmp_path, "sort", *inputs, exit_code=2
    )
    options = ("--input", "x.csv", "x.txt", "--out", "out", "--indices", "places")
    assert "two inputs have the same result, " in refusal(tmp_path, "sort", *options, exit_code=2)


@pytest.mark.parametrize(
    ("arguments", "exit_code", "pieces"),
    [
        (
            ("--input", "five.csv", "--size", "2"),
            2,
            ("argument --size", "five.csv", "all 5 elements", "2x2 = 4", "smallest: 4x2"),
        ),
        (("--input", "five.csv", "--count", "5"), 2, ("argument --count", "own data")),
        (("--input", "five.csv", "--values", "1 2"), 2, ("--values", "not allowed with")),
        (("--round",), 2, ("argument --round", "--input or --values")),
        (("--input", "nan.npy"), 1, ("nan.npy", "element 2", "NaN")),
        (("--input", "nan.csv"), 1, ("nan.csv", "line 3, number 1", "NaN")),
        (("--values", "1 nan"), 1, ("--values", "number 2", "NaN")),
        (("--input", "large.npy"), 1, ("large.npy", "element 1", "16777217", "--round")),
        (("--input", "double.npy"), 1, ("double.npy", "element 0 is 0.1,", "--round")),
        (("--input", "none.csv"), 1, ("none.csv", "No such file")),
        (("--input", "five.csv", "--at", "7"), 2, ("argument --at", "7")),
        (("--input", "five.csv", "--format", "packed-arithmetic"), 1, ("packed", "5 elements")),
    ],
)
def test_what_cannot_be_sorted_is_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], exit_code: int, pieces: tuple[str, ...]
) -> None:
    (tmp_path / "five.csv").write_text("5\n2\n8\n1\n9\n")
    (tmp_path / "nan.csv").write_text("5\n2\nnan\n1\n9\n")
    np.save(tmp_path / "nan.npy", np.array([1, 2, np.nan, 4], np.float32))
    np.save(tmp_path / "large.npy", np.array([-1, 16777217]))
    np.save(tmp_path / "double.npy", np.array([0.1, 0.5]))
    out = ("--out", "a.npy" if arguments[0] == "--round" else "a.csv")
    line = refusal(tmp_path, "sort", *arguments, *out, exit_code=exit_code)
    for piece in pieces:
        assert piece in line, line


@pytest.mark.parametrize(
    ("name", "element_format", "message"),
    [
        ("table.csv", "float32", "table.csv: line 4, number 2 is 16777217: these whole numbers"),
        ("table.npy", "packed", "table.npy: element [1, 1] is 16777217: these whole numbers"),
        ("below.csv", "uint32", "below.csv: line 1, number 2 is -3: uint32 holds whole numbers"),
        ("below.npy", "uint32", "below.npy: element [0, 1] is -3: uint32 holds whole numbers"),
        ("zero.csv", "uint32", "zero.csv: line 2, number 1 is -0: uint32 holds whole numbers"),
        ("large.csv", "half", "large.csv: line 2, number 1 is 65520.0: half holds numbers up to"),
        ("large.npy", "half", "large.npy: element 1 is 65520: half holds numbers up to"),
    ],
)
def test_what_a_format_cannot_hold_is_refused_by_its_place(
    tmp_path: Path, name: str, element_format: str, message: str
) -> None:
    (tmp_path / "table.csv").write_text("x,y\n1,2\n\n3,16777217\n5,6\n7,8\n")
    np.save(tmp_path / "table.npy", np.array([[1, 2], [3, 16777217]]))
    (tmp_path / "below.csv").write_text("1;-3\n")
    np.save(tmp_path / "below.npy", np.array([[1, -3]], np.int8))
    (tmp_path / "zero.csv").write_text("0\n-0\n")
    (tmp_path / "large.csv").write_text("0.5\n65520\n")
    np.save(tmp_path / "large.npy", np.array([1, 65520], np.uint16))
    out = f"out{Path(name).suffix}"
    options = ("--input", name, "--format", element_format, "--out", out)
    assert message in refusal(tmp_path, "sort", *options)


def test_a_typed_number_that_a_format_cannot_hold_is_refused_by_its_place(tmp_path: Path) -> None:
    options = ("--values", "1 -3", "--format", "uint32", "--out", "a.csv")
    assert "--values: number 2 is -3: uint32 holds" in refusal(tmp_path, "sort", *options)


def test_a_result_of_another_form_is_refused(tmp_path: Path) -> None:
    Image.fromarray(photo(2, 2)).save(tmp_path / "photo.jpg")
    line = refusal(tmp_path, "sort", "--input", "photo.jpg", "--out", "ramp.jpg")
    for piece in ("photo.jpg", ".png", "ramp.jpg"):
        assert piece in line


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_subnormals_and_signed_zeros_keep_their_bits(tmp_path: Path, order: str) -> None:
    hard = [0.0, -0.0, 1e-40, 3e-40, -1e-40, 1e-45, -1e-45, np.inf, -np.inf, 1e-38, -0.0, 0.0]
    values = np.array(hard, np.float32)
    np.save(tmp_path / "hard.npy", values)
    (tmp_path / "hard.csv").write_text(" ".join(map(str, values)))
    inputs = ("--input", "hard.npy", "hard.csv")
    sort(tmp_path, *inputs, "--order", order, "--out", "out")
    expected = in_order(values, descending=order == "descending")
    assert np.load(tmp_path / "out" / "hard.npy").tobytes() == expected.tobytes()
    assert (tmp_path / "out" / "hard.csv").read_text().split() == list(map(str, expected))


def test_whole_numbers_beyond_the_floats_stay_distinct(tmp_path: Path) -> None:
    numbers = [16777217, 16777216, 4294967295, 16777218, 0, 16777217]
    np.save(tmp_path / "long.npy", np.array(numbers))
    (tmp_path / "long.csv").write_text("\n".join(map(str, numbers)))
    told = sort(tmp_path, "--input", "long.npy", "long.csv", "--out", "out")
    result = np.load(tmp_path / "out" / "long.npy")
    assert result.dtype == np.int64
    assert result.tolist() == sorted(numbers)
    expected = "".join(f"{number}\n" for number in sorted(numbers))
    assert (tmp_path / "out" / "long.csv").read_text() == expected
    assert len(told.splitlines()) == 2


def test_round_takes_the_nearest_float_and_tells_how_many(tmp_path: Path) -> None:
    np.save(tmp_path / "long.npy", np.array([16777217, -1, 16777216, 2**63 - 1]))
    np.save(tmp_path / "double.npy", np.array([0.5, 0.1, 0.1 + 1e-12, -0.0]))
    inputs = ("--input", "long.npy", "double.npy")
    told = sort(tmp_path, *inputs, "--round", "--out", "out").splitlines()
    assert told[0].startswith("long.npy: 2 of 4 numbers were rounded to the nearest float32")
    assert "1 of them became equal" in told[0]
    assert told[2].startswith("double.npy: 2 of 4 numbers were rounded")
    long = np.load(tmp_path / "out" / "long.npy")
    assert long.dtype == np.int64
    assert long[:3].tolist() == [-1, 16777216, 16777216]
    assert long[3] == 2**63 - 2**39  # the nearest that is a float32 and an int64
    double = np.load(tmp_path / "out" / "double.npy")
    assert double.tobytes() == np.array([-0.0, np.float32(0.1), np.float32(0.1), 0.5]).tobytes()


def test_a_recorded_picture_shows_its_own_pixels(tmp_path: Path) -> None:
    pixels = photo(16, 12)
    Image.fromarray(pixels).save(tmp_path / "photo.png")
    options = ("--input", "photo.png", "--scale", "2", "--out", "frames")
    result = run_program("record", *options, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    frames = sorted((tmp_path / "frames").glob("frame_*.png"))
    assert len(frames) == 37
    assert json.loads((tmp_path / "frames" / "frames.json").read_text())["complete"]
    first = read_picture(frames[0])
    assert first.shape == (32, 32, 3)
    texels = first[::2, ::2]
    assert np.array_equal(np.kron(texels, np.ones((2, 2, 1), np.uint8)), first)
    assert np.array_equal(texels[4:], pixels)  # upright, at the bottom
    is_padding = texels[:4].reshape(-1, 3)
    assert (is_padding == is_padding[0]).all()
    last = pixels_in_order(read_picture(frames[-1])[::2, ::2])
    assert np.array_equal(brightness(last[:192]), np.sort(brightness(pixels)))
    assert (last[192:] == is_padding[0]).all()


def test_several_pictures_become_files_that_keep_their_pixels(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.png"):
        Image.fromarray(np.full((2, 2, 3), 7, np.uint8)).save(tmp_path / name)
    done = run_program("sort", "--input", "a.jpg", "b.png", "--out", "sorted", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "sorted").iterdir()) == ["a.png", "b.png"]


def test_inputs_are_never_overwritten_by_results(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("2 1")
    line = refusal(tmp_path, "sort", "--input", "a.csv", "b.csv", "--out", ".", exit_code=2)
    assert "the result a.csv would overwrite an input; try another folder" in line
    assert (tmp_path / "a.csv").read_text() == "2 1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "2", "--out", "x.npy", "--indices", "x.npy"), "result and indices have the"),
        (("--size", "2", "--out", "x.npy", "--indices", "f/../x.npy"), "try another name"),
        (("--input", "a.npy", "--out", "o.npy", "--indices", "a.npy"), "the indices a.npy would"),
        (("--input", "a.npy", "--out", "a.npy"), "the result a.npy would overwrite an input"),
        (("--input", "a.npy", "--out", "f/../a.npy"), "overwrite an input; try another name"),
        (("--input", "a.npy", "--out", "link.npy"), "the result link.npy would overwrite an input"),
        (("--input", "link.npy", "--out", "a.npy"), "the result a.npy would overwrite an input"),
        (("--input", "a.npy", "--out", "hard.npy"), "the result hard.npy would overwrite an input"),
        (("--input", "hard.npy", "--out", "link.npy"), "link.npy would overwrite an input"),
        (
            ("--input", "a.npy", "b.csv", "--out", "o", "--indices", "f/../o"),
            "result and indices have the same file, f/../o/a.npy; try another folder",
        ),
        (
            ("--input", "a.npy", "b.csv", "--out", "o", "--indices", "."),
            "the indices a.npy would overwrite an input; try another folder",
        ),
    ],
)
def test_no_file_is_overwritten_by_another(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "f").mkdir()
    (tmp_path / "b.csv").write_text("2 1")
    np.save(tmp_path / "a.npy", np.array([3, 1, 2]))
    (tmp_path / "link.npy").symlink_to("a.npy")
    (tmp_path / "hard.npy").hardlink_to(tmp_path / "a.npy")
    assert message in refusal(tmp_path, "sort", *arguments, exit_code=2)
    assert np.load(tmp_path / "a.npy").tolist() == [3, 1, 2]


@pytest.mark.parametrize("option", ["--out", "--indices"])
def test_a_folder_that_is_not_there_is_refused_before_the_sort(tmp_path: Path, option: str) -> None:
    names = {"--out": "o.npy", "--indices": "i.npy", option: "f/none/x.npy"}
    arguments = [text for pair in names.items() for text in pair]
    line = refusal(tmp_path, "sort", "--size", "2", *arguments)
    assert "cannot write f/none/x.npy: there is no such folder; make it first" in line


@pytest.mark.parametrize("given", ["frames/frame_0003.png", "link.png", "hard.png"])
def test_a_recording_is_refused_that_would_remove_its_input(tmp_path: Path, given: str) -> None:
    options = ("--scale", "1", "--out", "frames")
    assert run_program("record", "--size", "4", *options, folder=tmp_path).returncode == 0
    frame = tmp_path / "frames" / "frame_0003.png"
    before = frame.read_bytes()
    (tmp_path / "link.png").symlink_to(frame)
    (tmp_path / "hard.png").hardlink_to(frame)
    line = refusal(tmp_path, "record", "--input", given, *options, "--force", exit_code=2)
    assert "the frame frames/frame_0003.png would overwrite an input; try another folder" in line
    assert frame.read_bytes() == before


@pytest.mark.parametrize("goal", ["photo.png", "link.png", "hard.png", "f/../photo.png"])
def test_a_screenshot_is_refused_that_would_overwrite_its_input(tmp_path: Path, goal: str) -> None:
    (tmp_path / "f").mkdir()
    photograph = tmp_path / "photo.png"
    Image.fromarray(photo(4, 4)).save(photograph)
    before = photograph.read_bytes()
    (tmp_path / "link.png").symlink_to(photograph)
    (tmp_path / "hard.png").hardlink_to(photograph)
    line = refusal(tmp_path, "--input", "photo.png", "--screenshot", goal, exit_code=2)
    assert f"the screenshot {goal} would overwrite an input; try another name" in line
    assert photograph.read_bytes() == before


@pytest.mark.parametrize("option", ["--out", "--indices"])
def test_a_result_that_may_not_be_replaced_is_refused_before_the_sort(
    tmp_path: Path, option: str
) -> None:
    (tmp_path / "x.npy").write_text("kept")
    (tmp_path / "x.npy").chmod(0o444)
    names = {"--out": "o.npy", "--indices": "i.npy", option: "x.npy"}
    arguments = [text for pair in names.items() for text in pair]
    line = refusal(tmp_path, "sort", "--size", "2", *arguments)
    assert "cannot write x.npy: write-protected (mode 444); try another name" in line
    assert (tmp_path / "x.npy").read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["x.npy"]


def test_half_floats_say_how_many_values_became_equal(tmp_path: Path) -> None:
    options = ("--values", "2048 2049 1 2", "--format", "half")
    done = run_program("sort", *options, "--out", "a.csv", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "as half, 4 distinct values became 3, 3 passes" in done.stderr
    assert (tmp_path / "a.csv").read_text() == "1 2 2048 2048\n"


@pytest.mark.parametrize(
    ("options", "result"),
    [
        (["--columns", "comma"], "1,2\n3,14\n41,71\n"),
        (["--decimal", "comma"], "1,41\n2,71\n3,14\n"),
    ],
)
def test_the_user_says_what_a_comma_means(tmp_path: Path, options: list[str], result: str) -> None:
    (tmp_path / "a.csv").write_text("3,14\n2,71\n1,41\n")
    command = ("sort", "--input", "a.csv", "--out", "b.csv")
    refused = run_program(*command, folder=tmp_path)
    assert refused.returncode == 1
    assert_one_line(refused.stderr)
    assert " ".join(options) in refused.stderr
    assert not (tmp_path / "b.csv").exists()
    assert run_program(*command, *options, folder=tmp_path).returncode == 0
    assert (tmp_path / "b.csv").read_text() == result
