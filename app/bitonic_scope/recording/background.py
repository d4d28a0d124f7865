"""Records while a window runs: into a new folder, a new film, or both."""

from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.folder import fresh_path, recording_name
from bitonic_scope.text.paths import shown_path

if TYPE_CHECKING:
    from bitonic_scope.recording.recording import Recording


class BackgroundRecorder:
    """Owns at most one recording. A worker of the session: see `window.turns`.

    Attributes:
        status: the status of the current or last recording; None before the first, and once
            `forget` is called.
        folder: the folder that holds the current or last recording; None before the first.
        notes: what the user would not expect of its film.
    """

    def __init__(self, gpu: Gpu) -> None:
        self._gpu = gpu
        self._recording: Recording | None = None
        self._start_seconds = 0.0
        self.status: RecordingStatus | None = None
        self.folder: Path | None = None
        self.notes: list[str] = []

    @property
    def is_running(self) -> bool:
        """Whether a recording is in progress."""
        return self._recording is not None

    def start(
        self,
        start_data: StartData,
        plan: RecordingPlan,
        parent: Path,
        *,
        film: str = "",
        film_plan: FilmPlan | None = None,
        has_frames: bool = True,
    ) -> None:
        """Start recording, as `bitonic-scope record` would; errors go to the status.

        Args:
            start_data: what is sorted.
            plan: what to record of it.
            parent: the folder in which to create the recording's own, and the film.
            film: the suffix of the film; empty for none.
            film_plan: how the film shows the pictures; None for the default.
            has_frames: whether to save each picture as a PNG.
        """
        from bitonic_scope.recording.film import FilmOrder
        from bitonic_scope.recording.recording import Recording  # 10 ms to import

        name = recording_name(start_data.settings)
        film_plan = film_plan or FilmPlan()
        try:
            self._recording = Recording(
                self._gpu,
                start_data,
                folder=fresh_path(parent, name) if has_frames else None,
                film=FilmOrder(fresh_path(parent, name, film), film_plan) if film else None,
                plan=plan,
                in_background=True,
            )
        except ProgramError as error:
            self.status = RecordingStatus(
                shown_path(parent), 0, 0, is_running=False, fault=str(error)
            )
        else:
            place = self._recording.places[0]
            self.folder = place if has_frames else place.parent
            self.notes = self._recording.notes()
            self._start_seconds = perf_counter()
            self._note(self._recording)

    def forget(self) -> None:
        """Forget the last recording; a running one goes on."""
        if self._recording is None:
            self.status = None

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
        rate = 0.0
        if self.status is not None and self.status.frames_done == recording.frames_done:
            rate = self.status.frames_per_second  # else each look would find another rate
        elif recording.frames_done:
            rate = recording.frames_done / (perf_counter() - self._start_seconds)
        self.status = RecordingStatus(
            shown_path(recording.places[0]),
            recording.frames_done,
            recording.frame_count,
            is_running=not recording.is_closed,
            fault=fault,
            frames_per_second=rate,
        )
        if recording.is_closed:
            self._recording = None
            if not recording.is_ready and not fault:
                self.status = None  # cancelled before its folder existed
