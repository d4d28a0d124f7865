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
        has_padding = frame.start_data.settings.padding_count > 0
        draw = partial(self._draw, theme, canvas, grid, has_padding=has_padding)
        yield from canvas.draw_in_bands(draw, pixels_each=pixels_each, pane=grid.pane)

    def _draw(self, theme: Theme, canvas: Canvas, grid: TexelGrid, *, has_padding: bool) -> None:
        is_averaged = grid.sampling is Sampling.AVERAGED
        shader = "views/average.frag" if is_averaged else "views/texture_view.frag"
        program = self._gpu.programs.get(shader, None, *(["PADDED"] if has_padding else []))
        is_picked = grid.sampling is Sampling.PICKED
        across, up = canvas.origin_of(grid.pane)
        program.set_uniforms(
            element_colours=0,
            pane_origin=(float(across), float(up)),
            texels_per_pixel=(1.0, 1.0) if is_picked else (1 / grid.pixels_x, 1 / grid.pixels_y),
        )
        if has_padding:
            program.set_uniforms(**hatch_uniforms(theme, canvas.size[1]))
        self._colours.canvas.texture.use(0)
        program.draw()
