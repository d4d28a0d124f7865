"""Presses: what the mouse and the keyboard do to a rectangle."""

from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.widgets.rects import note_rect


class Press(NamedTuple):
    """What the user does to a control: points at it, holds it, has just pressed it."""

    is_hovered: bool
    is_held: bool
    is_pressed: bool


def press(
    ink: Ink,
    name: str,
    rect: Rect,
    *,
    is_enabled: bool = True,
    repeats: bool = False,
    is_row: bool = False,
    takes_enter: bool = True,
) -> Press:
    """Take hovering and presses at a rectangle, and draw nothing but the ring of the focus.

    Args:
        ink: what to draw with.
        name: the name of its rectangle.
        rect: its place.
        is_enabled: whether it does anything now.
        repeats: whether holding it goes on pressing.
        is_row: whether it fills the width of a list, so that the ring has no room around it.
        takes_enter: whether Enter presses it; if not, Enter does what it does anywhere.
    """
    imgui.set_cursor_screen_pos((rect.x, rect.y))
    size = max(rect.width, 1), max(rect.height, 1)
    if is_enabled and not repeats:
        is_pressed = imgui.invisible_button(f"##{name}", size)
    else:
        imgui.begin_disabled(not is_enabled)
        imgui.push_item_flag(imgui.ItemFlags_.button_repeat, repeats)
        is_pressed = imgui.invisible_button(f"##{name}", size)
        imgui.pop_item_flag()
        imgui.end_disabled()
    note_rect(name)
    # Where the last press has disabled a control, Tab goes on from it.
    if (is_enabled or ink.focus.is_at(name)) and ink.focus.note(name):
        has_enter = is_enabled and ink.focus.presses(name)
        is_pressed |= has_enter and takes_enter
        ink.focus.has_used_key &= takes_enter or not has_enter
        if ink.focus.is_shown:
            ink.ring(rect, is_inside=is_row)
            keep_in_view(rect)
    return Press(imgui.is_item_hovered(), imgui.is_item_active(), is_pressed)


def keep_in_view(rect: Rect) -> None:
    """Scroll the window to a rectangle that lies outside."""
    top = imgui.get_window_pos().y
    if not top <= rect.y <= rect.bottom <= top + imgui.get_window_height():
        imgui.set_scroll_here_y(0.5)
