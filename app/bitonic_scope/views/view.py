"""The base class of views: a view draws a state of the sort, for the window and the recorder."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.views.arrangement import RECORDED_MARGIN, recorded_unit
from bitonic_scope.views.canvas import Canvas, Fetched
from bitonic_scope.views.catalogue import SNAPSHOT_VIEWS
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.pairs import pass_to_come
from bitonic_scope.views.texel_grid import TexelGrid

MAX_LANDSCAPE_HEIGHT = 2160  # pixels

Picture = NDArray[np.uint8]  # (height, width) gray or (height, width, 3) RGB, top row first


class View(ABC):
    """Draws frames to canvases of any size.

    Attributes:
        reads_elements: whether it reads `Frame.elements` even without marks.
    """

    reads_elements = False

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        self._gpu = gpu
        self._colours = ElementColours(gpu)
        self._own_canvas = Canvas(gpu.ctx)
        self._own_painter: Painter | None = None
        self._made_over: tuple[tuple[object, ...], Drawing] | None = None

    @property
    def painter(self) -> Painter:
        """The painter of marks and labels, created on first use: plain frames need none."""
        if self._own_painter is None:
            self._own_painter = Painter(self._gpu)
        return self._own_painter

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return the size of a recorded frame in pixels, at `scale` pixels per texel side."""
        return layout.width * scale, layout.height * scale

    def elements_per_pixel(self, frame: Frame, look: Look, size: tuple[int, int]) -> float:
        """Return how many elements share a pixel on a canvas of that size."""
        return frame.layout.element_count / size[0]

    def allocate(self, layout: TextureLayout, look: Look, size: tuple[int, int]) -> None:
        """Allocate all memory for recorded frames up front, so it does not run out half-way.

        Args:
            layout: the layout of the elements.
            look: how the view shows them.
            size: width and height of the frames in pixels.

        Raises:
            ProgramError: the driver cannot allocate a picture of that size.
        """
        self._own_canvas.begin(*size)

    @abstractmethod
    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw a frame over a whole canvas; the caller has set its size.

        Yields:
            Between parts of a large picture.
        """

    def _drawn_over(
        self, frame: Frame, look: Look, places: tuple[object, ...], make: Callable[[], Drawing]
    ) -> Drawing:
        """Return what `make` draws over the elements; of large sorts only once in a stage.

        Their elements are not read, so it depends on the blocks of the pass to come and on places.

        Args:
            frame: the state.
            look: how it is shown.
            places: where the pictures of the elements stand; a fold of padding, with the pass.
            make: makes the drawing.
        """
        if frame.elements is not None:
            return make()
        to_come = pass_to_come(frame)
        stage = None if to_come is None else to_come.stage
        key = (frame.start_data, stage, look, *places)
        if self._made_over is None or self._made_over[0] != key:
            self._made_over = key, make()
        return self._made_over[1]

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

    def grid(self, frame: Frame, look: Look, size: tuple[int, int]) -> TexelGrid | None:
        """Return where the elements of the texture stand; None for a view without one."""
        return None

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the shapes that mark an element, its partner and the line between them.

        They are drawn over the canvas, so that pointing does not redraw the picture.
        """
        return []

    def pixels(
        self, frame: Frame, look: Look, size: tuple[int, int]
    ) -> Generator[None, None, Callable[[], Fetched]]:
        """Draw a recorded frame, with text in proportion to it, and begin to read it back.

        Args:
            frame: the state.
            look: how the view shows it.
            size: width and height of the picture in pixels.

        Yields:
            Between parts of the work.

        Returns:
            A function that fetches the frame; see `Canvas.copy_in_bands`.
        """
        self._own_canvas.begin(*size)
        yield from self.parts(frame, as_recorded(look, size), self._own_canvas)
        yield
        return (yield from self._own_canvas.copy_in_bands(3))

    def drawing(self, frame: Frame, look: Look, size: tuple[int, int]) -> Drawing:
        """Return a recorded frame as shapes; only for views with a drawing in the catalogue.

        Args:
            frame: the state.
            look: how the view shows it.
            size: width and height of the picture in pixels.
        """
        raise NotImplementedError

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._colours.release()
        self._own_canvas.release()
        self._made_over = None
        if self._own_painter is not None:
            self._own_painter.release()
            self._own_painter = None


def as_recorded(look: Look, size: tuple[int, int]) -> Look:
    """Return how a recorded frame of that size shows a state, with a margin around labels."""
    margin = RECORDED_MARGIN if look.has_labels else 0.0
    return replace(look, unit=recorded_unit(size), margin=margin)


def landscape(layout: TextureLayout, scale: int) -> tuple[int, int]:
    """Return the size of a recorded frame without texels: 16:9, even sides, up to 3840x2160.

    It is as high as a square texture of as many elements would be at `scale` pixels per texel side.
    """
    side = 1 << (layout.element_count.bit_length() // 2)
    height = max(min(side * scale, MAX_LANDSCAPE_HEIGHT) // 2 * 2, 2)
    return height * 16 // 9 // 2 * 2, height


def new_view(name: str, gpu: Gpu) -> View:
    """Create a view by its name in `catalogue.SNAPSHOT_VIEWS`."""
    row = SNAPSHOT_VIEWS[name]
    view: View = getattr(import_module(f"bitonic_scope.views.{row.module}"), row.view)(gpu)
    return view
