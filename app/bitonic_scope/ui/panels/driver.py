"""The driver page: how floats are stored, why, and what else the driver supports."""

from math import floor

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.driver.report import SUPPORT_HEADINGS, DriverReport
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.driver_chart import CHART_WIDTH, draw_chart
from bitonic_scope.ui.theme import SECOND, as_vec4
from bitonic_scope.ui.widgets.buttons import button
from bitonic_scope.ui.widgets.rects import next_rect
from bitonic_scope.ui.widgets.windows import overlay

# In u.
FACTS_WIDTH = 84.0
FACTS_GAP = 6.0
MARGINS = 12.0  # of the overlay, scroll bar included
LINE_GAP = 1.2
TITLE_HEIGHT = 6.5
CLOSE_SIDE = 5.4
TABLE_FLAGS = imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_host_extend_x


def driver_page(ink: Ink, report: DriverReport) -> bool:
    """Draw the page in the middle of the window; return whether it stays open."""
    unit = ink.unit
    wanted_width = floor((CHART_WIDTH + FACTS_GAP + FACTS_WIDTH) * unit)
    width = min(wanted_width, floor(ink.window.width - MARGINS * unit))
    gap = (0, LINE_GAP * unit)
    with overlay(ink, "driver"):
        title = next_rect(width, TITLE_HEIGHT * unit)
        words = "How floats are stored on this driver"
        colour = ink.colours.text
        ink.text(words, title.x, title.y + 2.5 * unit, colour, SECOND, is_medium=True)
        side = CLOSE_SIDE * unit
        close = Rect(title.right - side, title.y, side, side)
        is_closed = button(ink, "close driver", close, icons.ICON_FA_XMARK)
        imgui.set_cursor_screen_pos((title.x, title.bottom))
        _wrapped(report.reason, imgui.get_cursor_pos_x() + width)
        imgui.dummy(gap)
        draw_chart(ink, report.steps, width=width)
        if width == wanted_width:  # else the facts go below
            imgui.same_line(0, FACTS_GAP * unit)
        else:
            imgui.dummy(gap)
        imgui.begin_group()
        _facts(ink, report, min(floor(FACTS_WIDTH * unit), width))
        imgui.dummy(gap)
        _formats(ink, report)
        imgui.end_group()
    return not is_closed


def _wrapped(text: str, right: float = 0.0) -> None:
    imgui.push_text_wrap_pos(right)
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()


def _facts(ink: Ink, report: DriverReport, width: float) -> None:
    if not imgui.begin_table("facts", 2, TABLE_FLAGS, (width, 0)):
        return
    imgui.table_setup_column("label")
    imgui.table_setup_column("text", imgui.TableColumnFlags_.width_stretch)
    for label, text in report.lines:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_colored(as_vec4(ink.colours.quiet_text), label)
        imgui.table_next_column()
        _wrapped(text)
    imgui.end_table()


def _formats(ink: Ink, report: DriverReport) -> None:
    flags = TABLE_FLAGS | imgui.TableFlags_.borders_inner_h
    if not imgui.begin_table("formats", 1 + len(SUPPORT_HEADINGS), flags):
        return
    imgui.table_next_row()
    for heading in ("Element format", *SUPPORT_HEADINGS):
        imgui.table_next_column()
        imgui.text_colored(as_vec4(ink.colours.quiet_text), heading)
    for name, answers in report.rows:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text(name)
        for answer in answers:
            imgui.table_next_column()
            imgui.text("yes" if answer else "no")
    imgui.end_table()
