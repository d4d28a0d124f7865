"""The recording panel."""

from imgui_bundle import imgui

from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import QUIET_TEXT
from bitonic_scope.ui.widgets import action_button, panel, warning


def recording_panel(status: RecordingStatus | None, state: UiState, rect: Rect) -> UiState:
    """Draw the buttons, the progress, and the full path of the folder."""
    is_running = status is not None and status.is_running
    with panel("recording", rect, scrolls=True):
        width_left = imgui.get_content_region_avail().x - imgui.get_style().item_spacing.x
        text = "Cancel" if is_running else "Record"
        state = action_button(Action.RECORD, state, text, size=(width_left * 0.62, 0))
        imgui.same_line()
        state = action_button(Action.HELP, state, "Help", size=(-1, 0))
        if status is not None:
            _progress(status)
    return state


def _progress(status: RecordingStatus) -> None:
    count = f"{status.frames_done} of {status.frame_count} frames"
    if status.is_running:
        imgui.progress_bar(status.frames_done / status.frame_count, imgui.ImVec2(-1, 0), count)
    elif status.fault:
        warning(status.fault)
        return
    elif status.frames_done < status.frame_count:
        imgui.text(f"Cancelled after {count}:")
    else:
        imgui.text(f"{count} are in")
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*QUIET_TEXT))
    imgui.push_text_wrap_pos(0.0)
    imgui.text_unformatted(status.folder)
    imgui.pop_text_wrap_pos()
    imgui.pop_style_color()
