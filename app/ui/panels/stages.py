"""The panel to jump to a stage."""

from imgui_bundle import imgui

from app.network.schedule import passes_before_stage
from app.readout import Readout
from app.ui.layout import Rect
from app.ui.state import UiState
from app.ui.verbs import to_position
from app.ui.widgets import note_rect, panel

NUMBER_WIDTH = 32.0  # logical pixels at scale 1: room for two digits


def stages_panel(readout: Readout, state: UiState, rect: Rect, *, scale: float) -> UiState:
    """Draw the list of stages; a click on one stands before its first pass."""
    current = readout.pass_to_come
    with panel("stages", rect):
        imgui.text("Go to stage" if readout.network.stage_count else "There are no stages")
        imgui.begin_child("list")
        for stage in range(1, readout.network.stage_count + 1):
            is_current = current is not None and current.stage == stage
            if imgui.selectable(str(stage), is_current)[0]:
                state = to_position(state, passes_before_stage(stage))
            note_rect(f"stage {stage}")
            if is_current:
                _scroll_here_once(stage)
            imgui.same_line(NUMBER_WIDTH * scale)
            imgui.text(f"blocks of {1 << stage:,}")
        imgui.end_child()
    return state


def _scroll_here_once(stage: int) -> None:
    """Bring the stage's line into view when it becomes the current one, and not again."""
    storage, key = imgui.get_state_storage(), imgui.get_id("scrolled to")
    if storage.get_int(key, 0) == stage:
        return
    imgui.set_scroll_here_y(0.5)
    if imgui.is_item_visible():  # in its first frame a list does not know its length yet
        storage.set_int(key, stage)
