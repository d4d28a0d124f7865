"""The glyphs of labels as outlines, and how far apart they stand in vector pictures.

On the screen each letter takes whole pixels, so that text is sharp. In a picture that is enlarged,
letters would look unevenly spaced. Here they keep the widths that the font's designer gave them;
what a label is then longer or shorter than on the screen is shared out evenly between its letters.
"""

from functools import cache
from typing import Any, NamedTuple

from fontTools.misc.transform import Offset
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from bitonic_scope.views.drawing import Label
from bitonic_scope.views.fonts import MIN_SIZE, font_path, readable, text_width


class Setting(NamedTuple):
    """How a label is set.

    Attributes:
        text: the text, with escapes for what the fonts lack.
        size: of the font, in pixels.
        spacing: what each letter is wider than its design, in pixels.
    """

    text: str
    size: float
    spacing: float


def setting_of(label: Label) -> Setting:
    """Return how a label is set to be as wide as on the screen, before it is condensed."""
    text, size = readable(label.text), max(label.size, MIN_SIZE)
    designed = sum(_advances(text, is_medium=label.is_medium)) * size
    designed /= _font(is_medium=label.is_medium)["head"].unitsPerEm
    wanted = text_width(label.text, label.size, is_medium=label.is_medium)
    return Setting(text, size, (wanted - designed) / max(len(text), 1))


def outline_of(label: Label) -> tuple[str, float]:
    """Return the outline of a label as an SVG path, and the pixels of a unit of that path.

    Its origin is the beginning of the baseline, and y goes up, as in the font.
    """
    text, size, spacing = setting_of(label)
    font = _font(is_medium=label.is_medium)
    pixels_per_unit = size / font["head"].unitsPerEm
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pen, x = SVGPathPen(glyphs, ntos=lambda number: str(round(number))), 0.0
    for character, advance in zip(text, _advances(text, is_medium=label.is_medium), strict=True):
        glyphs[names[ord(character)]].draw(TransformPen(pen, Offset(x, 0)))
        x += advance + spacing / pixels_per_unit
    return pen.getCommands(), pixels_per_unit


@cache
def _font(*, is_medium: bool) -> Any:
    return TTFont(font_path(is_medium=is_medium))


def _advances(text: str, *, is_medium: bool) -> list[float]:
    """Return the designed widths of the letters of a text, in units of the font."""
    font = _font(is_medium=is_medium)
    names, widths = font.getBestCmap(), font["hmtx"]
    return [float(widths[names[ord(character)]][0]) for character in text]
