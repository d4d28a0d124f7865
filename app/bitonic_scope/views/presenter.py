"""The presenter: double-buffers the window's picture of the sort."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import moderngl
import numpy as np

from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.downsample import Downsampled, Viewport
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.view import Picture, View, new_view


class Shot(NamedTuple):
    """The content of a picture, and the size of its place.

    Attributes:
        settings: the sort's settings.
        pass_index: the number of passes done.
        view: the name of the view.
        look: how the view shows the state.
        width, height: the size of the place in the window, in pixels.
    """

    settings: SortSettings
    pass_index: int
    view: str
    look: Look
    width: int
    height: int


class Presenter:
    """Owns the views and two canvases: the last picture stays until the next is complete.

    A worker of the session: see `window.session`.

    Attributes:
        shown: the shot on the screen; None before the first.
        elements_per_pixel: how many elements share a pixel of the picture.
    """

    def __init__(
        self, gpu: Gpu, wanted: Callable[[], Shot | None], frame: Callable[[], Frame]
    ) -> None:
        """Show the wanted shot, once there is one.

        Args:
            gpu: the GPU that draws.
            wanted: returns the shot to show now; None while there is nothing to show.
            frame: returns the frame for that shot.
        """
        self.shown: Shot | None = None
        self.elements_per_pixel = 0.0
        self._gpu = gpu
        self._wanted = wanted
        self._frame = frame
        self._views: dict[str, View] = {}
        self._canvas, self._other_canvas = Canvas(gpu.ctx), Canvas(gpu.ctx)
        self._canvas_shows: tuple[object, ...] | None = None
        self._picture = Downsampled(gpu)
        self._making: Iterator[None] | None = None

    @property
    def is_making(self) -> bool:
        """Whether a picture is in progress: its sort texture must not change."""
        return self._making is not None

    @property
    def wants_work(self) -> bool:
        """Whether a picture is in progress or due."""
        return self.is_making or self._due() is not None

    def _due(self) -> Shot | None:
        wanted = self._wanted()
        return wanted if wanted != self.shown else None

    def work(self, deadline: float) -> bool:
        """Draw until the deadline, at least one part; return whether a picture is complete."""
        if self._making is None:
            due = self._due()
            if due is None:
                return False
            self._making = self._make(self._frame(), due)
        for _ in self._making:
            self._gpu.ctx.finish()  # else all queued work would be timed as the last part
            if perf_counter() >= deadline:
                return False
        self._making = None
        return True

    def drop(self) -> None:
        """Abandon the picture in progress; the shown picture stays."""
        self._making = None

    def _make(self, frame: Frame, wanted: Shot) -> Iterator[None]:
        layout = frame.layout
        view = self._view(wanted.view)
        size = view.window_size(layout, wanted.width, wanted.height)
        shows = (wanted.settings, wanted.pass_index, wanted.view, wanted.look, size)
        canvas = self._canvas
        if shows != self._canvas_shows:
            if self._picture.is_copy:
                self._canvas_shows = None  # the window shows a copy, so this canvas is free
            else:
                canvas = self._other_canvas
            canvas.begin(*size)
            yield from view.parts(frame, wanted.look, canvas)
        place = Viewport(0, 0, wanted.width, wanted.height)
        yield from self._picture.parts(canvas, place)
        if canvas is self._other_canvas:
            self._canvas, self._other_canvas = self._other_canvas, self._canvas
        self._canvas_shows = shows
        fitted = self._picture.fitted_in(place)
        self.elements_per_pixel = view.elements_per_pixel(layout, fitted.width, fitted.height)
        self.shown = wanted

    def _view(self, name: str) -> View:
        if name not in self._views:
            self._views[name] = new_view(name, self._gpu)
        return self._views[name]

    def draw(
        self,
        target: moderngl.Framebuffer,
        place: Viewport,
        *,
        line_pixels: int,
        line_colour: tuple[float, float, float],
    ) -> None:
        """Draw the picture centred in its place, with a border around it."""
        if self.shown is None:
            return
        fitted = self._picture.fitted_in(place)
        for side in fitted.grown(line_pixels).around(fitted):
            self._gpu.ctx.clear(*line_colour, 1.0, viewport=side)
        self._picture.draw(self._canvas, target, place)

    def read_picture(self) -> Picture:
        """Return the picture as it is shown: (height, width, 3) uint8, top row first."""
        assert self.shown is not None, "there is a picture"
        shown = self._picture.fitted_in(Viewport(0, 0, self.shown.width, self.shown.height))
        size = shown.width, shown.height
        target = self._gpu.ctx.simple_framebuffer(size, 4)
        try:
            self._picture.draw(self._canvas, target, Viewport(0, 0, *size))
            pixels = np.frombuffer(target.read(components=3, dtype="f1"), np.uint8)
        finally:
            release_target(self._gpu.ctx, target)
        return picture_rows(pixels.reshape(shown.height, shown.width, 3))

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self.drop()
        for view in self._views.values():
            view.release()
        self._canvas.release()
        self._other_canvas.release()
        self._picture.release()
