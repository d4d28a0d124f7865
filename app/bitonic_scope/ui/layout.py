"""The layout of the window: pure arithmetic, in logical pixels from the top left.

The unit u scales with the window: it is 1/135 of the height or 1/180 of the width, whichever is
less. `--ui-scale` multiplies the unit of type and controls only, so that the picture keeps the
rest. Both grow or shrink together with the window, and the picture always keeps its share.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

ROWS, COLUMNS = 135, 180  # u: of a window at scale 1, at least
MARGIN = 3.0  # u

# Rows, in u of type.
HEADER = 8.0
TABS_ROW = 7.0  # below the sentence, where the two do not fit side by side
CAPTION = 15.0  # a caption and a line under it
CAPTION_WRAPPED = 19.2  # and two lines under it
CAPTION_NARROW = 25.5  # two lines each
PRESENTED_CAPTION = 16.0
STRIP = 8.0  # cells and numbers
PRESENTED_STRIP = 9.0
BESIDE_GAP = 8.0  # u, between a square and the presented caption beside it
MIN_BESIDE = 64.0  # width of that caption: two of its words
TRANSPORT = 8.0
TRANSPORT_ROW = 9.0  # of each row, where there are two
HEADER_GAP = 2.0  # u, between header and picture
STRIP_GAP = 3.0  # u, between strip and transport
BOTTOM = 2.5  # u

# Widths of the window, in u of type.
ONE_HEADER_ROW = 158.0  # from here on, sentence and tabs stand side by side
ONE_TRANSPORT_ROW = 154.0
CAPTION_IN_ONE_LINE = 150.0
WHY_IN_ONE_LINE = 200.0
MIN_COLUMNS = 108.0  # the least that all controls need

MIN_TYPE_UNIT = 4.0  # logical pixels: type of 11 pixels, in small windows too
MAX_LABEL_ROWS = 137.5  # u of type in a window's height: labels of 1/50 of the height, at least
MIN_PICTURE_PART = 0.4  # of the window's height
MIN_PRESENTED_PART = 0.6  # in front of a class
SHRINK = 0.98  # of the unit of type, until the picture has its part

# The drawer, in u of type.
DRAWER_HEIGHT, DRAWER_LOW = 90.0, 58.0  # of its rows in one column, and in two
DRAWER_COLUMNS = 140.0  # width from which there is room for two columns
DRAWER_GAP = 1.0  # above the strip

# The panels over the picture, in u of type.
POINTED_WIDTH = 54.0
TRIANGLE_WIDTH = 36.0
MAX_HIGH_ASPECT = 2.5  # of a part where panels stand one above the other
MIN_TRIANGLE_HEIGHT = 30.0  # between the pointed pair and the counters
COUNTERS_WIDTH = 34.0
PANEL_GAP = 4.0
PANEL_HEIGHT = 25.0  # a heading and five lines
LINE_HEIGHT = 46.0  # u: of the line above the panels, with all that lies around it
MIN_ASPECT = 1.25  # of a picture with panels: in an upright one, the line takes the width


class Rect(NamedTuple):
    """A rectangle: left, top, width and height in logical pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies in the rectangle."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: "Rect") -> bool:
        """Return whether two rectangles have a point in common."""
        is_beside = self.right <= other.x or other.right <= self.x
        return not (is_beside or self.bottom <= other.y or other.bottom <= self.y)

    def shrunk(self, x: float, y: float | None = None) -> "Rect":
        """Return the rectangle without a margin on each side."""
        y = x if y is None else y
        return Rect(self.x + x, self.y + y, self.width - 2 * x, self.height - 2 * y)


class Layout(NamedTuple):
    """The parts of the window; None for a part that has no place in it.

    Attributes:
        unit: u, in logical pixels.
        type_unit: u of type and controls.
        header: the sentence of settings, the tabs of views, and three buttons.
        picture: the work area, which the view draws on.
        pointed, triangle, counters: the panels, over the part of the picture that the view leaves
            free, or beside it.
        caption: the caption and the line under it.
        strip: the strip of passes.
        transport: the controls of position and playback.
        has_panels: whether the view is to leave a part of its picture free, which `with_panels`
            divides.
        drawer: the drawer of rare settings, over the right half of the picture at least.
        large_triangle: the triangle where it fills the right column.
    """

    unit: float
    type_unit: float
    picture: Rect
    caption: Rect
    strip: Rect
    header: Rect | None = None
    transport: Rect | None = None
    pointed: Rect | None = None
    triangle: Rect | None = None
    counters: Rect | None = None
    large_triangle: Rect | None = None
    drawer: Rect | None = None
    has_panels: bool = False


