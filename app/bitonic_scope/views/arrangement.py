"""Where the pictures stand on a canvas: pure arithmetic, in canvas pixels from the top left.

All lengths are in u, `Look.unit`. A pane is the place of the elements alone: labels, the strip of
directions and the mat lie around it.
"""

from functools import lru_cache
from typing import NamedTuple

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.views.photo_frame import Part

LABEL = 3.0  # height of a row of text, at type scale 1
LABEL_WIDTH = 20.0  # of "last element" and a gap, at type scale 1
MAT = 0.75  # around the texture, in the panel colour
STRIP = 3.5  # triangles and band beside the texture, or below the line
FOOT_STRIP = 1.4  # band with triangles below the texture: blocks shorter than its rows
GAP = 4.0  # between the panes, besides the mat and room for a label's overhang
MAX_TEXTURE = 82.0  # above or beside panels
MAX_TEXTURE_SHARE = 0.46  # of the width, without panels
SMALL_TEXTURE = 60.0  # of the inset beside a line that takes the width
LINE = 37.0  # height of the line above panels
MIN_PANELS = 62.0  # width that panels need beside the texture
MIN_THICK = 3.0  # of a texture whose true shape would be a hair
MAX_SHORT = 64  # elements: the line says more than the texture
LONG = 8  # aspect ratio from which the line takes the width
WIDE = 4  # aspect ratio from which the texture lies below the line
MIN_LINE_SHARE = 0.75  # of the height that a line is given up to end where the texture does
UPRIGHT = 1.25  # width by height below which one pane stands above the other
UPRIGHT_LINE = 0.28  # share of the height
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
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None = None
) -> Pane:
    """Return the part of the canvas that the view "both" leaves to panels; it may be empty.

    It is the same for all parts of a texture, so that panels stay where they are.
    """
    return _arranged(layout, width, height, look, part).free


