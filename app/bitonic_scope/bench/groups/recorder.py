"""The table of the recorder, against a plain loop with Pillow and against its own stages.

A recording of few frames stands for a long one, so what comes before the first frame is not timed,
on any side.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from math import inf
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.bench.checks import state_at
from bitonic_scope.bench.contest import Contestant, contest
from bitonic_scope.bench.effort import SEED, Recorded
from bitonic_scope.bench.line import Line
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import DEFAULT_VIEW, SortSettings, recorded_look
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.frame_drawer import FrameDrawer, drawn_frames
from bitonic_scope.recording.manifest import frame_name
from bitonic_scope.recording.png import write_png
from bitonic_scope.recording.recording import Recording, writer_count
from bitonic_scope.system.task import Task
from bitonic_scope.system.threads import Workers
from bitonic_scope.views.view import Picture

GROUP = "recorder"
LOOP = "plain serial Pillow loop"
DRAWING, WRITING = "its sorting and drawing alone", "its packing and writing alone"
WHITE = 255


def recorder(bench: Workbench) -> Iterator[Line]:
    """Record some sorts in several ways, from the first frame to the last file."""
    for recorded in bench.effort.recordings:
        with TemporaryDirectory() as temporary:
            yield from _Contest(bench, recorded, Path(temporary)).lines()


class _Contest:
    """One recording, made as a whole, in its two stages, and by a loop."""

    def __init__(self, bench: Workbench, recorded: Recorded, temporary: Path) -> None:
        self._bench = bench
        self._side, self._scale, self._view, last = recorded
        self._temporary = temporary
        settings = SortSettings(width=self._side, height=self._side, seed=SEED)
        self._data: StartData = bench.start_data(settings)
        look = recorded_look(self._view, Marks.NONE, Theme.DARK)
        self._plan = RecordingPlan(self._view, look, scale=self._scale, last=last)
        self._count = len(self._plan.pass_indexes(settings.network))
        self._expected: list[Picture] = []  # what the stage of writing gets
        self._drawn = 0

    def lines(self) -> list[Line]:
        pictures = drawn_frames(self._bench.gpu, self._data, self._plan)
        self._expected = [picture for _, picture in pictures]
        contestants = [
            self._contestant(LOOP, self._loop),
            self._contestant(GROUP, self._record, against=LOOP),
            self._contestant(WRITING, self._write, against=GROUP),
            self._contestant(DRAWING, self._draw, against=GROUP),
        ]
        case = f"{self._side}x{self._side}"
        if self._view != DEFAULT_VIEW:
            case += f", {self._view}"
        checkpoint = partial(self._bench.checkpoint, f"{GROUP} {case}")
        return contest(GROUP, contestants, self._bench.effort.long_rounds, checkpoint, case=case)

    def _contestant(
        self, name: str, way: Callable[[Path], Iterator[None]], against: str = ""
    ) -> Contestant:
        """Make a contestant of a generator: what it does before it yields is not timed."""
        folder = self._temporary / name
        draws_only = name == DRAWING
        running: Iterator[None] = iter(())

        def prepare() -> None:
            nonlocal running
            rmtree(folder, ignore_errors=True)
            running = way(folder)
            next(running)
            self._bench.gpu.ctx.finish()

        return Contestant(
            name,
            lambda: next(running, None),
            lambda: self._drawn == self._count if draws_only else self._is_right(folder),
            prepare=prepare,
            against=against,
            unit="a frame",
            unit_count=self._count,
            note=lambda seconds: f"{1 / seconds:.0f} frames/s",
        )

    def _record(self, folder: Path) -> Iterator[None]:
        gpu, data, plan = self._bench.gpu, self._data, self._plan
        with closing(Recording(gpu, data, folder=folder, plan=plan)) as recording:
            yield
            while not recording.is_closed:
                recording.work(inf)
                recording.wait(inf)

    def _draw(self, folder: Path) -> Iterator[None]:
        self._drawn = 0
        with self._drawer() as drawer:
            yield
            for drawn in drawer.parts():
                self._drawn += drawn is not None

    @contextmanager
    def _drawer(self) -> Iterator[FrameDrawer]:
        drawer = FrameDrawer(self._bench.gpu, self._data, self._plan)
        try:
            for _ in drawer.prepare_steps():
                pass
            yield drawer
        finally:
            drawer.release()

    def _write(self, folder: Path) -> Iterator[None]:
        def write(frame: int, picture: Picture) -> Iterator[bool]:
            write_png(folder / frame_name(frame, self._count), picture)
            yield True

        folder.mkdir()
        workers = Workers(writer_count(in_background=False))
        yield
        tasks: list[Task[bool]] = [
            Task(partial(write, *numbered), workers.submit)
            for numbered in enumerate(self._expected)
        ]
        workers.shutdown()
        for task in tasks:
            task.wait()

    def _loop(self, folder: Path) -> Iterator[None]:
        folder.mkdir()
        with ExitStack() as owned:
            if self._view == DEFAULT_VIEW:
                engine = new_engine(self._bench.gpu, self._data.settings, self._data.storage)
                owned.callback(engine.release)
                engine.load(self._data.elements)
                pictures = self._plain_pictures(engine)
            else:
                parts = owned.enter_context(self._drawer()).parts()
                pictures = (drawn.picture() for drawn in parts if drawn is not None)
            yield
            for frame, picture in enumerate(pictures):
                Image.fromarray(picture).save(folder / frame_name(frame, self._count))

    def _plain_pictures(self, engine: Engine) -> Iterator[Picture]:
        """Yield pictures of the texture as a script would make them: with numpy."""
        for frame in range(self._count):
            engine.seek(frame)
            yield self._picture(engine.read_back())

    def _is_right(self, folder: Path) -> bool:
        for frame in (0, self._count // 2, self._count - 1):
            expected = self._expected[frame]
            if self._view == DEFAULT_VIEW:
                state = state_at(self._data.elements, frame, self._data.storage.element_format)
                expected = self._picture(state)
            with Image.open(folder / frame_name(frame, self._count)) as image:
                if not np.array_equal(np.asarray(image), expected):
                    return False
        return len(list(folder.glob("*.png"))) == self._count

    def _picture(self, elements: NDArray[np.float32]) -> Picture:
        """Return floats from 0 to 1 as an enlarged gray picture."""
        grays = np.floor(elements.astype(np.float64) * WHITE + 0.5).astype(np.uint8)
        rows = picture_rows(grays.reshape(self._side, self._side))
        return np.repeat(np.repeat(rows, self._scale, axis=0), self._scale, axis=1)
