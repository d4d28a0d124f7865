"""A pair of textures with framebuffers for ping-pong rendering."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocate_target, at_once, texture_of
from bitonic_scope.gpu.context import release_target


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
        self._framebuffers: list[moderngl.Framebuffer] = []

    def allocate_steps(self) -> Iterator[None]:
        """Allocate the pair; yields after each texture.

        Raises:
            ProgramError: the driver has no memory for the pair.
        """
        width, height = self._layout.width, self._layout.height
        stored_as = self._element_format.component_count, self._element_format.texture_dtype
        what = f"two textures of {width}x{height}"
        for _ in range(2):
            try:
                target = allocate_target(self._ctx, (width, height), *stored_as, what=what)
            except ProgramError:
                self.release()
                raise
            self._framebuffers.append(target)
            yield

    allocate = at_once(allocate_steps)

    @property
    def source(self) -> moderngl.Texture:
        """The texture of the state."""
        return texture_of(self._framebuffers[0])

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
        self._framebuffers.reverse()

    def release(self) -> None:
        """Free both textures; a second call does nothing."""
        for framebuffer in self._framebuffers:
            release_target(self._ctx, framebuffer)
        self._framebuffers.clear()
