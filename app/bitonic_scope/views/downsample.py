"""Shows a canvas on the screen: centred in its place, downsampled if too large."""

from collections.abc import Iterator
from typing import NamedTuple

import moderngl

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.views.canvas import BAND_PIXELS, Canvas


class Viewport(NamedTuple):
    """A rectangle of a framebuffer: left, bottom, width and height in pixels."""

    x: int
    y: int
    width: int
    height: int

    def grown(self, pixels: int) -> "Viewport":
        """Return the rectangle grown by that many pixels on each side."""
        return Viewport(
            self.x - pixels, self.y - pixels, self.width + 2 * pixels, self.height + 2 * pixels
        )

    def around(self, hole: "Viewport") -> list["Viewport"]:
        """Return the rectangles below, above, left and right of a hole in this rectangle."""
        right, top = hole.x + hole.width, hole.y + hole.height
        return [
            Viewport(self.x, self.y, self.width, hole.y - self.y),
            Viewport(self.x, top, self.width, self.y + self.height - top),
            Viewport(self.x, hole.y, hole.x - self.x, hole.height),
            Viewport(right, hole.y, self.x + self.width - right, hole.height),
        ]


def fitted(canvas_width: int, canvas_height: int, place: Viewport) -> Viewport:
    """Return the viewport of a canvas in its place: centred, never enlarged, aspect ratio kept."""
    reduction = max(canvas_width / place.width, canvas_height / place.height, 1.0)
    width = max(1, int(canvas_width / reduction + 0.5))
    height = max(1, int(canvas_height / reduction + 0.5))
    return Viewport(
        place.x + (place.width - width) // 2, place.y + (place.height - height) // 2, width, height
    )


class Downsampled:
    """Shows a canvas; averages a large one once, into a copy that stays until the next is done.

    Attributes:
        is_copy: whether the window shows a copy, which leaves the canvas free to draw on.
    """

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        self.is_copy = False
        self._ctx = gpu.ctx
        self._program = gpu.programs.get("views/downsample.frag")
        self._copy, self._next_copy = Canvas(gpu.ctx), Canvas(gpu.ctx)
        self._shown_size = (1, 1)

    def parts(self, canvas: Canvas, place: Viewport) -> Iterator[None]:
        """Prepare a drawn canvas for a place of that size.

        Yields:
            Between bands of a large canvas.
        """
        width, height = size = canvas.texture.size
        shown = fitted(width, height, place)
        shown_size = (shown.width, shown.height)
        if shown_size != size:
            if width * height > BAND_PIXELS:
                yield  # its last band was drawn just now
            at = Viewport(0, 0, shown.width, shown.height)
            self._next_copy.begin(shown.width, shown.height)
            yield from self._next_copy.draw_in_bands(
                lambda: self._run(canvas.texture, at),
                pixels_each=width * height / (shown.width * shown.height),
            )
            self._copy, self._next_copy = self._next_copy, self._copy
        self.is_copy = shown_size != size
        self._shown_size = shown_size

    def fitted_in(self, place: Viewport) -> Viewport:
        """Return the viewport of the prepared picture in a place."""
        return fitted(*self._shown_size, place)

    def draw(self, canvas: Canvas, target: moderngl.Framebuffer, place: Viewport) -> None:
        """Draw the prepared picture centred in the place."""
        texture = self._copy.texture if self.is_copy else canvas.texture
        shown = self.fitted_in(place)
        self._ctx.enable_only(moderngl.NOTHING)
        target.viewport = (shown.x, shown.y, shown.width, shown.height)
        target.scissor = target.viewport
        target.use()
        self._run(texture, shown)

    def _run(self, texture: moderngl.Texture, shown: Viewport) -> None:
        self._program.set_uniforms(
            canvas=0,
            place_origin=(float(shown.x), float(shown.y)),
            canvas_pixels_per_pixel=(texture.width / shown.width, texture.height / shown.height),
        )
        texture.use(0)
        self._program.draw()

    def release(self) -> None:
        """Free the copies; a second call does nothing."""
        self._copy.release()
        self._next_copy.release()
