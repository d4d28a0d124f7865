"""Reads the elements of a framebuffer back to the host."""

import moderngl
import numpy as np

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.context import unbind_framebuffer
from bitonic_scope.gpu.programs import Programs


def read_elements(
    framebuffer: moderngl.Framebuffer,
    layout: TextureLayout,
    element_format: ElementFormat,
    first_row: int,
    row_count: int,
) -> Elements:
    """Return rows of elements in order of their index; texels become elements as they are."""
    shape = (row_count * layout.width, *element_format.array_columns)
    elements = np.empty(shape, element_format.array_dtype)
    framebuffer.read_into(
        elements.view(np.uint8).data,
        viewport=(0, first_row, layout.width, row_count),
        components=element_format.component_count,
        dtype=element_format.texture_dtype,
    )
    return elements


class PackedReadback:
    """Reads float elements through an RGBA8 texture, where float textures cannot be read."""

    def __init__(self, ctx: moderngl.Context, programs: Programs, layout: TextureLayout) -> None:
        self._ctx = ctx
        self._layout = layout
        self._program = programs.get("sort/pack_float.frag")
        self._texture = ctx.texture((layout.width, layout.height), 4)
        self._framebuffer = ctx.framebuffer([self._texture])

    def read(
        self,
        source: moderngl.Texture,
        element_format: ElementFormat,
        first_row: int,
        row_count: int,
    ) -> Elements:
        """Return rows of elements in order of their index."""
        self._ctx.enable_only(moderngl.NOTHING)
        self._framebuffer.viewport = (0, first_row, self._layout.width, row_count)
        self._framebuffer.use()
        source.use(0)
        self._program.set_uniforms(sort_texture=0)
        self._program.draw()
        packed = np.empty(row_count * self._layout.width, np.float32)
        self._framebuffer.read_into(
            packed.view(np.uint8).data,
            viewport=(0, first_row, self._layout.width, row_count),
            components=4,
            dtype="f1",
        )
        return packed.astype(element_format.array_dtype, copy=False)

    def release(self) -> None:
        """Free the texture; a second time does nothing."""
        unbind_framebuffer(self._ctx)
        self._framebuffer.release()
        self._texture.release()
