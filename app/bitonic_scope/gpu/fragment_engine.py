"""The fragment engine: sorts a texture, one draw call per pass."""

from collections.abc import Iterator
from typing import Unpack

import moderngl

from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.context import bind_target
from bitonic_scope.gpu.engine import Engine, EngineKind
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.readback import Readback
from bitonic_scope.gpu.transfer import write_texture


class FragmentEngine(Engine):
    """Holds the state in a texture; a pass draws from it to a second texture of the same size."""

    def __init__(
        self,
        gpu: Gpu,
        layout: TextureLayout,
        *,
        allocates: bool = True,
        **kind: Unpack[EngineKind],
    ) -> None:
        """Compile the shader and allocate the textures.

        Args:
            gpu: the GPU.
            layout: which element lies in which texel.
            allocates: whether to allocate now; otherwise the caller runs `allocate_steps`.
            **kind: see `EngineKind`.

        Raises:
            ProgramError: the driver has no memory for the textures, or refuses the shader.
        """
        super().__init__(gpu, layout, **kind)
        defines = ("STABLE",) if self.stable else ()
        shader = "sort/compare_exchange.frag"
        self._program = gpu.programs.get(shader, self.element_format, *defines)
        self._ping_pong = PingPong(gpu.ctx, layout, self.element_format)
        self._readback = Readback(gpu, layout, self.element_format)
        if allocates:
            self.allocate()

    def allocate_steps(self) -> Iterator[None]:
        """Allocate both textures; yields after each."""
        return self._ping_pong.allocate_steps()

    @property
    def sort_texture(self) -> moderngl.Texture:
        """The texture of the state: the other one of two after each pass."""
        return self._ping_pong.source

    def call_count(self, first: int, last: int) -> int:
        """Return the number of draws from pass_index first to last: one per pass."""
        return last - first

    def next_stop(self, target: int) -> int:
        """Return the pass_index after the next draw."""
        return self.pass_index + 1

    def share_count(self, target: int) -> int:
        """Return the number of shares of a draw: its rows of texels."""
        return self.layout.height

    def run_shares(self, target: int, first: int, count: int) -> int:
        """Draw rows of the next pass; the state stays the same until the last row."""
        done = min(first + count, self.layout.height)
        self._draw_rows(first, done - first)
        if done == self.layout.height:
            self._end_pass()
        return done

    def _write_state(self, state: Elements | moderngl.Buffer) -> Iterator[None]:
        if isinstance(state, moderngl.Buffer):
            self._ping_pong.source.write(state)
        else:
            yield from write_texture(self._gpu.ctx, self._ping_pong.source, state)

    def _run_to(self, pass_index: int) -> None:
        while self.pass_index < pass_index:
            self._draw_rows(0, self.layout.height)
            self._end_pass()

    def _draw_rows(self, first_row: int, row_count: int) -> None:
        self._program.set_uniforms(**self.pass_uniforms())
        viewport = (0, first_row, self.layout.width, row_count)
        bind_target(self._gpu.ctx, self._ping_pong.target, viewport)
        self._ping_pong.source.use(0)
        self._program.draw()

    def _end_pass(self) -> None:
        self._ping_pong.swap()
        self.pass_index += 1

    def _read_rows(self, first_row: int, row_count: int) -> Elements:
        pair = self._ping_pong
        return self._readback.read(pair.source, pair.source_framebuffer, first_row, row_count)

    def release(self) -> None:
        """Free the textures; a second call does nothing."""
        self._ping_pong.release()
        self._readback.release()
