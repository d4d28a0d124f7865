"""The fonts of the views: how wide a text is, and its pixels. The one place that chooses a font.

Advances are whole pixels, so text looks alike wherever it stands, on every machine.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from bitonic_scope.paths import data_dir

MIN_SIZE = 1.0  # pixels: FreeType has no smaller fonts
NO_CHARACTER = "\uffff"  # which no font has


class TextImage(NamedTuple):
    """A line of text as pixels.

    Attributes:
        coverage: (height, width) uint8, 0 outside a letter to 255 inside; top row first.
        left: from where the text begins to the left edge of the pixels.
        top: from the baseline to the top edge of the pixels, downwards: mostly negative.
    """

    coverage: NDArray[np.uint8]
    left: int
    top: int


def font_path(*, is_medium: bool) -> Path:
    """Return the file of a weight of Roboto."""
    name = "Roboto-Medium.ttf" if is_medium else "Roboto-Regular.ttf"
    return data_dir("assets") / "fonts" / name


@lru_cache(maxsize=64)
def _font(size: float, *, is_medium: bool) -> ImageFont.FreeTypeFont:
    path = str(font_path(is_medium=is_medium))
    basic = ImageFont.Layout.BASIC  # the other layout needs a library that some systems lack
    return ImageFont.truetype(path, max(size, MIN_SIZE), layout_engine=basic)


@cache
def _readable(character: str) -> str:
    """Return a character, or an escape such as "\\u4e2d" if it cannot be shown."""
    font = _font(16.0, is_medium=False)
    if character.isprintable() and bytes(font.getmask(character)) != bytes(
        font.getmask(NO_CHARACTER)
    ):
        return character
    return ascii(character)[1:-1]


def readable(text: str) -> str:
    """Return a text with escapes for what the fonts lack: "\\u4e2d"."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_readable(character) for character in text)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, is_medium: bool = False) -> float:
    """Return the width of a line of text in pixels.

    Args:
        text: the text.
        size: of the font, in pixels.
        is_medium: whether it is Roboto Medium.
    """
    return _font(size, is_medium=is_medium).getlength(readable(text))


@lru_cache(maxsize=64)
def capital_height(size: float, *, is_medium: bool = False) -> int:
    """Return the height of capitals and digits above the baseline, in pixels."""
    return -int(_font(size, is_medium=is_medium).getbbox("H", anchor="ls")[1])


def text_image(
    text: str, size: float, *, is_medium: bool = False, width_part: float = 1.0
) -> TextImage:
    """Return the pixels of a line of text, condensed to a part of its width."""
    font = _font(size, is_medium=is_medium)
    mask, (left, top) = font.getmask2(readable(text), "L", anchor="ls")
    width, height = mask.size
    coverage = np.frombuffer(bytes(mask), np.uint8).reshape(height, width)
    if width_part < 1.0 and coverage.size:
        narrow = Image.fromarray(coverage).resize((max(1, round(width * width_part)), height))
        return TextImage(np.asarray(narrow), round(left * width_part), int(top))
    return TextImage(coverage, int(left), int(top))
