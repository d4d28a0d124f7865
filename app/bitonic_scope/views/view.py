"""The view: draws a state of the sort, the same for the window and for the recorder."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.catalogue import VIEWS
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame

Picture = NDArray[np.uint8]  # (height, width) gray or (height, width, 3) RGB, top row first


class View(ABC):
    """Draws frames to canvases of any size."""

    def __init__(self, gpu: Gpu) -> None:
        """Take the GPU that draws."""
        self._gpu = gpu
        self._colours = ElementColours(gpu)
        self._own_canvas = Canvas(gpu.ctx)

    def window_size(self, layout: TextureLayout, width: int, height: int) -> tuple[int, int]:
        """Return the size of the canvas for a place of width x height pixels in the window."""
        return width, height

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return the size of a recorded frame in pixels, for `--scale` pixels a texel."""
        return layout.width * scale, layout.height * scale

    def elements_per_pixel(self, layout: TextureLayout, width: int, height: int) -> float:
        """Return how many elements share a pixel where the picture is that large."""
        return layout.element_count / width

    def allocate(self, layout: TextureLayout, scale: int) -> None:
        """Allocate what recording needs, so that it cannot fail half-way.

        Raises:
            ProgramError: the driver cannot make a picture of that size.
        """
        self._colours.canvas.begin(layout.width, layout.height)
        self._own_canvas.begin(*self.recorded_size(layout, scale))

    @abstractmethod
    def parts(self, frame: Frame, canvas: Canvas) -> Iterator[None]:
        """Draw a frame over the whole of a canvas that has a size.

        Yields:
            Between the parts of a large picture.
        """

    def pixels(self, frame: Frame, scale: int) -> Generator[None, None, Callable[[], Picture]]:
        """Draw a frame as it is recorded, and read it back.

        Yields:
            Between the parts of that.

        Returns:
            What makes the picture in any thread: gray where the frame is, else RGB.
        """
        self._own_canvas.begin(*self.recorded_size(frame.layout, scale))
        yield from self.parts(frame, self._own_canvas)
        yield
        picture = yield from self._own_canvas.read_in_bands(1 if frame.is_gray else 3)
        return lambda: picture

    def release(self) -> None:
        """Free what was allocated; a second time does nothing."""
        self._colours.release()
        self._own_canvas.release()


def new_view(name: str, gpu: Gpu) -> View:
    """Make a view of `catalogue.VIEWS` by its name."""
    row = VIEWS[name]
    view: View = getattr(import_module(f"bitonic_scope.views.{row.module}"), row.view)(gpu)
    return view
