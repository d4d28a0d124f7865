"""Pictures as data: which pixels they give, and what is refused."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageOps

from bitonic_scope.data.own_data import OwnData, PictureForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.picture import is_picture_name, over_black
from bitonic_scope.files.reading import read_input

COLOURS = np.random.default_rng(3).integers(0, 256, (5, 7, 3), np.uint8)


def read(folder: Path, image: Image.Image, name: str = "own.png", **options: Any) -> OwnData:
    image.save(folder / name, **options)
    return read_input(folder / name)


def pixels(own: OwnData) -> NDArray[np.uint8]:
    assert own.colours is not None
    assert own.colours.dtype == np.uint8
    return own.colours.reshape(*own.shape, 3)


def grays(own: OwnData) -> list[int]:
    """Return the grays of a picture that has no colours."""
    rgb = pixels(own).reshape(-1, 3)
    assert (rgb == rgb[:, :1]).all()
    result: list[int] = rgb[:, 0].tolist()
    return result


@pytest.mark.parametrize("name", ["own.png", "own.BMP", "own.tif", "own.tiff", "own.ppm"])
def test_pixels_are_read_row_by_row_from_the_top(tmp_path: Path, name: str) -> None:
    own = read(tmp_path, Image.fromarray(COLOURS), name)
    assert np.array_equal(pixels(own), COLOURS)
    assert (own.name, own.shape, own.count) == (name, (5, 7), 35)
    assert (own.form, own.notes) == (PictureForm(), ())


def test_keys_are_the_luminance_times_ten_thousand(tmp_path: Path) -> None:
    colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [1, 2, 3]]
    own = read(tmp_path, Image.fromarray(np.array([colours], np.uint8)))
    assert own.values.dtype == np.uint32
    assert own.values.tolist() == [542130, 1823760, 184110, 2550000, 0, 2126 + 14304 + 2166]


@pytest.mark.parametrize(
    ("orientation", "turned"),
    [
        (1, COLOURS),
        (2, COLOURS[:, ::-1]),
        (3, COLOURS[::-1, ::-1]),
        (4, COLOURS[::-1]),
        (5, COLOURS.transpose(1, 0, 2)),
        (6, COLOURS[::-1].transpose(1, 0, 2)),
        (7, COLOURS[::-1, ::-1].transpose(1, 0, 2)),
        (8, COLOURS[:, ::-1].transpose(1, 0, 2)),
    ],
)
def test_a_photo_stands_as_its_exif_says(
    tmp_path: Path, orientation: int, turned: NDArray[np.uint8]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    own = read(tmp_path, Image.fromarray(COLOURS), exif=exif)
    assert np.array_equal(pixels(own), turned)


def test_what_is_transparent_lies_over_black_to_the_nearest() -> None:
    colour, alpha = np.divmod(np.arange(2**16), 256)
    exact = [(2 * c * a + 255) // 510 for c, a in zip(colour.tolist(), alpha.tolist(), strict=True)]
    laid = over_black(colour.astype(np.uint8), alpha.astype(np.uint8))
    assert laid.tolist() == exact


def test_all_kinds_of_transparency_are_laid_over_black(tmp_path: Path) -> None:
    rgba = np.array([[[200, 100, 50, 128], [200, 100, 50, 0], [200, 100, 50, 255]]], np.uint8)
    expected = [[[100, 50, 25], [0, 0, 0], [200, 100, 50]]]
    assert pixels(read(tmp_path, Image.fromarray(rgba))).tolist() == expected
    gray = Image.fromarray(rgba[..., [0, 3]], "LA")
    assert grays(read(tmp_path, gray)) == [100, 0, 200]
    palette = Image.fromarray(np.array([[0, 1, 2]], np.uint8), "P")
    palette.putpalette([200, 100, 50] * 3)
    assert pixels(read(tmp_path, palette, transparency=b"\x80\x00\xff")).tolist() == expected
    one_colour = read(
        tmp_path, Image.fromarray(COLOURS), transparency=tuple(COLOURS[2, 3].tolist())
    )
    assert pixels(one_colour)[2, 3].tolist() == [0, 0, 0]
    assert pixels(one_colour)[0, 0].tolist() == COLOURS[0, 0].tolist()


def test_palettes_grays_and_bits_are_read_as_colours(tmp_path: Path) -> None:
    indices = np.array([[0, 1], [1, 0]], np.uint8)
    palette = Image.fromarray(indices, "P")
    palette.putpalette([1, 2, 3, 40, 50, 60])
    expected = [[[1, 2, 3], [40, 50, 60]], [[40, 50, 60], [1, 2, 3]]]
    assert pixels(read(tmp_path, palette)).tolist() == expected
    assert pixels(read(tmp_path, palette, "own.gif")).tolist() == expected
    assert grays(read(tmp_path, Image.fromarray(indices))) == [0, 1, 1, 0]
    assert grays(read(tmp_path, Image.fromarray(indices == 1))) == [0, 255, 255, 0]


def test_the_inks_of_a_print_become_colours(tmp_path: Path) -> None:
    inks = np.array([[[0, 0, 0, 0], [255, 0, 0, 0], [0, 0, 0, 255]]], np.uint8)
    own = read(tmp_path, Image.fromarray(inks, "CMYK"), "own.tif")
    assert pixels(own).tolist() == [[[255, 255, 255], [0, 255, 255], [0, 0, 0]]]


@pytest.mark.parametrize("name", ["own.png", "own.tif", "own.pgm"])
def test_grays_of_16_bits_become_the_nearest_of_8(tmp_path: Path, name: str) -> None:
    deep = np.array([[0, 128, 129, 257, 32767, 32768, 65406, 65407, 65535]], np.uint16)
    assert grays(read(tmp_path, Image.fromarray(deep), name)) == [
        0,
        0,
        1,
        1,
        127,
        128,
        254,
        255,
        255,
    ]


def test_a_transparent_gray_of_16_bits_is_black(tmp_path: Path) -> None:
    image = Image.fromarray(np.array([[1000, 65535, 65534]], np.uint16))
    assert grays(read(tmp_path, image, transparency=65535)) == [4, 0, 255]


def test_of_a_film_the_first_picture_is_read(tmp_path: Path) -> None:
    film = [Image.new("RGB", (2, 1), colour) for colour in ("red", "lime", "blue")]
    for name in ("own.gif", "own.png", "own.webp"):
        own = read(tmp_path, film[0], name, save_all=True, append_images=film[1:], lossless=True)
        assert pixels(own).tolist() == [[[255, 0, 0]] * 2], name


def test_the_content_tells_what_kind_of_picture_it_is(tmp_path: Path) -> None:
    Image.fromarray(COLOURS).save(tmp_path / "own.jpg", "PNG")
    assert np.array_equal(pixels(read_input(tmp_path / "own.jpg")), COLOURS)


@pytest.mark.parametrize(
    ("name", "is_read"),
    [("a.png", True), ("a.JPG", True), ("a.jpeg", True), ("a.webp", True), ("a.pdf", False)],
)
def test_pictures_are_told_by_their_extension(name: str, is_read: bool) -> None:
    assert is_picture_name(Path(name)) == is_read


def png_of(colours: NDArray[Any], kind: str = "PNG") -> bytes:
    file = BytesIO()
    Image.fromarray(colours).save(file, kind)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1 2 3", "is not a picture, despite its extension"),
        (png_of(COLOURS)[:6], "is not a picture, despite its extension"),
        (png_of(COLOURS)[:-30], "cannot be read as a picture: "),
        (png_of(COLOURS, "JPEG")[:-30], "cannot be read as a picture: image file is truncated"),
        (
            png_of(np.zeros((2, 2), np.float32), "TIFF"),
            "cannot be read as a picture: its pixels are floats; save it with 8 bits per channel",
        ),
        (
            png_of(np.array([[0, 65536]], np.int32), "TIFF"),
            "cannot be read as a picture: its grays are outside 0 to 65535; save it with 8 bits",
        ),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(
    tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "own.png").write_bytes(content)
    with pytest.raises(ProgramError) as refusal:
        read_input(tmp_path / "own.png")
    assert str(refusal.value).startswith(f"own.png: {message}")
    assert str(refusal.value).isprintable()
    assert str(tmp_path) not in str(refusal.value)


def test_too_many_pixels_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.fromarray(COLOURS).save(tmp_path / "own.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 17)
    with pytest.raises(ProgramError, match=r"^own.png: has too many pixels; try a"):
        read_input(tmp_path / "own.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 34)  # would only be warned of
    assert read_input(tmp_path / "own.png").count == 35


@pytest.mark.parametrize("error", [KeyError("a\nb"), TypeError(), AttributeError("x\x1b")])
def test_a_fault_of_the_library_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(_: object) -> None:
        raise error

    Image.fromarray(COLOURS).save(tmp_path / "own.png")
    monkeypatch.setattr(ImageOps, "exif_transpose", fail)
    with pytest.raises(ProgramError, match=r"^own.png: cannot be read as a picture: \S") as refusal:
        read_input(tmp_path / "own.png")
    assert str(refusal.value).isprintable()


@given(data=st.data(), kind=st.sampled_from(["PNG", "GIF", "BMP", "TIFF", "JPEG", "PPM", "TGA"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_picture_damaged_anywhere_is_read_or_refused(
    tmp_path: Path, data: st.DataObject, kind: str
) -> None:
    content = bytearray(png_of(COLOURS, kind))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "own.png").write_bytes(content[: data.draw(st.integers(1, len(content)))])
    message = ""
    try:
        assert read_input(tmp_path / "own.png").count > 0
    except ProgramError as error:
        message = str(error)
    assert message.isprintable()
