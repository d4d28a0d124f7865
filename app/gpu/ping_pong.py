"""Two textures with framebuffers, used in turn: one is read while the other is written."""

import moderngl

from app.data.element_format import ElementFormat
from app.data.texture_layout import TextureLayout
from app.gpu.context import unbind_framebuffer
from app.gpu.room import room_for


class PingPong:
    """Owns a pair of sort textures.

    A texture cannot be read and written in one draw (no driver reports it, but texels come out
    wrong), so each pass reads the source, writes the target, and then they change parts.
    """

    def __init__(
        self, ctx: moderngl.Context, layout: TextureLayout, element_format: ElementFormat
    ) -> None:
        """Make the pair.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        self._ctx = ctx
        self._textures: list[moderngl.Texture] = []
        self._framebuffers: list[moderngl.Framebuffer] = []
        size = (layout.width, layout.height)
        what = f"two textures of {layout.width}x{layout.height}"
        with room_for(ctx, what, release=self.release):
            for _ in range(2):
                texture = ctx.texture(
                    size, element_format.component_count, dtype=element_format.texture_dtype
                )
                self._textures.append(texture)
                texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
                texture.repeat_x = texture.repeat_y = False
                self._framebuffers.append(ctx.framebuffer([texture]))

    @property
    def source(self) -> moderngl.Texture:
        """The texture that holds the state."""
        return self._textures[0]

    @property
    def source_framebuffer(self) -> moderngl.Framebuffer:
        """The framebuffer through which the state is read back."""
        return self._framebuffers[0]

    @property
    def target(self) -> moderngl.Framebuffer:
        """The framebuffer of the other texture, which the next pass writes."""
        return self._framebuffers[1]

    def swap(self) -> None:
        """Make what was written the state."""
        self._textures.reverse()
        self._framebuffers.reverse()

    def release(self) -> None:
        """Free both; a second time does nothing."""
        unbind_framebuffer(self._ctx)
        for framebuffer in self._framebuffers:
            framebuffer.release()
        for texture in self._textures:
            texture.release()
        self._framebuffers.clear()
        self._textures.clear()
