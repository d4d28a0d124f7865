"""The pointed panel: the element under the mouse or the pin, its partner, and what they do."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.model.readout import PointedPair, Readout
from bitonic_scope.network.schedule import Direction
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import RADIUS, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.rows import FIRST_ROW_Y, ROW, Row, fitting
from bitonic_scope.ui.theme import LABEL
from bitonic_scope.ui.widgets.windows import in_front
from bitonic_scope.views.drawing import Align
from bitonic_scope.views.palette import Colour

HEADING_Y = 2.0  # u: the middle of the heading, from the top
VALUES_X = 21.0  # u
BITS_X = 33.0  # u: of an index in binary
BIT = 1.9  # u: the width of a bit
MAX_INLINE_BITS = 10  # more have a line of their own, which ends at the right edge
LIT_HEIGHT = 3.4  # u: of the ground of a compared bit
TOOLTIP_PADDING = 1.5  # u
TOOLTIP_GAP = 3.0  # u: between the mouse and the tooltip

UNPINS = Action.CLOSE_TOPMOST.keys[0]
ABOUT = {False: "You point at", True: f"Pinned: a click or {UNPINS} lets go"}
UNKNOWN = "?"  # what the user is to predict


class Aside(NamedTuple):
    """Where a tooltip stands off the mouse.

    Attributes:
        room: a part of the picture; the tooltip stands at its bottom.
        is_right: whether at its right end, else at its left.
    """

    room: Rect
    is_right: bool


def pointed_panel(ink: Ink, readout: Readout, rect: Rect, *, hides_next: bool) -> None:
    """Draw what is known of the pair that the user points at; a hint where there is none.

    Args:
        ink: what to draw with.
        readout: of the player.
        rect: the place.
        hides_next: whether the user is to predict what the pass to come does.
    """
    y = rect.y + HEADING_Y * ink.unit
    if readout.pointed is None:
        ink.text("Point at an element, click to pin", rect.x, y, ink.colours.quiet_text)
        return
    ink.text(ABOUT[readout.pointed.is_pinned], rect.x, y, ink.colours.pointed)
    rows = pointed_rows(readout, readout.pointed, hides_next=hides_next)
    y = rect.y + FIRST_ROW_Y * ink.unit
    for row in fitting(ink, rows, rect.height):
        _draw_row(ink, row, rect, y)
        y += ROW * ink.unit


def pointed_tooltip(
    ink: Ink, readout: Readout, *, hides_next: bool, aside: Aside | None = None
) -> None:
    """Draw the same beside the mouse, in windows without a place for the panel.

    Args:
        ink: what to draw with.
        readout: of the player.
        hides_next: whether the user is to predict what the pass to come does.
        aside: where to stand off the mouse; None for beside the mouse.
    """
    if readout.pointed is None:
        return
    rows = pointed_rows(readout, readout.pointed, hides_next=hides_next)
    if aside is not None:  # small: it lies over the picture
        rows = [row for row in rows if not row.is_spare]
    padding, gap = TOOLTIP_PADDING * ink.unit, TOOLTIP_GAP * ink.unit
    width = _widest(ink, rows) + 2 * padding
    height = len(rows) * ROW * ink.unit + 2 * padding
    x, y = imgui.get_mouse_pos()
    left = x + gap if x + gap + width <= ink.window.right else x - gap - width
    top = y + gap if y + gap + height <= ink.window.bottom else y - gap - height
    if aside is not None:
        left = aside.room.right - width if aside.is_right else aside.room.x
        top = aside.room.bottom - height
    box = Rect(max(left, 0.0), max(top, 0.0), width, height)
    with in_front(ink, "pointed"):
        ink.fill(box, ink.colours.panel, radius=RADIUS)
        ink.outline(box, ink.colours.pointed, radius=RADIUS)
        inner = box.shrunk(padding)
        for number, row in enumerate(rows):
            _draw_row(ink, row, inner, inner.y + (number + 0.5) * ROW * ink.unit)


def pointed_width(ink: Ink, readout: Readout) -> float:
    """Return the width that the panel needs, in logical pixels; 0 where nothing is pointed at."""
    pair = readout.pointed
    return 0.0 if pair is None else _widest(ink, pointed_rows(readout, pair, hides_next=False))


def pointed_rows(readout: Readout, pair: PointedPair, *, hides_next: bool) -> list[Row]:
    """Return what is told of a pair, line by line.

    Args:
        readout: of the player.
        pair: the pair.
        hides_next: whether the user is to predict what the pass to come does.
    """
    own, partner = _place(readout, pair.element), pair.partner
    if partner is None:
        return [
            *_index_rows(readout, "element", pair.element, lit=0),
            Row("x, y", own, is_spare=True),
            Row("value", pair.value),
            *([Row("rank", _rank(pair.rank), is_spare=True)] if _tells_ranks(pair) else []),
            Row("next pass", "there is none"),
        ]
    lit = pair.element ^ partner
    direction = Direction.ASCENDING if pair.is_ascending else Direction.DESCENDING
    ranks = f"{_rank(pair.rank)} and {_rank(pair.partner_rank)}"
    effect = "exchanges them" if pair.exchanges else "keeps them"
    return [
        *_index_rows(readout, "element", pair.element, lit=lit),
        *_index_rows(readout, "its partner", partner, lit=lit),
        Row("x, y", f"{own} and {_place(readout, partner)}", is_spare=True),
        Row("values", f"{pair.value} and {pair.partner_value}"),
        *([Row("ranks", ranks, is_spare=True)] if _tells_ranks(pair) else []),
        Row("block", direction, direction),
        Row("next pass", UNKNOWN if hides_next else effect),
    ]


def _index_rows(readout: Readout, label: str, element: int, *, lit: int) -> list[Row]:
    """Return the lines of an index: in figures and in binary, in one line if it is short."""
    bit_count = readout.network.stage_count
    bits = f"{element:0{bit_count}b}" if bit_count else ""
    if bit_count <= MAX_INLINE_BITS:
        return [Row(label, f"{element:,}", bits=bits, lit=lit)]
    return [Row(label, f"{element:,}"), Row("", "", bits=bits, lit=lit, is_spare=True)]


def _place(readout: Readout, element: int) -> str:
    row, column = divmod(element, readout.settings.width)
    return f"({column}, {row})"


def _rank(rank: int | None) -> str:
    return "none" if rank is None else f"{rank:,}"  # padding has none


def _tells_ranks(pair: PointedPair) -> bool:
    """Return whether ranks say more than the values: short whole numbers speak for themselves."""
    values = pair.value + pair.partner_value
    is_known = pair.rank is not None or pair.partner_rank is not None
    return is_known and not values.isdigit()


def _draw_row(ink: Ink, row: Row, rect: Rect, y: float) -> None:
    colours = ink.colours
    hues = {
        None: colours.text,
        Direction.ASCENDING: colours.ascending,
        Direction.DESCENDING: colours.descending,
    }
    ink.text(row.label, rect.x, y, colours.quiet_text)
    left = rect.x + VALUES_X * ink.unit
    ink.text(ink.shortened(row.value, rect.right - left), left, y, hues[row.direction])
    _draw_bits(ink, row, rect, y)


def _widest(ink: Ink, rows: Sequence[Row]) -> float:
    """Return the width that the widest line needs, in logical pixels."""
    return max(_width(ink, row) for row in rows)


def _width(ink: Ink, row: Row) -> float:
    bits = (BITS_X if row.value else 0.0) + len(row.bits) * BIT
    return max(VALUES_X * ink.unit + ink.width(row.value), bits * ink.unit if row.bits else 0.0)


def _draw_bits(ink: Ink, row: Row, rect: Rect, y: float) -> None:
    """Draw an index in binary, its compared bits on a ground of the pointed colour."""
    count = len(row.bits)
    width = min(BIT * ink.unit, rect.width / max(count, 1))
    left = rect.x + BITS_X * ink.unit if row.value else rect.right - count * width
    for number, bit in enumerate(row.bits):
        x = left + number * width
        colour: Colour = ink.colours.text
        if row.lit >> (count - 1 - number) & 1:
            height = LIT_HEIGHT * ink.unit
            ground = Rect(x, y - height / 2, width, height)
            ink.fill(ground, ink.colours.pointed, radius=RADIUS)
            colour = ink.colours.ground
        ink.text(bit, x + width / 2, y, colour, LABEL, align=Align.MIDDLE)
