"""A chart of how the driver's floats are stored: layout by pure arithmetic first, then drawing."""

from collections.abc import Sequence
from itertools import groupby
from math import ceil, floor
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.driver.float_path import DecisionStep
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.theme import EM, LABEL, packed
from bitonic_scope.views.drawing import Align
from bitonic_scope.views.palette import Colour

# All lengths in u.
QUESTION_WIDTH = 41.0
OUTCOME_WIDTH = 48.0
ROW_HEIGHT = 9.0
ROW_GAP = 5.0
COLUMN_GAP = 12.0
CHART_WIDTH = QUESTION_WIDTH + COLUMN_GAP + OUTCOME_WIDTH
PADDING = 1.8  # of the text in a box
ROUNDING = 1.0


class Lines(NamedTuple):
    """How boxes and arrows are drawn: the colours, the line's width, half the head's width."""

    line: Colour
    text: Colour
    thickness: float
    head: float


def _lines(ink: Ink, *, is_lit: bool) -> Lines:
    colours = ink.colours
    if is_lit:
        return Lines(colours.text, colours.text, 0.55, 1.4)
    return Lines(colours.edge, colours.quiet_text, 0.25, 1.0)


class Box(NamedTuple):
    """A question or an outcome in the chart; `is_lit` if the decision passed through it."""

    text: str
    rect: Rect
    is_lit: bool
    is_outcome: bool


class Arrow(NamedTuple):
    """An answer in the chart, from one box to another; `is_lit` if the driver gave it."""

    label: str
    start: tuple[float, float]
    end: tuple[float, float]
    is_lit: bool


def chart(steps: Sequence[DecisionStep]) -> tuple[list[Box], list[Arrow]]:
    """Lay out the decision: questions from top to bottom, each "no" leading right.

    Args:
        steps: for each question the "yes" branch, then the "no" branch.

    Returns:
        Boxes and arrows at scale 1, relative to the top left of the chart.
    """
    pairs = list(zip(steps[::2], steps[1::2], strict=True))
    boxes, arrows = [], []
    for row, (yes, no) in enumerate(pairs):
        rect = Rect(0, _top(row), QUESTION_WIDTH, ROW_HEIGHT)
        is_reached = yes.is_taken or no.is_taken
        boxes.append(Box(yes.question, rect, is_reached, is_outcome=False))
        x, y = rect.width / 2, rect.y + rect.height / 2
        bottom = rect.y + rect.height
        arrows.append(Arrow("yes", (x, bottom), (x, bottom + ROW_GAP), yes.is_taken))
        right = (rect.width + COLUMN_GAP, y)
        arrows.append(Arrow("no", (rect.width, y), right, no.is_taken))
    last = pairs[-1][0]
    rect = Rect(0, _top(len(pairs)), QUESTION_WIDTH, ROW_HEIGHT)
    boxes.append(Box(last.leads_to, rect, last.is_taken, is_outcome=True))
    return boxes + _right_boxes([no for _, no in pairs]), arrows


def _right_boxes(refusals: Sequence[DecisionStep]) -> list[Box]:
    """Return the outcomes of "no": one box beside all questions that lead to it."""
    boxes, row = [], 0
    for outcome, group in groupby(refusals, key=lambda step: step.leads_to):
        members = list(group)
        top, bottom = _top(row), _top(row + len(members) - 1) + ROW_HEIGHT
        rect = Rect(QUESTION_WIDTH + COLUMN_GAP, top, OUTCOME_WIDTH, bottom - top)
        is_lit = any(step.is_taken for step in members)
        boxes.append(Box(outcome, rect, is_lit, is_outcome=True))
        row += len(members)
    return boxes


def _top(row: int) -> float:
    return row * (ROW_HEIGHT + ROW_GAP)


def draw_chart(ink: Ink, steps: Sequence[DecisionStep], *, width: float) -> None:
    """Draw the chart at ImGui's cursor; in a narrow window the boxes come closer.

    Args:
        ink: what to draw with.
        steps: for each question the "yes" branch, then the "no" branch.
        width: the maximum width, in logical pixels.
    """
    squeeze = min(width / (CHART_WIDTH * ink.unit), 1.0)
    origin = imgui.get_cursor_screen_pos()
    boxes, arrows = chart(steps)
    for arrow in sorted(arrows, key=lambda arrow: arrow.is_lit):  # the lit ones on top
        _draw_arrow(ink, arrow, origin, squeeze)
    for box in boxes:
        _draw_box(ink, box, origin, squeeze)
    height = _top(len(steps) // 2) + ROW_HEIGHT
    imgui.dummy((floor(CHART_WIDTH * ink.unit * squeeze), ceil(height * ink.unit)))


def _draw_box(ink: Ink, box: Box, origin: imgui.ImVec2, squeeze: float) -> None:
    unit, lines = ink.unit, _lines(ink, is_lit=box.is_lit)
    rect = Rect(
        origin.x + box.rect.x * unit * squeeze,
        origin.y + box.rect.y * unit,
        box.rect.width * unit * squeeze,
        box.rect.height * unit,
    )
    if box.is_outcome and box.is_lit:
        ink.fill(rect, ink.colours.button, radius=ROUNDING)
    ink.outline(rect, lines.line, radius=ROUNDING, thickness=lines.thickness)
    text = f"{icons.ICON_FA_CHECK}  {box.text}" if box.is_outcome and box.is_lit else box.text
    wrap = rect.width - 2 * PADDING * unit
    width, height = ink.extent(text, wrap=wrap)
    x, y = rect.middle
    ink.paragraph(text, x - width / 2, y - height / 2, wrap, lines.text)


def _draw_arrow(ink: Ink, arrow: Arrow, origin: imgui.ImVec2, squeeze: float) -> None:
    draw_list, lines, unit = (
        imgui.get_window_draw_list(),
        _lines(ink, is_lit=arrow.is_lit),
        ink.unit,
    )
    colour, head = packed(lines.line), lines.head * unit
    start, end = (
        imgui.ImVec2(origin.x + x * unit * squeeze, origin.y + y * unit)
        for x, y in (arrow.start, arrow.end)
    )
    is_down = arrow.start[0] == arrow.end[0]
    along = imgui.ImVec2(0, head) if is_down else imgui.ImVec2(head, 0)
    across = imgui.ImVec2(along.y, along.x)
    neck = imgui.ImVec2(end.x - 1.5 * along.x, end.y - 1.5 * along.y)
    draw_list.add_line(start, neck, colour, thickness=lines.thickness * unit)
    left, right = (neck.x - across.x, neck.y - across.y), (neck.x + across.x, neck.y + across.y)
    draw_list.add_triangle_filled(left, right, end, colour)
    middle = imgui.ImVec2((start.x + neck.x) / 2, (start.y + neck.y) / 2)
    if is_down:
        ink.text(arrow.label, middle.x + PADDING * unit, (start.y + end.y) / 2, lines.text)
    else:
        above = middle.y - LABEL * EM / 2 * unit - 0.3 * unit
        ink.text(arrow.label, middle.x, above, lines.text, align=Align.MIDDLE)
