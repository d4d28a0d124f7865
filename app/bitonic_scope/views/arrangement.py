"""Where the pictures stand on a canvas: pure arithmetic, in canvas pixels from the top left.

All lengths are in u, `Look.unit`. A pane is the place of the elements alone: labels, the strip of
directions and the mat lie around it.
"""

from functools import lru_cache
from math import pow
from typing import NamedTuple

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.views.photo_frame import Part

LABEL = 3.0  # height of a row of text, at type scale 1
LABEL_WIDTH = 20.0  # of "last element" and a gap, at type scale 1
COUNT_WIDTH = 26.0  # of "524 of padding", its swatch and a gap
MAT = 0.75  # around the texture, in the panel colour
STRIP = 3.5  # triangles and band beside the texture, or below the line
FOOT_STRIP = 1.4  # band with triangles below the texture: blocks shorter than its rows
GAP = 4.0  # between the panes, besides the mat and room for a label's overhang
MAX_TEXTURE = 82.0  # above or beside panels
MAX_TEXTURE_SHARE = 0.5  # of the width, without panels
SMALL_TEXTURE = 60.0  # of the inset beside a line that takes the width
LINE = 37.0  # height of the line above panels; thickness of a hair that stands alone
MIN_LINE = 20.0  # height of a line that makes room for panels
ALL_PANELS = 132.0  # width that all panels need side by side, at type scale 1
MIN_PANELS = 62.0  # width that panels need beside the texture
PANELS_BELOW = 26.5  # height that panels need below a texture, at type scale 1
PANELS_BESIDE = 40.0  # width that the triangle needs beside a texture, at type scale 1
MIN_THICK = 3.0  # of a texture whose true shape would be a hair
MIN_THICKNESS_TOLD = 1.5  # times the true thickness of a longish texture
MAX_SHORT = 64  # elements: the line says more than the texture
LONG = 8  # aspect ratio from which the line takes the width
WIDE = 4  # aspect ratio from which the texture lies below the line
MAX_LEVELLED = 0.08  # of the canvas, given up for a line that ends where the texture does
MIN_GAIN = 1.5  # times as wide: from here on, a texture that stands alone takes the panels' room
MIN_HIGH_SHARE = 0.75  # of the height, from which a wide texture stands beside the line
UPRIGHT = 1.25  # width by height below which one pane stands above the other
UPRIGHT_LINE, MIN_UPRIGHT_LINE = 0.28, 0.2  # shares of the height
BAR = 1.25  # of the hatched bars that stand for padding outside a photo's frame
BAR_ROOM = 2.0  # that such a bar needs above or beside the frame, besides the mat
RECORDED_UNITS = (120, 90)  # u in a recorded frame, at least: as in the window's work area
RECORDED_MARGIN = 2.0  # around labels in a recorded frame
MIN_SHARP_PIXELS = 4  # from here on, whole texels with a margin beat uneven ones
MAX_LOSS = 0.05  # share of the place that whole columns may leave free


def recorded_unit(size: tuple[int, int]) -> float:
    """Return u in a recorded frame of a width and height in pixels: the same part of every size."""
    return min(size[0] / RECORDED_UNITS[0], size[1] / RECORDED_UNITS[1])


class Pane(NamedTuple):
    """A rectangle of a canvas, in pixels from the top left."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the pane."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below the pane."""
        return self.top + self.height


