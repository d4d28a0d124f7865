"""The triangle: each stage a row of passes, to point at and to go to."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.network.schedule import passes_before_stage
from bitonic_scope.ui.changes.moves import to_position
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.passes import name_pass, wheel_steps
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.press import press
from bitonic_scope.views.triangle import heading, triangle_cells

HEADING_HEIGHT = 4.0  # u: of the triangle
MAX_CELL = 4.1  # u
MAX_HIGH_CELL = 7.0  # u: where the triangle has the height of the picture
MAX_LARGE_CELL = 12.0  # u: where it fills the right column
HIGH = 45.0  # u: of a place that is high


def triangle_panel(ink: Ink, readout: Readout, state: UiState, rect: Rect) -> UiState:
    """Draw the triangle of stages and passes; a click goes to the state before a pass."""
    network, position = readout.network, state.timeline.position
    stages = network.stage_count
    text = heading(network)
    place = Rect(rect.x, rect.y, ink.width(text), HEADING_HEIGHT * ink.unit)
    gesture = press(ink, "triangle heading", place)
    tooltip(ink, "smaller again" if state.has_large_triangle else "larger")
    colour = ink.colours.text if gesture.is_hovered else ink.colours.quiet_text
    ink.text(text, rect.x, rect.y + HEADING_HEIGHT / 2 * ink.unit, colour)
    if gesture.is_pressed:
        state = replace(state, has_large_triangle=not state.has_large_triangle)
    if not stages:
        return state
    top = rect.y + HEADING_HEIGHT * ink.unit + 0.4 * ink.unit
    most = MAX_HIGH_CELL if rect.height >= HIGH * ink.unit else MAX_CELL
    most = MAX_LARGE_CELL if state.has_large_triangle else most
    side = min(rect.width / stages, (rect.bottom - top) / stages, most * ink.unit)
    side = max(1.0, float(int(side)))
    grid = Rect(round(rect.x), round(top), side * stages, side * stages)
    corner = (grid.x, grid.y)
    ink.boxes(triangle_cells(network, position, corner, side, unit=ink.unit, theme=ink.theme))
    gesture = press(ink, "triangle", grid, takes_enter=False)
    if not (gesture.is_hovered or gesture.is_held):
        return state
    mouse = imgui.get_mouse_pos()
    stage = min(max(int((mouse.y - grid.y) / side) + 1, 1), stages)
    pass_in_stage = min(max(int((mouse.x - grid.x) / side) + 1, 1), stage)
    if int((mouse.x - grid.x) / side) >= stage and not gesture.is_held:
        return state
    pointed = passes_before_stage(stage) + pass_in_stage - 1
    cell = Rect(grid.x + (pass_in_stage - 1) * side, grid.y + (stage - 1) * side, side, side)
    ink.outline(cell.shrunk(-1), ink.colours.quiet_text)
    state = to_position(state, pointed) if gesture.is_held else wheel_steps(state)
    if pointed != state.timeline.position:  # else the caption names it
        name_pass(ink, readout, pointed, cell)
    return state
