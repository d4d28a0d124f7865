"""The texture view: each element is a gray or coloured square, the first at the bottom left."""

from collections.abc import Callable, Generator, Iterator
from functools import partial

import numpy as np

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.views.arrangement import MAT, Pane, texture_pane
from bitonic_scope.views.canvas import Canvas, Fetched
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.enlarge import enlarge
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import texture_labels
from bitonic_scope.views.palette import PALETTES, Colour
from bitonic_scope.views.texel_grid import TexelGrid, texel_grid
from bitonic_scope.views.texture_marks import (
    block_borders,
    cell_values,
    direction_strip,
    padding_bars,
    pair_marks,
    pointed_cells,
)
from bitonic_scope.views.texture_picture import TexturePicture
from bitonic_scope.views.view import Picture, View


class TextureView(View):
    """Draws the sort texture."""

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        super().__init__(gpu)
        self._texture = TexturePicture(gpu, self._colours)

    def elements_per_pixel(self, frame: Frame, look: Look, size: tuple[int, int]) -> float:
        """Return how many elements share a pixel on a canvas of that size."""
        return _grid(frame, look, size).elements_per_pixel

    def allocate(self, layout: TextureLayout, look: Look, size: tuple[int, int]) -> None:
        """Allocate one pixel per element: the CPU enlarges plain recorded frames."""
        if is_plain(look) and _scale(layout, size):
            self._colours.canvas.begin(layout.width, layout.height)
        else:
            super().allocate(layout, look, size)

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw the elements on a mat, their marks and labels.

        Yields:
            Between parts of a large picture.
        """
        grid = _grid(frame, look, canvas.size)
        canvas.clear(PALETTES[look.theme].ground)
        clear_mat(canvas, look, grid.pane)
        yield from self._texture.parts(frame, look.theme, canvas, grid)
        drawing = self._drawn_over(
            frame, look, (grid,), partial(texture_drawing, frame, look, grid)
        )
        self.painter.draw(drawing, canvas.framebuffer)

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the index of the element at a point; None for none."""
        return _grid(frame, look, size).element_at(x, y)

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the outlines of an element and of its partner, and the line between them."""
        grid = _grid(frame, look, size)
        return pointed_cells(frame, look, grid, element, is_pinned=is_pinned)

    def grid(self, frame: Frame, look: Look, size: tuple[int, int]) -> TexelGrid:
        """Return the texture on the canvas."""
        return _grid(frame, look, size)

    def pixels(
        self, frame: Frame, look: Look, size: tuple[int, int]
    ) -> Generator[None, None, Callable[[], Fetched]]:
        """Draw a recorded frame; a plain one is read back with one pixel per element.

        Where a pixel holds several elements, a plain one shows their mean.
        """
        scale = _scale(frame.layout, size)
        if not is_plain(look) or not scale:
            return (yield from super().pixels(frame, look, size))
        yield from self._colours.parts(frame)
        yield
        fetch = yield from self._colours.canvas.copy_in_bands(1 if frame.is_gray else 4)
        ground = PALETTES[look.theme].ground
        return lambda: partial(_recorded, fetch(), scale, size, ground)


def is_plain(look: Look) -> bool:
    """Return whether a look shows the elements alone."""
    return look.marks is Marks.NONE and not look.has_labels and look.zoom <= 1


def _scale(layout: TextureLayout, size: tuple[int, int]) -> int:
    """Return how many whole pixels a side of an element gets in a frame of that size."""
    return min(size[0] // layout.width, size[1] // layout.height)


def _recorded(colours: Fetched, scale: int, size: tuple[int, int], ground: Colour) -> Picture:
    """Return elements enlarged, and centred on the ground where the frame is larger."""
    picture = enlarge(colours(), scale)
    (height, width), (frame_width, frame_height) = picture.shape[:2], size
    if (width, height) == size:
        return picture
    frame = np.full((frame_height, frame_width, 3), ground, np.uint8)
    left, top = (frame_width - width) // 2, (frame_height - height) // 2
    frame[top : top + height, left : left + width] = (
        picture if picture.ndim == 3 else picture[:, :, np.newaxis]
    )
    return frame


def clear_mat(canvas: Canvas, look: Look, pane: Pane) -> None:
    """Draw the mat on which a texture lies, so that black and white cells have an edge.

    Only the rim is drawn, which takes far less time on software GL: the texture covers the rest.
    """
    mat = round(MAT * look.unit)
    left, top = max(pane.left - mat, 0), max(pane.top - mat, 0)
    right = min(pane.right + mat, canvas.size[0])
    bottom = min(pane.bottom + mat, canvas.size[1])
    for strip in (
        Pane(left, top, right - left, pane.top - top),
        Pane(left, pane.bottom, right - left, bottom - pane.bottom),
        Pane(left, pane.top, pane.left - left, pane.height),
        Pane(pane.right, pane.top, right - pane.right, pane.height),
    ):
        if strip.width and strip.height:
            canvas.clear(PALETTES[look.theme].button, strip)


def texture_drawing(frame: Frame, look: Look, grid: TexelGrid) -> Drawing:
    """Return everything that is drawn over a texture and around it."""
    values = [] if is_plain(look) else cell_values(frame, look, grid)
    return [
        *values,
        *block_borders(frame, look, grid),
        *pair_marks(frame, look, grid),
        *direction_strip(frame, look, grid),
        *padding_bars(look, grid),
        *texture_labels(frame, look, grid, has_values=bool(values)),
    ]


def _grid(frame: Frame, look: Look, size: tuple[int, int]) -> TexelGrid:
    layout, part = frame.layout, frame.part(look)
    return texel_grid(layout, texture_pane(layout, *size, look, part), look, part)
