"""The fonts of the views: how wide a text is, and its pixels. The one place that chooses a font.

Advances are whole pixels, so text looks alike wherever it stands, on every machine. A second font
has the Chinese, Japanese and Korean letters of file names; letters of neither become escapes.
"""

from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from bitonic_scope.paths import data_dir

LONGEST_TEXT = 4095  # pixels; painters cut off the rest of a longer one
MIN_SIZE = 1.0  # pixels: FreeType has no smaller fonts
NO_CHARACTER = "\uffff"  # which no font has
REGULAR, MEDIUM = "Roboto-Regular.ttf", "Roboto-Medium.ttf"
MORE_LETTERS = "DroidSansFallback-subset.ttf"


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


def font_path(name: str) -> Path:
    """Return the file of a font."""
    return data_dir("assets") / "fonts" / name


@lru_cache(maxsize=64)
def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    path = str(font_path(name))
    basic = ImageFont.Layout.BASIC  # the other layout needs a library that some systems lack
    return ImageFont.truetype(path, max(size, MIN_SIZE), layout_engine=basic)


def _has(name: str, character: str) -> bool:
    font = _font(name, 16.0)
    return bytes(font.getmask(character)) != bytes(font.getmask(NO_CHARACTER))


@cache
def _is_in_more_letters(character: str) -> bool:
    """Return whether only the second font has a character."""
    return (
        not character.isascii() and not _has(REGULAR, character) and _has(MORE_LETTERS, character)
    )


@cache
def _readable(character: str) -> str:
    """Return a character, or an escape such as "\\u0645" if no font has it."""
    if character.isprintable() and (_has(REGULAR, character) or _has(MORE_LETTERS, character)):
        return character
    return ascii(character)[1:-1]


def readable(text: str) -> str:
    """Return a text with escapes for what the fonts lack: "\\u0645"."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_readable(character) for character in text)


def font_runs(text: str, *, is_medium: bool) -> list[tuple[str, str]]:
    """Divide a text into runs of one font each, with escapes for what the fonts lack.

    Returns:
        The text and the name of the font of each run.
    """
    name, text = MEDIUM if is_medium else REGULAR, readable(text)
    if text.isascii():
        return [(text, name)]
    return [
        ("".join(run), MORE_LETTERS if is_more else name)
        for is_more, run in groupby(text, _is_in_more_letters)
    ]


def _runs(text: str, size: float, *, is_medium: bool) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    return [(run, _font(name, size)) for run, name in font_runs(text, is_medium=is_medium)]


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, is_medium: bool = False) -> float:
    """Return the width of a line of text in pixels.

    Args:
        text: the text.
        size: of the font, in pixels.
        is_medium: whether it is Roboto Medium.
    """
    return sum(font.getlength(run) for run, font in _runs(text, size, is_medium=is_medium))


@lru_cache(maxsize=64)
def capital_height(size: float, *, is_medium: bool = False) -> int:
    """Return the height of capitals and digits above the baseline, in pixels."""
    return -int(_font(MEDIUM if is_medium else REGULAR, size).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=1024)
def text_image(
    text: str, size: float, *, is_medium: bool = False, width_part: float = 1.0
) -> TextImage:
    """Return the pixels of a line of text, condensed to a part of its width."""
    x, images = 0.0, []
    for run, font in _runs(text, size, is_medium=is_medium):
        mask, (left, top) = font.getmask2(run, "L", anchor="ls")
        width, height = mask.size
        coverage = np.frombuffer(bytes(mask), np.uint8).reshape(height, width)
        images.append(TextImage(coverage, round(x) + int(left), int(top)))
        x += font.getlength(run)
    coverage, left, top = images[0] if len(images) == 1 else _joined(images)
    height, width = coverage.shape
    if width_part < 1.0 and coverage.size:
        narrow = Image.fromarray(coverage).resize((max(1, round(width * width_part)), height))
        return TextImage(np.asarray(narrow), round(left * width_part), top)
    return TextImage(coverage, left, top)


def _joined(images: list[TextImage]) -> TextImage:
    """Put the pixels of runs side by side, on one baseline."""
    images = [image for image in images if image.coverage.size]
    if not images:
        return TextImage(np.zeros((0, 0), np.uint8), 0, 0)
    left, top = min(image.left for image in images), min(image.top for image in images)
    right = max(image.left + image.coverage.shape[1] for image in images)
    bottom = max(image.top + image.coverage.shape[0] for image in images)
    joined = np.zeros((bottom - top, right - left), np.uint8)
    for coverage, x, y in images:
        height, width = coverage.shape
        part = joined[y - top : y - top + height, x - left : x - left + width]
        np.maximum(part, coverage, out=part)
    return TextImage(joined, left, top)
