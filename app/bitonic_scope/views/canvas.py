"""The canvas: an offscreen RGBA8 picture that a view draws on."""

from collections.abc import Callable, Generator, Iterator
from functools import partial

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocate_target, texture_of
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.pixel_ring import PixelRing
from bitonic_scope.views.arrangement import Pane
from bitonic_scope.views.palette import Colour

Fetched = Callable[[], NDArray[np.uint8]]  # makes a picture from its copy, in any thread

BAND_PIXELS = 1 << 20  # 12 ms of the slowest shader on software GL with two cores


def rgba(colour: Colour) -> tuple[float, float, float, float]:
    """Return an opaque colour as OpenGL takes it."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255, 1.0


def bands(pixels_per_row: float, height: int) -> Iterator[tuple[int, int]]:
    """Yield (first row, row count) of the bands of a large picture, bottom first."""
    row_count = max(1, int(BAND_PIXELS / pixels_per_row))
    for first_row in range(0, height, row_count):
        yield first_row, min(row_count, height - first_row)


def _top_row_first(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return picture_rows(rows if rows.shape[2] > 1 else rows[:, :, 0])


class Canvas:
    """Owns the picture; reallocates it when its size changes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._target: moderngl.Framebuffer | None = None
        self._ring = PixelRing(ctx)

    @property
    def framebuffer(self) -> moderngl.Framebuffer:
        """The picture as a target to draw on."""
        assert self._target is not None, "begin() comes first"
        return self._target

    @property
    def texture(self) -> moderngl.Texture:
        """The picture: RGBA8, row 0 at the bottom."""
        return texture_of(self.framebuffer)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, in pixels."""
        width, height = self.framebuffer.size
        return width, height

    def begin(self, width: int, height: int) -> None:
        """Allocate a picture of a size in pixels; a canvas of that size keeps its content.

        Raises:
            ProgramError: the driver cannot allocate a picture of that size.
        """
        if self._target is not None and self._target.size == (width, height):
            return
        self.release()
        limit = int(self._ctx.info["GL_MAX_TEXTURE_SIZE"])
        what, remedy = f"a picture of {width}x{height} pixels", "try a smaller --scale"
        if max(width, height) > limit:
            raise ProgramError(f"{what} exceeds this driver's limit of {limit} per side; {remedy}")
        self._target = allocate_target(self._ctx, (width, height), 4, what=what, remedy=remedy)

    def draw_in_bands(
        self, draw: Callable[[], None], *, pixels_each: float = 1.0, pane: Pane | None = None
    ) -> Generator[None, None, None]:
        """Draw a pane, a band of rows at a time; other drawing may run in between.

        Args:
            draw: sets uniforms and textures, and draws.
            pixels_each: how many source pixels each pixel reads.
            pane: the pane; None for the whole canvas.

        Yields:
            Between bands; never for a single band.
        """
        pane = pane or Pane(0, 0, *self.size)
        left, bottom = self.origin_of(pane)
        for first_row, row_count in bands(pane.width * pixels_each, pane.height):
            if first_row:
                yield
            self._use((left, bottom + first_row, pane.width, row_count))
            draw()

    def origin_of(self, pane: Pane) -> tuple[int, int]:
        """Return the pixel at the bottom left of a pane, as OpenGL counts: from the bottom left."""
        return pane.left, self.size[1] - pane.bottom

    def use(self, pane: Pane) -> None:
        """Make a pane the target of the next draw."""
        self._use((*self.origin_of(pane), pane.width, pane.height))

    def clear(self, colour: Colour, pane: Pane | None = None) -> None:
        """Fill a pane, by default the whole canvas, with a colour."""
        pane = pane or Pane(0, 0, *self.size)
        self.use(pane)
        self._ctx.clear(*rgba(colour), viewport=(*self.origin_of(pane), pane.width, pane.height))

    def _use(self, viewport: tuple[int, int, int, int]) -> None:
        self._ctx.enable_only(moderngl.NOTHING)
        self.framebuffer.viewport = viewport
        self.framebuffer.use()

    def copy_in_bands(self, components: int) -> Generator[None, None, Callable[[], Fetched]]:
        """Begin to copy the picture to the host, a band of rows at a time.

        Args:
            components: 1 for the red channel of a gray picture, 3 for RGB, 4 for RGBA.

        Yields:
            Between bands; never for a single band.

        Returns:
            A function that fetches the copy, before `pixel_ring.LAG` + 1 other copies begin. It
            returns another that makes the picture, in any thread: (height, width) uint8 for one
            component, else (height, width, components); top row first.
        """
        width, height = self.size
        shape = (height, width, components)
        buffer = self._ring.next(height * width * components)
        rows = np.empty(shape if buffer is None else 0, np.uint8)
        for first_row, row_count in bands(width, height):
            if first_row:
                yield
            self.framebuffer.read_into(
                rows[first_row : first_row + row_count].data if buffer is None else buffer,
                viewport=(0, first_row, width, row_count),
                components=components,
                dtype="f1",
                write_offset=0 if buffer is None else first_row * width * components,
            )

        def fetch() -> Fetched:
            if buffer is None:
                return partial(_top_row_first, rows)
            fetched = np.empty(shape, np.uint8)
            buffer.read_into(fetched.data)
            return partial(_top_row_first, fetched)

        return fetch

    def read_in_bands(self, components: int) -> Generator[None, None, NDArray[np.uint8]]:
        """Read the picture back: `copy_in_bands`, without waiting for another picture."""
        fetch = yield from self.copy_in_bands(components)
        return fetch()()

    def release(self) -> None:
        """Free the picture and its copies; a second call does nothing."""
        self._ring.release()
        if self._target is not None:
            release_target(self._ctx, self._target)
            self._target = None
