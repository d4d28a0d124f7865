"""The texel grid: where each element of a texture stands in its pane, zoomed or not.

Pure arithmetic, in canvas pixels from the top left. Texture rows count from the bottom, canvas rows
from the top.
"""

from dataclasses import dataclass
from enum import Enum, auto

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look
from bitonic_scope.views.arrangement import LONG, Pane
from bitonic_scope.views.photo_frame import Part

MAX_AVERAGED = 2.0  # texels per pixel and axis; beyond, averaged noise would be plain gray


class Sampling(Enum):
    """How the pixels of a pane show the texels."""

    WHOLE = auto()  # every texel has the same whole number of pixels
    AVERAGED = auto()  # a pixel is the mean of the texels that it covers
    PICKED = auto()  # a pixel shows one of the texels that it covers


@dataclass(frozen=True, slots=True)
class TexelGrid:
    """A texture, or a part of it, in a pane.

    Attributes:
        layout: the texture.
        part: the texels that are shown while nothing is zoomed.
        pane: the place on the canvas.
        column, row: the first texel column from the left and row from the bottom that is shown.
        columns, rows: the number of columns and rows that are shown; the last ones may be cut.
        pixels_x, pixels_y: the size of a texel in pixels.
        sampling: how pixels show texels.
    """

    layout: TextureLayout
    part: Part
    pane: Pane
    column: int
    row: int
    columns: int
    rows: int
    pixels_x: float
    pixels_y: float
    sampling: Sampling

    @property
    def elements_per_pixel(self) -> float:
        """The number of elements that share a pixel; below 1 for enlarged texels."""
        return 1 / (self.pixels_x * self.pixels_y)

    @property
    def cell(self) -> float:
        """The shorter side of a texel, in pixels."""
        return min(self.pixels_x, self.pixels_y)

    def x_of(self, column: float) -> float:
        """Return the left edge of a column; it may lie outside the pane."""
        return self.pane.left + (column - self.column) * self.pixels_x

    def y_of(self, row: float) -> float:
        """Return the bottom edge of a row from the bottom; it may lie outside the pane."""
        return self.pane.bottom - (row - self.row) * self.pixels_y

    def shows(self, element: int) -> bool:
        """Return whether the texel of an element is in the pane, at least in part."""
        x, y = self._texel(element)
        in_columns = self.column <= x < self.column + self.columns
        return in_columns and self.row <= y < self.row + self.rows

    def box(self, element: int) -> tuple[float, float, float, float]:
        """Return left, top, width and height of an element's texel, cut to the pane."""
        x, y = self._texel(element)
        left, right = self.x_of(x), self.x_of(x + 1)
        top, bottom = self.y_of(y + 1), self.y_of(y)
        left, right = max(left, self.pane.left), min(right, self.pane.right)
        top, bottom = max(top, self.pane.top), min(bottom, self.pane.bottom)
        return left, top, right - left, bottom - top

    def element_at(self, x: float, y: float) -> int | None:
        """Return the index of the element that a point of the canvas shows; None outside."""
        pane = self.pane
        across, up = int(x - pane.left), int(pane.bottom - y)
        if not (0 <= x - pane.left < pane.width and 0 < pane.bottom - y <= pane.height):
            return None
        up = min(up, pane.height - 1)
        if self.sampling is Sampling.PICKED:
            column, row = self._picked(across, up)
        elif self.sampling is Sampling.WHOLE:
            column, row = across // int(self.pixels_x), up // int(self.pixels_y)
        else:
            column = int((x - pane.left) / self.pixels_x)
            row = int((pane.bottom - y) / self.pixels_y)
        column = min(self.column + min(column, self.columns - 1), self.layout.width - 1)
        row = min(self.row + min(row, self.rows - 1), self.layout.height - 1)
        return row << self.layout.log2_width | column

    def _texel(self, element: int) -> tuple[int, int]:
        return element & (self.layout.width - 1), element >> self.layout.log2_width

    def _picked(self, x: int, y: int) -> tuple[int, int]:
        """Return the column and row that a pixel shows; the twin of element_colour.frag."""
        hashed = pixel_hash(x, y)
        return (
            _pick(x, self.columns, self.pane.width, hashed & 0xFFFF),
            _pick(y, self.rows, self.pane.height, hashed >> 16),
        )


