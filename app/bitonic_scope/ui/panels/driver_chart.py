"""A chart of how the driver's floats are stored: layout by pure arithmetic first, then drawing."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.driver.float_path import DecisionStep
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.theme import ACCENT, BORDER, FONT_SIZE, QUIET_TEXT, TEXT, Colour
from bitonic_scope.ui.widgets import font

# All lengths in logical pixels at scale 1.
QUESTION_WIDTH = 246.0
OUTCOME_WIDTH = 290.0
ROW_HEIGHT = 54.0
ROW_GAP = 30.0
COLUMN_GAP = 70.0
CHART_WIDTH = QUESTION_WIDTH + COLUMN_GAP + OUTCOME_WIDTH
PADDING = 12.0  # of the text in a box
ROUNDING = 6.0
LIT_FILL = (0.13, 0.27, 0.43, 1.0)


class Look(NamedTuple):
    """How boxes and arrows are drawn: the colours, the line's width, half the head's width."""

    line: Colour
    text: Colour
    thickness: float
    head: float


LOOKS = {True: Look(ACCENT, TEXT, 3.5, 9.0), False: Look((*BORDER, 1.0), QUIET_TEXT, 1.5, 6.0)}


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


def draw_chart(steps: Sequence[DecisionStep], *, width: float, scale: float) -> None:
    """Draw the chart at ImGui's cursor; shrink chart and text to the width.

    Args:
        steps: for each question the "yes" branch, then the "no" branch.
        width: the maximum width, in logical pixels.
        scale: the scale of the controls.
    """
    ratio = min(width / (CHART_WIDTH * scale), 1.0)
    scale *= ratio
    origin = imgui.get_cursor_screen_pos()
    boxes, arrows = chart(steps)
    with font(FONT_SIZE * ratio):
        for arrow in sorted(arrows, key=lambda arrow: arrow.is_lit):  # the lit ones on top
            _draw_arrow(arrow, origin, scale)
        for box in boxes:
            _draw_box(box, origin, scale)
    height = _top(len(steps) // 2) + ROW_HEIGHT
    imgui.dummy((CHART_WIDTH * scale, height * scale))


def _draw_box(box: Box, origin: imgui.ImVec2, scale: float) -> None:
    draw_list, look = imgui.get_window_draw_list(), LOOKS[box.is_lit]
    low = imgui.ImVec2(origin.x + box.rect.x * scale, origin.y + box.rect.y * scale)
    high = imgui.ImVec2(low.x + box.rect.width * scale, low.y + box.rect.height * scale)
    if box.is_outcome and box.is_lit:
        fill = imgui.get_color_u32(LIT_FILL)
        draw_list.add_rect_filled(low, high, fill, rounding=ROUNDING * scale)
    colour, thickness = imgui.get_color_u32(look.line), look.thickness * scale
    draw_list.add_rect(low, high, colour, rounding=ROUNDING * scale, thickness=thickness)
    text = f"{icons.ICON_FA_CHECK}  {box.text}" if box.is_outcome and box.is_lit else box.text
    wrap = (box.rect.width - 2 * PADDING) * scale
    extent = imgui.calc_text_size(text, wrap_width=wrap)
    corner = ((low.x + high.x - extent.x) / 2, (low.y + high.y - extent.y) / 2)
    colour = imgui.get_color_u32(look.text)
    draw_list.add_text(imgui.get_font(), imgui.get_font_size(), corner, colour, text, wrap)


def _draw_arrow(arrow: Arrow, origin: imgui.ImVec2, scale: float) -> None:
    draw_list, look = imgui.get_window_draw_list(), LOOKS[arrow.is_lit]
    colour, head = imgui.get_color_u32(look.line), look.head * scale
    start = imgui.ImVec2(origin.x + arrow.start[0] * scale, origin.y + arrow.start[1] * scale)
    end = imgui.ImVec2(origin.x + arrow.end[0] * scale, origin.y + arrow.end[1] * scale)
    is_down = arrow.start[0] == arrow.end[0]
    along = imgui.ImVec2(0, head) if is_down else imgui.ImVec2(head, 0)
    across = imgui.ImVec2(along.y, along.x)
    neck = imgui.ImVec2(end.x - 1.5 * along.x, end.y - 1.5 * along.y)
    draw_list.add_line(start, neck, colour, thickness=look.thickness * scale)
    left, right = (neck.x - across.x, neck.y - across.y), (neck.x + across.x, neck.y + across.y)
    draw_list.add_triangle_filled(left, right, end, colour)
    extent = imgui.calc_text_size(arrow.label)
    middle = imgui.ImVec2((start.x + neck.x) / 2, (start.y + neck.y) / 2)
    if is_down:
        corner = imgui.ImVec2(middle.x + PADDING * scale, (start.y + end.y - extent.y) / 2)
    else:
        corner = imgui.ImVec2(middle.x - extent.x / 2, middle.y - extent.y - 3 * scale)
    draw_list.add_text(corner, imgui.get_color_u32(look.text), arrow.label)
