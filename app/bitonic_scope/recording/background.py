"""Records while a window runs, into a new folder."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.folder import fresh_path, recording_name
from bitonic_scope.text.paths import shown_path

if TYPE_CHECKING:
    from bitonic_scope.recording.recording import Recording


class BackgroundRecorder:
    """Owns at most one recording. A worker of the session: see `window.turns`.

    Attributes:
        status: the status of the current or last recording; None before the first.
    """

    def __init__(self, gpu: Gpu, parent: Path) -> None:
        """Keep the folder in which to create recording folders."""
        self._gpu = gpu
        self._parent = parent
        self._recording: Recording | None = None
        self.status: RecordingStatus | None = None

    @property
    def is_running(self) -> bool:
        """Whether a recording is in progress."""
        return self._recording is not None

    def start(self, start_data: StartData, *, view: str, look: Look) -> None:
        """Start recording, as `bitonic-scope record` would; errors go to the status.

        Args:
            start_data: what is sorted.
            view: the name of the view that draws the frames.
            look: how the view shows them.
        """
        from bitonic_scope.recording.recording import Recording  # 10 ms to import

        try:
            self._recording = Recording(
                self._gpu,
                start_data,
                folder=fresh_path(self._parent, recording_name(start_data.settings)),
                view=view,
                look=look,
                in_background=True,
            )
        except ProgramError as error:
            self.status = RecordingStatus(
                str(self._parent), 0, 0, is_running=False, fault=str(error)
            )
        else:
            self._note(self._recording)

    @property
    def wants_work(self) -> bool:
        """Whether a recording can go on without waiting for its writers."""
        return self._recording is not None and self._recording.wants_work

    def work(self, deadline: float) -> bool:
        """Record until the deadline; return whether the status has changed."""
        if self._recording is None:
            return False
        before, fault = self.status, ""
        try:
            self._recording.work(deadline)
        except (ProgramError, MemoryError) as error:
            is_line = isinstance(error, ProgramError)
            fault = str(error) if is_line else "out of memory; try a smaller size"
        self._note(self._recording, fault)
        return self.status != before

    def cancel(self) -> None:
        """Stop drawing; the recording ends with the frames in flight."""
        if self._recording is not None:
            self._recording.cancel()

    def release(self) -> None:
        """End any running recording now; its complete frames stay."""
        if self._recording is not None:
            with suppress(ProgramError):
                self._recording.close()
            self._note(self._recording)

    def _note(self, recording: "Recording", fault: str = "") -> None:
        self.status = RecordingStatus(
            shown_path(recording.folder),
            recording.frames_done,
            recording.frame_count,
            is_running=not recording.is_closed,
            fault=fault,
        )
        if recording.is_closed:
            self._recording = None
            if not recording.is_ready and not fault:
                self.status = None  # cancelled before its folder existed