def _pick(pixel: int, texels: int, pixels: int, hashed: int) -> int:
    first, end = pixel * texels // pixels, (pixel + 1) * texels // pixels
    return first + hashed % max(end - first, 1)


def pixel_hash(x: int, y: int) -> int:
    """Return 32 bits that look random; the twin of element_colour.frag."""
    mixed = (x * 0x9E3779B1 & 0xFFFFFFFF) ^ (y * 0x85EBCA77 & 0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed = ((mixed ^ mixed >> shift) * factor) & 0xFFFFFFFF
    return mixed ^ mixed >> 16


def texel_grid(
    layout: TextureLayout, pane: Pane, look: Look, part: Part | None = None
) -> TexelGrid:
    """Return how a look shows a texture, or a part of it, in a pane.

    A zoomed texel has a whole number of pixels once it has one at all. Only the long side of a
    longish texture is zoomed.
    """
    part = part or Part(layout.width, layout.height)
    is_long = max(layout.width, layout.height) >= LONG * min(layout.width, layout.height)
    zooms_x = not is_long or layout.width > layout.height
    zooms_y = not is_long or layout.height > layout.width
    column, columns, pixels_x = _axis(part.width, pane.width, look, look.centre[0], zooms_x)
    row, rows, pixels_y = _axis(part.height, pane.height, look, look.centre[1], zooms_y)
    return TexelGrid(
        layout,
        part,
        pane,
        column,
        row,
        columns,
        rows,
        pixels_x,
        pixels_y,
        _sampling(pixels_x, pixels_y),
    )


def _axis(
    texels: int, pixels: int, look: Look, centre: float, zooms: bool
) -> tuple[int, int, float]:
    """Return the first texel shown, how many are shown, and the pixels of each."""
    if look.zoom <= 1 or not zooms:
        return 0, texels, pixels / texels
    each = min(pixels / texels * look.zoom, float(pixels))
    if each >= 1:
        each = float(round(each))
        shown = min(-(-pixels // int(each)), texels)
    else:
        shown = min(max(round(pixels / each), 1), texels)
        each = pixels / shown
    first = round(centre * texels - pixels / each / 2)
    return min(max(first, 0), max(texels - int(pixels / each), 0)), shown, each


def _sampling(pixels_x: float, pixels_y: float) -> Sampling:
    if min(pixels_x, pixels_y) < 1 / MAX_AVERAGED:
        return Sampling.PICKED
    is_whole = pixels_x == int(pixels_x) and pixels_y == int(pixels_y)
    return Sampling.WHOLE if is_whole else Sampling.AVERAGED


def zoomed(grid: TexelGrid, x: float, y: float, factor: float) -> tuple[float, float]:
    """Return the `centre` that keeps the texel at a point in place when `zoom` grows by a factor.

    Args:
        grid: the grid before.
        x, y: the point, in canvas pixels.
        factor: by how much the zoom is about to change.
    """
    column = grid.column + (x - grid.pane.left) / grid.pixels_x
    row = grid.row + (grid.pane.bottom - y) / grid.pixels_y
    pixels_x, pixels_y = grid.pixels_x * factor, grid.pixels_y * factor
    middle_x = column - (x - grid.pane.left - grid.pane.width / 2) / pixels_x
    middle_y = row - (grid.pane.bottom - y - grid.pane.height / 2) / pixels_y
    return (
        min(max(middle_x / grid.part.width, 0.0), 1.0),
        min(max(middle_y / grid.part.height, 0.0), 1.0),
    )
