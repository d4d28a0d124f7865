"""The canvas: the offscreen RGBA8 picture that the window shows and the recorder saves."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from app.data.texture_layout import TextureLayout, picture_rows
from app.errors import ProgramError
from app.gpu.context import unbind_framebuffer
from app.gpu.room import room_for

MIN_SHARP_PIXELS = 4  # from here up, a margin around whole squares beats averaged edges


def pixels_per_texel(layout: TextureLayout, *, place_width: int, place_height: int) -> int:
    """Return z, how many whole pixels a side the canvas of a window gives to a texel.

    The largest that fits the place from 4 up; else the next above what fits, and the canvas is
    reduced to its place by averaging.
    """
    fits = min(place_width / layout.width, place_height / layout.height)
    return int(fits) if fits >= MIN_SHARP_PIXELS else max(1, int(np.ceil(fits)))


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
        """Get ready to be drawn on, in pixels; states all GL state that a view relies on.

        Raises:
            ProgramError: the driver cannot make a picture of that size.
        """
        if self._texture is None or self._texture.size != (width, height):
            self._make(width, height)
        assert self._framebuffer is not None
        self._ctx.enable_only(moderngl.NOTHING)
        self._framebuffer.viewport = (0, 0, width, height)
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
        with room_for(self._ctx, what, release=self.release, remedy=remedy):
            self._texture = self._ctx.texture((width, height), 4)
            self._texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._texture.repeat_x = self._texture.repeat_y = False
            self._framebuffer = self._ctx.framebuffer([self._texture])

    def read(self, components: int) -> NDArray[np.uint8]:
        """Return the picture, top row first.

        Args:
            components: 1 for the red of a gray picture, 3 for RGB, 4 for RGBA.

        Returns:
            (height, width) uint8 of one component, else (height, width, components).
        """
        assert self._framebuffer is not None, "begin() comes first"
        width, height = self.texture.size
        rows = np.empty((height, width, components), np.uint8)
        self._framebuffer.read_into(rows.data, components=components, dtype="f1")
        return picture_rows(rows if components > 1 else rows[:, :, 0])

    def release(self) -> None:
        """Free the picture; a second time does nothing."""
        if self._framebuffer is not None:
            unbind_framebuffer(self._ctx)
            self._framebuffer.release()
        if self._texture is not None:
            self._texture.release()
        self._texture = self._framebuffer = None
