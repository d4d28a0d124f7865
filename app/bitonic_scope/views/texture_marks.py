"""The marks on a texture: block borders, directions, pairs, exchanges, and values in the cells.

Pure: shapes in canvas pixels. A light and a dark line side by side show on every gray.
"""

from math import hypot

from bitonic_scope.model.look import Look, Marks
from bitonic_scope.network.schedule import SortPass
from bitonic_scope.views.arrangement import BAR, MAT
from bitonic_scope.views.drawing import Align, Box, Disc, Drawing, Label, Line, Towards, Triangle
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.numerals import contrasting, element_colours, numerals
from bitonic_scope.views.pairs import (
    is_block_ascending,
    pairs_to_come,
    partner_of,
    pass_to_come,
    shows,
)
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.texel_grid import TexelGrid

BORDER = 0.3  # u, of a block
CASING = 0.15  # u, on each side of a line
MIN_BLOCK = 5  # pixels: smaller blocks get neither borders nor a strip
THICK, THIN = 0.35, 0.15  # u, of lines between pairs
BAND = 0.85  # u, of the strip of directions
MAX_TRIANGLE, MIN_TRIANGLE = 1.65, 0.9  # u
TRIANGLE_PART = 0.8  # of its block
USUAL_PART = 0.75  # of the usual width, that a block may lose to padding and to whole pixels
MAX_LINES = 256  # elements up to which each pair has its line
MIN_VALUE_CELL = 4.7  # u: a value is legible; 5u, less what whole pixels take
MIN_VALUE, MAX_VALUE = 2.7, 3.5  # u, of the figures in a cell
VALUE_PART = 0.84  # of the cell's width
MOST_CONDENSED = 0.85  # of the figures' width, so that neighbours stand apart
MIN_LINED_CELL = 7.0  # u: room for a value and for the lines of pairs
LINES = (0.68, 0.94)  # where these lines run, in parts of such a cell
VALUE_BESIDE_LINES = 0.36  # and where the middle of the value is
POINTED = 0.45  # u, of the outline of the pointed pair
MAX_HIDDEN = 0.45  # share of the line between the pair that each of them hides
HEAD = 2.0  # u, of the head of the line between the pair

Point = tuple[float, float]


def cell_values(frame: Frame, look: Look, grid: TexelGrid) -> Drawing:
    """Return the value of each element in its cell, where the cells are large enough."""
    if frame.elements is None or grid.cell < MIN_VALUE_CELL * look.unit:
        return []
    has_lines = shows(look, Marks.PAIRS) and pass_to_come(frame) is not None
    if has_lines and grid.cell < MIN_LINED_CELL * look.unit:
        return []
    middle = VALUE_BESIDE_LINES if has_lines else 0.5
    elements = [i for i in range(frame.layout.element_count) if grid.shows(i)]
    texts = numerals(frame.start_data, frame.elements)
    longest = max((texts[i] for i in elements), key=len)
    if not longest:
        return []
    size = min(MAX_VALUE * look.unit * max(look.type_scale, 1.0), 0.7 * grid.cell)
    widest = VALUE_PART * grid.cell / max(text_width(longest, 100.0) / 100, 0.01)
    width_part = min(max(widest / size, MOST_CONDENSED), 1.0)
    size = min(size, widest / width_part)
    if size < max(MIN_VALUE * look.unit, look.min_text):
        return []
    colours = element_colours(frame.start_data, frame.elements)
    drawing: Drawing = []
    for i in elements:
        left, top, width, height = grid.box(i)
        if texts[i] and width > 0.9 * grid.pixels_x and height > 0.9 * grid.pixels_y:
            x, y = left + width / 2, top + height * middle
            colour = contrasting(colours[i])
            drawing.append(Label(texts[i], x, y, size, colour, Align.MIDDLE, width_part=width_part))
    return drawing


