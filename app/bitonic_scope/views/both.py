"""The view "both": the texture and the line of one state, side by side."""

from collections.abc import Iterator
from functools import partial

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.views.arrangement import Pane, both_panes
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import line_labels
from bitonic_scope.views.line_marks import bar_values, block_strip, element_in_line, pointed_bars
from bitonic_scope.views.line_picture import BarsPicture
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.texel_grid import TexelGrid, texel_grid
from bitonic_scope.views.texture_marks import pointed_cells
from bitonic_scope.views.texture_picture import TexturePicture
from bitonic_scope.views.texture_view import clear_mat, texture_drawing
from bitonic_scope.views.view import View, landscape


class Both(View):
    """Draws the elements twice: as the GPU holds them, and in their order."""

    reads_elements = True

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        super().__init__(gpu)
        self._texture = TexturePicture(gpu, self._colours)
        self._line = BarsPicture(gpu, self._colours)

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return a landscape picture as high as a square of as many elements."""
        return landscape(layout, scale)

    def elements_per_pixel(self, frame: Frame, look: Look, size: tuple[int, int]) -> float:
        """Return how many elements share a pixel of the texture."""
        return _panes(frame, look, size)[0].elements_per_pixel

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw both pictures, their marks and labels.

        Yields:
            Between parts of a large picture.
        """
        grid, pane = _panes(frame, look, canvas.size)
        canvas.clear(PALETTES[look.theme].ground)
        clear_mat(canvas, look, grid.pane)
        yield from self._texture.parts(frame, look.theme, canvas, grid)
        yield from self._line.parts(frame, look, canvas, pane)
        drawing = self._drawn_over(
            frame, look, (grid, pane), partial(_drawing, frame, look, grid, pane)
        )
        self.painter.draw(drawing, canvas.framebuffer)

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the index of the element at a point of either picture; None for none."""
        grid, pane = _panes(frame, look, size)
        element = grid.element_at(x, y)
        return element_in_line(frame.layout, pane, x, y) if element is None else element

    def grid(self, frame: Frame, look: Look, size: tuple[int, int]) -> TexelGrid:
        """Return where the elements of the texture stand."""
        return _panes(frame, look, size)[0]

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the shapes that mark an element and its partner in both pictures."""
        grid, pane = _panes(frame, look, size)
        return [
            *pointed_cells(frame, look, grid, element, is_pinned=is_pinned),
            *pointed_bars(frame, look, pane, element, is_pinned=is_pinned),
        ]

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        super().release()
        self._line.release()


def _drawing(frame: Frame, look: Look, grid: TexelGrid, pane: Pane) -> Drawing:
    """Return everything that is drawn over both pictures and around them."""
    values = bar_values(frame, look, pane)
    return [
        *texture_drawing(frame, look, grid),
        *block_strip(frame, look, pane),
        *values,
        *line_labels(frame, look, pane, beside=grid, has_values=bool(values)),
    ]


def _panes(frame: Frame, look: Look, size: tuple[int, int]) -> tuple[TexelGrid, Pane]:
    layout, part = frame.layout, frame.part(look)
    texture, line = both_panes(layout, *size, look, part)
    return texel_grid(layout, texture, look, part), line
