"""The view "both": the texture and the line of one state, side by side."""

from collections.abc import Iterator
from functools import partial

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.views.arrangement import Pane, both_panes
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.fold import is_folded
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import line_labels
from bitonic_scope.views.line_marks import bar_values, element_in_line, line_marks, pointed_bars
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
        places = (grid, pane, frame.pass_index if is_folded(frame, look) else None)
        make = partial(self._drawing, frame, look, grid, pane)
        self.painter.draw(self._drawn_over(frame, look, places, make), canvas.framebuffer)

    def _drawing(self, frame: Frame, look: Look, grid: TexelGrid, pane: Pane) -> Drawing:
        """Return everything that is drawn over both pictures and around them."""
        fold = self._line.fold(frame, look, pane)
        values = bar_values(frame, look, pane, fold)
        return [
            *texture_drawing(frame, look, grid),
            *line_marks(frame, look, pane, fold),
            *values,
            *line_labels(frame, look, pane, beside=grid, has_values=bool(values)),
        ]

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the index of the element at a point of either picture; None for none."""
        grid, pane = _panes(frame, look, size)
        element = grid.element_at(x, y)
        if element is not None:
            return element
        return element_in_line(frame.layout, pane, x, y, self._line.fold(frame, look, pane))

    def grid(self, frame: Frame, look: Look, size: tuple[int, int]) -> TexelGrid:
        """Return where the elements of the texture stand."""
        return _panes(frame, look, size)[0]

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the shapes that mark an element and its partner in both pictures."""
        grid, pane = _panes(frame, look, size)
        fold = self._line.fold(frame, look, pane)
        return [
            *pointed_cells(frame, look, grid, element, is_pinned=is_pinned),
            *pointed_bars(frame, look, pane, element, fold, is_pinned=is_pinned),
        ]

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        super().release()
        self._line.release()


def _panes(frame: Frame, look: Look, size: tuple[int, int]) -> tuple[TexelGrid, Pane]:
    layout, part = frame.layout, frame.part(look)
    texture, line = both_panes(layout, *size, look, part)
    return texel_grid(layout, texture, look, part), line
