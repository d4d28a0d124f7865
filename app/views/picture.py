"""The canvas on the screen: in the middle of its place, averaged where it is too large for it."""

from typing import NamedTuple

import moderngl

from app.gpu.programs import Programs
from app.views.canvas import Canvas


class Place(NamedTuple):
    """A rectangle of a framebuffer: left, bottom, width and height in pixels."""

    x: int
    y: int
    width: int
    height: int

    def grown(self, pixels: int) -> "Place":
        """Return the rectangle with that many pixels more on each side."""
        return Place(
            self.x - pixels, self.y - pixels, self.width + 2 * pixels, self.height + 2 * pixels
        )


def fitted(canvas_width: int, canvas_height: int, place: Place) -> Place:
    """Return where a canvas lies in its place: centred, never enlarged, its shape kept."""
    reduction = max(canvas_width / place.width, canvas_height / place.height, 1.0)
    width = max(1, int(canvas_width / reduction + 0.5))
    height = max(1, int(canvas_height / reduction + 0.5))
    return Place(
        place.x + (place.width - width) // 2, place.y + (place.height - height) // 2, width, height
    )


class Picture:
    """Shows a canvas; a reduced one is averaged once, and kept until the canvas changes."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx = ctx
        self._program = programs.get("picture.frag")
        self._reduced = Canvas(ctx)
        self._shown_size = (1, 1)

    def prepare(self, canvas: Canvas, place: Place) -> None:
        """Take a canvas that has been drawn, for a place of that size."""
        width, height = canvas.texture.size
        shown = fitted(width, height, place)
        self._shown_size = (shown.width, shown.height)
        if self._shown_size != (width, height):
            self._reduced.begin(shown.width, shown.height)
            self._run(canvas.texture, Place(0, 0, shown.width, shown.height))

    def shown_in(self, place: Place) -> Place:
        """Return where in a place the picture lies that was prepared."""
        return fitted(*self._shown_size, place)

    def draw(self, canvas: Canvas, target: moderngl.Framebuffer, place: Place) -> None:
        """Draw what was prepared in the middle of the place."""
        is_reduced = self._shown_size != canvas.texture.size
        texture = self._reduced.texture if is_reduced else canvas.texture
        shown = self.shown_in(place)
        self._ctx.enable_only(moderngl.NOTHING)
        target.viewport = (shown.x, shown.y, shown.width, shown.height)
        target.scissor = target.viewport
        target.use()
        self._run(texture, shown)

    def _run(self, texture: moderngl.Texture, shown: Place) -> None:
        self._program.set_uniforms(
            canvas=0,
            place_origin=(float(shown.x), float(shown.y)),
            canvas_pixels_per_pixel=(
                texture.width / shown.width,
                texture.height / shown.height,
            ),
        )
        texture.use(0)
        self._program.draw()

    def release(self) -> None:
        """Free what was kept; a second time does nothing."""
        self._reduced.release()
