"""The page of the driver in the window: the taken path is lit, and nothing is cut off."""

import pytest
from imgui_bundle import imgui

from bitonic_scope.driver.float_path import decision_steps, float_path
from bitonic_scope.driver.report import SUPPORT_HEADINGS
from bitonic_scope.model.capabilities import FloatPath, TextureSupport
from bitonic_scope.ui.panels.driver import driver_page
from bitonic_scope.ui.panels.driver_chart import CHART_WIDTH, PADDING, Box, chart
from bitonic_scope.ui.widgets.rects import control_rects
from tests.cli.test_doctor import report_with
from tests.model.test_capabilities import EVERY_SUPPORT, FULL, OUTCOMES
from tests.ui.conftest import MakeInk

FRAMES = 4  # until ImGui knows all sizes
LARGE, NARROW = (1280, 800), (480, 400)


def show(
    ink_for: MakeInk, float32: TextureSupport, size: tuple[int, int], frames: int = FRAMES
) -> bool:
    """Show the page in a window of that size; return whether it stays open."""
    ink = ink_for(size)
    is_open = True
    for _ in range(frames):
        imgui.new_frame()
        ink.focus.begin()
        is_open = driver_page(ink, report_with(float32)) and is_open
        ink.focus.end()
        imgui.render()
    return is_open


# -- the chart ------------------------------------------------------------------------------------


def test_lit_are_the_questions_that_were_reached_and_one_outcome() -> None:
    for support in EVERY_SUPPORT:
        steps = decision_steps(support)
        boxes, arrows = chart(steps)
        taken = [step for step in steps if step.is_taken]
        lit = [box.text for box in boxes if box.is_lit]
        assert lit == [*(step.question for step in taken), float_path(support)]
        assert [a.label == "yes" for a in arrows if a.is_lit] == [s.answer for s in taken]
        assert {box.text for box in boxes if box.is_outcome} == set(FloatPath)


def holds(box: Box, x: float, y: float) -> bool:
    rect = box.rect
    return rect.x <= x <= rect.x + rect.width and rect.y <= y <= rect.y + rect.height


def test_every_arrow_joins_two_boxes_as_the_decision_does() -> None:
    steps = decision_steps(FULL)
    boxes, arrows = chart(steps)
    joined = set()
    for arrow in arrows:
        (start,) = [box.text for box in boxes if holds(box, *arrow.start)]
        (end,) = [box.text for box in boxes if holds(box, *arrow.end)]
        joined.add((start, arrow.label == "yes", end))
    assert joined == {(step.question, step.answer, step.leads_to) for step in steps}


def test_no_two_boxes_overlap() -> None:
    boxes, _ = chart(decision_steps(FULL))
    for box in boxes:
        middle = (box.rect.x + box.rect.width / 2, box.rect.y + box.rect.height / 2)
        assert [other for other in boxes if holds(other, *middle)] == [box]
        assert box.rect.x + box.rect.width <= CHART_WIDTH


# -- in an ImGui context without a window ---------------------------------------------------------


@pytest.mark.parametrize(("float32", "path"), OUTCOMES)
@pytest.mark.parametrize("size", [LARGE, NARROW])
def test_the_page_is_drawn_for_every_outcome(
    ink_for: MakeInk, float32: TextureSupport, path: FloatPath, size: tuple[int, int]
) -> None:
    assert show(ink_for, float32, size)
    assert imgui.get_draw_data().total_vtx_count > 0


def test_a_large_window_shows_all_and_a_narrow_one_scrolls_downwards(ink_for: MakeInk) -> None:
    for size, scrolls in ((LARGE, False), (NARROW, True)):
        show(ink_for, FULL, size)
        page = imgui.internal.find_window_by_name("driver")
        assert (page.scroll_max.y > 0) is scrolls
        assert page.scroll_max.x == 0
        assert page.size.x <= size[0]
        assert page.size.y <= size[1]
        assert page.content_size.x <= page.work_rect.max.x - page.work_rect.min.x + 1


def test_the_button_closes_the_page(io: imgui.IO, ink_for: MakeInk) -> None:
    show(ink_for, FULL, LARGE)
    left, top, right, bottom = control_rects["close driver"]
    io.add_mouse_pos_event((left + right) / 2, (top + bottom) / 2)
    assert show(ink_for, FULL, LARGE)
    io.add_mouse_button_event(0, True)
    assert show(ink_for, FULL, LARGE)
    io.add_mouse_button_event(0, False)
    assert not show(ink_for, FULL, LARGE)
    assert show(ink_for, FULL, LARGE)


def test_every_text_of_the_chart_fits_its_box_and_is_in_the_font(ink_for: MakeInk) -> None:
    ink = ink_for(LARGE)
    show(ink_for, FULL, LARGE)
    imgui.new_frame()
    boxes, _ = chart(decision_steps(FULL))
    for box in boxes:
        mark = "XX  " if box.is_outcome else ""  # as wide as the mark of the taken outcome
        room = (box.rect.width - 2 * PADDING) * ink.unit
        width, height = ink.extent(mark + box.text, wrap=room)
        assert width <= room
        assert height <= (box.rect.height - PADDING) * ink.unit
    report = report_with(FULL)
    lines = [f"{label}{text}" for label, text in report.lines]
    texts = [*(box.text for box in boxes), *lines, *SUPPORT_HEADINGS, report.reason]
    font = imgui.get_font()
    assert [c for text in texts for c in text if not font.is_glyph_in_font(ord(c))] == []
    imgui.end_frame()
