"""The rectangles of controls: that of the next one, and those of all that were drawn."""

from math import ceil, floor

from imgui_bundle import imgui

from bitonic_scope.ui.layout import Rect

# The last rectangle of each named control: (left, top, right, bottom). Tests click there.
control_rects: dict[str, tuple[float, float, float, float]] = {}


def note_rect(name: str) -> None:
    """Record the rectangle of the last item; forget it if the item is scrolled out of view."""
    control_rects.pop(name, None)
    if not imgui.is_item_visible():
        return
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    bottom = min(high.y, imgui.get_window_pos().y + imgui.get_window_height())
    control_rects[name] = (low.x, low.y, high.x, bottom)


def note_place(name: str, rect: Rect) -> None:
    """Record a part of a control."""
    control_rects[name] = (rect.x, rect.y, rect.right, rect.bottom)


def next_rect(width: float, height: float) -> Rect:
    """Return a rectangle at ImGui's cursor; a width of 0 takes all that is available."""
    corner = imgui.get_cursor_screen_pos()
    width = width or imgui.get_content_region_avail().x
    return Rect(round(corner.x), round(corner.y), floor(width), ceil(height))
