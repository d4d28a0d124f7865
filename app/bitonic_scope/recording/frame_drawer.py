"""Draws the frames of a plan: one state of a sort after the other, in parts.

What becomes of the frames is not known here: files, a film, a contact strip, or arrays.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import perf_counter
from typing import NamedTuple

from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.pixel_ring import LAG
from bitonic_scope.model.recording_plan import RecordingPlan, Shot
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.state_drawer import Fetch, StateDrawer
from bitonic_scope.views.canvas import BAND_PIXELS
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.frame import MAX_READ_ELEMENTS, Frame
from bitonic_scope.views.view import Picture

PATIENCE_SECONDS = 0.002  # per wait for a compiling thread; then other workers run


class DrawnFrame(NamedTuple):
    """A frame that the GPU has drawn.

    Attributes:
        shot: what the frame shows.
        picture: makes the picture, in any thread: (height, width) uint8 gray or (height, width, 3)
            uint8 RGB, top row first.
    """

    shot: Shot
    picture: Callable[[], Picture]


class FrameDrawer:
    """Owns the engine that makes the states of a plan, and what draws them.

    Attributes:
        shots: what each frame shows, in order.
        size: the size of the frames.
    """

    def __init__(self, gpu: Gpu, start_data: StartData, plan: RecordingPlan) -> None:
        """Create the view; allocate no GPU memory yet.

        Raises:
            ProgramError: the frames would be too large.
            ValueError: the network has no state of the plan.
        """
        settings = start_data.settings
        self._gpu = gpu
        self._data = start_data
        self._layout = TextureLayout(settings.width, settings.height)
        self.shots = plan.shots(settings.network)
        self._waiting: deque[tuple[Shot, Fetch]] = deque()
        self._owned = ExitStack()
        self._drawer = StateDrawer(gpu, settings, plan)
        self._owned.callback(self._drawer.release)
        self.size = self._drawer.size

    def prepare_steps(self) -> Iterator[None]:
        """Allocate everything and upload the input; yields between large objects.

        Raises:
            ProgramError: the driver is out of memory.
        """
        data = self._data
        self._engine = new_engine(self._gpu, data.settings, data.storage, allocates=False)
        self._owned.callback(self._engine.release)
        self._drawer.allocate(self._layout)
        yield
        for _ in self._engine.allocate_steps():
            yield
        yield from self._engine.load_steps(data.elements)
        while not self._engine.is_ready_by(perf_counter() + PATIENCE_SECONDS):
            yield

    def parts(self) -> Iterator[DrawnFrame | None]:
        """Draw all frames, after `prepare_steps`.

        Yields:
            None after each part of a frame; a frame once its pixels are here, while the GPU is
            busy with a later one.
        """
        failure: Exception | None = None
        try:
            for part in self._draw():
                if part is not None:
                    self._waiting.append(part)
                is_due = part is not None and len(self._waiting) > LAG
                yield self._fetched() if is_due else None
        except Exception as error:  # raised once the frames that are drawn have been taken
            failure = error
        while self._waiting:
            yield self._fetched()
        if failure is not None:
            raise failure

    @property
    def waiting_count(self) -> int:
        """The number of frames that the GPU has drawn and is still copying."""
        return len(self._waiting)

    def _fetched(self) -> DrawnFrame:
        shot, fetch = self._waiting[0]
        frame = DrawnFrame(shot, fetch())
        self._waiting.popleft()  # only now, so that a frame that cannot be fetched leaves no gap
        return frame

    def _draw(self) -> Iterator[tuple[Shot, Fetch] | None]:
        """Draw all frames; yields after each part, and for each frame how to fetch it."""
        for shot in self.shots:
            yield from self._run_passes_to(shot.pass_index)
            fetch = yield from self._drawer.pixels(self._frame(shot.pass_index), shot.glide)
            yield shot, fetch

    def drawings(self) -> Iterator[Drawing | None]:
        """Make a drawing of each state, after `prepare_steps`, if the plan's view has drawings.

        Yields:
            None after each part of the sort, and the drawings.
        """
        for shot in self.shots:
            yield from self._run_passes_to(shot.pass_index)
            yield self._drawer.drawing(self._frame(shot.pass_index))

    def _frame(self, pass_index: int) -> Frame:
        return Frame(self._data, pass_index, self._engine.sort_texture, self._elements())

    def _elements(self) -> Elements | None:
        """Return the elements on the CPU, if the view reads them, and they are few."""
        is_small = self._layout.element_count <= MAX_READ_ELEMENTS
        reads = is_small and self._drawer.reads_elements
        return self._engine.read_back() if reads else None

    def _run_passes_to(self, goal: int) -> Iterator[None]:
        """Run the passes between two frames, if any; yields after each part."""
        engine = self._engine
        while engine.pass_index < goal:
            share_count, done = engine.share_count(goal), 0
            shares_at_once = max(1, share_count * BAND_PIXELS // engine.layout.element_count)
            while done < share_count:
                done = engine.run_shares(goal, done, shares_at_once)
                yield

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._owned.close()


def drawn_frames(
    gpu: Gpu, start_data: StartData, plan: RecordingPlan
) -> Iterator[tuple[int, Picture]]:
    """Draw all frames of a plan, one at a time; frees everything when the iterator is closed.

    Args:
        gpu: the GPU of this thread.
        start_data: the input, with its settings.
        plan: which states to draw, and how.

    Yields:
        pass_index and picture: (height, width) uint8 gray or (height, width, 3) uint8 RGB, top row
        first.

    Raises:
        ProgramError: the frames would be too large, or the driver is out of memory.
        ValueError: the network has no state of the plan.
    """
    drawer = FrameDrawer(gpu, start_data, plan)
    try:
        for _ in drawer.prepare_steps():
            pass
        for drawn in drawer.parts():
            if drawn is not None:
                yield drawn.shot.pass_index, drawn.picture()
    finally:
        drawer.release()
