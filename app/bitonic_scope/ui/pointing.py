"""The mouse over the picture: it points at elements, and a click pins one."""

from collections.abc import Callable
from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState

ElementAt = Callable[[float, float], int | None]  # at logical pixels from the window's top left


def point(state: UiState, element_at: ElementAt, picture: Rect) -> UiState:
    """Take what the mouse does over the picture; call it in the ImGui window that lies there.

    A click pins the element under the mouse; a click on the pinned one, or beside all, unpins.
    """
    mouse = imgui.get_mouse_pos()
    is_free = imgui.is_window_hovered() and not imgui.is_any_item_hovered()
    is_over = picture.x <= mouse.x < picture.x + picture.width and (
        picture.y <= mouse.y < picture.y + picture.height
    )
    pointed = element_at(mouse.x, mouse.y) if is_free and is_over else None
    state = replace(state, pointed=pointed)
    has_moved = imgui.get_mouse_drag_delta(0) != imgui.ImVec2(0, 0)
    if is_free and is_over and imgui.is_mouse_released(0) and not has_moved:
        state = replace(state, pinned=None if pointed == state.pinned else pointed)
    return state