def unit_of(width: float, height: float) -> float:
    """Return u of a window, in the pixels of its width and height."""
    return min(height / ROWS, width / COLUMNS)


@lru_cache(maxsize=16)
def layout(
    width: float,
    height: float,
    *,
    ui_scale: float,
    view: str = "both",
    is_presenting: bool = False,
    has_square: bool = False,
) -> Layout:
    """Divide a window of that many logical pixels into its parts.

    Args:
        width, height: the size of the window.
        ui_scale: factor on type and controls, as far as the window has room.
        view: the name of the view, which decides about the panels.
        is_presenting: whether to show only picture, caption and strip.
        has_square: whether the picture is no wider than high: then the presented caption stands
            beside it, where the window has the room.
    """
    width, height = max(width, 1.0), max(height, 1.0)
    unit = unit_of(width, height)
    type_unit = min(max(unit, height / MAX_LABEL_ROWS, MIN_TYPE_UNIT), width / MIN_COLUMNS)
    type_unit = min(type_unit * ui_scale, width / MIN_COLUMNS)
    divide: Callable[[float, float, float, float], Layout] = _divided
    if is_presenting:
        divide = partial(_presented, has_square=has_square)
    parts = divide(width, height, unit, type_unit)
    part = MIN_PRESENTED_PART if is_presenting else MIN_PICTURE_PART
    while parts.picture.height < part * height:
        type_unit *= SHRINK
        parts = divide(width, height, unit, type_unit)
    if is_presenting:
        return parts
    return parts._replace(has_panels=_has_room_for_panels(parts, view))


def _presented(
    width: float, height: float, unit: float, type_unit: float, *, has_square: bool
) -> Layout:
    across = Rect(MARGIN * unit, 0, width - 2 * MARGIN * unit, 0)
    strip = across._replace(
        y=height - PRESENTED_STRIP * type_unit - BOTTOM * unit, height=PRESENTED_STRIP * type_unit
    )
    caption_height = PRESENTED_CAPTION * type_unit
    caption = across._replace(y=strip.y - caption_height, height=caption_height)
    picture = across._replace(y=BOTTOM * unit, height=caption.y - BOTTOM * unit)
    whole_height = strip.y - STRIP_GAP * unit - picture.y
    room = picture.width - whole_height - BESIDE_GAP * unit
    if has_square and room >= MIN_BESIDE * type_unit:
        picture = picture._replace(width=whole_height, height=whole_height)
        caption = picture._replace(x=across.right - room, width=room)
    return Layout(unit, type_unit, picture, caption, strip)


def _divided(width: float, height: float, unit: float, type_unit: float) -> Layout:
    columns = width / type_unit
    across = Rect(MARGIN * unit, 0, width - 2 * MARGIN * unit, 0)
    header_rows = HEADER if columns >= ONE_HEADER_ROW else HEADER + TABS_ROW
    header = across._replace(height=header_rows * type_unit)
    transport_rows = TRANSPORT if columns >= ONE_TRANSPORT_ROW else 2 * TRANSPORT_ROW
    transport_height = transport_rows * type_unit
    transport = across._replace(
        y=height - BOTTOM * unit - transport_height, height=transport_height
    )
    strip_height = STRIP * type_unit
    strip = across._replace(y=transport.y - STRIP_GAP * unit - strip_height, height=strip_height)
    caption_rows = CAPTION
    if columns < CAPTION_IN_ONE_LINE:
        caption_rows = CAPTION_NARROW
    elif columns < WHY_IN_ONE_LINE:
        caption_rows = CAPTION_WRAPPED
    caption_height = caption_rows * type_unit
    caption = across._replace(y=strip.y - caption_height, height=caption_height)
    top = header.height + HEADER_GAP * unit
    picture = across._replace(y=top, height=caption.y - top)
    drawer = _drawer(header, picture, strip, type_unit)
    return Layout(unit, type_unit, picture, caption, strip, header, transport, drawer=drawer)


