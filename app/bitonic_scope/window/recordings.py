"""The recordings of a window: where they go, and what they take from its state."""

from contextlib import suppress
from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.player.player import Player
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.recording.folder import fresh_path, recording_name
from bitonic_scope.recording.still import StillSaver
from bitonic_scope.system.folders import open_folder
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.state import UiState
from bitonic_scope.window.scene import Scene


class Recordings:
    """Starts the recordings of a recorder, and single pictures, each one at a time."""

    def __init__(
        self,
        recorder: BackgroundRecorder,
        still: StillSaver,
        player: Player,
        scene: Scene,
        parent: Path,
    ) -> None:
        """Record what the player sorts.

        Args:
            recorder, still: what records and what saves single pictures, workers of the window.
            player: whose sort to record.
            scene: how the window shows it.
            parent: the folder of recordings, unless the user chooses another.
        """
        self._recorder, self._still = recorder, still
        self._player, self._scene = player, scene
        self._parent = parent
        self._told = ""  # what the picture being saved was said to do
        self._news = ""

    @property
    def status(self) -> RecordingStatus | None:
        """The status of the current or last recording; None for none."""
        return self._recorder.status

    def start_or_cancel(self, state: UiState) -> None:
        """Start a recording or cancel the running one, as the state wants it."""
        player, chosen = self._player, state.recording
        if not state.record:
            self._recorder.cancel()
        elif not self._recorder.is_running and player.is_loaded:
            self._recorder.forget()
            self._recorder.start(
                player.start_data,
                self._plan(state),
                self.parent(state),
                film=chosen.film,
                film_plan=chosen.possible_film_plan,
                has_frames=chosen.saves_frames,
            )
            if self._recorder.is_running and self._recorder.notes:
                self._news = f"Film: {'; '.join(self._recorder.notes)}"

    def _plan(self, state: UiState) -> RecordingPlan:
        player, display = self._player, state.display
        return state.recording.plan(
            player.settings.network,
            player.timeline.position,
            view=display.view,
            marks=display.marks,
            theme=self._scene.theme,
        )

    def save_or_stop_picture(self, state: UiState) -> str:
        """Start to save the shown state as `snapshot` would, or stop; return what to tell."""
        if self._still.is_running:
            self._still.cancel()
            return ""
        if self._player.shown_position is None:
            return "there is no picture yet"
        self._still.start(self.parent(state), self._player.frame(), self._plan(state))
        return "Saving the picture"

    def take_news(self) -> str:
        """Return once what to tell of a film, or of the picture being saved; empty for nothing."""
        told, self._told = self._told, self._still.doing
        news, self._news = self._still.take_news() or self._news, ""
        if news or self._told in ("", told):
            return news
        return f"{self._told}; {Action.SAVE_PICTURE.keys_text} again stops it"

    def parent(self, state: UiState) -> Path:
        """Return the folder in which to create the recording's own."""
        typed = state.recording.folder
        return Path(typed).expanduser() if typed else self._parent

    def target(self, state: UiState) -> Path:
        """Return the folder or the film that a recording would create, while the user chooses."""
        if not state.display.recording_open:
            return Path()
        parent, name = self.parent(state).absolute(), recording_name(self._player.settings)
        suffix = "" if state.recording.saves_frames else state.recording.film
        try:
            return fresh_path(parent, name, suffix)
        except ProgramError:
            return parent / f"{name}{suffix}"  # the recording says what is wrong

    def open(self) -> str:
        """Show the folder of the last recording; return a message, empty for none."""
        folder = self._recorder.folder
        assert folder is not None, "its note is clicked"
        with suppress(OSError):
            if folder.is_dir() and open_folder(folder):
                return ""
        return f"cannot open {shown_path(folder)}"
