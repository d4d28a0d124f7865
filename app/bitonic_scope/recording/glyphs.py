"""The glyphs of labels as outlines, and how far apart they stand in vector pictures.

On the screen each letter takes whole pixels, so that text is sharp. In a picture that is enlarged,
letters would look unevenly spaced. Here they keep the widths that the font's designer gave them;
what a label is then longer or shorter than on the screen is shared out evenly between its letters.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from bitonic_scope.views.drawing import Label
from bitonic_scope.views.fonts import MIN_SIZE, font_path, font_runs, text_width

UNITS = 2048  # of an outline, in the size of the font, whatever the font's own


class Run(NamedTuple):
    """A part of a label that is set in one font.

    Attributes:
        text: the letters.
        font: the name of the font.
        x: where it begins, in pixels from where the label does.
        size: of the font, in pixels.
        spacing: what each letter is wider than its design, in pixels.
    """

    text: str
    font: str
    x: float
    size: float
    spacing: float


def runs_of(label: Label) -> Iterator[Run]:
    """Yield the runs of a label, as wide as on the screen before it is condensed."""
    runs, size = font_runs(label.text, is_medium=label.is_medium), max(label.size, MIN_SIZE)
    widths = [size * sum(_advances(text, font)) for text, font in runs]
    wanted = text_width(label.text, label.size, is_medium=label.is_medium)
    letters = sum(len(text) for text, _ in runs)
    spacing, x = (wanted - sum(widths)) / max(letters, 1), 0.0
    for (text, font), width in zip(runs, widths, strict=True):
        yield Run(text, font, x, size, spacing)
        x += width + len(text) * spacing


def outline_of(label: Label) -> tuple[str, float]:
    """Return the outline of a label as an SVG path, and the pixels of a unit of that path.

    Its origin is the beginning of the baseline, and y goes up, as in fonts.
    """
    commands, pixels_per_unit = "", max(label.size, MIN_SIZE) / UNITS
    for text, name, left, size, spacing in runs_of(label):
        font, x = _font(name), left
        glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), UNITS / _units(name)
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        for character, advance in zip(text, _advances(text, name), strict=True):
            place = Transform(scale, 0, 0, scale, x / pixels_per_unit, 0)
            glyphs[names[ord(character)]].draw(TransformPen(pen, place))
            x += size * advance + spacing
        commands += pen.getCommands()
    return commands, pixels_per_unit


@cache
def _font(name: str) -> Any:
    return TTFont(font_path(name))


def _units(name: str) -> int:
    units: int = _font(name)["head"].unitsPerEm
    return units


def _advances(text: str, name: str) -> list[float]:
    """Return the designed widths of letters, as parts of the size of their font."""
    font, units = _font(name), _units(name)
    names, widths = font.getBestCmap(), font["hmtx"]
    return [widths[names[ord(character)]][0] / units for character in text]
