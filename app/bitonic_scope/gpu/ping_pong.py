"""A pair of textures with framebuffers for ping-pong rendering."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import allocating, at_once
from bitonic_scope.gpu.context import unbind_framebuffer


class PingPong:
    """Owns a pair of sort textures.

    A draw must not read the texture that it writes (drivers report no error, but texels come out
    wrong), so each pass reads the source and writes the target; then the two swap roles.
    """

    def __init__(
        self, ctx: moderngl.Context, layout: TextureLayout, element_format: ElementFormat
    ) -> None:
        """Take the size and the format; `allocate_steps` creates the textures."""
        self._ctx = ctx
        self._layout = layout
        self._element_format = element_format
        self._textures: list[moderngl.Texture] = []
        self._framebuffers: list[moderngl.Framebuffer] = []

    def allocate_steps(self) -> Iterator[None]:
        """Allocate the pair; yields after each texture.

        Raises:
            ProgramError: the driver has no memory for the pair.
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
        """The texture of the state."""
        return self._textures[0]

    @property
    def source_framebuffer(self) -> moderngl.Framebuffer:
        """The framebuffer of the state, for reading back."""
        return self._framebuffers[0]

    @property
    def target(self) -> moderngl.Framebuffer:
        """The framebuffer that the next pass writes."""
        return self._framebuffers[1]

    def swap(self) -> None:
        """Make the target the source, and the source the target."""
        self._textures.reverse()
        self._framebuffers.reverse()

    def release(self) -> None:
        """Free both textures; a second time does nothing."""
        unbind_framebuffer(self._ctx)
        for framebuffer in self._framebuffers:
            framebuffer.release()
        for texture in self._textures:
            texture.release()
        self._framebuffers.clear()
        self._textures.clear()
