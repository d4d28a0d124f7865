"""Pictures as PNG: every gray exact, the top row first, never a transparent pixel."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bitonic_scope.recording.png import write_png


def test_all_256_grays_come_back_exactly(tmp_path: Path) -> None:
    ramp = np.arange(256, dtype=np.uint8).reshape(16, 16)
    write_png(tmp_path / "ramp.png", ramp)
    with Image.open(tmp_path / "ramp.png") as image:
        assert (image.format, image.mode, image.size) == ("PNG", "L", (16, 16))
        assert np.array_equal(np.asarray(image), ramp)


def test_the_colour_space_is_that_of_screens_so_that_no_viewer_converts(tmp_path: Path) -> None:
    for name, shape in (("gray.png", (2, 2)), ("colour.png", (2, 2, 3))):
        write_png(tmp_path / name, np.zeros(shape, np.uint8))
        with Image.open(tmp_path / name) as image:
            assert image.info == {"srgb": 0}


def test_texts_come_back_whatever_their_letters(tmp_path: Path) -> None:
    texts = {"Software": "a 1.0", "Title": "déjà vu %#", "Comment": "数据\n'x' \udcff"}
    write_png(tmp_path / "a.png", np.zeros((2, 2), np.uint8), texts)
    with Image.open(tmp_path / "a.png") as image:
        told = image.info
    assert told == {"srgb": 0, **texts, "Comment": "数据\n'x' \\udcff"}


def test_the_first_row_is_the_top_one_and_width_comes_first(tmp_path: Path) -> None:
    write_png(tmp_path / "a.png", np.array([[1, 2, 3], [4, 5, 6]], np.uint8))
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == (3, 2)
        assert [image.getpixel((x, 0)) for x in range(3)] == [1, 2, 3]


def test_colours_are_rgb_without_alpha(tmp_path: Path) -> None:
    picture = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    write_png(tmp_path / "a.png", picture)
    with Image.open(tmp_path / "a.png") as image:
        assert image.mode == "RGB"
        assert np.array_equal(np.asarray(image), picture)


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (64, 64), dtype=np.uint8)
    for name in ("a.png", "b.png"):
        write_png(tmp_path / name, picture)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    with pytest.raises(OSError, match="Is a directory"):
        write_png(tmp_path / "a.png", np.zeros((2, 2), np.uint8))
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
