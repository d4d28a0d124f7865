"""The showcase: keeps the canvas of the state that is shown, and draws it with a line around."""

import moderngl

from app.frame import Frame
from app.gpu.programs import Programs
from app.readout import Readout
from app.views.canvas import Canvas, pixels_per_texel
from app.views.picture import Picture, Place
from app.views.texture import TextureView


class Showcase:
    """Owns the view, the canvas, and the picture that is made of it for its place.

    Attributes:
        readout: of the state that the canvas shows; None before the first.
        elements_per_pixel: above 1 where the picture is too large for its place.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self.readout: Readout | None = None
        self.elements_per_pixel = 0.0
        self._ctx = ctx
        self._view = TextureView(ctx, programs)
        self._canvas = Canvas(ctx)
        self._picture = Picture(ctx, programs)
        self._place_size = (0, 0)

    def shows(self, readout: Readout, place: Place) -> bool:
        """Tell whether the canvas holds the state of a readout, for a place of that size."""
        return (
            self.readout is not None
            and self.readout.settings == readout.settings
            and self.readout.timeline.position == readout.timeline.position
            and self._place_size == (place.width, place.height)
        )

    def update(self, frame: Frame, place: Place) -> None:
        """Draw a state to the canvas, as large as its place allows."""
        layout = frame.layout
        scale = pixels_per_texel(layout, place_width=place.width, place_height=place.height)
        self._view.draw(frame, self._canvas, pixels_per_texel=scale)
        self._picture.prepare(self._canvas, place)
        shown = self._picture.shown_in(place)
        self.elements_per_pixel = layout.element_count / (shown.width * shown.height)
        self.readout = frame.readout
        self._place_size = (place.width, place.height)

    def draw(
        self,
        target: moderngl.Framebuffer,
        place: Place,
        *,
        line_pixels: int,
        line_colour: tuple[float, float, float],
    ) -> None:
        """Draw the canvas in the middle of its place, with a line around it that covers nothing."""
        if self.readout is None:
            return
        around = self._picture.shown_in(place).grown(line_pixels)
        viewport = (around.x, around.y, around.width, around.height)
        self._ctx.clear(*line_colour, 1.0, viewport=viewport)
        self._picture.draw(self._canvas, target, place)

    def release(self) -> None:
        """Free everything; a second time does nothing."""
        self._view.release()
        self._canvas.release()
        self._picture.release()
