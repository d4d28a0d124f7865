"""The stages panel: a list to jump to a stage."""

from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.network.schedule import passes_before_stage
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.actions import to_position
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import QUIET_TEXT, SMALL_FONT_SIZE
from bitonic_scope.ui.widgets import font, note_rect, panel, tooltip

NUMBER_WIDTH = 32.0  # logical pixels at scale 1: room for two digits


def stages_panel(readout: Readout, state: UiState, rect: Rect, *, scale: float) -> UiState:
    """Draw the list of stages; a click on a stage seeks to the state before its first pass."""
    current = readout.pass_to_come
    with panel("stages", rect):
        imgui.text("Go to stage" if readout.network.stage_count else "No stages")
        if readout.stage_dispatches:
            _heading_at_right("draws : dispatches")
        imgui.begin_child("list")
        for stage in range(1, readout.network.stage_count + 1):
            is_current = current is not None and current.stage == stage
            if imgui.selectable(str(stage), is_current)[0]:
                state = to_position(state, passes_before_stage(stage))
            note_rect(f"stage {stage}")
            if readout.stage_dispatches:
                tooltip(costs_line(stage, readout.stage_dispatches[stage - 1]))
            if is_current:
                _scroll_here_once(stage)
            imgui.same_line(NUMBER_WIDTH * scale)
            imgui.text(f"blocks of {1 << stage:,}")
            if readout.stage_dispatches:
                _at_right(f"{stage} : {readout.stage_dispatches[stage - 1]}")
        imgui.end_child()
    return state


def costs_line(stage: int, dispatches: int) -> str:
    """Return the cost of a stage on each engine; a draw reads an element and its partner."""
    return (
        f"Stage {stage}: {counted(stage, 'draw')} with {counted(2 * stage, 'read')} and "
        f"{counted(stage, 'write')} per element; compute engine: "
        f"{counted(dispatches, 'dispatch', 'dispatches')} with {counted(dispatches, 'read')} and "
        f"{counted(dispatches, 'write')}."
    )


def _heading_at_right(text: str) -> None:
    with font(SMALL_FONT_SIZE):
        _at_right(text)


def _at_right(text: str) -> None:
    """Draw muted text, right-aligned on the line."""
    width = imgui.calc_text_size(text).x
    imgui.same_line(imgui.get_content_region_avail().x + imgui.get_cursor_pos_x() - width)
    imgui.text_colored(QUIET_TEXT, text)


def _scroll_here_once(stage: int) -> None:
    """Scroll to the stage when it becomes the current one or the list is resized.

    Not in every frame: the user may scroll away.
    """
    storage = imgui.get_state_storage()
    stage_key, height_key = imgui.get_id("stage in view"), imgui.get_id("height of the list")
    list_top, height = imgui.get_window_pos().y, imgui.get_window_height()
    if (storage.get_int(stage_key, 0), storage.get_float(height_key, 0.0)) == (stage, height):
        return
    top, bottom = imgui.get_item_rect_min().y, imgui.get_item_rect_max().y
    gap = imgui.get_style().item_spacing.y / 2 + 0.5  # a line extends into half the spacing
    if list_top - gap <= top and bottom <= list_top + height + gap:
        storage.set_int(stage_key, stage)
        storage.set_float(height_key, height)
    else:  # retried each frame: a list does not know its length in its first
        imgui.set_scroll_here_y(0.5)
