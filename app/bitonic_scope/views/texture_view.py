"""The texture view: each element is a gray or coloured square, the first at the bottom left."""

from collections.abc import Callable, Generator, Iterator
from functools import partial

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look
from bitonic_scope.views.canvas import Canvas, pixels_per_texel
from bitonic_scope.views.enlarge import enlarge
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.view import Picture, View


class TextureView(View):
    """Draws the sort texture."""

    def window_size(self, layout: TextureLayout, width: int, height: int) -> tuple[int, int]:
        """Return the canvas size that gives every texel the same whole number of pixels."""
        scale = pixels_per_texel(layout, place_width=width, place_height=height)
        return self.recorded_size(layout, scale)

    def elements_per_pixel(self, layout: TextureLayout, width: int, height: int) -> float:
        """Return how many elements share a pixel in a picture of that size."""
        return layout.element_count / (width * height)

    def allocate(self, layout: TextureLayout, scale: int) -> None:
        """Allocate one pixel per element: the CPU enlarges recorded frames."""
        self._colours.canvas.begin(layout.width, layout.height)

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw the element colours, one pixel each, then enlarge them."""
        layout = frame.layout
        scale = canvas.texture.width // layout.width
        if scale == 1:
            yield from self._colours.parts(frame, canvas)
            return
        yield from self._colours.parts(frame)
        yield from canvas.draw_in_bands(lambda: self._draw_squares(scale))

    def _draw_squares(self, scale: int) -> None:
        program = self._gpu.programs.get("views/texture_view.frag")
        program.set_uniforms(element_colours=0, pixels_per_texel=scale)
        self._colours.canvas.texture.use(0)
        program.draw()

    def pixels(
        self, frame: Frame, look: Look, scale: int
    ) -> Generator[None, None, Callable[[], Picture]]:
        """Read back one pixel per element; the CPU enlarges it, bit for bit like the shader."""
        yield from self._colours.parts(frame)
        yield
        colours = yield from self._colours.canvas.read_in_bands(1 if frame.is_gray else 4)
        return partial(enlarge, colours, scale)
