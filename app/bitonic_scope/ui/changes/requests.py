"""Requests: what a state asks the window to do."""

from dataclasses import replace

from bitonic_scope.model.command_line import command_line
from bitonic_scope.text.positions import position_label
from bitonic_scope.ui.state import Change, Closing, Field, UiState


def type_into(field: Field) -> Change:
    """Return the change that asks for a text field, and closes the pages that hide it."""

    def change(state: UiState) -> UiState:
        shows_field = replace(
            state.display, is_presenting=False, help_open=False, driver_open=False
        )
        return replace(state, display=shows_field, focus=field)

    return change


def command_of(state: UiState) -> str:
    """Return the command line that opens what the state shows."""
    at = position_label(state.settings.network, state.timeline.position)
    return command_line(state.settings, at=at, view=state.display.view)


def copy_command(state: UiState) -> UiState:
    """Put the command line on the clipboard."""
    return replace(state, to_clipboard=command_of(state))


def save_picture(state: UiState) -> UiState:
    """Save the picture as a file."""
    return replace(state, saves_picture=True)


def toggle_recording(state: UiState) -> UiState:
    """Start a recording, and close its choices; or cancel it."""
    display = replace(state.display, recording_open=False)
    return replace(state, record=not state.record, display=display)


def ask_to_close(state: UiState) -> UiState:
    """Close the window, unless a recording runs."""
    return replace(state, closing=Closing.ASKED)