def block_borders(frame: Frame, look: Look, grid: TexelGrid) -> Drawing:
    """Return lines around the blocks of the pass to come."""
    to_come = pass_to_come(frame)
    if to_come is None or not shows(look, Marks.BLOCKS) or not _has_blocks(grid, to_come):
        return []
    columns, rows = _block_size(grid, to_come)
    pane, palette = grid.pane, PALETTES[look.theme]
    spacing = min(columns * grid.pixels_x, rows * grid.pixels_y)
    thickness = max(1.0, min(BORDER * look.unit, spacing / 12))
    casing = CASING * look.unit if spacing >= 4 * look.unit else 0.0
    lines: list[tuple[float, float, float, float]] = []
    first = grid.row - grid.row % rows + rows
    for row in range(first, grid.row + grid.rows, rows):
        lines.append((pane.left, grid.y_of(row), pane.right, grid.y_of(row)))
    first = grid.column - grid.column % columns + columns
    for column in range(first, grid.column + grid.columns, columns):
        lines.append((grid.x_of(column), pane.top, grid.x_of(column), pane.bottom))
    if casing:
        wide = thickness + 2 * max(1.0, casing)
        cases = [Line(*line, palette.ground, wide) for line in lines]
    else:  # on one side only, to save room
        cases = [
            Line(x0 + across, y0 + down, x1 + across, y1 + down, palette.ground, thickness)
            for x0, y0, x1, y1 in lines
            for across, down in [(thickness, 0.0) if x0 == x1 else (0.0, thickness)]
        ]
    return [*cases, *(Line(*line, palette.text, thickness) for line in lines)]


def direction_strip(frame: Frame, look: Look, grid: TexelGrid) -> Drawing:
    """Return bands and triangles for the directions of the blocks.

    Blocks of whole rows have their strip at the left; shorter blocks, which alternate along each
    row alike, have it below.
    """
    to_come = pass_to_come(frame)
    if to_come is None or not shows(look, Marks.DIRECTIONS) or not _has_blocks(grid, to_come):
        return []
    columns, rows = _block_size(grid, to_come)
    unit, pane, palette = look.unit, grid.pane, PALETTES[look.theme]
    band, mat = BAND * unit, MAT * unit
    gap = max(1.0, min(0.2 * unit, 0.1 * columns * grid.pixels_x, 0.1 * rows * grid.pixels_y))
    drawing: Drawing = []
    if columns == grid.layout.width:
        for row in range(grid.row - grid.row % rows, grid.row + grid.rows, rows):
            top = max(grid.y_of(row + rows), pane.top)
            bottom = min(grid.y_of(row), pane.bottom)
            ascending = is_block_ascending(frame, to_come, row << grid.layout.log2_width)
            colour = palette.ascending if ascending else palette.descending
            drawing.append(
                Box(pane.left - mat - band, top + gap / 2, band, bottom - top - gap, fill=colour)
            )
            size = triangle_size(bottom - top, look)
            if size:
                towards = Towards.UP if ascending else Towards.DOWN
                x = pane.left - mat - band - 0.25 * unit - 0.5 * MAX_TRIANGLE * unit
                drawing.append(Triangle(x, (top + bottom) / 2, size, towards, colour))
        return drawing
    for column in range(grid.column - grid.column % columns, grid.column + grid.columns, columns):
        left = max(grid.x_of(column), pane.left)
        right = min(grid.x_of(column + columns), pane.right)
        ascending = is_block_ascending(frame, to_come, column)
        drawing += _foot_part(look, left + gap / 2, right - gap / 2, pane.bottom + mat, ascending)
    return drawing


def _foot_part(look: Look, left: float, right: float, top: float, ascending: bool) -> Drawing:
    """Return the band of one block below a texture; its triangle lies on it, to save room."""
    palette, band = PALETTES[look.theme], 0.6 * BAND * look.unit
    colour = palette.ascending if ascending else palette.descending
    drawing: Drawing = [Box(left, top, right - left, band, fill=colour)]
    size = triangle_size(right - left, look)
    if size:
        towards = Towards.RIGHT if ascending else Towards.LEFT
        drawing.append(Triangle((left + right) / 2, top + band / 2, size, towards, colour))
    return drawing


