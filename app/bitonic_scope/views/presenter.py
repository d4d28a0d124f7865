"""The presenter: double buffering of what the window shows of the sort."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import moderngl

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.downsample import Downsampled, Viewport
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.view import View, new_view


class Shot(NamedTuple):
    """What a picture shows, and how large its place is.

    Attributes:
        settings: what is sorted.
        pass_index: how many passes are done.
        view: the name of the view.
        width, height: of the place in the window, in pixels.
    """

    settings: SortSettings
    pass_index: int
    view: str
    width: int
    height: int


class Presenter:
    """Owns the view and two canvases: the last picture stays until the next is complete.

    It is a worker of the session: see `window.session`.

    Attributes:
        shown: what the picture shows; None before the first.
        elements_per_pixel: above 1 where the picture is too large for its place.
    """

    def __init__(
        self, gpu: Gpu, wanted: Callable[[], Shot | None], frame: Callable[[], Frame]
    ) -> None:
        """Get ready.

        Args:
            gpu: where it draws.
            wanted: returns what should be shown now; None while there is nothing to show.
            frame: returns the frame of that.
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
        """Whether a picture is begun: the sort texture that it shows must not change."""
        return self._making is not None

    @property
    def wants_work(self) -> bool:
        """Whether a picture is begun, or another one should be."""
        if self.is_making:
            return True
        wanted = self._wanted()
        return wanted is not None and wanted != self.shown

    def work(self, deadline: float) -> bool:
        """Draw until the deadline, at least a part; return whether a picture is complete."""
        if self._making is None:
            wanted = self._wanted()
            if wanted is None or wanted == self.shown:
                return False
            self._making = self._make(self._frame(), wanted)
        while self._making is not None:
            try:
                next(self._making)
            except StopIteration:
                self._making = None
                return True
            self._gpu.ctx.finish()  # otherwise the last part would take the time of all
            if perf_counter() >= deadline:
                break
        return False

    def drop(self) -> None:
        """Give up the picture that is begun; the one that is shown stays."""
        self._making = None

    def _make(self, frame: Frame, wanted: Shot) -> Iterator[None]:
        layout = frame.layout
        view = self._view(wanted.view)
        size = view.window_size(layout, wanted.width, wanted.height)
        shows = (wanted.settings, wanted.pass_index, wanted.view, size)
        canvas = self._canvas
        if shows != self._canvas_shows:
            if self._picture.is_copy:
                self._canvas_shows = None  # the window shows a copy, so this canvas is free
            else:
                canvas = self._other_canvas
            canvas.begin(*size)
            yield from view.parts(frame, canvas)
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
        """Draw the picture in the middle of its place, with a border around it."""
        if self.shown is None:
            return
        fitted = self._picture.fitted_in(place)
        for side in fitted.grown(line_pixels).around(fitted):
            self._gpu.ctx.clear(*line_colour, 1.0, viewport=side)
        self._picture.draw(self._canvas, target, place)

    def release(self) -> None:
        """Free everything; a second time does nothing."""
        self.drop()
        for view in self._views.values():
            view.release()
        self._canvas.release()
        self._other_canvas.release()
        self._picture.release()
