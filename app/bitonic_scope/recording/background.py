"""Records beside a running window: a slice of work at a time, into a folder of its own."""

from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import moderngl

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.folder import fresh_folder

if TYPE_CHECKING:
    from bitonic_scope.recording.recording import Recording

WORK_BUDGET_SECONDS = 0.012  # of a frame, after which no part of another is begun


class BackgroundRecorder:
    """Owns at most one recording.

    Attributes:
        status: of the recording that runs, or of the last one; None before the first.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs, parent: Path) -> None:
        """Get ready to make folders of frames in `parent`."""
        self._ctx = ctx
        self._programs = programs
        self._parent = parent
        self._recording: Recording | None = None
        self.status: RecordingStatus | None = None

    @property
    def is_running(self) -> bool:
        """Whether a recording goes on."""
        return self._recording is not None

    def start(
        self, settings: SortSettings, capabilities: Capabilities, start_data: StartData
    ) -> None:
        """Begin to record, as `bitonic-scope record` would; what goes wrong is in the status."""
        data = "" if settings.data is DataKind.UNIFORM else f"-{settings.data}"
        name = f"bitonic-{settings.width}x{settings.height}{data}-seed-{settings.seed}"
        from bitonic_scope.recording.recording import Recording  # loaded only where it is asked for

        try:
            self._recording = Recording(
                self._ctx,
                self._programs,
                settings,
                capabilities,
                start_data=start_data,
                folder=fresh_folder(self._parent, name),
                wait=False,
            )
        except ProgramError as error:
            self.status = RecordingStatus(
                str(self._parent), 0, 0, is_running=False, fault=str(error)
            )
        else:
            self._note(self._recording)

    def work(self) -> None:
        """Record until 12 ms are over, or the writers are behind.

        A part of a frame that has begun is done to its end; on software GL the longest takes some
        20 ms.
        """
        if self._recording is None:
            return
        recording, deadline = self._recording, perf_counter() + WORK_BUDGET_SECONDS
        fault = ""
        try:
            while not recording.is_closed and perf_counter() < deadline:
                if not recording.step(wait=False):
                    break
        except (ProgramError, MemoryError) as error:
            is_told = isinstance(error, ProgramError)
            fault = str(error) if is_told else "out of memory; try a smaller size"
        self._note(recording, fault)

    def cancel(self) -> None:
        """Draw no more; the recording ends with the frames that are on their way."""
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
