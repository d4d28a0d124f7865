"""Two textures with framebuffers, used in turn: one is read while the other is written."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import allocating, at_once
from bitonic_scope.gpu.context import unbind_framebuffer


class PingPong:
    """Owns a pair of sort textures.

    A texture cannot be read and written in one draw (no driver reports it, but texels come out
    wrong), so each pass reads the source, writes the target, and then they change parts.
    """

    def __init__(
        self, ctx: moderngl.Context, layout: TextureLayout, element_format: ElementFormat
    ) -> None:
        """Take what the pair is to be like; `allocate_steps` makes it."""
        self._ctx = ctx
        self._layout = layout
        self._element_format = element_format
        self._textures: list[moderngl.Texture] = []
        self._framebuffers: list[moderngl.Framebuffer] = []

    def allocate_steps(self) -> Iterator[None]:
        """Make the pair; yields after each texture.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        width, height = self._layout.width, self._layout.height
        for _ in range(2):
            with allocating(self._ctx, f"two textures of {width}x{height}", release=self.release):
                texture = self._ctx.texture(
                    (width, height),
                    self._element_format.component_count,
                    dtype=self._element_format.texture_dtype,
                )
                self._textures.append(texture)
                texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
                texture.repeat_x = texture.repeat_y = False
                self._framebuffers.append(self._ctx.framebuffer([texture]))
            yield

    allocate = at_once(allocate_steps)

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
