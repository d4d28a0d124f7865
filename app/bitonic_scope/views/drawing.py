"""The drawing: shapes and text as values, for a painter to draw on a canvas or write to a file.

Positions and sizes are in pixels from the top left of the canvas; shapes cover those before them.
Painters move edges along an axis to whole pixels, and draw lines at least a pixel thick.
"""

from enum import StrEnum
from typing import NamedTuple

from bitonic_scope.views.palette import Colour


class Box(NamedTuple):
    """A rectangle, filled, outlined inside its edge, or both."""

    left: float
    top: float
    width: float
    height: float
    fill: Colour | None = None
    outline: Colour | None = None
    thickness: float = 0.0  # of the outline
    radius: float = 0.0  # of the corners
    is_hatched: bool = False  # fills with diagonal lines instead


class Line(NamedTuple):
    """A straight line with flat ends."""

    x0: float
    y0: float
    x1: float
    y1: float
    colour: Colour
    thickness: float
    dash: float = 0.0  # length of dashes and of gaps; 0 for a whole line


class Disc(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float
    colour: Colour


class Towards(StrEnum):
    """Where a triangle points."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


TRIANGLE_HEIGHT = 0.8660254  # of an equilateral triangle, over its side


class Triangle(NamedTuple):
    """A filled equilateral triangle; the point is half-way between its side and its tip."""

    x: float
    y: float
    size: float  # of the side that it points away from
    towards: Towards
    colour: Colour


class Align(StrEnum):
    """Where a label stands: its left end, its middle or its right end is at x."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Label(NamedTuple):
    """One line of text; y is the middle of its digits and capitals."""

    text: str
    x: float
    y: float
    size: float  # of the font, in pixels
    colour: Colour
    align: Align = Align.LEFT
    is_medium: bool = False  # Roboto Medium instead of Regular
    width_part: float = 1.0  # to which the text is condensed


Shape = Box | Line | Disc | Triangle | Label
Drawing = list[Shape]


def moved(drawing: Drawing, right: float, down: float) -> Drawing:
    """Return a drawing at another place, so many pixels to the right and down."""
    return [_moved(shape, right, down) for shape in drawing]


def _moved(shape: Shape, right: float, down: float) -> Shape:
    if isinstance(shape, Box):
        return shape._replace(left=shape.left + right, top=shape.top + down)
    if isinstance(shape, Line):
        x0, y0, x1, y1 = shape[:4]
        return shape._replace(x0=x0 + right, y0=y0 + down, x1=x1 + right, y1=y1 + down)
    return shape._replace(x=shape.x + right, y=shape.y + down)
