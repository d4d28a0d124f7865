"""The recording panel, and the question before the window closes on a running recording."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.ui.theme import QUIET_TEXT, WARNING
from bitonic_scope.ui.widgets import button_row, note_rect, overlay, panel, wrapped


def recording_panel(status: RecordingStatus | None, state: UiState, rect: Rect) -> UiState:
    """Draw the buttons, the progress, and the full path of the folder."""
    is_running = status is not None and status.is_running
    with panel("recording", rect, scrolls=True):
        texts = {Action.RECORD: "Cancel" if is_running else "Record", Action.HELP: "Help"}
        state = button_row(state, texts, left_part=0.62)
        if status is not None:
            _progress(status)
    return state


def _progress(status: RecordingStatus) -> None:
    count = f"{status.frames_done} of {status.frame_count} frames"
    if status.is_running:
        imgui.progress_bar(status.frames_done / status.frame_count, (-1, 0), count)
    elif status.fault:
        wrapped(status.fault, WARNING)
        return
    elif status.frames_done < status.frame_count:
        imgui.text(f"Cancelled after {count}:")
    else:
        imgui.text(f"{count} are in")
    wrapped(status.folder, QUIET_TEXT)


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
