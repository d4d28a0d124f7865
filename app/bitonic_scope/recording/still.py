"""Saves the state of a sort as a picture, while a window shows that sort and runs on."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from time import perf_counter

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.command_line import snapshot_line
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.recording.folder import fresh_path, recording_name
from bitonic_scope.recording.manifest import frame_texts
from bitonic_scope.recording.png import png_bytes
from bitonic_scope.recording.snapshot import PNG, save_snapshot
from bitonic_scope.recording.state_drawer import StateDrawer
from bitonic_scope.system.task import Task
from bitonic_scope.text.paths import shown_path
from bitonic_scope.text.positions import position_label
from bitonic_scope.views.canvas import Fetched
from bitonic_scope.views.frame import Frame

USUAL_SECONDS = 0.5  # most pictures are saved by then
NOT_SAVED = "The picture is not saved"


class StillSaver:
    """Owns at most one picture in the making. A worker of the session: see `window.turns`.

    The calling thread, which owns the GL context, draws in parts; another one compresses and
    writes.

    Attributes:
        has_failed: whether the last picture could not be saved.
    """

    def __init__(self, gpu: Gpu) -> None:
        self._gpu = gpu
        self._drawer: StateDrawer | None = None
        self._parts: Generator[None, None, Fetched]
        self._write: Callable[[Fetched], Iterator[float | Path]]
        self._task: Task[Path] | None = None
        self._start_seconds = 0.0
        self._news = ""
        self.has_failed = False

    @property
    def is_making(self) -> bool:
        """Whether the picture is being drawn: its sort texture must not change."""
        return self._drawer is not None

    @property
    def is_running(self) -> bool:
        """Whether a picture is on its way to its file."""
        return self.is_making or self._task is not None

    @property
    def doing(self) -> str:
        """What takes longer than usual, in words; empty for nothing."""
        is_late = perf_counter() - self._start_seconds > USUAL_SECONDS
        if not self.is_running or not is_late:
            return ""
        return "Drawing the picture" if self.is_making else "Writing the picture"

    def start(self, parent: Path, frame: Frame, plan: RecordingPlan) -> None:
        """Start to save what `snapshot` would, into a new file; errors become news.

        Args:
            parent: the folder; made if needed.
            frame: the state.
            plan: how to draw it.
        """
        self.has_failed = False
        self._start_seconds = perf_counter()
        settings, pass_index = frame.start_data.settings, frame.pass_index
        plan = replace(plan, first=pass_index, last=pass_index)
        name = f"{recording_name(settings)}-at-{position_label(settings.network, pass_index)}"
        try:
            path = fresh_path(parent, name, PNG)
            self._drawer = drawer = StateDrawer(self._gpu, settings, plan)
        except ProgramError as error:
            self._fail(error)
            return
        command = snapshot_line(settings, plan, scale=drawer.size.scale, suffix=PNG)
        texts = frame_texts(settings, pass_index, command)

        def write(fetched: Fetched) -> Iterator[float | Path]:
            content = png_bytes(fetched(), texts)
            yield 0.5  # here it can be stopped
            save_snapshot(path, content)
            yield path

        self._write, self._parts = write, _parts(drawer, frame)

    @property
    def wants_work(self) -> bool:
        """Whether a picture can go on: it is being drawn, or has been written."""
        return self.is_making or (self._task is not None and self._task.is_done)

    def work(self, deadline: float) -> bool:
        """Draw until the deadline, at least one part; return whether there are news."""
        try:
            while self.is_making:
                try:
                    next(self._parts)
                except StopIteration as end:
                    self._end_drawing()
                    self._task = Task(partial(self._write, end.value))
                    break
                self._gpu.ctx.finish()  # else all queued work would be timed as the last part
                if perf_counter() >= deadline:
                    break
            if self._task is not None and self._task.is_done:
                path = self._task.wait()
                self._task = None
                self._news = f"Saved {shown_path(path)}" if path else NOT_SAVED
        except (ProgramError, MemoryError) as error:
            self._fail(error)
        return bool(self._news)

    def take_news(self) -> str:
        """Return once how the picture ended, in words; empty for nothing new."""
        news, self._news = self._news, ""
        return news

    def drop(self) -> None:
        """Abandon a picture that is being drawn: its data are gone."""
        self._fail(ProgramError("the data of the picture are gone; save it again"))

    def cancel(self) -> None:
        """Stop; nothing of the picture stays."""
        if self._task is not None:
            self._task.cancel()  # `work` tells, once it has stopped
        elif self.is_making:
            self._end_drawing()
            self._news = NOT_SAVED

    def _end_drawing(self) -> None:
        if self._drawer is not None:
            self._drawer.release()
            self._drawer = None

    def _fail(self, error: ProgramError | MemoryError) -> None:
        self._end_drawing()
        self._task, self.has_failed = None, True
        is_line = isinstance(error, ProgramError)
        self._news = str(error) if is_line else "out of memory; try a smaller size"

    def release(self) -> None:
        """Stop now, and wait until nothing of the picture is left half-written."""
        self.cancel()
        if self._task is not None:
            self._task.is_done_by(inf)


def _parts(drawer: StateDrawer, frame: Frame) -> Generator[None, None, Fetched]:
    """Draw a state in parts; returns what makes the picture, in any thread."""
    drawer.allocate(frame.layout)
    yield
    fetch = yield from drawer.pixels(frame)
    yield
    return fetch()
