"""The driver page: how floats are stored, why, and what else the driver supports."""

from imgui_bundle import imgui

from bitonic_scope.driver.report import SUPPORT_HEADINGS, DriverReport
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.driver_chart import CHART_WIDTH, draw_chart
from bitonic_scope.ui.theme import QUIET_TEXT, TEXT, WARNING
from bitonic_scope.ui.widgets import TABLE_FLAGS, note_rect, overlay, wrapped

# Logical pixels at scale 1.
FACTS_WIDTH = 392.0
FACTS_GAP = 28.0
MARGINS = 48.0  # of the overlay, scroll bar included
LINE_GAP = 6.0
CELL_PADDING = (6.0, 2.0)


def driver_page(report: DriverReport, rect: Rect, *, scale: float) -> bool:
    """Draw the page centred on a rectangle; return whether it stays open."""
    wanted_width = (CHART_WIDTH + FACTS_GAP + FACTS_WIDTH) * scale
    width = min(wanted_width, rect.width - MARGINS * scale)
    gap = (0, LINE_GAP * scale)
    with overlay("driver", rect):
        imgui.text("How floats are stored on this driver")
        wrapped(report.reason, right=imgui.get_cursor_pos_x() + width)
        imgui.dummy(gap)
        draw_chart(report.steps, width=width, scale=scale)
        if width == wanted_width:  # else the facts go below
            imgui.same_line(0, FACTS_GAP * scale)
        else:
            imgui.dummy(gap)
        imgui.begin_group()
        padding = (CELL_PADDING[0] * scale, CELL_PADDING[1] * scale)
        imgui.push_style_var(imgui.StyleVar_.cell_padding, padding)
        _facts(report, min(FACTS_WIDTH * scale, width))
        imgui.dummy(gap)
        _formats(report)
        imgui.pop_style_var()
        imgui.end_group()
        imgui.dummy(gap)
        is_closed = imgui.button("Close")
        note_rect("close driver")
    return not is_closed


def _facts(report: DriverReport, width: float) -> None:
    if not imgui.begin_table("facts", 2, TABLE_FLAGS, (width, 0)):
        return
    imgui.table_setup_column("label")
    imgui.table_setup_column("text", imgui.TableColumnFlags_.width_stretch)
    for label, text in report.lines:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_colored(QUIET_TEXT, label)
        imgui.table_next_column()
        wrapped(text)
    imgui.end_table()


def _formats(report: DriverReport) -> None:
    flags = TABLE_FLAGS | imgui.TableFlags_.borders_inner_h
    if not imgui.begin_table("formats", 1 + len(SUPPORT_HEADINGS), flags):
        return
    imgui.table_next_row()
    for heading in ("Element format", *SUPPORT_HEADINGS):
        imgui.table_next_column()
        imgui.text_colored(QUIET_TEXT, heading)
    for name, answers in report.rows:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text(name)
        for answer in answers:
            imgui.table_next_column()
            imgui.text_colored(TEXT if answer else WARNING, "yes" if answer else "no")
    imgui.end_table()
