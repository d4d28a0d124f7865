"""The closing panel: asks the user before the window closes on a running recording."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.ui.widgets import note_rect, overlay


def closing_panel(status: RecordingStatus | None, state: UiState, rect: Rect) -> UiState:
    """Draw the question if the user has asked to close while a recording runs."""
    if status is None or not status.is_running or state.closing is not Closing.ASKED:
        return state
    with overlay("closing", rect):
        imgui.text(f"Recording: {status.frames_done} of {status.frame_count} frames are complete.")
        for label, answer in (
            ("Finish, then close", Closing.WHEN_RECORDED),
            ("Stop and close", Closing.STOP_RECORDING),
            ("Stay", Closing.NO),
        ):
            if imgui.button(label):
                state = replace(state, closing=answer)
            note_rect(label)
            imgui.same_line()
        imgui.new_line()
    return state
