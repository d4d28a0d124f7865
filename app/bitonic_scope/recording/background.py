"""Records beside a running window, into a folder of its own."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.folder import fresh_folder

if TYPE_CHECKING:
    from bitonic_scope.recording.recording import Recording


class BackgroundRecorder:
    """Owns at most one recording. It is a worker of the session: see `window.session`.

    Attributes:
        status: of the recording that runs, or of the last one; None before the first.
    """

    def __init__(self, gpu: Gpu, parent: Path) -> None:
        """Get ready to make folders of frames in `parent`."""
        self._gpu = gpu
        self._parent = parent
        self._recording: Recording | None = None
        self.status: RecordingStatus | None = None

    @property
    def is_running(self) -> bool:
        """Whether a recording goes on."""
        return self._recording is not None

    def start(self, start_data: StartData, *, view: str) -> None:
        """Begin to record, as `bitonic-scope record` would; the status tells what goes wrong."""
        settings = start_data.settings
        data = "" if settings.data is DataKind.UNIFORM else f"-{settings.data}"
        name = f"bitonic-{settings.width}x{settings.height}{data}-seed-{settings.seed}"
        from bitonic_scope.recording.recording import Recording  # 10 ms of the first frame

        try:
            self._recording = Recording(
                self._gpu,
                start_data,
                folder=fresh_folder(self._parent, name),
                view=view,
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
        """Whether a recording runs whose writers are not behind."""
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
        """Draw no more; the recording ends with the frames that are in flight."""
        if self._recording is not None:
            self._recording.cancel()

    def release(self) -> None:
        """End the recording now, if one runs; its complete frames stay."""
        if self._recording is not None:
            with suppress(ProgramError):
                self._recording.close()
            self._note(self._recording)

    def _note(self, recording: "Recording", fault: str = "") -> None:
        self.status = RecordingStatus(
            str(recording.folder),
            recording.frames_done,
            recording.frame_count,
            is_running=not recording.is_closed,
            fault=fault,
        )
        if recording.is_closed:
            self._recording = None
            if not recording.is_ready and not fault:
                self.status = None  # it was cancelled before there was a folder
