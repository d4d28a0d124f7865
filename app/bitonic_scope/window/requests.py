"""Requests: the window does what the state asks for, once."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.errors import ProgramError, refusal_line
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import Tally
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.state import UiState
from bitonic_scope.window.folder_chooser import FolderChooser
from bitonic_scope.window.recordings import Recordings


class Requests:
    """Passes the requests of a state on."""

    def __init__(
        self, player: Player, tally: Tally, recordings: Recordings, chooser: FolderChooser
    ) -> None:
        self._player, self._tally = player, tally
        self._recordings, self._chooser = recordings, chooser

    def fulfilled(self, state: UiState) -> UiState:
        """Do what a state asks for; return it without the requests, with what to tell the user."""
        if state.asks_check:
            self._tally.ask()
            state = replace(state, asks_check=False)
        if state.to_clipboard:
            imgui.set_clipboard_text(state.to_clipboard)
            message = f"Copied: {state.to_clipboard}"
            state = replace(state, to_clipboard="", message=message, entry=None)
        if state.asks_folder:
            parent = self._recordings.parent(state)
            self._chooser.ask("Folder for recordings", str(parent))
            state = replace(state, asks_folder=False)
        if state.opens_folder:
            message = self._recordings.open()
            state = replace(state, opens_folder=False, message=message, entry=None)
        if state.saves_picture:
            message = self._save_picture(state)
            state = replace(state, saves_picture=False, message=message, entry=None)
        return state

    def _save_picture(self, state: UiState) -> str:
        """Save the picture as `snapshot` would, beside the recordings; return what to tell."""
        if self._player.shown_position is None:
            return "there is no picture yet"
        try:
            path = self._recordings.save_picture(state)
        except (ProgramError, MemoryError) as error:
            return refusal_line(error)
        return f"Saved {shown_path(path)}"
