"""The canvas on the screen: in the middle of its place, averaged where it is too large for it."""

from collections.abc import Iterator
from typing import NamedTuple

import moderngl

from bitonic_scope.gpu.programs import Programs
from bitonic_scope.views.canvas import BAND_PIXELS, Canvas


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

    def around(self, hole: "Place") -> list["Place"]:
        """Return the rectangles below, above and beside a hole that lies within it."""
        right, top = hole.x + hole.width, hole.y + hole.height
        return [
            Place(self.x, self.y, self.width, hole.y - self.y),
            Place(self.x, top, self.width, self.y + self.height - top),
            Place(self.x, hole.y, hole.x - self.x, hole.height),
            Place(right, hole.y, self.x + self.width - right, hole.height),
        ]


def fitted(canvas_width: int, canvas_height: int, place: Place) -> Place:
    """Return where a canvas lies in its place: centred, never enlarged, its shape kept."""
    reduction = max(canvas_width / place.width, canvas_height / place.height, 1.0)
    width = max(1, int(canvas_width / reduction + 0.5))
    height = max(1, int(canvas_height / reduction + 0.5))
    return Place(
        place.x + (place.width - width) // 2, place.y + (place.height - height) // 2, width, height
    )


class Picture:
    """Shows a canvas; a reduced one is averaged once, and kept until the next one is complete.

    Attributes:
        is_reduced: whether what is shown is a copy, so that the canvas may be drawn on.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self.is_reduced = False
        self._ctx = ctx
        self._program = programs.get("views/downsample.frag")
        self._reduced, self._next_reduced = Canvas(ctx), Canvas(ctx)
        self._shown_size = (1, 1)

    def parts(self, canvas: Canvas, place: Place) -> Iterator[None]:
        """Take a canvas that has been drawn, for a place of that size.

        Yields:
            Between parts of the work on a large one.
        """
        width, height = size = canvas.texture.size
        shown = fitted(width, height, place)
        shown_size = (shown.width, shown.height)
        if shown_size != size:
            if width * height > BAND_PIXELS:
                yield  # the last band of it was drawn only now
            at = Place(0, 0, shown.width, shown.height)
            yield from self._next_reduced.drawn_in_bands(
                shown.width,
                shown.height,
                lambda: self._run(canvas.texture, at),
                pixels_each=width * height / (shown.width * shown.height),
            )
            self._reduced, self._next_reduced = self._next_reduced, self._reduced
        self.is_reduced = shown_size != size
        self._shown_size = shown_size

    def shown_in(self, place: Place) -> Place:
        """Return where in a place the picture lies that was prepared."""
        return fitted(*self._shown_size, place)

    def draw(self, canvas: Canvas, target: moderngl.Framebuffer, place: Place) -> None:
        """Draw what was prepared in the middle of the place."""
        texture = self._reduced.texture if self.is_reduced else canvas.texture
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
        self._next_reduced.release()
