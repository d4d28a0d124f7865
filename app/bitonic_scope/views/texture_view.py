"""The texture view: each element a square of its gray or colour, the first at the bottom left."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.gpu.programs import Programs
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame


class TextureView:
    """Draws the sort texture."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._enlarge = programs.get("views/texture_view.frag")
        self._colours = ElementColours(ctx, programs)
        self._small_canvas = Canvas(ctx)

    def parts(self, frame: Frame, canvas: Canvas, *, pixels_per_texel: int) -> Iterator[None]:
        """Draw a frame, each element a square of that many pixels a side.

        Yields:
            Between parts of a large picture.
        """
        if pixels_per_texel == 1:
            yield from self._colours.parts(frame, canvas)
            return
        yield from self._colours.parts(frame, self._small_canvas)
        width, height = self._small_canvas.texture.size
        yield from canvas.drawn_in_bands(
            width * pixels_per_texel,
            height * pixels_per_texel,
            lambda: self._draw_squares(pixels_per_texel),
        )

    def _draw_squares(self, pixels_per_texel: int) -> None:
        self._enlarge.set_uniforms(element_colours=0, pixels_per_texel=pixels_per_texel)
        self._small_canvas.texture.use(0)
        self._enlarge.draw()

    def release(self) -> None:
        """Free what it took; a second time does nothing."""
        self._colours.release()
        self._small_canvas.release()
