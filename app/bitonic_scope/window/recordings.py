"""The recordings of a window: where they go, and what they take from its state."""

from contextlib import suppress
from pathlib import Path

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.player.player import Player
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.recording.folder import fresh_path, recording_name
from bitonic_scope.recording.snapshot import save_still
from bitonic_scope.system.folders import open_folder
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.state import UiState
from bitonic_scope.window.scene import Scene


class Recordings:
    """Starts the recordings of a recorder, one at a time."""

    def __init__(
        self, gpu: Gpu, recorder: BackgroundRecorder, player: Player, scene: Scene, parent: Path
    ) -> None:
        """Record what the player sorts.

        Args:
            gpu: the GPU of this thread.
            recorder: the recorder, a worker of the window.
            player: whose sort to record.
            scene: how the window shows it.
            parent: the folder of recordings, unless the user chooses another.
        """
        self._gpu = gpu
        self._recorder, self._player, self._scene = recorder, player, scene
        self._parent = parent

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

    def _plan(self, state: UiState) -> RecordingPlan:
        player, display = self._player, state.display
        return state.recording.plan(
            player.settings.network,
            player.timeline.position,
            view=display.view,
            marks=display.marks,
            theme=self._scene.theme,
        )

    def save_picture(self, state: UiState) -> Path:
        """Save the shown state as `snapshot` would; return the new file's path.

        Raises:
            ProgramError: the folder cannot be read or written, or the picture would be too large.
        """
        return save_still(self._gpu, self.parent(state), self._player.frame(), self._plan(state))

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
