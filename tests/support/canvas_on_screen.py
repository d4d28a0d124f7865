"""What views draw on the screen: labels and marks, noted as shapes and found again as pixels."""

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.views.drawing import Align, Box, Drawing, Label, Line, Shape, Triangle
from bitonic_scope.views.fonts import capital_height, text_width
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.palette import PALETTES, Colour
from bitonic_scope.views.viewport import Viewport
from tests.support.pilot import Pilot
from tests.support.type_on_screen import commonest, contrast, deep

ALIGNED = {Align.LEFT: 0.0, Align.MIDDLE: 0.5, Align.RIGHT: 1.0}
MAX_BLUR = 40  # of 255: how far a mark's own pixel may be from its colour
REACH = 4.0  # pixels beyond a mark, where its ground begins

MIN_LENGTH = 8.0  # pixels: heads cover a shorter line
ROUND = [np.array([np.cos(turn), np.sin(turn)]) for turn in np.arange(0, 6.28, 0.4)]
GROUNDS = {palette.ground for palette in PALETTES.values()}

Extent = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


class Written(NamedTuple):
    """A label on the screen: its capitals' place, and whether a later shape covers a part."""

    label: Label
    extent: Extent
    is_cut: bool


class Drawings:
    """Notes what painters draw from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._on_canvas: dict[tuple[int, int], Drawing] = {}
        self._over: Drawing = []
        draw = Painter.draw

        def noted(
            painter: Painter,
            drawing: Drawing,
            target: moderngl.Framebuffer,
            place: Viewport | None = None,
            **options: float,
        ) -> None:
            if place is None:
                self._on_canvas[target.size] = drawing
            else:
                self._over = drawing
            draw(painter, drawing, target, place, **options)

        monkeypatch.setattr(Painter, "draw", noted)

    def of(self, pilot: Pilot) -> Drawing:
        """Return what is drawn on the picture, in pixels from the top left of the window."""
        place = pilot.place
        top = pilot.size[1] - place.y - place.height
        state = pilot.session.state
        is_pointed = state.pointed is not None or state.pinned is not None
        drawing = self._on_canvas.get((place.width, place.height), [])
        over = self._over if is_pointed else []
        return [moved(shape, place.x, top) for shape in (*drawing, *over)]


def moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Line):
        return shape._replace(x0=shape.x0 + x, x1=shape.x1 + x, y0=shape.y0 + y, y1=shape.y1 + y)
    if isinstance(shape, Box):
        return shape._replace(left=shape.left + x, top=shape.top + y)
    return shape._replace(x=shape.x + x, y=shape.y + y)


def written(drawing: Drawing) -> list[Written]:
    """Return the labels of a drawing with their places."""
    found: list[Written] = []
    fills: list[tuple[int, Extent]] = []
    for shape in drawing:
        if isinstance(shape, Label) and shape.text:
            found.append(Written(shape, extent_of(shape), is_cut=False))
        elif isinstance(shape, Box) and shape.fill is not None:
            right, bottom = shape.left + shape.width, shape.top + shape.height
            fills.append((len(found), (shape.left, shape.top, right, bottom)))
    for before, fill in fills:
        for at in np.flatnonzero(deep(extents(found[:before]), np.array([fill]))):
            found[at] = found[at]._replace(is_cut=True)
    return found


def extents(found: list[Written]) -> NDArray[np.float64]:
    """Return the places of labels: (n, 4)."""
    return np.array([each.extent for each in found], np.float64).reshape(-1, 4)


def extent_of(label: Label) -> Extent:
    width = text_width(label.text, label.size, is_medium=label.is_medium)
    height = capital_height(label.size, is_medium=label.is_medium)
    left = label.x - ALIGNED[label.align] * width
    return left, label.y - height / 2, left + width, label.y + height / 2


def ground_of(place: Written, pixels: NDArray[np.uint8]) -> Colour | None:
    """Return the colour around a label that is seen; None where something covers it."""
    left, top, right, bottom = (round(side) for side in place.extent)
    inside = pixels[max(top, 0) : bottom, max(left, 0) : right].reshape(-1, 3)
    if not len(inside):
        return None
    difference = np.abs(inside.astype(int) - place.label.colour).sum(axis=1)
    if difference.min() > 1.5 * MAX_BLUR:
        return None
    others = inside[difference > MAX_BLUR]
    return commonest(others) if len(others) else place.label.colour


def mark_contrasts(
    drawing: Drawing, pixels: NDArray[np.uint8], *, is_crossed: bool
) -> Iterator[tuple[Shape, float]]:
    """Yield each mark that is seen, with its contrast to what lies beside it.

    A line needs it on one side, as a light and a dark line side by side have it; a triangle, which
    meets lines and bands, around a third. What has the colour of the ground sets others off.

    Args:
        drawing: the marks.
        pixels: (height, width, 3) uint8 of the screen.
        is_crossed: whether lines cross each other, so that it is enough to see a part of each.
    """
    for shape in drawing:
        if isinstance(shape, Line):
            length = np.hypot(shape.x1 - shape.x0, shape.y1 - shape.y0)
            if length < MIN_LENGTH or shape.colour in GROUNDS:
                continue
            across = np.array([-(shape.y1 - shape.y0), shape.x1 - shape.x0]) / length
            start, end = np.array([shape.x0, shape.y0]), np.array([shape.x1, shape.y1])
            seen = []
            for part in (0.15, 0.3, 0.5, 0.7, 0.85):
                middle = _on_mark(pixels, start + part * (end - start), across, shape.colour)
                if middle is not None:
                    reach = max(shape.thickness, 1.0) + REACH
                    sides = (
                        _beside(pixels, shape.colour, middle, s * across, reach) for s in (1, -1)
                    )
                    seen.append(max(sides))
            if seen:
                yield shape, max(seen) if is_crossed else float(np.median(seen))
        elif isinstance(shape, Triangle) and shape.colour not in GROUNDS:
            at = np.array([shape.x, shape.y])
            if _on_mark(pixels, at, np.zeros(2), shape.colour) is not None:
                starts = [at + shape.size / 2 * side for side in ROUND]
                each = zip(starts, ROUND, strict=True)
                seen = [_beside(pixels, shape.colour, start, side, 2.0) for start, side in each]
                yield shape, float(np.percentile(seen, 70))


def _on_mark(
    pixels: NDArray[np.uint8], at: NDArray[np.float64], across: NDArray[np.float64], colour: Colour
) -> NDArray[np.float64] | None:
    """Return the point nearest to one of a mark's that shows its colour; None if none does."""
    for shift in (0.0, -1.0, 1.0):
        found = _pixel(pixels, *(at + shift * across).tolist())
        if found is not None and np.abs(np.subtract(found, colour)).sum() <= MAX_BLUR:
            return at + shift * across
    return None


def _beside(
    pixels: NDArray[np.uint8],
    colour: Colour,
    at: NDArray[np.float64],
    side: NDArray[np.float64],
    reach: float,
) -> float:
    """Return the greatest contrast to a colour within some pixels to one side of a point."""
    (x, y), (right, down) = at.tolist(), side.tolist()
    steps = range(ceil(reach + 1))
    seen = [_pixel(pixels, x + step * right, y + step * down) for step in steps]
    return max((contrast(colour, other) for other in seen if other is not None), default=1.0)


def _pixel(pixels: NDArray[np.uint8], x: float, y: float) -> Colour | None:
    column, row = floor(x), floor(y)
    if not (0 <= column < pixels.shape[1] and 0 <= row < pixels.shape[0]):
        return None
    red, green, blue = pixels[row, column].tolist()
    return red, green, blue