class Rooms(NamedTuple):
    """How much room a texture needs around its pane, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


def both_panes(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None = None
) -> tuple[Pane, Pane]:
    """Return the panes of the texture and of the line in the view "both".

    Args:
        layout: the layout of the elements in the texture.
        width, height: the size of the canvas in pixels.
        look: the unit, and whether there are labels and panels.
        part: the part of the texture to show; None for the whole.
    """
    arrangement = _arranged(layout, width, height, look, part)
    return arrangement.texture, arrangement.line


def free_pane(
    layout: TextureLayout,
    width: int,
    height: int,
    look: Look,
    part: Part | None = None,
    *,
    is_alone: bool = False,
) -> Pane:
    """Return the part of the canvas that a view leaves to panels; it may be empty.

    It is the same for all parts of a texture, so that panels stay where they are.

    Args:
        layout: the layout of the elements in the texture.
        width, height: the size of the canvas in pixels.
        look: the unit, and whether there are labels and panels.
        part: the part of the texture to show; None for the whole.
        is_alone: whether the texture stands there alone, without the line.
    """
    arranged = _alone if is_alone else _arranged
    return arranged(layout, width, height, look, part).free


def texture_pane(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None = None
) -> Pane:
    """Return the pane of the texture where it stands alone: in the middle, or beside panels."""
    return _alone(layout, width, height, look, part).texture


def line_pane(layout: TextureLayout, width: int, height: int, look: Look) -> Pane:
    """Return the pane of the line where it stands alone."""
    top, bottom = line_rooms(look)
    margin = _margin(look)
    line_width = whole(layout.element_count, width - 2 * margin)
    return Pane(
        (width - line_width) // 2,
        margin + top,
        line_width,
        max(1, height - top - bottom - 2 * margin),
    )


def _margin(look: Look) -> int:
    return round(look.margin * look.unit)


def thickness_factor(layout: TextureLayout | Part, pane: Pane) -> float:
    """Return how many times as thick as its true shape a texture is drawn; 1 for its true shape."""
    across, up = pane.width / layout.width, pane.height / layout.height
    return max(across, up) / min(across, up)


def whole(count: int, pixels: int) -> int:
    """Return the width of that many cells: a whole number of pixels each where that loses few."""
    each = pixels // count
    return max(1, each * count if each * count >= pixels * (1 - MAX_LOSS) else pixels)


def texture_rooms(look: Look) -> Rooms:
    """Return the room that strip, mat and labels need around a texture, in pixels."""
    unit, label = look.unit, LABEL * look.type_scale if look.has_labels else 0.0
    if not has_strip(look):
        mat = round(MAT * unit) if look.has_labels else 0
        return Rooms(mat, mat, mat, mat)
    return Rooms(
        round(STRIP * unit),
        round(max(label, MAT) * unit),
        round(MAT * unit),
        round((MAT + FOOT_STRIP + 0.95 * label) * unit),
    )


def line_rooms(look: Look) -> tuple[int, int]:
    """Return the room that a label above and the strip below a line need, in pixels."""
    label = LABEL * look.type_scale if look.has_labels else 0.0
    return round(label * look.unit), round(STRIP * look.unit) if has_strip(look) else 0


def has_strip(look: Look) -> bool:
    """Return whether there is room for the strip of directions, so that marks move nothing."""
    return look.has_labels or look.marks not in (Marks.NONE, Marks.BLOCKS)


class _Alone(NamedTuple):
    texture: Pane
    free: Pane


@lru_cache(maxsize=16)
def _alone(layout: TextureLayout, width: int, height: int, look: Look, part: Part | None) -> _Alone:
    """Put the texture in the middle; or panels beside or below it, where it gets larger."""
    rooms, margin = texture_rooms(look), _margin(look)
    box = Pane(
        margin + rooms.left,
        margin + rooms.top,
        width - rooms.left - rooms.right - 2 * margin,
        height - rooms.top - rooms.bottom - 2 * margin,
    )
    below = box._replace(height=box.height - _typed(PANELS_BELOW, look))
    beside = box._replace(width=box.width - _typed(PANELS_BESIDE, look))
    is_below = _texel(layout, below) > _texel(layout, beside)
    room = below if is_below else beside
    has_panels = look.has_panels and _texel(layout, box) < MIN_GAIN * _texel(layout, room)
    if has_panels:
        box = room
    inner = _without_bars(box, look, part)
    is_wide_beside = has_panels and not is_below and layout.width > layout.height
    most = inner.height / look.unit if is_wide_beside else LINE
    if part is None:
        thick = _thickness(layout, inner, look, most=most)
        pane = place = _fitted(layout, inner, look, thick=thick)
    else:  # within the place of the whole, so that nothing moves as the part changes
        place = _fitted(layout, inner, look)
        pane = _fitted(part, place if has_panels else inner, look)
        place = place._replace(width=place.width + round(BAR_ROOM * look.unit))
    if not has_panels:
        left = inner.left + max(0, inner.width - pane.width) // 2
        top = inner.top + max(0, inner.height - pane.height) // 2
        return _Alone(pane._replace(left=left, top=top), Pane(width, 0, 0, height))
    if is_below:
        top = place.bottom + rooms.bottom + round(look.unit)
        return _Alone(pane, Pane(box.left, top, width - box.left, height - top))
    labels = LABEL_WIDTH if part is None else COUNT_WIDTH
    left = place.right + round((MAT + GAP) * look.unit)
    left = max(left, _typed(labels, look) if look.has_labels else 0)
    return _Alone(pane, Pane(left, 0, width - left, height))


def _texel(layout: TextureLayout | Part, box: Pane) -> float:
    """Return the side that a texel of a texture in its true shape has in a box, in pixels."""
    return max(min(box.width / layout.width, box.height / layout.height), 1e-9)


def _beside(look: Look) -> int:
    """Return the width that panels need beside the texture, in pixels."""
    return max(round(MIN_PANELS * look.unit), _typed(PANELS_BESIDE, look))


def _label_width(look: Look) -> int:
    """Return the width of the widest label of a texture, with a gap; 0 without labels."""
    return _typed(LABEL_WIDTH, look) if look.has_labels else 0


def _typed(units: float, look: Look) -> int:
    """Return a length in u of type, in pixels."""
    return round(units * look.type_scale * look.unit)


def _thickness(layout: TextureLayout, box: Pane, look: Look, *, most: float) -> float:
    """Return how thick to draw a longish texture that has the whole box, in u.

    As thick as it may be where that is told, else in its true shape.
    """
    true = _texel(layout, box) * min(layout.width, layout.height) / look.unit
    return most if MIN_THICKNESS_TOLD * true <= most else MIN_THICK


class _Arrangement(NamedTuple):
    texture: Pane
    line: Pane
    free: Pane


@lru_cache(maxsize=16)
def _arranged(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None
) -> _Arrangement:
    margin = _margin(look)
    width, height = width - 2 * margin, height - 2 * margin
    aspect = layout.width / layout.height
    is_short = layout.element_count <= MAX_SHORT
    is_above = aspect >= WIDE and not _is_high_beside(layout, width, height, look)
    if is_above or (is_short and look.has_panels):
        inner = _line_above(layout, width, height, look, part)
    elif look.is_upright or width < UPRIGHT * height:
        inner = _one_above_the_other(layout, width, height, look, part)
    else:
        inner = _side_by_side(layout, width, height, look, part)
    return _Arrangement(
        *(pane._replace(left=pane.left + margin, top=pane.top + margin) for pane in inner)
    )


def _aspect(layout: TextureLayout) -> float:
    """Return the aspect ratio of a texture; 1 for an upright one."""
    return max(layout.width / layout.height, 1.0)


def _texture_share(layout: TextureLayout) -> float:
    """Return the greatest share of the width for a texture beside a line: more for a wide one."""
    return 1 - (1 - MAX_TEXTURE_SHARE) / pow(_aspect(layout), 0.6)


def _is_high_beside(layout: TextureLayout, width: int, height: int, look: Look) -> bool:
    """Return whether a wide texture beside a line fills the height, as on a low canvas."""
    if look.has_panels or layout.width >= LONG * layout.height:
        return False
    rooms = _rooms(look)
    texture_height = _texture_share(layout) * width / _aspect(layout)
    return texture_height >= MIN_HIGH_SHARE * (height - rooms.top - rooms.bottom)


def _rooms(look: Look) -> Rooms:
    """Return the room around the texture; beside a line there is always a mat."""
    mat = round(MAT * look.unit)
    return Rooms(*(max(room, mat) for room in texture_rooms(look)))


def _side_by_side(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None
) -> _Arrangement:
    """Put the texture at the left, the line at the right, and panels below the line."""
    unit, rooms = look.unit, _rooms(look)
    line_top, line_bottom = line_rooms(look)
    room = height - rooms.top - rooms.bottom
    between = round((MAT + GAP + STRIP) * unit)
    side = _texture_share(layout) * width
    if look.has_panels:  # as wide as leaves room for all of them
        side = max(MAX_TEXTURE * unit, width - rooms.left - between - _typed(ALL_PANELS, look))
        side = min(side, width / 2)
    if layout.element_count <= MAX_SHORT:
        side = min(side, SMALL_TEXTURE * unit)
    box = Pane(rooms.left, rooms.top, int(min(side, room * _aspect(layout))), room)
    labels = _label_width(look)
    thick = max((labels - box.left - between) / unit, MIN_THICK)  # as wide as its labels
    texture, place = _placed(layout, box, look, part, thick=thick)
    left = max(place.right + between, labels)
    high = height - _typed(PANELS_BELOW, look)
    is_low = look.has_panels and place.bottom + rooms.bottom <= high
    if is_low:  # panels below both
        line_height = max(round(LINE * unit), place.bottom - line_top)
    elif look.has_panels:
        line_height = min(round(LINE * unit), height // 2)
    else:
        line_height = height - line_top - max(line_bottom, rooms.bottom)
        if layout.element_count <= MAX_SHORT:
            texture = texture._replace(top=line_top + line_height - texture.height)
        else:
            lost = line_top + line_height - place.bottom
            if lost * (width - left) <= MAX_LEVELLED * width * height:  # both end at one height
                line_height = place.bottom - line_top
    line = Pane(left, line_top, whole(layout.element_count, width - left), max(1, line_height))
    free_top = line.bottom + line_bottom
    if is_low:
        left, free_top = 0, max(free_top, place.bottom + rooms.bottom)
    free_top = min(height, free_top + round(unit))
    return _Arrangement(texture, line, Pane(left, free_top, width - left, height - free_top))


def _line_above(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None
) -> _Arrangement:
    """Let the line take the width; put the texture below it, and panels beside or below that."""
    unit, rooms = look.unit, _rooms(look)
    line_top, line_bottom = line_rooms(look)
    between = round((MAT + GAP + STRIP) * unit)
    is_long = layout.width >= LONG * layout.height
    line_left = rooms.left
    line_width = whole(layout.element_count, width - line_left - rooms.right)
    if is_long:
        box_width, thick = line_width, max(line_width / layout.width * layout.height, 1.0)
        box_height = round(max(thick, MIN_THICK * unit))
    else:
        box_width = (
            width - line_left - (between + _beside(look) if look.has_panels else rooms.right)
        )
        box_height = round(0.33 * height)
    around = line_top + line_bottom + rooms.top + rooms.bottom
    line_height = height - around - box_height
    above_panels = line_height - _typed(PANELS_BELOW, look)
    if look.has_panels and is_long and above_panels >= MIN_LINE * unit:
        line_height = min(round(LINE * unit), above_panels)
    line = Pane(line_left, line_top, line_width, max(1, line_height))
    top = line.bottom + line_bottom + rooms.top
    texture, place = _placed(layout, Pane(line_left, top, box_width, box_height), look, part)
    if is_long:
        free_top = min(height, place.bottom + rooms.bottom + round(unit))
        free = Pane(line_left, free_top, max(0, width - line_left), height - free_top)
    else:
        free_left = place.right + between
        free = Pane(free_left, top, max(0, width - free_left), max(0, height - top))
    return _Arrangement(texture, line, free)


def _one_above_the_other(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None
) -> _Arrangement:
    """Put the texture above the line, as wide as the canvas allows, and panels beside it."""
    unit, rooms = look.unit, _rooms(look)
    line_top, line_bottom = line_rooms(look)
    gap = round(2 * unit)
    around = rooms.top + rooms.bottom + gap + line_top + line_bottom
    panels = _beside(look) if look.has_panels else 0
    box_width = max(width - rooms.left - rooms.right - panels, width / 2)
    left_over = max(height - around - box_width, MIN_UPRIGHT_LINE * height)
    line_height = round(min(left_over, UPRIGHT_LINE * height))
    box = Pane(rooms.left, rooms.top, int(box_width), max(1, height - around - line_height))
    thick = max((_label_width(look) - rooms.left) / unit - MAT - GAP, MIN_THICK)
    texture, place = _placed(layout, box, look, part, thick=thick)
    top = place.bottom + rooms.bottom + gap + line_top
    line_width = whole(layout.element_count, width - rooms.left)
    line = Pane(rooms.left, top, line_width, max(1, height - top - line_bottom))
    left = place.right + round((MAT + GAP) * unit)
    free = Pane(left, rooms.top, max(0, width - left), place.height)
    return _Arrangement(texture, line, free)


def _placed(
    layout: TextureLayout,
    box: Pane,
    look: Look,
    part: Part | None,
    *,
    thick: float = MIN_THICK,
) -> tuple[Pane, Pane]:
    """Return the pane of a texture in a box, and the place that it takes there.

    A part of a texture takes the box as high as any part of it may be, so that nothing around it
    moves as the part changes.
    """
    if part is None:
        pane = _fitted(layout, box, look, thick=thick)
        return pane, pane
    room = round(BAR_ROOM * look.unit)
    highest = round((box.width - room) / max(part.least_aspect, 1e-9)) + room
    box = box._replace(height=min(box.height, highest))
    return _fitted(part, _without_bars(box, look, part), look), box


def _without_bars(box: Pane, look: Look, part: Part | None) -> Pane:
    """Return a box without the room for bars above and to the right of a part of a texture."""
    room = 0 if part is None else round(BAR_ROOM * look.unit)
    return Pane(box.left, box.top + room, box.width - room, box.height - room)


def _fitted(
    layout: TextureLayout | Part, box: Pane, look: Look, *, thick: float = MIN_THICK
) -> Pane:
    """Return the texture's pane at the top left of a box, in its true shape if that is visible.

    Each texel gets a whole number of pixels where it gets `MIN_SHARP_PIXELS`; a texture of a
    longish shape is drawn at least `thick` u thick.
    """
    each = _texel(layout, box)
    if each >= (1 if look.has_whole_cells else MIN_SHARP_PIXELS):
        each = int(each)
    width, height = layout.width * each, layout.height * each
    if max(layout.width, layout.height) >= LONG * min(layout.width, layout.height):
        least = thick * look.unit
        if width >= height:
            width, height = whole(layout.width, box.width), max(height, min(least, box.height))
        else:
            width, height = max(width, min(least, box.width)), whole(layout.height, box.height)
    return Pane(box.left, box.top, max(1, round(width)), max(1, round(height)))
