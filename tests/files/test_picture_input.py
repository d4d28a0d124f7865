"""Pictures as input: the pixels that a viewer shows, each exactly once, by their brightness."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.data.own_data import OwnData
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.result_file import result_name, write_result

NOISE = np.random.default_rng(7).integers(0, 256, (6, 9, 3), np.uint8)
ORIENTATION = 0x0112


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def decoded(content: bytes) -> NDArray[np.uint8]:
    with Image.open(BytesIO(content)) as image:
        return np.asarray(image.convert("RGB"))


def read(folder: Path, content: bytes, name: str = "own.png") -> OwnData:
    (folder / name).write_bytes(content)
    return read_input(folder / name)


def pixels(own: OwnData) -> NDArray[np.uint8]:
    assert own.colours is not None
    return own.colours.reshape(*own.shape, 3)


def refusal(folder: Path, content: bytes, name: str = "own.png") -> str:
    with pytest.raises(ProgramError) as raised:
        read(folder, content, name)
    line = str(raised.value)
    assert line.startswith(f"{name}: ")
    assert line.isprintable()  # and so of one line
    assert str(folder) not in line
    return line


@given(colours=arrays(np.uint8, st.tuples(st.integers(1, 5), st.integers(1, 5), st.just(3))))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_pixel_has_its_key_and_the_ramp_has_each_pixel(
    tmp_path: Path, colours: NDArray[np.uint8]
) -> None:
    own = read(tmp_path, encoded(Image.fromarray(colours), "PNG"))
    flat = colours.reshape(-1, 3).tolist()
    keys = [2126 * red + 7152 * green + 722 * blue for red, green, blue in flat]
    assert own.values.tolist() == keys
    assert own.shape == colours.shape[:2]
    order = np.argsort(own.values, kind="stable").astype(np.int64)
    write_result(tmp_path / "ramp.png", own, own.values[order], order)
    ramp = pixels(read_input(tmp_path / "ramp.png"))
    assert ramp.shape == colours.shape
    ascending = ramp[::-1].reshape(-1, 3).tolist()  # the first at the bottom left
    by_key = sorted(range(len(flat)), key=lambda index: keys[index])
    assert ascending == [flat[index] for index in by_key]


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_turned_as_its_camera_was_held(
    tmp_path: Path, kind: str, orientation: int
) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    content = encoded(Image.fromarray(NOISE), kind, exif=exif)
    turned = decoded(encoded(Image.fromarray(NOISE), kind))
    if orientation >= 5:
        turned = turned.transpose(1, 0, 2)
    # After that, which of the sides are exchanged.
    flipped = {2: (1,), 3: (0, 1), 4: (0,), 6: (1,), 7: (0, 1), 8: (0,)}.get(orientation, ())
    expected = np.flip(turned, flipped)
    own = read(tmp_path, content, "own.jpg")
    assert own.shape == expected.shape[:2]
    assert np.array_equal(pixels(own), expected)


def transparent_gif() -> bytes:
    image = Image.fromarray(np.array([[0, 1], [2, 1]], np.uint8), "P")
    image.putpalette([10, 20, 30, 200, 200, 200, 40, 50, 60])
    return encoded(image, "GIF", transparency=1)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (transparent_gif(), [[[10, 20, 30], [0, 0, 0]], [[40, 50, 60], [0, 0, 0]]]),
        (
            encoded(Image.new("RGBA", (1, 1), (255, 128, 1, 127)), "PNG"),
            [[[127, 64, 0]]],  # 127, 63.7 and 0.498
        ),
        (encoded(Image.new("RGBA", (1, 1), (255, 255, 255, 0)), "WEBP", exact=True), [[[0] * 3]]),
        (encoded(Image.new("L", (1, 1), 99), "PNG", transparency=99), [[[0] * 3]]),
        (encoded(Image.new("L", (1, 1), 99), "PNG", transparency=98), [[[99] * 3]]),
        (encoded(Image.new("1", (1, 1), 1), "PNG"), [[[255] * 3]]),
        (encoded(Image.new("1", (1, 1), 1), "PNG", transparency=255), [[[0] * 3]]),
        (encoded(Image.new("LA", (1, 1), (100, 51)), "PNG"), [[[20] * 3]]),
        (encoded(Image.new("CMYK", (1, 1), (0, 255, 0, 0)), "TIFF"), [[[255, 0, 255]]]),
        (encoded(Image.new("I;16", (1, 1), 65535), "PNG"), [[[255] * 3]]),
    ],
    ids=["gif", "rgba", "webp", "tRNS", "other", "bit", "bit-tRNS", "LA", "CMYK", "16"],
)
def test_what_a_viewer_shows_over_black_is_read(
    tmp_path: Path, content: bytes, expected: list[Any]
) -> None:
    assert pixels(read(tmp_path, content)).tolist() == expected


def test_of_a_film_the_first_picture_counts(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (3, 2), colour) for colour in ("blue", "red", "white")]
    content = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    own = read(tmp_path, content, "own.gif")
    assert own.count == 6
    assert (pixels(own) == [0, 0, 255]).all()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "TIFF", "WEBP", "BMP", "PPM"])
def test_a_picture_cut_off_anywhere_is_refused(tmp_path: Path, kind: str) -> None:
    content = encoded(Image.fromarray(NOISE), kind)
    whole = pixels(read(tmp_path, content))
    for length in range(0, len(content) - 1, 7):
        (tmp_path / "own.png").write_bytes(content[:length])
        try:
            own = read_input(tmp_path / "own.png")
        except ProgramError as error:
            line = str(error)
        else:  # only its end may be missing, behind the last pixel
            assert np.array_equal(pixels(own), whole)
            line = "own.png: "
        assert line.startswith("own.png: ")
        assert line.isprintable()
    assert "is empty" in refusal(tmp_path, b"")


@pytest.mark.parametrize(
    "name", ["own.png", "own.jpg", "own.gif", "own.tif", "own.JPEG", "own.webp"]
)
def test_a_text_named_like_a_picture_is_refused(tmp_path: Path, name: str) -> None:
    assert "is not a picture" in refusal(tmp_path, b"5 2 8 1 9 3 7 4\n", name)


def test_a_picture_is_known_by_its_content(tmp_path: Path) -> None:
    image = Image.fromarray(NOISE)
    for kind, name in (("PNG", "own.jpg"), ("BMP", "own.png"), ("TIFF", "own.gif")):
        assert np.array_equal(pixels(read(tmp_path, encoded(image, kind), name)), NOISE)


def test_colours_of_floats_are_refused(tmp_path: Path) -> None:
    content = encoded(Image.new("F", (2, 2)), "TIFF")
    assert "floats; save it with 8 bits" in refusal(tmp_path, content, "own.tif")


@pytest.mark.parametrize(
    "name", ["照片.png", "été foto.png", "a\nb.png", "a\tb\x1b[2J.png", "%s.png"]
)
def test_any_name_is_read_and_told_in_one_line(tmp_path: Path, name: str) -> None:
    own = read(tmp_path, encoded(Image.fromarray(NOISE), "PNG"), name)
    assert own.name.isprintable()
    assert own.name.removesuffix("'").endswith(".png")
    (tmp_path / name).write_bytes(b"\n")
    with pytest.raises(ProgramError) as raised:
        read_input(tmp_path / name)
    assert str(raised.value).isprintable()
    assert str(raised.value).startswith(f"{own.name}: is not a picture")


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("a/photo.jpg", "photo.png"),
        ("photo.JPEG", "photo.png"),
        ("photo.gif", "photo.png"),
        ("photo.webp", "photo.png"),
        ("photo.png", "photo.png"),
        ("photo.TIF", "photo.TIF"),
        ("photo.bmp", "photo.bmp"),
        ("numbers.csv", "numbers.csv"),
        ("a/b.c/numbers.npy", "numbers.npy"),
    ],
)
def test_the_result_of_a_photo_gets_an_extension_that_keeps_its_pixels(
    name: str, result: str
) -> None:
    assert result_name(Path(name)) == result
