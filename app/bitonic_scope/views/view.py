"""The base class of views: a view draws a state of the sort, for the window and the recorder."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.catalogue import VIEWS
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame

Picture = NDArray[np.uint8]  # (height, width) gray or (height, width, 3) RGB, top row first


class View(ABC):
    """Draws frames to canvases of any size.

    Attributes:
        reads_elements: whether it reads `Frame.elements`.
    """

    reads_elements = False

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        self._gpu = gpu
        self._colours = ElementColours(gpu)
        self._own_canvas = Canvas(gpu.ctx)

    def window_size(self, layout: TextureLayout, width: int, height: int) -> tuple[int, int]:
        """Return the canvas size for a place of width x height pixels in the window."""
        return width, height

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return the size of a recorded frame in pixels, at `scale` pixels per texel side."""
        return layout.width * scale, layout.height * scale

    def elements_per_pixel(self, layout: TextureLayout, width: int, height: int) -> float:
        """Return how many elements share a pixel in a picture of that size."""
        return layout.element_count / width

    def allocate(self, layout: TextureLayout, scale: int) -> None:
        """Allocate all memory for recording up front, so it does not run out half-way.

        Raises:
            ProgramError: the driver cannot allocate a picture of that size.
        """
        self._colours.canvas.begin(layout.width, layout.height)
        self._own_canvas.begin(*self.recorded_size(layout, scale))

    @abstractmethod
    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw a frame over a whole canvas; the caller has set its size.

        Yields:
            Between parts of a large picture.
        """

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the index of the element shown at a point of a canvas; None for none.

        Args:
            frame: the state on the canvas.
            look: how it is shown.
            size: width and height of the canvas in pixels.
            x, y: the point, in pixels from the top left.
        """
        return None

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the shapes that mark an element, its partner and the line between them.

        They are drawn over the canvas, so that pointing does not redraw the picture.
        """
        return []

    def pixels(
        self, frame: Frame, look: Look, scale: int
    ) -> Generator[None, None, Callable[[], Picture]]:
        """Draw a recorded frame and read it back.

        Yields:
            Between parts of the work.

        Returns:
            A function that makes the picture, in any thread: gray if the frame is gray, else RGB.
        """
        self._own_canvas.begin(*self.recorded_size(frame.layout, scale))
        yield from self.parts(frame, look, self._own_canvas)
        yield
        picture = yield from self._own_canvas.read_in_bands(1 if frame.is_gray else 3)
        return lambda: picture

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._colours.release()
        self._own_canvas.release()


def new_view(name: str, gpu: Gpu) -> View:
    """Create a view by its name in `catalogue.VIEWS`."""
    row = VIEWS[name]
    view: View = getattr(import_module(f"bitonic_scope.views.{row.module}"), row.view)(gpu)
    return view
