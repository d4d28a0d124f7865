"""The slider, for the mouse and the arrow keys."""

from collections.abc import Callable

from imgui_bundle import imgui

from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.theme import as_vec4
from bitonic_scope.ui.widgets.press import press


def slider(
    ink: Ink, name: str, rect: Rect, part: float, *, step: Callable[[int], float]
) -> float | None:
    """Draw a slider.

    Args:
        ink: what to draw with.
        name: the name of its rectangle.
        rect: its place.
        part: its value, 0 to 1.
        step: returns the value after a step of -1 or 1 by an arrow key.

    Returns:
        The value that the user has just chosen; None for no choice.
    """
    colours, unit = ink.colours, ink.unit
    gesture = press(ink, name, rect)
    radius = 1.3 * unit
    left, width, y = rect.x + radius, rect.width - 2 * radius, rect.middle[1]
    chosen = None
    if gesture.is_held:
        chosen = min(max((imgui.get_mouse_pos().x - left) / width, 0.0), 1.0)
        part = chosen
    elif ink.focus.is_shown and ink.focus.name == name:
        for key, direction in ((imgui.Key.left_arrow, -1), (imgui.Key.right_arrow, 1)):
            if imgui.is_key_pressed(key):
                chosen, ink.focus.has_used_key = step(direction), True
    half = max(1.0, 0.25 * unit)
    ink.fill(Rect(rect.x, y - half, rect.width, 2 * half), colours.edge, radius=0.3)
    middle = imgui.ImVec2(left + part * width, y)
    draw_list = imgui.get_window_draw_list()
    grown = radius * (1.15 if gesture.is_hovered or gesture.is_held else 1.0)
    draw_list.add_circle_filled(middle, grown, imgui.get_color_u32(as_vec4(colours.text)), 32)
    return chosen
