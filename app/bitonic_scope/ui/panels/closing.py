"""The question before the window closes on a running recording."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.ui.widgets.buttons import button, button_width
from bitonic_scope.ui.widgets.rects import next_rect
from bitonic_scope.ui.widgets.windows import overlay

BUTTON_HEIGHT = 6.5  # u
GAP = 1.2  # u


def closing_panel(ink: Ink, status: RecordingStatus | None, state: UiState) -> UiState:
    """Draw the question if the user has asked to close while a recording runs."""
    if status is None or not status.is_running or state.closing is not Closing.ASKED:
        return state
    with overlay(ink, "closing"):
        imgui.text(f"Recording: {status.frames_done} of {status.frame_count} frames are complete.")
        imgui.dummy((0, GAP * ink.unit))
        for number, (label, answer) in enumerate(
            (
                ("Finish, then close", Closing.WHEN_RECORDED),
                ("Stop and close", Closing.STOP_RECORDING),
                ("Stay", Closing.NO),
            )
        ):
            if number:
                imgui.same_line(0, GAP * ink.unit)
            rect = next_rect(button_width(ink, label), BUTTON_HEIGHT * ink.unit)
            if button(ink, label, rect, label, is_primary=answer is Closing.WHEN_RECORDED):
                state = replace(state, closing=answer)
        if ink.focus.takes_enter():
            state = replace(state, closing=Closing.WHEN_RECORDED)
    return state