def _drawer(header: Rect, picture: Rect, strip: Rect, type_unit: float) -> Rect:
    """Return the right half of the picture, or all of it and of the caption, as the rows need."""
    whole = picture._replace(y=header.bottom, height=picture.bottom - header.bottom)
    width = min(max(picture.width / 2, MIN_COLUMNS * type_unit), picture.width)
    if whole.height >= DRAWER_HEIGHT * type_unit:
        return whole._replace(x=picture.right - width, width=width)
    is_wide = whole.width >= DRAWER_COLUMNS * type_unit
    if is_wide and whole.height >= DRAWER_LOW * type_unit:
        return whole
    return whole._replace(height=strip.y - DRAWER_GAP * type_unit - header.bottom)


def _has_room_for_panels(parts: Layout, view: str) -> bool:
    picture, unit = parts.picture, parts.type_unit
    if view == "texture":
        return picture.width - picture.height >= TRIANGLE_WIDTH * unit
    low = picture.height - LINE_HEIGHT * parts.unit
    is_wide = picture.width >= MIN_ASPECT * picture.height
    return view == "both" and is_wide and low >= PANEL_HEIGHT * unit


def with_panels(parts: Layout, free: Rect) -> Layout:
    """Put the panels into the part that the view leaves free, as many as it holds.

    They stand side by side; where there is the height, the pointed pair and the counters stand one
    above the other. In narrower parts the counters go first, then the pointed pair.

    Args:
        parts: a layout that has panels.
        free: the part of the picture that is free.
    """
    unit, picture = parts.type_unit, parts.picture
    pointed, triangle = POINTED_WIDTH * unit, TRIANGLE_WIDTH * unit
    counters, gap = COUNTERS_WIDTH * unit, PANEL_GAP * unit
    if free.height < PANEL_HEIGHT * unit or free.width < triangle:
        return parts
    large = free._replace(y=picture.y, height=free.bottom - picture.y)
    if free.x < picture.x + picture.width / 4:  # the line takes the width, above the panels
        large = free
    parts = parts._replace(large_triangle=large)
    is_high = free.height >= max(2 * PANEL_HEIGHT * unit, free.width / MAX_HIGH_ASPECT)
    if is_high and free.width >= pointed:
        return _with_high_panels(parts, free)
    if free.width < pointed + gap + triangle:
        return parts._replace(triangle=free)
    parts = parts._replace(pointed=free._replace(width=pointed))
    middle = free._replace(x=free.x + pointed + gap, width=free.width - pointed - gap)
    if middle.width < triangle + gap + counters:
        return parts._replace(triangle=middle)
    return parts._replace(
        triangle=middle._replace(width=middle.width - counters - gap),
        counters=free._replace(x=free.right - counters, width=counters),
    )


def _with_high_panels(parts: Layout, free: Rect) -> Layout:
    """Put the pointed pair above the counters, and the triangle beside or between them."""
    unit, width, height = parts.type_unit, POINTED_WIDTH * parts.type_unit, free.height / 2
    pointed = Rect(free.right - width, free.y, width, height)
    counters = pointed._replace(y=pointed.bottom)
    room = free.width - width - PANEL_GAP * unit
    if room >= TRIANGLE_WIDTH * unit:
        triangle = free._replace(width=room)
        return parts._replace(pointed=pointed, triangle=triangle, counters=counters)
    low = PANEL_HEIGHT * unit
    pointed = free._replace(height=low)
    if free.height < 2 * low + MIN_TRIANGLE_HEIGHT * unit:  # the counters go first
        triangle = pointed._replace(y=pointed.bottom, height=free.height - low)
        return parts._replace(pointed=pointed, triangle=triangle)
    triangle = pointed._replace(y=pointed.bottom, height=free.height - 2 * low)
    counters = pointed._replace(y=triangle.bottom)
    return parts._replace(pointed=pointed, triangle=triangle, counters=counters)
