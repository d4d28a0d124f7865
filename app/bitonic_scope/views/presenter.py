"""The presenter: double-buffers the window's picture of the sort."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import moderngl

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.texel_grid import TexelGrid
from bitonic_scope.views.view import View, new_view
from bitonic_scope.views.viewport import Viewport


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

    A worker of the session: see `window.turns`.

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
        self._shown_frame: Frame | None = None
        self._program = gpu.programs.get("views/copy.frag")
        self._painter: Painter | None = None
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
        size = (wanted.width, wanted.height)
        view, canvas = self._view(wanted.view), self._other_canvas
        canvas.begin(*size)
        yield from view.parts(frame, wanted.look, canvas)
        self._canvas, self._other_canvas = self._other_canvas, self._canvas
        self.elements_per_pixel = view.elements_per_pixel(frame, wanted.look, size)
        self.shown, self._shown_frame = wanted, frame

    def _view(self, name: str) -> View:
        if name not in self._views:
            self._views[name] = new_view(name, self._gpu)
        return self._views[name]

    def draw(self, target: moderngl.Framebuffer, place: Viewport) -> None:
        """Draw the picture at the top left of its place, pixel by pixel.

        While the place has another size than the picture, the rest of the place stays as it is.
        """
        if self.shown is None:
            return
        width, height = self.shown.width, self.shown.height
        top = place.y + place.height
        self._gpu.ctx.enable_only(moderngl.NOTHING)
        target.viewport = (place.x, top - height, width, height)
        target.scissor = (place.x, place.y, place.width, place.height)
        target.use()
        self._canvas.texture.use(0)
        self._program.set_uniforms(canvas=0)
        self._program.draw()

    def element_at(self, x: float, y: float) -> int | None:
        """Return the index of the element at a point of the picture; None for none.

        Args:
            x, y: the point, in pixels from the top left of the place.
        """
        if self.shown is None or self._shown_frame is None:
            return None
        shown, view = self.shown, self._view(self.shown.view)
        size = (shown.width, shown.height)
        return view.element_at(self._shown_frame, shown.look, size, x, y)

    def texture_grid(self, look: Look) -> TexelGrid | None:
        """Return where another look would show the texture; None for a view without one."""
        if self.shown is None or self._shown_frame is None:
            return None
        view, size = self._view(self.shown.view), (self.shown.width, self.shown.height)
        return view.grid(self._shown_frame, look, size)

    def draw_pointed(
        self,
        target: moderngl.Framebuffer,
        place: Viewport,
        element: int,
        *,
        is_pinned: bool = False,
    ) -> None:
        """Mark an element and its partner over the picture; the picture is not drawn anew.

        Args:
            target: the framebuffer on which the picture was drawn.
            place: the place of the picture.
            element: the index of the element.
            is_pinned: whether it is pinned.
        """
        if self.shown is None or self._shown_frame is None:
            return
        if element >= self._shown_frame.layout.element_count:
            return
        shown, view = self.shown, self._view(self.shown.view)
        size = (shown.width, shown.height)
        drawing = view.pointed(self._shown_frame, shown.look, size, element, is_pinned=is_pinned)
        if self._painter is None:
            self._painter = Painter(self._gpu)
        self._painter.draw(drawing, target, place)

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self.drop()
        for view in self._views.values():
            view.release()
        self._canvas.release()
        self._other_canvas.release()
        if self._painter is not None:
            self._painter.release()
            self._painter = None
