"""Draws the frames of a plan: one state of a sort after the other, in parts.

What becomes of the frames is not known here: files, a film, a contact strip, or arrays.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Marks
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.frame_size import frame_size
from bitonic_scope.views.canvas import BAND_PIXELS, Canvas
from bitonic_scope.views.caption import Captions
from bitonic_scope.views.frame import MAX_READ_ELEMENTS, Frame
from bitonic_scope.views.view import Picture, new_view

PATIENCE_SECONDS = 0.002  # per wait for a compiling thread; then other workers run


class DrawnFrame(NamedTuple):
    """A frame that the GPU has drawn.

    Attributes:
        pass_index: the number of passes done.
        picture: makes the picture, in any thread: (height, width) uint8 gray or (height, width, 3)
            uint8 RGB, top row first.
    """

    pass_index: int
    picture: Callable[[], Picture]


class FrameDrawer:
    """Owns the engine and the view that draw the frames of a plan.

    Attributes:
        pass_indexes: the pass_index of each frame, in order.
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
        self.pass_indexes = plan.pass_indexes(settings.network)
        self._owned = ExitStack()
        self._view = new_view(plan.view, gpu)
        self._owned.callback(self._view.release)
        self.size = frame_size(plan, settings, self._view)
        self._look = replace(plan.look, has_whole_cells=plan.picture is not None)
        self._caption_canvas = Canvas(gpu.ctx)
        self._owned.callback(self._caption_canvas.release)

    def prepare_steps(self) -> Iterator[None]:
        """Allocate everything and upload the input; yields between large objects.

        Raises:
            ProgramError: the driver is out of memory.
        """
        data = self._data
        self._engine = new_engine(self._gpu, data.settings, data.storage, allocates=False)
        self._owned.callback(self._engine.release)
        self._view.allocate(self._layout, self._look, self.size.picture)
        if self.size.captions is not None:
            self._caption_canvas.begin(self.size.captions.width, self.size.captions.height)
        yield
        for _ in self._engine.allocate_steps():
            yield
        yield from self._engine.load_steps(data.elements)
        while not self._engine.is_ready_by(perf_counter() + PATIENCE_SECONDS):
            yield

    def parts(self) -> Iterator[DrawnFrame | None]:
        """Draw all frames, after `prepare_steps`.

        Yields:
            None after each part of a frame; after the last, the frame.
        """
        for pass_index in self.pass_indexes:
            yield from self._run_passes_to(pass_index)
            frame = Frame(self._data, pass_index, self._engine.sort_texture, self._elements())
            picture = yield from self._view.pixels(frame, self._look, self.size.picture)
            if self.size.captions is not None:
                strip = yield from self._caption(self.size.captions, pass_index)
                picture = partial(_above, picture, strip)
            yield DrawnFrame(pass_index, picture)

    def _caption(self, captions: Captions, pass_index: int) -> Generator[None, None, Picture]:
        """Draw a caption and read it back; yields after drawing."""
        canvas = self._caption_canvas
        self._view.painter.draw(captions.drawing(pass_index), canvas.framebuffer)
        yield
        return (yield from canvas.read_in_bands(3))

    def _elements(self) -> Elements | None:
        """Return the elements on the CPU, if the view reads them, and they are few."""
        is_small = self._layout.element_count <= MAX_READ_ELEMENTS
        reads = self._view.reads_elements or self._look.marks is not Marks.NONE
        return self._engine.read_back() if is_small and reads else None

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


def _above(picture: Callable[[], Picture], strip: Picture) -> Picture:
    """Return a picture above a strip of its width; gray becomes RGB."""
    pixels = picture()
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[:, :, np.newaxis], 3, axis=2)
    return np.concatenate([pixels, strip])


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
                yield drawn.pass_index, drawn.picture()
    finally:
        drawer.release()
