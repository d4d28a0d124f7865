"""The mouse over the picture: it points at elements and pins them, zooms and moves the texture."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.model.look import Look
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.passes import wheel_steps
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT, action_button, button_width
from bitonic_scope.views.texel_grid import TexelGrid, zoomed

ZOOM_STEP = 1.25  # a notch of the wheel
SMALL_CELL = 5.0  # u: from here on a cell holds its value, and there is no need to zoom
LARGEST_CELL = 0.5  # of the texture's longer side
FIT = "Fit"


class ShownTexture(NamedTuple):
    """The texture in the picture.

    Attributes:
        look: how it is shown.
        grid: where its elements stand, in pixels of the picture.
        pixels_per_unit: pixels of the picture per logical pixel, in x and y.
    """

    look: Look
    grid: TexelGrid
    pixels_per_unit: tuple[float, float]

    def place(self, picture: Rect) -> Rect:
        """Return the texture's place in the window, in logical pixels."""
        pane, (scale_x, scale_y) = self.grid.pane, self.pixels_per_unit
        left, top = picture.x + pane.left / scale_x, picture.y + pane.top / scale_y
        return Rect(left, top, pane.width / scale_x, pane.height / scale_y)


class Picture(NamedTuple):
    """What the mouse can find out about the picture.

    Attributes:
        element_at: returns the element at logical pixels from the window's top left; None for none.
        texture: returns the texture as a state zooms it; None for a view without one.
    """

    element_at: Callable[[float, float], int | None]
    texture: Callable[[UiState], ShownTexture | None]


def point(ink: Ink, state: UiState, picture: Picture, rect: Rect) -> UiState:
    """Take what the mouse does over the picture; call it in the ImGui window that lies there.

    A click pins the element under the mouse; a click on the pinned one, or beside all, unpins. A
    click that closes a list or leaves a field does only that.

    Args:
        ink: what to draw with.
        state: the state that the mouse changes.
        picture: the picture.
        rect: its place.
    """
    mouse = imgui.get_mouse_pos()
    is_over = imgui.is_window_hovered() and not imgui.is_any_item_hovered()
    is_over &= rect.contains(mouse.x, mouse.y)
    if imgui.is_mouse_clicked(0):
        is_typing = imgui.get_io().want_text_input
        state = replace(state, holds_picture=is_over and not is_typing)
    if not is_over:
        return state if state.pointed is None else replace(state, pointed=None)
    pointed = picture.element_at(mouse.x, mouse.y)
    state = replace(state, pointed=pointed)
    has_moved = imgui.get_mouse_drag_delta(0) != imgui.ImVec2(0, 0)
    if state.holds_picture and imgui.is_mouse_released(0) and not has_moved:
        return replace(state, pinned=None if pointed == state.pinned else pointed)
    if state.holds_picture and imgui.is_mouse_dragging(0) and state.zoom > 1:
        return _panned(state, picture)
    if imgui.get_io().mouse_wheel:
        return _wheeled(state, picture, rect)
    return state


def fit_button(
    ink: Ink, state: UiState, picture: Picture, rect: Rect, cover: Rect | None
) -> UiState:
    """Draw the button that shows the whole of a zoomed texture again, in its upper right corner.

    Args:
        ink: what to draw with.
        state: the state that the button changes.
        picture: the picture.
        rect: its place.
        cover: what covers a part of it; None for nothing.
    """
    texture = picture.texture(state) if state.zoom > 1 else None
    if texture is None:
        return state
    place, height = texture.place(rect), CONTROL_HEIGHT * ink.unit
    width = button_width(ink, FIT)
    corner = Rect(place.right - width - ink.unit, place.y + ink.unit, width, height)
    if cover is not None and cover.overlaps(corner):
        return state
    return action_button(ink, Action.FIT, state, corner, FIT)


def _panned(state: UiState, picture: Picture) -> UiState:
    """Move the texture with the mouse."""
    texture, moved = picture.texture(state), imgui.get_io().mouse_delta
    if texture is None:
        return state
    grid, (scale_x, scale_y) = texture.grid, texture.pixels_per_unit
    part = grid.part
    x = state.centre[0] - moved.x * scale_x / grid.pixels_x / part.width
    y = state.centre[1] + moved.y * scale_y / grid.pixels_y / part.height  # rows count upwards
    half_x, half_y = grid.columns / part.width / 2, grid.rows / part.height / 2
    centre = (min(max(x, half_x), 1 - half_x), min(max(y, half_y), 1 - half_y))
    return replace(state, centre=centre)


def _wheeled(state: UiState, picture: Picture, rect: Rect) -> UiState:
    """Zoom over a texture whose cells are small, or with Ctrl; step over a line.

    With Ctrl over the line beside a texture, zoom about the middle of the texture.
    """
    texture, mouse, io = picture.texture(state), imgui.get_mouse_pos(), imgui.get_io()
    at = mouse.x, mouse.y
    if texture is None or not texture.place(rect).contains(*at):
        if texture is None or not io.key_ctrl:
            return state if state.pointed is None else wheel_steps(state)
        at = texture.place(rect).middle
    look, grid, (scale_x, scale_y) = texture
    is_small = grid.cell < SMALL_CELL * look.unit
    if not (is_small or io.key_ctrl or state.zoom > 1):
        return state
    most = max(LARGEST_CELL * max(grid.part.width, grid.part.height), 1.0)
    zoom = min(max(state.zoom * ZOOM_STEP**io.mouse_wheel, 1.0), most)
    after = picture.texture(replace(state, zoom=zoom))
    if zoom == 1 or after is None:
        return Action.FIT.change(state)
    factors = after.grid.pixels_x / grid.pixels_x, after.grid.pixels_y / grid.pixels_y
    factor = max(factors) if zoom > state.zoom else min(factors)  # a long texture has one
    x, y = (at[0] - rect.x) * scale_x, (at[1] - rect.y) * scale_y
    return replace(state, zoom=zoom, centre=zoomed(grid, x, y, factor))
