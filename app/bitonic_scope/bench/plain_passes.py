"""Passes of shaders/bench/, over a float32 texture."""

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.context import bind_target
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.programs import Uniform
from bitonic_scope.gpu.readback import Readback

COPY = "bench/copy.frag"


class PlainPasses:
    """Owns a pair of textures, and draws from one to the other."""

    def __init__(self, gpu: Gpu, layout: TextureLayout, shader: str = COPY) -> None:
        """Allocate the pair.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        self.layout = layout
        self._gpu = gpu
        self._program = gpu.programs.get(shader)
        self._ping_pong = PingPong(gpu.ctx, layout, FLOAT32)
        self._ping_pong.allocate()
        self._readback = Readback(gpu, layout, FLOAT32)

    def load(self, elements: Elements) -> None:
        """Take elements, (element_count,) float32."""
        self._ping_pong.source.write(elements.data)

    def run_pass(self, **uniforms: Uniform) -> None:
        """Draw once, with the same GL state as a pass of the sort."""
        self._program.set_uniforms(sort_texture=0, **uniforms)
        viewport = (0, 0, self.layout.width, self.layout.height)
        bind_target(self._gpu.ctx, self._ping_pong.target, viewport)
        self._ping_pong.source.use(0)
        self._program.draw()
        self._ping_pong.swap()

    def read_back(self) -> Elements:
        """Return the elements, (element_count,) float32."""
        pair = self._ping_pong
        return self._readback.read(pair.source, pair.source_framebuffer, 0, self.layout.height)

    def release(self) -> None:
        """Free the textures; a second call does nothing."""
        self._ping_pong.release()
