"""The base class of the views that show the elements in a line."""

from collections.abc import Callable, Iterator

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.views.arrangement import Pane, line_pane
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Box, Drawing
from bitonic_scope.views.fold import Fold
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import line_labels
from bitonic_scope.views.line_marks import element_in_line, line_marks
from bitonic_scope.views.line_picture import LinePicture
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.view import View, as_recorded, landscape


class Line(View):
    """Draws a column per element over the whole canvas."""

    reads_elements = True
    picture: type[LinePicture]
    pointed_ends: Callable[..., Drawing]

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        super().__init__(gpu)
        self._line = self.picture(gpu, self._colours)

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return a landscape picture as high as a square of as many elements."""
        return landscape(layout, scale)

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw the columns, the strip of directions below and the labels above.

        Yields:
            Between groups of columns of a large sort.
        """
        pane = line_pane(frame.layout, *canvas.size, look)
        canvas.clear(PALETTES[look.theme].ground)
        yield from self._line.parts(frame, look, canvas, pane)
        self.painter.draw(self._over(frame, look, pane), canvas.framebuffer)

    def drawing(self, frame: Frame, look: Look, size: tuple[int, int]) -> Drawing:
        """Return a recorded frame as shapes."""
        look = as_recorded(look, size)
        pane = line_pane(frame.layout, *size, look)
        ground = Box(0, 0, *size, fill=PALETTES[look.theme].ground)
        columns = self._line.drawing(frame, look, pane)
        return [ground, *columns, *self._over(frame, look, pane)]

    def _over(self, frame: Frame, look: Look, pane: Pane) -> Drawing:
        """Return what is drawn over the columns and around them."""
        fold = self._line.fold(frame, look, pane)
        values = self.values(frame, look, pane, fold)
        labels = line_labels(frame, look, pane, beside=None, has_values=bool(values))
        return [*line_marks(frame, look, pane, fold), *values, *labels]

    def values(self, frame: Frame, look: Look, pane: Pane, fold: Fold | None) -> Drawing:
        """Return the values of the elements as text; none by default."""
        return []

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the index of the element whose column is at a point; None for none."""
        pane = line_pane(frame.layout, *size, look)
        return element_in_line(frame.layout, pane, x, y, self._line.fold(frame, look, pane))

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the shapes that mark an element and its partner."""
        pane = line_pane(frame.layout, *size, look)
        fold = self._line.fold(frame, look, pane)
        return self.pointed_ends(frame, look, pane, element, fold, is_pinned=is_pinned)

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        super().release()
        self._line.release()
