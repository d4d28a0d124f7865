"""The marks of the line: the strip of directions below it, and the pointed pair."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bitonic_scope.data.elements import is_padding, sort_keys
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.views.arrangement import Pane
from bitonic_scope.views.drawing import Align, Box, Disc, Drawing, Label, Line
from bitonic_scope.views.fold import Fold, fold_bar
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.line_picture import (
    bar_gap,
    column_count,
    dot_size,
    least_rows,
    places_before,
    rows_below,
)
from bitonic_scope.views.numerals import numerals
from bitonic_scope.views.pairs import is_block_ascending, partner_of, pass_to_come, shows
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.texture_marks import arrow_head, strip_part

STRIP_GAP = 0.4  # u, between the line and its strip
MIN_BLOCK = 3  # pixels; smaller blocks get no strip
MIN_POINTED = 0.4  # u, of a pointed bar
BRIDGE = 2.0  # u, from the higher of two bars to the line between them
MIN_VALUE_PITCH = 7.0  # u: a value is legible in a bar so wide
VALUE = 3.5  # u, of the figures in a bar
UNKNOWN = "?"  # what the user is to predict
QUESTION = 4.4  # u, of the side of its sign
QUESTION_ROOM = 1.5  # sides of the sign, of a block that has one
VALUE_PART = 0.8  # of that side, of the letter in it
THIN, ROUND = 0.12, 0.5  # u, of its outline and of its corners
HEIGHTS = 65535  # of a column, as columns.frag counts
GRAY_HEIGHT = 257  # of each gray


def line_marks(frame: Frame, look: Look, pane: Pane, fold: Fold | None) -> Drawing:
    """Return what is drawn over a line and below it, but for values and labels."""
    return [
        *([] if fold is None else fold_bar(look, fold)),
        *block_strip(frame, look, pane, fold),
        *question_marks(frame, look, pane, fold),
    ]


def block_strip(frame: Frame, look: Look, pane: Pane, fold: Fold | None = None) -> Drawing:
    """Return bands and triangles below the line, one for each block of the pass to come."""
    to_come = pass_to_come(frame)
    if to_come is None or not shows(look, Marks.DIRECTIONS):
        return []
    blocks = [block for block in _blocks(frame, pane, fold, to_come.block_size) if block.width > 0]
    usual = float(np.median([block.width for block in blocks])) if blocks else 0.0
    top = pane.bottom + STRIP_GAP * look.unit
    drawing: Drawing = []
    for first, left, right in blocks:
        gap = max(1.0, min(0.3 * look.unit, (right - left) / 8))
        if right - left > gap:
            ascending = is_block_ascending(frame, to_come, first)
            place = left + gap / 2, right - gap / 2, top
            drawing += strip_part(look, *place, ascending, usual=usual - gap)
    return drawing


class _Block(NamedTuple):
    """A block of a pass: its first element, and where it begins and ends in the line."""

    first: int
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


def _blocks(frame: Frame, pane: Pane, fold: Fold | None, block_size: int) -> Iterator[_Block]:
    """Yield all blocks; none if they are too small to see."""
    count = frame.layout.element_count
    if pane.width * block_size / count < MIN_BLOCK:
        return
    for first in range(0, count, block_size):
        if fold is not None:
            yield _Block(first, fold.x_of(first), fold.x_of(first + block_size))
        else:
            left = pane.left + pane.width * first / count
            yield _Block(first, left, left + pane.width * block_size / count)


def question_marks(frame: Frame, look: Look, pane: Pane, fold: Fold | None = None) -> Drawing:
    """Return a question mark over each block of the pass to come, where the user predicts it.

    Over blocks that are narrower than the sign, one stands for all.
    """
    to_come = pass_to_come(frame)
    if to_come is None or not look.hides_next:
        return []
    palette, side = PALETTES[look.theme], QUESTION * look.unit * look.type_scale
    blocks = [block for block in _blocks(frame, pane, fold, to_come.block_size) if block.width > 0]
    if not blocks or min(block.width for block in blocks) < QUESTION_ROOM * side:
        blocks = [_Block(0, pane.left, pane.right)]
    y, thin = pane.top + 0.6 * side, max(1.0, THIN * look.unit)
    drawing: Drawing = []
    for _, block_left, block_right in blocks:
        x = (block_left + block_right) / 2
        left, top = x - side / 2, y - side / 2
        drawing += [
            Box(left, top, side, side, palette.panel, palette.edge, thin, ROUND * look.unit),
            Label(UNKNOWN, x, y, VALUE_PART * side, palette.text, Align.MIDDLE),
        ]
    return drawing


def bar_values(
    frame: Frame,
    look: Look,
    pane: Pane,
    fold: Fold | None = None,
    *,
    elements: Iterable[int] | None = None,
) -> Drawing:
    """Return the values of elements at the feet of their bars, where bars are wide enough.

    Args:
        frame: the state.
        look: how it is shown.
        pane: the place of the bars.
        fold: of the line; None for one that is not folded.
        elements: the elements by their index; None for all.
    """
    count = frame.layout.element_count
    if fold is not None:
        pane = fold.pane
    place_count = count if fold is None else fold.columns
    pitch = pane.width / place_count
    if frame.elements is None or pitch < MIN_VALUE_PITCH * look.unit * look.type_scale:
        return []
    texts = numerals(frame.start_data, frame.elements)
    size = VALUE * look.unit * look.type_scale
    palette = PALETTES[look.theme]
    drawing: Drawing = []
    before = places_before(frame, look) if look.glide < 1 else tuple(range(place_count))
    gap = bar_gap(look, pane, place_count)
    for i in range(count) if elements is None else elements:
        now = i if fold is None else fold.column_of(i)
        if now is None:
            continue
        place = before[now] + (now - before[now]) * min(look.glide, 1.0)
        x = pane.left + (place + 0.5) * pitch - gap / 2
        rows = rows_below(_height(frame, i) or 0, pane.height)
        is_inside = rows >= 1.6 * size
        y = pane.bottom - 0.8 * size if is_inside else pane.bottom - rows - 0.7 * size
        colour = palette.ground if is_inside else palette.text
        if texts[i]:
            drawing.append(Label(texts[i], x, y, size, colour, Align.MIDDLE))
    return drawing


def element_in_line(
    layout: TextureLayout, pane: Pane, x: float, y: float, fold: Fold | None = None
) -> int | None:
    """Return the index of the element at a point of the line; None outside, and for padding."""
    if fold is not None:
        pane = fold.pane
    if not (pane.left <= x < pane.right and pane.top <= y < pane.bottom):
        return None
    across = x - pane.left
    count = layout.element_count if fold is None else fold.columns
    if count > pane.width:
        return min(int(across * count / pane.width), count - 1)
    column = int(across) * count // pane.width
    while column + 1 < count and (column + 1) * pane.width // count <= int(across):
        column += 1  # edges are whole pixels
    return column if fold is None else fold.element_of(column)


def pointed_bars(
    frame: Frame,
    look: Look,
    pane: Pane,
    element: int,
    fold: Fold | None = None,
    *,
    is_pinned: bool,
) -> Drawing:
    """Return the bars of a pointed element and of its partner, in the pointed colour."""
    palette, is_exact = PALETTES[look.theme], _is_exact(frame, pane, fold)
    drawing: Drawing = []
    tops: list[tuple[float, float]] = []
    for end in _ends(frame, element):
        left, width = _span(frame, look, pane, end, fold)
        height = _height(frame, end)
        rows = pane.height if height is None else rows_below(height, pane.height)
        rows = max(rows, least_rows(look))
        if height is None or not is_exact:
            drawing.append(Box(left - 1, pane.top, width + 2, pane.height, fill=palette.ground))
        drawing.append(Box(left, pane.bottom - rows, width, rows, fill=palette.pointed))
        tops.append((left + width / 2, pane.bottom - rows))
        if is_pinned:
            drawing.append(
                Box(
                    left - 2,
                    pane.bottom - rows - 2,
                    width + 4,
                    rows + 4,
                    outline=palette.text,
                    thickness=2,
                )
            )
    if len(set(tops)) > 1:  # two of padding share a bar
        drawing += _bridge(frame, look, pane, _ends(frame, element), tops)
    return drawing + bar_values(frame, look, pane, fold, elements=_ends(frame, element))


def _bridge(
    frame: Frame, look: Look, pane: Pane, ends: Sequence[int], tops: Sequence[tuple[float, float]]
) -> Drawing:
    """Return the line between the tops of two bars, over both, with its head."""
    palette, thick = PALETTES[look.theme], max(2.0, 0.3 * look.unit)
    (x0, y0), (x1, y1) = tops
    y = max(min(y0, y1) - BRIDGE * look.unit, pane.top + thick)
    lines = [(x0, y0, x0, y), (x0, y, x1, y), (x1, y, x1, y1)]
    cases = [Line(*line, palette.ground, 2.4 * thick) for line in lines]
    head = arrow_head(frame, look, ends[0], ends[1], ((x0, y), (x1, y)))
    return [*cases, *(Line(*line, palette.pointed, thick) for line in lines), *head]


def pointed_dots(
    frame: Frame,
    look: Look,
    pane: Pane,
    element: int,
    fold: Fold | None = None,
    *,
    is_pinned: bool,
) -> Drawing:
    """Return the dots of a pointed element and of its partner, and the line between them."""
    palette, columns = PALETTES[look.theme], column_count(frame, pane)
    size = dot_size(look, pane, columns)
    if fold is not None:
        size = dot_size(look, fold.pane, fold.columns)
    middles: list[tuple[float, float]] = []
    for end in _ends(frame, element):
        left, width = _span(frame, look, pane, end, fold)
        height = _height(frame, end)
        if height is None:
            return pointed_bars(frame, look, pane, element, fold, is_pinned=is_pinned)
        rows = rows_below(height, max(pane.height - size, 1)) + size / 2
        middles.append((left + width / 2, pane.bottom - rows))
    ends = _ends(frame, element)
    radius = max(size / 2 + 0.4 * look.unit, 0.9 * look.unit)
    drawing: Drawing = []
    if len(middles) > 1:
        (x0, y0), (x1, y1) = middles
        thick = max(2.0, 0.3 * look.unit)
        drawing = [
            Line(x0, y0, x1, y1, palette.ground, 2.4 * thick),
            Line(x0, y0, x1, y1, palette.pointed, thick),
        ]
    rim = 0.35 * look.unit * (2 if is_pinned else 1)
    for x, y in middles:
        drawing += [
            Disc(x, y, radius + rim, palette.text if is_pinned else palette.ground),
            Disc(x, y, radius, palette.pointed),
        ]
    if len(middles) > 1:
        drawing += arrow_head(frame, look, ends[0], ends[1], (middles[0], middles[1]))
    return drawing


def _ends(frame: Frame, element: int) -> list[int]:
    partner = partner_of(frame, element)
    return [element] if partner is None else [element, partner]


def _is_exact(frame: Frame, pane: Pane, fold: Fold | None) -> bool:
    """Return whether each column of a line shows one element."""
    if fold is not None:
        return fold.is_exact
    return column_count(frame, pane) == frame.layout.element_count


def _span(
    frame: Frame, look: Look, pane: Pane, element: int, fold: Fold | None
) -> tuple[float, float]:
    """Return left edge and width of an element's bar; wide enough to be seen."""
    count, place = frame.layout.element_count, element
    if fold is not None:
        column = fold.column_of(element)
        if column is None:
            return float(fold.bar.left), float(fold.bar.width)
        pane, count, place = fold.pane, fold.columns, column
    if count <= pane.width:
        left, right = place * pane.width // count, (place + 1) * pane.width // count
        right -= bar_gap(look, pane, count)
    else:
        left = place * pane.width // count
        right = left + 1
    least = round(MIN_POINTED * look.unit)
    if right - left < least:
        left -= (least - (right - left)) // 2
        right = left + least
    left = min(max(left, 0), pane.width - (right - left))
    return float(pane.left + left), float(right - left)


def _height(frame: Frame, element: int) -> int | None:
    """Return the height of an element's bar, 0 to 65535; None if its value is not at hand.

    Twin of columns.frag.
    """
    if frame.elements is None:
        return None
    data = frame.start_data
    one = frame.elements[element : element + 1]
    if is_padding(data.storage.element_format, one)[0]:
        return HEIGHTS
    key = int(sort_keys(data.storage.element_format, one)[0] >> np.uint64(32))
    if data.colours is not None:
        place = int(one[0, 1])
        red, green, blue = data.colours.reshape(-1, 3)[place].tolist()
        lightness = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
        return int(lightness * HEIGHTS + 0.5)
    return int(np.searchsorted(data.gray_keys, key, side="right")) * GRAY_HEIGHT