def strip_part(
    look: Look, left: float, right: float, top: float, ascending: bool, *, usual: float = 0.0
) -> Drawing:
    """Return the band and the triangle of one block in a strip that lies.

    Args:
        look: how it is shown.
        left, right, top: the place of the band.
        ascending: the direction.
        usual: the width of most blocks, whose triangle a block of about that width has too.
    """
    palette, unit = PALETTES[look.theme], look.unit
    colour = palette.ascending if ascending else palette.descending
    band = 0.6 * BAND * unit
    drawing: Drawing = [Box(left, top, right - left, band, fill=colour)]
    is_usual = right - left >= USUAL_PART * usual > 0
    size = triangle_size(usual if is_usual else right - left, look)
    if size:
        towards = Towards.RIGHT if ascending else Towards.LEFT
        y = top + band + 0.25 * unit + size / 2
        drawing.append(Triangle((left + right) / 2, y, size, towards, colour))
    return drawing


def triangle_size(block: float, look: Look) -> float:
    """Return the size of the triangle for a block of that many pixels; 0 for none."""
    size = min(MAX_TRIANGLE * look.unit, TRIANGLE_PART * block)
    return size if size >= MIN_TRIANGLE * look.unit else 0.0


def padding_bars(look: Look, grid: TexelGrid) -> Drawing:
    """Return the hatched bars that stand for the padding columns and rows outside a part."""
    pane, edge = grid.pane, PALETTES[look.theme].edge
    mat, bar = MAT * look.unit, BAR * look.unit
    drawing: Drawing = []
    if grid.part.width < grid.layout.width:
        drawing.append(
            Box(pane.right + mat, pane.top, bar, pane.height, fill=edge, is_hatched=True)
        )
    if grid.part.height < grid.layout.height:
        drawing.append(
            Box(pane.left, pane.top - mat - bar, pane.width, bar, fill=edge, is_hatched=True)
        )
    return drawing


def pair_marks(frame: Frame, look: Look, grid: TexelGrid) -> Drawing:
    """Return the pairs of the pass to come, and which of them will be exchanged.

    Up to 256 elements each pair has a line from end to end; in larger textures a box marks the
    lower ends, or those that will be exchanged.
    """
    to_come = pass_to_come(frame)
    if to_come is None or not shows(look, Marks.PAIRS) or frame.elements is None:
        return []
    pairs = pairs_to_come(frame, to_come)
    lower, upper = pairs.lower.tolist(), pairs.upper.tolist()
    exchanges: list[bool | None] = [None] * len(lower)
    if shows(look, Marks.EXCHANGES) and pairs.exchanges is not None:
        exchanges = pairs.exchanges.tolist()
    drawing: Drawing = []
    if frame.layout.element_count > MAX_LINES or grid.cell < 2 * look.unit:
        for i, j, swap in zip(lower, upper, exchanges, strict=True):
            if swap is None and grid.shows(i):
                drawing += _cell_mark(look, grid, i, is_thick=False)
            elif swap:
                for end in (i, j):
                    if grid.shows(end):
                        drawing += _cell_mark(look, grid, end, is_thick=True)
        return drawing
    for i, j, swap in sorted(
        zip(lower, upper, exchanges, strict=True), key=lambda pair: bool(pair[2])
    ):
        if grid.shows(i) and grid.shows(j):
            drawing += _pair_line(look, grid, to_come, i, j, swap)
    return drawing


