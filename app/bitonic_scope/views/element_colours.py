"""The colour of each element, one pixel per element, for views and the recorder to enlarge."""

from collections.abc import Iterator
from functools import partial

import moderngl

from bitonic_scope.data.gray_scale import TABLE_SIDE, gray_table
from bitonic_scope.gpu.allocation import new_texture
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Program
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.texel_grid import Sampling, TexelGrid

COLOUR_SHADER = "views/element_colour.frag"
NO_KEY = 0xFFFF_FFFF  # pads the array of keys; never read
GRAY_KEY_COUNT = 255


class ElementColours:
    """Looks up the colour of each element once, not once per pixel.

    On software GL that halves the time of a frame.

    Attributes:
        canvas: the colours, one pixel per element; alpha 0 marks padding.
    """

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        self.canvas = Canvas(gpu.ctx)
        self._gpu = gpu
        self._lookup: moderngl.Texture | None = None  # a picture's pixels, or the table of grays
        self._lookup_of: StartData | None = None

    def parts(
        self, frame: Frame, canvas: Canvas | None = None, grid: TexelGrid | None = None
    ) -> Iterator[None]:
        """Draw the colours on the given canvas, by default its own.

        Args:
            frame: the elements.
            canvas: the canvas; it gets a pixel for each element.
            grid: draws the part of the texture that a grid shows; where the grid picks elements,
                the canvas gets a pixel for each pixel of the grid's pane.

        Yields:
            Between parts of a large picture.
        """
        canvas = canvas or self.canvas
        size, first = (frame.layout.width, frame.layout.height), (0, 0)
        is_picked = grid is not None and grid.sampling is Sampling.PICKED
        if grid is not None:
            first = (grid.column, grid.row)
            pane = grid.pane
            size = (pane.width, pane.height) if is_picked else (grid.columns, grid.rows)
        canvas.begin(*size)
        shown = (grid.columns, grid.rows) if grid is not None and is_picked else None
        yield from canvas.draw_in_bands(partial(self._draw, frame, size, first, shown))

    def _draw(
        self,
        frame: Frame,
        size: tuple[int, int],
        first: tuple[int, int],
        picked_from: tuple[int, int] | None,
    ) -> None:
        program = self.program(COLOUR_SHADER, frame, *(["PICKED"] if picked_from else []))
        program.set_uniforms(first_texel=first)
        if picked_from:
            program.set_uniforms(texels=picked_from, pixels=size)
        program.draw()

    def program(self, shader: str, frame: Frame, *defines: str) -> Program:
        """Return a program that reads a frame's elements and knows their colours.

        The shader is one with FORMAT, include/gray.glsl and, if COLOURS is defined, `colours`.
        """
        data = frame.start_data
        element_format = data.storage.element_format
        self._lookup_texture(data).use(1)
        if data.colours is not None:
            program = self._gpu.programs.get(shader, element_format, "COLOURS", *defines)
            program.set_uniforms(colours=1)
        else:
            program = self._gpu.programs.get(shader, element_format, *defines)
            unused = (NO_KEY,) * (GRAY_KEY_COUNT - len(data.gray_keys))
            table = gray_table(data.gray_keys)
            program.set_uniforms(
                gray_keys=data.gray_keys + unused,
                gray_table=1,
                gray_table_start=table.start,
                gray_table_shift=table.shift,
            )
        program.set_uniforms(sort_texture=0)
        frame.sort_texture.use(0)
        return program

    def _lookup_texture(self, data: StartData) -> moderngl.Texture:
        if self._lookup is None or self._lookup_of is not data:
            self._release_lookup()
            if data.colours is not None:
                height, width, _ = data.colours.shape
                self._lookup = new_texture(self._gpu.ctx, (width, height), 3)
                self._lookup.write(data.colours.tobytes())
            else:
                self._lookup = new_texture(self._gpu.ctx, (TABLE_SIDE, TABLE_SIDE), 2, "u1")
                self._lookup.write(gray_table(data.gray_keys).grays.tobytes())
            self._lookup_of = data
        return self._lookup

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self.canvas.release()
        self._release_lookup()

    def _release_lookup(self) -> None:
        if self._lookup is not None:
            self._lookup.release()
        self._lookup = self._lookup_of = None