def texture_pane(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None = None
) -> Pane:
    """Return the pane of the texture where it stands alone, in the middle of the canvas."""
    rooms, margin = texture_rooms(look), _margin(look)
    box = Pane(
        margin + rooms.left,
        margin + rooms.top,
        width - rooms.left - rooms.right - 2 * margin,
        height - rooms.top - rooms.bottom - 2 * margin,
    )
    box = _without_bars(box, look, part)
    pane = _fitted(part or layout, box, look)
    return pane._replace(
        left=box.left + max(0, box.width - pane.width) // 2,
        top=box.top + max(0, box.height - pane.height) // 2,
    )


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
    return each * count if each * count >= pixels * (1 - MAX_LOSS) else max(1, pixels)


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
    if aspect >= WIDE or (is_short and look.has_panels):
        inner = _line_above(layout, width, height, look, part)
    elif width < UPRIGHT * height:
        inner = _one_above_the_other(layout, width, height, look, part)
    else:
        inner = _side_by_side(layout, width, height, look, part)
    return _Arrangement(
        *(pane._replace(left=pane.left + margin, top=pane.top + margin) for pane in inner)
    )


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
    side = MAX_TEXTURE * unit if look.has_panels else MAX_TEXTURE_SHARE * width
    if layout.element_count <= MAX_SHORT:
        side = min(side, SMALL_TEXTURE * unit)
    room = height - rooms.top - rooms.bottom
    limit = int(min(side, room, width / 2))
    is_hair = layout.height >= LONG * layout.width and layout.element_count > MAX_SHORT
    box = Pane(rooms.left, rooms.top, limit, room if is_hair else limit)
    texture, place = _placed(layout, box, look, part)
    left, bottom = place.right + round((MAT + GAP + STRIP) * unit), height
    labels = round(LABEL_WIDTH * look.type_scale * unit) if look.has_labels else 0
    if left < labels:  # a hair: its labels are wider, one runs below all
        left, bottom = labels, height - rooms.bottom
    if look.has_panels:
        line_height = min(round(LINE * unit), height // 2)
    else:
        line_height = height - line_top - max(line_bottom, rooms.bottom)
        if layout.element_count <= MAX_SHORT:
            texture = texture._replace(top=line_top + line_height - texture.height)
        elif place.height >= MIN_LINE_SHARE * line_height:  # both end at the same height
            line_height = place.bottom - line_top
    line = Pane(left, line_top, whole(layout.element_count, width - left), max(1, line_height))
    free_top = min(bottom, line.bottom + line_bottom + round(unit))
    return _Arrangement(texture, line, Pane(left, free_top, width - left, bottom - free_top))


def _line_above(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None
) -> _Arrangement:
    """Let the line take the width; put the texture below it, and panels beside or below that."""
    unit, rooms = look.unit, _rooms(look)
    line_top, line_bottom = line_rooms(look)
    is_long = layout.width >= LONG * layout.height
    line_left = rooms.left
    line_width = whole(layout.element_count, width - line_left - rooms.right)
    if is_long:
        box_width, thick = line_width, max(line_width / layout.width * layout.height, 1.0)
        box_height = round(max(thick, MIN_THICK * unit))
    else:
        box_width = width - line_left - round((MIN_PANELS if look.has_panels else MAT) * unit)
        box_height = round(0.33 * height)
    around = line_top + line_bottom + rooms.top + rooms.bottom
    if look.has_panels and is_long:
        line_height = min(round(LINE * unit), height - around - box_height)
    else:
        line_height = height - around - box_height
    line = Pane(line_left, line_top, line_width, max(1, line_height))
    top = line.bottom + line_bottom + rooms.top
    texture, place = _placed(layout, Pane(line_left, top, box_width, box_height), look, part)
    if is_long:
        free_top = min(height, place.bottom + rooms.bottom + round(unit))
        free = Pane(line_left, free_top, max(0, width - line_left), height - free_top)
    else:
        free_left = place.right + round((MAT + GAP + STRIP) * unit)
        free = Pane(free_left, top, max(0, width - free_left), max(0, height - top))
    return _Arrangement(texture, line, free)


def _one_above_the_other(
    layout: TextureLayout, width: int, height: int, look: Look, part: Part | None
) -> _Arrangement:
    """Put the texture above the line, as wide as the canvas allows, and panels beside it."""
    unit, rooms = look.unit, _rooms(look)
    line_top, line_bottom = line_rooms(look)
    line_height = round(UPRIGHT_LINE * height)
    around = rooms.top + rooms.bottom + round(unit) + line_top + line_bottom
    panels = MIN_PANELS * unit if look.has_panels else 0.0
    box_width = max(width - rooms.left - rooms.right - panels, width / 2)
    box = Pane(rooms.left, rooms.top, int(box_width), max(1, height - around - line_height))
    texture, place = _placed(layout, box, look, part)
    top = place.bottom + rooms.bottom + round(unit) + line_top
    line_width = whole(layout.element_count, width - rooms.left)
    line = Pane(rooms.left, top, line_width, max(1, height - top - line_bottom))
    left = place.right + round((MAT + GAP) * unit)
    free = Pane(left, rooms.top, max(0, width - left), place.height)
    return _Arrangement(texture, line, free)


def _placed(layout: TextureLayout, box: Pane, look: Look, part: Part | None) -> tuple[Pane, Pane]:
    """Return the pane of a texture in a box, and the place that it takes there.

    A part of a texture takes the whole box, so that nothing around it moves as the part changes.
    """
    if part is None:
        pane = _fitted(layout, box, look)
        return pane, pane
    return _fitted(part, _without_bars(box, look, part), look), box


def _without_bars(box: Pane, look: Look, part: Part | None) -> Pane:
    """Return a box without the room for bars above and to the right of a part of a texture."""
    room = 0 if part is None else round(BAR_ROOM * look.unit)
    return Pane(box.left, box.top + room, box.width - room, box.height - room)


def _fitted(layout: TextureLayout | Part, box: Pane, look: Look) -> Pane:
    """Return the texture's pane at the top left of a box, in its true shape if that is visible.

    Each texel gets a whole number of pixels where it gets `MIN_SHARP_PIXELS`; a texture of a
    longish shape is drawn at least `MIN_THICK` thick.
    """
    each = max(min(box.width / layout.width, box.height / layout.height), 1e-9)
    if each >= (1 if look.has_whole_cells else MIN_SHARP_PIXELS):
        each = int(each)
    width, height = layout.width * each, layout.height * each
    if max(layout.width, layout.height) >= LONG * min(layout.width, layout.height):
        thick = MIN_THICK * look.unit
        if width >= height:
            width, height = whole(layout.width, box.width), max(height, min(thick, box.height))
        else:
            width, height = max(width, min(thick, box.width)), whole(layout.height, box.height)
    return Pane(box.left, box.top, max(1, round(width)), max(1, round(height)))
