"""The fragment engine: sorts the elements of a texture, one draw call a pass."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from app.data.element_format import FLOAT32
from app.data.texture_layout import TextureLayout
from app.gpu.ping_pong import PingPong
from app.gpu.programs import Programs
from app.network.schedule import BitonicNetwork, Direction, NetworkKind


class FragmentSorter:
    """Holds one state of the sort in a texture, and leads it to any other.

    Attributes:
        layout: which element lies in which texel.
        network: the network that sorts.
        order: which way.
        pass_index: how many passes are done, 0..P.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        layout: TextureLayout,
        *,
        order: Direction = Direction.ASCENDING,
        network_kind: NetworkKind = NetworkKind.ALTERNATING,
    ) -> None:
        """Make room for the elements.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        self.layout = layout
        self.network = BitonicNetwork(layout.element_count.bit_length() - 1, network_kind)
        self.order = order
        self.pass_index = 0
        self._ctx = ctx
        self._program = programs.get("compare_exchange.frag")
        self._elements = np.zeros(layout.element_count, FLOAT32.array_dtype)
        self._ping_pong = PingPong(ctx, layout, FLOAT32)
        self.rewind()

    @property
    def sort_texture(self) -> moderngl.Texture:
        """The texture that holds the state at pass_index; another one after each pass."""
        return self._ping_pong.source

    @property
    def elements(self) -> NDArray[np.float32]:
        """The input, (element_count,) float32 in order of the element index."""
        return self._elements

    def load(self, elements: NDArray[np.float32]) -> None:
        """Take new input: (element_count,) float32, kept until the next load; at pass_index 0."""
        if elements.shape != (self.layout.element_count,):
            raise ValueError(f"expected {self.layout.element_count} elements, got {elements.shape}")
        self._elements = elements
        self.rewind()

    def rewind(self) -> None:
        """Return to the input."""
        self._ping_pong.source.write(np.ascontiguousarray(self._elements))
        self.pass_index = 0

    def run_pass(self) -> None:
        """Run the pass to come.

        Raises:
            ValueError: all passes are done.
        """
        sort_pass = self.network.pass_at(self.pass_index + 1)
        self._program.set_uniforms(
            sort_texture=0,
            log2_width=self.layout.log2_width,
            compare_distance=sort_pass.compare_distance,
            partner_mask=sort_pass.partner_mask,
            direction_mask=sort_pass.direction_mask,
            descending=self.order is Direction.DESCENDING,
        )
        # Whatever drew before may have left blending, scissor or its own viewport behind.
        self._ctx.enable_only(moderngl.NOTHING)
        target = self._ping_pong.target
        target.viewport = (0, 0, self.layout.width, self.layout.height)
        target.scissor = target.viewport
        target.color_mask = (True, True, True, True)
        target.use()
        self._ping_pong.source.use(0)
        self._program.draw()
        self._ping_pong.swap()
        self.pass_index = sort_pass.pass_index

    def seek(self, pass_index: int) -> None:
        """Lead the state to pass_index 0..P; backwards by running again from the input."""
        if not 0 <= pass_index <= self.network.pass_count:
            raise ValueError(f"pass_index must be 0 to {self.network.pass_count}, got {pass_index}")
        if pass_index < self.pass_index:
            self.rewind()
        while self.pass_index < pass_index:
            self.run_pass()

    def read_back(self, first_row: int = 0, row_count: int | None = None) -> NDArray[np.float32]:
        """Return the elements of the state, in order of their index.

        Args:
            first_row: the lowest row of texels to read.
            row_count: how many rows; all that follow where it is None.

        Returns:
            (row_count * width,) float32.
        """
        rows = self.layout.height - first_row if row_count is None else row_count
        state = np.empty(rows * self.layout.width, FLOAT32.array_dtype)
        self._ping_pong.source_framebuffer.read_into(
            state.data,
            viewport=(0, first_row, self.layout.width, rows),
            components=FLOAT32.component_count,
            dtype=FLOAT32.texture_dtype,
        )
        return state

    def release(self) -> None:
        """Free the textures; a second time does nothing."""
        self._ping_pong.release()
