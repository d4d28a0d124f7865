"""The canvas: an offscreen RGBA8 picture that a view draws."""

from collections.abc import Callable, Generator, Iterator

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout, picture_rows
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocating
from bitonic_scope.gpu.context import unbind_framebuffer

BAND_PIXELS = 1 << 20  # 12 ms of the dearest shader on two cores of software GL
GROUND = (24 / 255, 24 / 255, 24 / 255, 1.0)  # behind bars: neither black nor a bar
MIN_SHARP_PIXELS = 4  # from here up, a margin around whole squares beats averaged edges


def pixels_per_texel(layout: TextureLayout, *, place_width: int, place_height: int) -> int:
    """Return z, how many whole pixels a side the canvas of a window gives to a texel.

    The largest that fits the place from 4 up; else the next above what fits, and the canvas is
    reduced to its place by averaging.
    """
    fits = min(place_width / layout.width, place_height / layout.height)
    return int(fits) if fits >= MIN_SHARP_PIXELS else max(1, int(np.ceil(fits)))


def bands(pixels_per_row: float, height: int) -> Iterator[tuple[int, int]]:
    """Yield (first row, how many) of the bands in which a large picture is drawn, from below."""
    row_count = max(1, int(BAND_PIXELS / pixels_per_row))
    for first_row in range(0, height, row_count):
        yield first_row, min(row_count, height - first_row)


class Canvas:
    """Owns the picture; it is made anew when its size changes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._texture: moderngl.Texture | None = None
        self._framebuffer: moderngl.Framebuffer | None = None

    @property
    def texture(self) -> moderngl.Texture:
        """The picture: RGBA8, row 0 at the bottom."""
        assert self._texture is not None, "begin() comes first"
        return self._texture

    def begin(self, width: int, height: int) -> None:
        """Take a size in pixels; a canvas of that size keeps what was drawn on it.

        Raises:
            ProgramError: the driver cannot make a picture of that size.
        """
        if self._texture is None or self._texture.size != (width, height):
            self._make(width, height)

    def draw_in_bands(
        self, draw: Callable[[], None], *, pixels_each: float = 1.0
    ) -> Generator[None, None, None]:
        """Draw over all of it, a band of rows at a time; others may draw elsewhere in between.

        Args:
            draw: sets uniforms and textures, and draws.
            pixels_each: how many pixels of another picture each pixel is made of.

        Yields:
            Between each band and the next; not at all for a picture of one band.
        """
        width, height = self.texture.size
        for first_row, row_count in bands(width * pixels_each, height):
            if first_row:
                yield
            self._use((0, first_row, width, row_count))
            draw()

    def begin_drawing(self, *, is_fresh: bool) -> None:
        """Let the next draw go to the whole of it.

        Args:
            is_fresh: whether to clear it to the ground colour first.
        """
        self._use((0, 0, *self.texture.size))
        if is_fresh:
            self._ctx.clear(*GROUND)

    def _use(self, viewport: tuple[int, int, int, int]) -> None:
        assert self._framebuffer is not None, "the canvas was released"
        self._ctx.enable_only(moderngl.NOTHING)
        self._framebuffer.viewport = viewport
        self._framebuffer.use()

    def _make(self, width: int, height: int) -> None:
        self.release()
        limit = int(self._ctx.info["GL_MAX_TEXTURE_SIZE"])
        if max(width, height) > limit:
            raise ProgramError(
                f"a picture of {width}x{height} pixels is larger than this driver's limit of "
                f"{limit} a side; try a smaller --scale"
            )
        what, remedy = f"a picture of {width}x{height} pixels", "try a smaller --scale"
        with allocating(self._ctx, what, release=self.release, remedy=remedy):
            self._texture = self._ctx.texture((width, height), 4)
            self._texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._texture.repeat_x = self._texture.repeat_y = False
            self._framebuffer = self._ctx.framebuffer([self._texture])

    def read_in_bands(self, components: int) -> Generator[None, None, NDArray[np.uint8]]:
        """Read the picture back, a band of rows at a time.

        Args:
            components: 1 for the red of a gray picture, 3 for RGB, 4 for RGBA.

        Yields:
            Between each band and the next; not at all for a picture of one band.

        Returns:
            (height, width) uint8 of one component, else (height, width, components); top row
            first.
        """
        assert self._framebuffer is not None, "begin() comes first"
        width, height = self.texture.size
        rows = np.empty((height, width, components), np.uint8)
        for first_row, row_count in bands(width, height):
            if first_row:
                yield
            self._framebuffer.read_into(
                rows[first_row : first_row + row_count].data,
                viewport=(0, first_row, width, row_count),
                components=components,
                dtype="f1",
            )
        return picture_rows(rows if components > 1 else rows[:, :, 0])

    def release(self) -> None:
        """Free the picture; a second time does nothing."""
        if self._framebuffer is not None:
            unbind_framebuffer(self._ctx)
            self._framebuffer.release()
        if self._texture is not None:
            self._texture.release()
        self._texture = self._framebuffer = None
