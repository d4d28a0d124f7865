"""Draws states of a sort as a plan has them: as pictures or as drawings, captions included."""

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial

import numpy as np

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Marks
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.recording.frame_size import frame_size
from bitonic_scope.views.canvas import Canvas, Fetched
from bitonic_scope.views.drawing import Drawing, moved
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.view import Picture, new_view

Fetch = Callable[[], Fetched]  # called in the thread that draws


class StateDrawer:
    """Owns the view that draws.

    Attributes:
        size: the size of the pictures.
        reads_elements: whether it reads `Frame.elements`.
    """

    def __init__(self, gpu: Gpu, settings: SortSettings, plan: RecordingPlan) -> None:
        """Create the view; allocate no GPU memory yet.

        Raises:
            ProgramError: the pictures would be too large, or too small for captions.
            ValueError: the network has no state of the plan.
        """
        self._view = new_view(plan.view, gpu)
        self.size = frame_size(plan, settings, self._view)
        self._look = replace(plan.look, has_whole_cells=plan.picture is not None)
        self._caption_canvas = Canvas(gpu.ctx)
        self.reads_elements = self._view.reads_elements or plan.look.marks is not Marks.NONE

    def allocate(self, layout: TextureLayout) -> None:
        """Allocate all memory for pictures up front, so that it does not run out half-way.

        Raises:
            ProgramError: the driver is out of memory.
        """
        self._view.allocate(layout, self._look, self.size.picture)
        if self.size.captions is not None:
            self._caption_canvas.begin(self.size.captions.width, self.size.captions.height)

    def pixels(self, frame: Frame, glide: float = 1.0) -> Generator[None, None, Fetch]:
        """Draw a state, after `allocate`; yields between parts, and returns how to fetch it."""
        look = replace(self._look, glide=glide)
        fetch = yield from self._view.pixels(frame, look, self.size.picture)
        if self.size.captions is None:
            return fetch
        canvas = self._caption_canvas
        reached = frame.pass_index if glide >= 1.0 else frame.pass_index - 1
        caption = self.size.captions.drawing(reached)
        self._view.painter.draw(caption, canvas.framebuffer)
        yield
        strip = yield from canvas.copy_in_bands(3)
        return partial(_fetch_both, fetch, strip)

    def drawing(self, frame: Frame) -> Drawing:
        """Return a state as shapes, for views with a drawing in the catalogue."""
        drawing = self._view.drawing(frame, self._look, self.size.picture)
        if self.size.captions is None:
            return drawing
        caption = self.size.captions.drawing(frame.pass_index)
        return drawing + moved(caption, 0, self.size.picture[1])

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._view.release()
        self._caption_canvas.release()


def _fetch_both(picture: Fetch, strip: Fetch) -> Fetched:
    return partial(_above, picture(), strip())


def _above(picture: Fetched, strip: Fetched) -> Picture:
    """Return a picture above a strip of its width; gray becomes RGB."""
    pixels = picture()
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[:, :, np.newaxis], 3, axis=2)
    return np.concatenate([pixels, strip()])
