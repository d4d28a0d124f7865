"""The ImGui windows that panels draw on."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui

from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.theme import as_vec4

# ImGui's windows without its decoration: panels give them place, size and look.
FIXED = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)


@contextmanager
def canvas(name: str, rect: Rect, *, is_behind: bool = True) -> Iterator[None]:
    """Draw the body on an ImGui window without any look of its own."""
    imgui.set_next_window_pos((rect.x, rect.y))
    imgui.set_next_window_size((rect.width, rect.height))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (0, 0))
    flags = FIXED | imgui.WindowFlags_.no_scroll_with_mouse | imgui.WindowFlags_.no_background
    if is_behind:
        flags |= imgui.WindowFlags_.no_bring_to_front_on_focus
    imgui.begin(name, None, flags)
    imgui.pop_style_var()
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def box(ink: Ink, name: str, rect: Rect) -> Iterator[None]:
    """Draw the body on a window with a ground and an edge, which scrolls if need be."""
    imgui.set_next_window_pos((rect.x, rect.y))
    imgui.set_next_window_size((rect.width, rect.height))
    imgui.push_style_color(imgui.Col_.window_bg, as_vec4(ink.colours.panel))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    imgui.begin(name, None, FIXED & ~imgui.WindowFlags_.no_scrollbar)
    imgui.pop_style_var()
    imgui.pop_style_color()
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def overlay(ink: Ink, name: str, *, is_dimmed: bool = True) -> Iterator[None]:
    """Draw the body in a box in the middle of the window, sized to it, over all else."""
    with canvas(f"behind {name}", ink.window, is_behind=False):
        if is_dimmed:
            ink.fill(ink.window, ink.colours.ground, opacity=0.8)
        imgui.invisible_button(f"##behind {name}", (ink.window.width, ink.window.height))
    imgui.set_next_window_pos(ink.window.middle, imgui.Cond_.always, (0.5, 0.5))
    imgui.set_next_window_size_constraints((0, 0), (ink.window.width, ink.window.height))
    imgui.push_style_color(imgui.Col_.window_bg, as_vec4(ink.colours.panel))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (round(4 * ink.unit), round(3 * ink.unit)))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    flags = FIXED & ~imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.always_auto_resize
    imgui.begin(name, None, flags)
    imgui.pop_style_var(2)
    imgui.pop_style_color()
    with ink.focus.layer():
        try:
            yield
        finally:
            imgui.end()


@contextmanager
def in_front(ink: Ink, name: str) -> Iterator[None]:
    """Draw the body over all windows, without taking the mouse; but under an overlay or a list."""
    if ink.focus.is_covered:
        yield
        return
    imgui.set_next_window_pos((0, 0))
    imgui.set_next_window_size(imgui.get_io().display_size)
    flags = FIXED | imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_background
    imgui.push_style_var(imgui.StyleVar_.window_padding, (0, 0))
    imgui.begin(f"##{name}", None, flags | imgui.WindowFlags_.tooltip)
    imgui.pop_style_var()
    try:
        yield
    finally:
        imgui.end()
