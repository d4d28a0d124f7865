"""Lists that a button or an underlined text opens."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.ui.ink import RADIUS, RING, Ink
from bitonic_scope.ui.layout import MARGIN, Rect
from bitonic_scope.ui.theme import HOVER_PART, LABEL, mixed
from bitonic_scope.ui.widgets.buttons import BUTTON_PADDING, ICON_SIZE
from bitonic_scope.ui.widgets.notes import TOOLTIP_WIDTH
from bitonic_scope.ui.widgets.press import press
from bitonic_scope.ui.widgets.rects import next_rect
from bitonic_scope.ui.widgets.windows import FIXED
from bitonic_scope.views.drawing import Align

ROW_PADDING = 1.2  # u: of the rows of a list
LIST_GAP = 0.8  # u: between a control and its list


def link(ink: Ink, name: str, text: str, x: float, y: float, height: float) -> bool:
    """Draw an underlined text that opens a list; return whether it is pressed."""
    width = ink.width(text)
    rect = Rect(x, y - height / 2, width, height)
    gesture = press(ink, name, rect)
    ink.text(text, x, y, ink.colours.text)
    thick = 2 if gesture.is_hovered or gesture.is_held else 1
    line = Rect(x, round(y + 1.9 * ink.unit), width, max(1, round(0.14 * ink.unit)) * thick)
    ink.fill(line, ink.colours.text if gesture.is_hovered else ink.colours.quiet_text)
    return gesture.is_pressed


@contextmanager
def list_below(ink: Ink, name: str, control: Rect, *, width: float) -> Iterator[bool]:
    """Draw the body in the list of a control, if it is open; yield whether it is.

    Args:
        ink: what to draw with.
        name: the name of the list, which `imgui.open_popup` opens.
        control: the control that it belongs to; the list opens below it, or above near the bottom.
        width: its width, in logical pixels.
    """
    if not imgui.is_popup_open(name):
        yield False
        return
    edge, gap, window = ink.unit, LIST_GAP * ink.unit, ink.window
    side = max(min(MARGIN * ink.unit, (window.width - width) / 2), edge)
    width = min(width, window.width - 2 * side)
    left = max(min(control.x, window.right - side - width), side)
    below, above = window.bottom - control.bottom, control.y - window.y
    is_below = below >= above
    y = control.bottom + gap if is_below else control.y - gap
    imgui.set_next_window_pos((left, y), imgui.Cond_.always, (0, 0 if is_below else 1))
    height = max(below, above) - gap - edge
    imgui.set_next_window_size_constraints((width, 0), (width, height))
    flags = FIXED & ~imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.always_auto_resize
    imgui.push_style_var(imgui.StyleVar_.window_padding, (round(ink.unit), round(ink.unit)))
    is_open = imgui.begin_popup(name, flags)
    imgui.pop_style_var()
    if not is_open:
        yield False
        return
    imgui.push_style_var(imgui.StyleVar_.item_spacing, (round(ink.unit), 0))
    with ink.focus.layer():
        try:
            yield True
            is_typing = imgui.get_io().want_text_input
            if imgui.is_key_pressed(imgui.Key.escape) and not is_typing:
                imgui.close_current_popup()
                ink.focus.has_used_key = True
        finally:
            imgui.pop_style_var()
            imgui.end_popup()


def list_row(ink: Ink, name: str, text: str, lesson: str, *, is_current: bool) -> bool:
    """Draw a row of a list: a text, and its lesson under it; return whether it is chosen."""
    padding, mark = ROW_PADDING * ink.unit, 3.5 * ink.unit
    wrap = imgui.get_content_region_avail().x - 2 * padding - mark
    line = 1.3 * LABEL * ink.unit
    lesson_height = ink.extent(lesson, wrap=wrap)[1] if lesson else 0.0
    rect = next_rect(0, 2 * padding * 0.7 + line + lesson_height)
    gesture = press(ink, name, rect, is_row=True)
    if gesture.is_hovered or gesture.is_held:
        inner = rect.shrunk(RING * ink.unit)
        ink.fill(inner, ink.colours.button, radius=RADIUS)
    x, y = rect.x + padding + mark, rect.y + 0.7 * padding
    if is_current:
        ink.text(icons.ICON_FA_CHECK, rect.x + padding, y + line / 2, ink.colours.text, ICON_SIZE)
    ink.text(text, x, y + line / 2, ink.colours.text, is_medium=is_current)
    if lesson:
        ink.paragraph(lesson, x, y + line, wrap, ink.colours.quiet_text)
    imgui.set_cursor_screen_pos((rect.x, rect.bottom))
    imgui.dummy((1, 0))
    if gesture.is_pressed:
        imgui.close_current_popup()
    return gesture.is_pressed


def choice(
    ink: Ink, name: str, rect: Rect, rows: Sequence[tuple[str, str]], current: str, label: str = ""
) -> int | None:
    """Draw a button that opens a list.

    Args:
        ink: what to draw with.
        name: the name of the list; a row is named by it and the row's text.
        rect: the place of the button.
        rows: the text and the lesson of each row.
        current: the text of the current row.
        label: the text of the button; the current row's if empty.

    Returns:
        The index of the row that the user has just chosen; None for no choice.
    """
    text = ink.shortened(label or current, rect.width - 3 * BUTTON_PADDING * ink.unit)
    gesture = press(ink, name, rect)
    colours = ink.colours
    ground = (
        mixed(colours.button, colours.text, HOVER_PART) if gesture.is_hovered else colours.button
    )
    ink.fill(rect, ground, radius=RADIUS)
    x, y = rect.x + BUTTON_PADDING * ink.unit, rect.middle[1]
    ink.text(text, x, y, colours.text)
    x = rect.right - BUTTON_PADDING * ink.unit
    ink.text(icons.ICON_FA_CHEVRON_DOWN, x, y, colours.text, ICON_SIZE, align=Align.RIGHT)
    if gesture.is_pressed:
        imgui.open_popup(name)
    chosen = None
    with list_below(ink, name, rect, width=max(rect.width, TOOLTIP_WIDTH * ink.unit)) as is_open:
        if is_open:
            for number, (row, lesson) in enumerate(rows):
                is_current = row == current
                if list_row(ink, f"{name} {row}", row, lesson, is_current=is_current):
                    chosen = None if is_current else number
    return chosen
