"""The canvas: an offscreen RGBA8 picture that a view draws on."""

from collections.abc import Callable, Generator, Iterator

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout, picture_rows
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocate_target, texture_of
from bitonic_scope.gpu.context import release_target
from bitonic_scope.views.palette import Colour

BAND_PIXELS = 1 << 20  # 12 ms of the slowest shader on software GL with two cores
GROUND = (24 / 255, 24 / 255, 24 / 255, 1.0)  # behind bars; distinct from black and from bars
MIN_SHARP_PIXELS = 4  # from here on, whole squares with a margin beat averaged edges


def rgba(colour: Colour) -> tuple[float, float, float, float]:
    """Return an opaque colour as OpenGL takes it."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255, 1.0


def pixels_per_texel(layout: TextureLayout, *, place_width: int, place_height: int) -> int:
    """Return the side of a texel on the window's canvas, in whole pixels.

    The largest side that fits the place, if that is at least 4; else rounded up, and the canvas is
    downsampled to its place.
    """
    fits = min(place_width / layout.width, place_height / layout.height)
    return int(fits) if fits >= MIN_SHARP_PIXELS else max(1, int(np.ceil(fits)))


def bands(pixels_per_row: float, height: int) -> Iterator[tuple[int, int]]:
    """Yield (first row, row count) of the bands of a large picture, bottom first."""
    row_count = max(1, int(BAND_PIXELS / pixels_per_row))
    for first_row in range(0, height, row_count):
        yield first_row, min(row_count, height - first_row)


class Canvas:
    """Owns the picture; reallocates it when its size changes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._target: moderngl.Framebuffer | None = None

    @property
    def framebuffer(self) -> moderngl.Framebuffer:
        """The picture as a target to draw on."""
        assert self._target is not None, "begin() comes first"
        return self._target

    @property
    def texture(self) -> moderngl.Texture:
        """The picture: RGBA8, row 0 at the bottom."""
        return texture_of(self.framebuffer)

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
        self, draw: Callable[[], None], *, pixels_each: float = 1.0
    ) -> Generator[None, None, None]:
        """Draw the whole canvas, a band of rows at a time; other drawing may run in between.

        Args:
            draw: sets uniforms and textures, and draws.
            pixels_each: how many source pixels each pixel reads.

        Yields:
            Between bands; never for a single band.
        """
        width, height = self.texture.size
        for first_row, row_count in bands(width * pixels_each, height):
            if first_row:
                yield
            self._use((0, first_row, width, row_count))
            draw()

    def begin_drawing(self, *, is_fresh: bool, ground: Colour | None = None) -> None:
        """Make the whole canvas the target of the next draw.

        Args:
            is_fresh: whether to clear the canvas first.
            ground: the colour to clear it to; None for GROUND.
        """
        self._use((0, 0, *self.texture.size))
        if is_fresh:
            self._ctx.clear(*(GROUND if ground is None else rgba(ground)))

    def _use(self, viewport: tuple[int, int, int, int]) -> None:
        self._ctx.enable_only(moderngl.NOTHING)
        self.framebuffer.viewport = viewport
        self.framebuffer.use()

    def read_in_bands(self, components: int) -> Generator[None, None, NDArray[np.uint8]]:
        """Read the picture back, a band of rows at a time.

        Args:
            components: 1 for the red channel of a gray picture, 3 for RGB, 4 for RGBA.

        Yields:
            Between bands; never for a single band.

        Returns:
            (height, width) uint8 for one component, else (height, width, components); top row
            first.
        """
        width, height = self.texture.size
        rows = np.empty((height, width, components), np.uint8)
        for first_row, row_count in bands(width, height):
            if first_row:
                yield
            self.framebuffer.read_into(
                rows[first_row : first_row + row_count].data,
                viewport=(0, first_row, width, row_count),
                components=components,
                dtype="f1",
            )
        return picture_rows(rows if components > 1 else rows[:, :, 0])

    def release(self) -> None:
        """Free the picture; a second call does nothing."""
        if self._target is not None:
            release_target(self._ctx, self._target)
            self._target = None
