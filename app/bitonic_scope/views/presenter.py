"""The showcase: keeps the picture that is shown until that of the next state is complete."""

from collections.abc import Iterator
from time import perf_counter

import moderngl

from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.canvas import Canvas, pixels_per_texel
from bitonic_scope.views.downsample import Picture, Place
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.texture_view import TextureView

CanvasState = tuple[SortSettings, int, int]  # what, at which pass_index, pixels a side of a texel


class Showcase:
    """Owns the view, the canvas, and the picture that is made of it for its place.

    Attributes:
        readout: of the state that is shown; None before the first.
        elements_per_pixel: above 1 where the picture is too large for its place.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self.readout: Readout | None = None
        self.elements_per_pixel = 0.0
        self._ctx = ctx
        self._view = TextureView(ctx, programs)
        self._canvas, self._other_canvas = Canvas(ctx), Canvas(ctx)
        self._canvas_state: CanvasState | None = None
        self._picture = Picture(ctx, programs)
        self._place_size = (0, 0)
        self._making: Iterator[None] | None = None

    @property
    def is_making(self) -> bool:
        """Whether a picture is begun: the texture that it shows has to stay as it is."""
        return self._making is not None

    def shows(self, readout: Readout, place: Place) -> bool:
        """Tell whether the picture is that of a readout's state, for a place of that size."""
        return self.shows_state(readout) and self._place_size == (place.width, place.height)

    def shows_state(self, readout: Readout) -> bool:
        """Tell whether the picture is that of a readout's state."""
        return (
            self.readout is not None
            and self.readout.settings == readout.settings
            and self.readout.timeline.position == readout.timeline.position
        )

    def begin(self, frame: Frame, place: Place) -> None:
        """Begin the picture of a state, as large as its place allows."""
        self._making = self._make(frame, place)

    def work(self, deadline: float) -> bool:
        """Go on with it until the deadline, at least a part; return whether it is complete."""
        while self._making is not None:
            try:
                next(self._making)
            except StopIteration:
                self._making = None
                return True
            self._ctx.finish()  # otherwise all parts would take their time in the last one
            if perf_counter() >= deadline:
                break
        return False

    def drop(self) -> None:
        """Leave off what was begun; the picture that is shown stays."""
        self._making = None

    def _make(self, frame: Frame, place: Place) -> Iterator[None]:
        layout, readout = frame.layout, frame.readout
        scale = pixels_per_texel(layout, place_width=place.width, place_height=place.height)
        state = (readout.settings, readout.timeline.position, scale)
        canvas = self._canvas
        if state != self._canvas_state:
            if self._picture.is_reduced:
                self._canvas_state = None  # a copy stands on the screen, so this one is free
            else:
                canvas = self._other_canvas
            yield from self._view.parts(frame, canvas, pixels_per_texel=scale)
        yield from self._picture.parts(canvas, place)
        if canvas is self._other_canvas:
            self._canvas, self._other_canvas = self._other_canvas, self._canvas
        self._canvas_state = state
        shown = self._picture.shown_in(place)
        self.elements_per_pixel = layout.element_count / (shown.width * shown.height)
        self.readout = readout
        self._place_size = (place.width, place.height)

    def draw(
        self,
        target: moderngl.Framebuffer,
        place: Place,
        *,
        line_pixels: int,
        line_colour: tuple[float, float, float],
    ) -> None:
        """Draw the picture in the middle of its place; the line around it covers nothing."""
        if self.readout is None:
            return
        shown = self._picture.shown_in(place)
        for side in shown.grown(line_pixels).around(shown):
            self._ctx.clear(*line_colour, 1.0, viewport=side)
        self._picture.draw(self._canvas, target, place)

    def release(self) -> None:
        """Free everything; a second time does nothing."""
        self.drop()
        self._view.release()
        self._canvas.release()
        self._other_canvas.release()
        self._picture.release()