def _pair_line(
    look: Look, grid: TexelGrid, to_come: SortPass, i: int, j: int, swap: bool | None
) -> Drawing:
    """Return the line of a pair: thick with two heads for an exchange, dashed if both stay."""
    palette, unit = PALETTES[look.theme], look.unit
    x0, y0 = _slot(look, grid, to_come, i, i)
    x1, y1 = _slot(look, grid, to_come, j, i)
    slots = _slots(grid, to_come)
    room = grid.cell / (slots + 1)
    if swap is False:
        thin = max(1.0, THIN * unit)
        return [
            Line(x0, y0, x1, y1, palette.ground, thin + 2),
            Line(x0, y0, x1, y1, palette.text, thin, dash=0.6 * unit),
        ]
    thickness = max(1.0, min((THICK if swap else 2 * THIN) * unit, room / 2))
    casing = max(1.0, min(CASING * unit, room / 4))
    drawing: Drawing = [
        Line(x0, y0, x1, y1, palette.ground, thickness + 2 * casing),
        Line(x0, y0, x1, y1, palette.text, thickness),
    ]
    size = min(1.6 * unit, max(0.8 * room, 4.0))
    if not swap:
        for x, y in ((x0, y0), (x1, y1)):
            drawing += [
                Disc(x, y, size / 2 + casing, palette.ground),
                Disc(x, y, size / 2, palette.text),
            ]
        return drawing
    horizontal = abs(x1 - x0) >= abs(y1 - y0)
    for (x, y), (other_x, other_y) in (((x0, y0), (x1, y1)), ((x1, y1), (x0, y0))):
        if horizontal:
            towards = Towards.LEFT if x < other_x else Towards.RIGHT
        else:
            towards = Towards.UP if y < other_y else Towards.DOWN
        drawing += [
            Triangle(x, y, size + 3 * casing, towards, palette.ground),
            Triangle(x, y, size, towards, palette.text),
        ]
    return drawing


def _slots(grid: TexelGrid, to_come: SortPass) -> int:
    """Return how many lines run side by side through a cell."""
    width = grid.layout.width
    distance = to_come.compare_distance
    return distance if distance < width else distance // width


def _slot(
    look: Look, grid: TexelGrid, to_come: SortPass, element: int, lower: int
) -> tuple[float, float]:
    """Return where the line of a pair meets the cell of an element: lines run side by side."""
    width = grid.layout.width
    column, row = element & (width - 1), element >> grid.layout.log2_width
    slots = _slots(grid, to_come)
    is_across = to_come.compare_distance < width
    place = (lower & (width - 1) if is_across else lower >> grid.layout.log2_width) % slots
    low, high = LINES if grid.cell >= MIN_LINED_CELL * look.unit else (0.0, 1.0)
    part = low + (high - low) * (place + 1) / (slots + 1)
    if is_across:
        return grid.x_of(column + 0.5), grid.y_of(row + 1 - part)
    return grid.x_of(column + part), grid.y_of(row + 0.5)


def _cell_mark(look: Look, grid: TexelGrid, element: int, *, is_thick: bool) -> Drawing:
    """Return a square in a cell: small for a lower end, larger for an end of an exchange."""
    palette = PALETTES[look.theme]
    left, top, width, height = grid.box(element)
    side = max(2.0, round((0.45 if is_thick else 0.25) * grid.cell))
    left, top = left + (width - side) / 2, top + (height - side) / 2
    return [
        Box(left - 1, top - 1, side + 2, side + 2, fill=palette.ground),
        Box(left, top, side, side, fill=palette.text),
    ]


def pointed_cells(
    frame: Frame, look: Look, grid: TexelGrid, element: int, *, is_pinned: bool
) -> Drawing:
    """Return the outlines of a pointed cell and of its partner, and the line between them."""
    palette, unit = PALETTES[look.theme], look.unit
    partner = partner_of(frame, element)
    ends = [end for end in (element, partner) if end is not None and grid.shows(end)]
    thick = max(2.0, POINTED * unit)
    boxes = [_grown(grid.box(end), 2.4 * unit) for end in ends]
    drawing: Drawing = []
    head: Drawing = []
    if len(boxes) > 1:
        (x0, y0), (x1, y1) = _between(boxes[0], boxes[1])
        if grid.cell >= MIN_VALUE_CELL * unit:  # beside the values in the cells
            aside = 0.5 * grid.cell - 1.5 * thick
            x0, x1 = (x0 + aside, x1 + aside) if x0 == x1 else (x0, x1)
            y0, y1 = (y0 + aside, y1 + aside) if y0 == y1 else (y0, y1)
        drawing += [
            Line(x0, y0, x1, y1, palette.ground, 2.6 * thick),
            Line(x0, y0, x1, y1, palette.pointed, thick * (1.4 if is_pinned else 1.0)),
        ]
        head = arrow_head(frame, look, ends[0], ends[1], ((x0, y0), (x1, y1)))
    outlines = [shape for box in boxes for shape in _double(box, look, is_pinned=is_pinned)]
    return [*drawing, *outlines, *head]


