"""The elements of a texture in a pane of a canvas: enlarged, averaged or picked."""

from collections.abc import Iterator
from functools import partial

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Theme
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.hatch import hatch_uniforms
from bitonic_scope.views.texel_grid import Sampling, TexelGrid


class TexturePicture:
    """Draws the sort texture."""

    def __init__(self, gpu: Gpu, colours: ElementColours) -> None:
        """Draw with this GPU, with the colours of these elements."""
        self._gpu = gpu
        self._colours = colours

    def parts(self, frame: Frame, theme: Theme, canvas: Canvas, grid: TexelGrid) -> Iterator[None]:
        """Draw the part of the texture that a grid shows.

        Yields:
            Between parts of a large picture.
        """
        yield from self._colours.parts(frame, grid=grid)
        texels = grid.columns * grid.rows
        pixels_each = max(1.0, texels / (grid.pane.width * grid.pane.height))
        draw = partial(self._draw, theme, canvas, grid)
        yield from canvas.draw_in_bands(draw, pixels_each=pixels_each, pane=grid.pane)

    def _draw(self, theme: Theme, canvas: Canvas, grid: TexelGrid) -> None:
        origin = canvas.origin_of(grid.pane)
        uniforms = hatch_uniforms(theme, canvas.size[1])
        self._colours.canvas.texture.use(0)
        if grid.sampling is Sampling.AVERAGED:
            program = self._gpu.programs.get("views/average.frag")
            program.set_uniforms(
                element_colours=0,
                pane_origin=(float(origin[0]), float(origin[1])),
                texels_per_pixel=(1 / grid.pixels_x, 1 / grid.pixels_y),
                **uniforms,
            )
        else:
            is_picked = grid.sampling is Sampling.PICKED
            side = (1, 1) if is_picked else (int(grid.pixels_x), int(grid.pixels_y))
            program = self._gpu.programs.get("views/texture_view.frag")
            program.set_uniforms(
                element_colours=0, pane_origin=origin, pixels_per_texel=side, **uniforms
            )
        program.draw()
