"""Reads the elements of a texture back to the host."""

import moderngl
import numpy as np

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import allocate_target
from bitonic_scope.gpu.context import bind_target, release_target
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import FloatPath

FLOAT_TEXTURES = ("f2", "f4")


class Readback:
    """Reads textures of one layout and format.

    If the driver cannot read float textures back, a draw packs them into bytes first.
    """

    def __init__(self, gpu: Gpu, layout: TextureLayout, element_format: ElementFormat) -> None:
        self._gpu = gpu
        self._layout = layout
        self._format = element_format
        self._packs = (
            gpu.capabilities.float_path is FloatPath.READ_PACKED
            and element_format.texture_dtype in FLOAT_TEXTURES
        )
        self._packed: moderngl.Framebuffer | None = None

    def read(
        self,
        texture: moderngl.Texture,
        framebuffer: moderngl.Framebuffer,
        first_row: int,
        row_count: int,
    ) -> Elements:
        """Return rows of elements in order of the element index.

        Args:
            texture: the texture.
            framebuffer: the texture's framebuffer.
            first_row: the lowest row of texels to read.
            row_count: the number of rows.

        Raises:
            ProgramError: the driver has no memory for the packed bytes.
        """
        if self._packs:
            return self._read_packed(texture, first_row, row_count)
        shape = (row_count * self._layout.width, *self._format.array_columns)
        elements = np.empty(shape, self._format.array_dtype)
        framebuffer.read_into(
            elements.view(np.uint8).data,
            viewport=(0, first_row, self._layout.width, row_count),
            components=self._format.component_count,
            dtype=self._format.texture_dtype,
        )
        return elements

    def _read_packed(self, texture: moderngl.Texture, first_row: int, row_count: int) -> Elements:
        if self._packed is None:
            size = (self._layout.width, self._layout.height)
            what = f"a texture of {size[0]}x{size[1]} for reading back"
            self._packed = allocate_target(self._gpu.ctx, size, 4, what=what)
        target = self._packed
        viewport = (0, first_row, self._layout.width, row_count)
        bind_target(self._gpu.ctx, target, viewport)
        texture.use(0)
        program = self._gpu.programs.get("sort/pack_float.frag")
        program.set_uniforms(sort_texture=0)
        program.draw()
        floats = np.empty(row_count * self._layout.width, np.float32)
        target.read_into(floats.view(np.uint8).data, viewport=viewport, components=4, dtype="f1")
        return floats.astype(self._format.array_dtype, copy=False)

    def release(self) -> None:
        """Free the texture of packed bytes; a second call does nothing."""
        if self._packed is not None:
            release_target(self._gpu.ctx, self._packed)
            self._packed = None