def arrow_head(
    frame: Frame, look: Look, element: int, partner: int, line: tuple[Point, Point]
) -> Drawing:
    """Return the head of a line between a pair, at the end where the larger of the two goes.

    Args:
        frame: the state.
        look: how it is shown.
        element: the index at the start of the line.
        partner: the index at its end.
        line: the ends of the line.
    """
    to_come = pass_to_come(frame)
    if to_come is None:
        return []
    palette, size = PALETTES[look.theme], HEAD * look.unit
    ascending = is_block_ascending(frame, to_come, element)
    (x0, y0), (x1, y1) = line if (partner > element) is ascending else line[::-1]
    length = max(hypot(x1 - x0, y1 - y0), 1e-9)
    part = max(1 - 0.5 * size / length, 0.5)  # of a short line, in its middle
    x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
    if abs(x1 - x0) > abs(y1 - y0):
        towards = Towards.RIGHT if x1 > x0 else Towards.LEFT
    else:
        towards = Towards.DOWN if y1 > y0 else Towards.UP
    colour = palette.ascending if ascending else palette.descending
    return [
        Triangle(x, y, size + 4 * max(1.0, CASING * look.unit), towards, palette.ground),
        Triangle(x, y, size, towards, colour),
    ]


def _double(box: tuple[float, float, float, float], look: Look, *, is_pinned: bool) -> Drawing:
    """Return a double outline, which shows on black, on white and without hue."""
    palette = PALETTES[look.theme]
    thick = max(2.0, POINTED * look.unit) * (1.4 if is_pinned else 1.0)
    thin = max(1.0, thick / 2)
    left, top, width, height = box
    return [
        Box(
            left - thin,
            top - thin,
            width + 2 * thin,
            height + 2 * thin,
            outline=palette.ground,
            thickness=thin,
        ),
        Box(left, top, width, height, outline=palette.pointed, thickness=thick),
        Box(
            left + thick,
            top + thick,
            width - 2 * thick,
            height - 2 * thick,
            outline=palette.ground,
            thickness=thin,
        ),
    ]


def _grown(
    box: tuple[float, float, float, float], least: float
) -> tuple[float, float, float, float]:
    """Return a box at least so wide and high, with the same middle."""
    left, top, width, height = box
    wide, high = max(width, least), max(height, least)
    return left - (wide - width) / 2, top - (high - height) / 2, wide, high


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _between(
    box: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the part of the line between the middles of two boxes that lies outside both.

    Of boxes that touch, a short part, which has the direction.
    """
    (x0, y0), (x1, y1) = _middle(box), _middle(other)
    across, down = abs(x1 - x0) or 1e-9, abs(y1 - y0) or 1e-9
    part = min(box[2] / 2 / across, box[3] / 2 / down, MAX_HIDDEN)
    dx, dy = (x1 - x0) * part, (y1 - y0) * part
    return (x0 + dx, y0 + dy), (x1 - dx, y1 - dy)


def _block_size(grid: TexelGrid, to_come: SortPass) -> tuple[int, int]:
    """Return columns and rows of a block."""
    width = grid.layout.width
    return min(to_come.block_size, width), max(to_come.block_size // width, 1)


def _has_blocks(grid: TexelGrid, to_come: SortPass) -> bool:
    columns, rows = _block_size(grid, to_come)
    return min(columns * grid.pixels_x, rows * grid.pixels_y) >= MIN_BLOCK
