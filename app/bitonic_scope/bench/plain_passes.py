"""Passes by the shaders that only `bench` has, over a texture of one float a texel."""

import moderngl

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.programs import Uniform
from bitonic_scope.gpu.readback import Readback
from bitonic_scope.network.schedule import BitonicNetwork, Direction

COPY = "bench/copy.frag"
TELLING_1 = "bench/textbook.frag"


class PlainPasses:
    """Owns a pair of textures, and draws from one to the other."""

    def __init__(self, gpu: Gpu, layout: TextureLayout, shader: str) -> None:
        """Allocate the pair.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        self._gpu = gpu
        self._layout = layout
        self._program = gpu.programs.get(shader)
        self._ping_pong = PingPong(gpu.ctx, layout, FLOAT32)
        self._ping_pong.allocate()
        self._readback = Readback(gpu, layout, FLOAT32)

    def load(self, elements: Elements) -> None:
        """Take elements, (element_count,) float32."""
        self._ping_pong.source.write(elements.data)

    def run_pass(self, **uniforms: Uniform) -> None:
        """Draw once, with the same care as a pass of the sort."""
        self._program.set_uniforms(sort_texture=0, **uniforms)
        self._gpu.ctx.enable_only(moderngl.NOTHING)
        target = self._ping_pong.target
        target.viewport = (0, 0, self._layout.width, self._layout.height)
        target.scissor = target.viewport
        target.color_mask = (True, True, True, True)
        target.use()
        self._ping_pong.source.use(0)
        self._program.draw()
        self._ping_pong.swap()

    def run_telling_1(
        self,
        first: int,
        last: int,
        *,
        order: Direction = Direction.ASCENDING,
    ) -> None:
        """Run the passes from pass_index first to last of the alternating network."""
        network = BitonicNetwork(self._layout.element_count.bit_length() - 1)
        for sort_pass in network.passes[first:last]:
            self.run_pass(
                width=self._layout.width,
                block_size=sort_pass.block_size,
                compare_distance=sort_pass.compare_distance,
                descending=order is Direction.DESCENDING,
            )

    def read_back(self) -> Elements:
        """Return the elements, (element_count,) float32."""
        pair = self._ping_pong
        return self._readback.read(pair.source, pair.source_framebuffer, 0, self._layout.height)

    def release(self) -> None:
        """Free the textures; a second time does nothing."""
        self._ping_pong.release()
