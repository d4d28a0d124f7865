"""The fragment engine: sorts the elements of a texture, one draw call a pass."""

from collections.abc import Iterator
from functools import partial

import moderngl
import numpy as np

from bitonic_scope.data.element_format import FLOAT32, ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import make_all
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.gpu.readback import PackedReadback, read_elements
from bitonic_scope.gpu.transfer import write_texture
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind


class FragmentSorter:
    """Holds one state of the sort in a texture, and leads it to any other.

    Attributes:
        layout: which element lies in which texel.
        element_format: how.
        network: the network that sorts.
        order: which way.
        stable: whether equal pairs are put in the order of the input.
        pass_index: how many passes are done, 0..P; P + 1 while a state is taken in parts.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        layout: TextureLayout,
        *,
        element_format: ElementFormat = FLOAT32,
        order: Direction = Direction.ASCENDING,
        network_kind: NetworkKind = NetworkKind.ALTERNATING,
        stable: bool = False,
        reads_packed: bool = False,
        in_steps: bool = False,
    ) -> None:
        """Make room for the elements.

        Args:
            ctx: the context.
            programs: of that context.
            layout: which element lies in which texel.
            element_format: how elements are stored.
            order: which way to sort.
            network_kind: which network.
            stable: whether equal pairs are put in the order of the input.
            reads_packed: whether float textures have to be packed to be read back.
            in_steps: whether the caller makes room, by `make_room`.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        self.layout = layout
        self.element_format = element_format
        self.network = BitonicNetwork(layout.element_count.bit_length() - 1, network_kind)
        self.order = order
        self.stable = stable
        self.pass_index = 0
        self._ctx = ctx
        defines = ("STABLE",) if stable else ()
        self._program = programs.get("sort/compare_exchange.frag", element_format, *defines)
        self._ping_pong = PingPong(ctx, layout, element_format)
        self._new_packed = partial(PackedReadback, ctx, programs, layout) if reads_packed else None
        self._packed: PackedReadback | None = None
        self._elements: Elements = np.zeros(
            (layout.element_count, *element_format.array_columns), element_format.array_dtype
        )
        if not in_steps:
            make_all(self.make_room())

    def make_room(self) -> Iterator[None]:
        """Make room for the elements; yields after each large object.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        yield from self._ping_pong.make_room()
        if self._new_packed is not None:
            self._packed = self._new_packed()

    @property
    def sort_texture(self) -> moderngl.Texture:
        """The texture that holds the state at pass_index; another one after each pass."""
        return self._ping_pong.source

    @property
    def elements(self) -> Elements:
        """The input, in order of the element index."""
        return self._elements

    def load(self, elements: Elements) -> None:
        """Take new input, kept until the next load; at pass_index 0.

        Args:
            elements: (element_count,) of the format's dtype, or (element_count, 2) pairs.
        """
        make_all(self.loading(elements))

    def loading(self, elements: Elements) -> Iterator[None]:
        """Do that in parts; yields between them."""
        if elements.shape != self._elements.shape:
            raise ValueError(f"expected {self._elements.shape} elements, got {elements.shape}")
        self._elements = np.ascontiguousarray(elements, self.element_format.array_dtype)
        yield from self.rewinding()

    def place(self, state: Elements | moderngl.Buffer, pass_index: int) -> None:
        """Take a state that was found another way; the input stays.

        Args:
            state: the elements after pass_index passes, on the host or in a buffer.
            pass_index: 0..P.
        """
        make_all(self.placing(state, pass_index))

    def placing(self, state: Elements | moderngl.Buffer, pass_index: int) -> Iterator[None]:
        """Do that in parts; yields between them."""
        self.pass_index = self.network.pass_count + 1
        if isinstance(state, moderngl.Buffer):
            self._ping_pong.source.write(state)
        else:
            yield from write_texture(self._ctx, self._ping_pong.source, state)
        self.pass_index = pass_index

    def rewind(self) -> None:
        """Return to the input."""
        make_all(self.rewinding())

    def rewinding(self) -> Iterator[None]:
        """Do that in parts; yields between them."""
        return self.placing(self._elements, 0)

    def is_ready_by(self, deadline: float) -> bool:
        """Tell whether it can run without delay: always."""
        return True

    def call_count(self, first: int, last: int) -> int:
        """Tell how many draws lead from pass_index first to last."""
        return last - first

    def run_pass(self) -> None:
        """Run the pass to come.

        Raises:
            ValueError: all passes are done.
        """
        self._draw_rows(0, self.layout.height)
        self._end_pass()

    def next_stop(self, target: int) -> int:
        """Tell to which pass_index the next draw leads, whatever the target."""
        return self.pass_index + 1

    def share_count(self, target: int) -> int:
        """Tell in how many shares a draw can be divided: rows of texels."""
        return self.layout.height

    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run rows of the pass to come; until the last one is done, the state stays what it was.

        Args:
            target: a pass_index beyond the present one.
            first: how many rows are done.
            count: how many to run now, at most.

        Returns:
            How many rows are done.
        """
        done = min(first + count, self.layout.height)
        self._draw_rows(first, done - first)
        if done == self.layout.height:
            self._end_pass()
        return done

    def _draw_rows(self, first_row: int, row_count: int) -> None:
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
        target.viewport = (0, first_row, self.layout.width, row_count)
        target.scissor = target.viewport
        target.color_mask = (True, True, True, True)
        target.use()
        self._ping_pong.source.use(0)
        self._program.draw()

    def _end_pass(self) -> None:
        self._ping_pong.swap()
        self.pass_index += 1

    def seek(self, pass_index: int) -> None:
        """Lead the state to pass_index 0..P; backwards by running again from the input."""
        if not 0 <= pass_index <= self.network.pass_count:
            raise ValueError(f"pass_index must be 0 to {self.network.pass_count}, got {pass_index}")
        if pass_index < self.pass_index:
            self.rewind()
        while self.pass_index < pass_index:
            self.run_pass()

    def read_back(self, first_row: int = 0, row_count: int | None = None) -> Elements:
        """Return the elements of the state, in order of their index.

        Args:
            first_row: the lowest row of texels to read.
            row_count: how many rows; all that follow where it is None.

        Returns:
            (row_count * width,) of the format's dtype, or (row_count * width, 2) pairs.
        """
        rows = self.layout.height - first_row if row_count is None else row_count
        if self._packed is not None:
            return self._packed.read(self.sort_texture, self.element_format, first_row, rows)
        framebuffer = self._ping_pong.source_framebuffer
        return read_elements(framebuffer, self.layout, self.element_format, first_row, rows)

    def release(self) -> None:
        """Free the textures; a second time does nothing."""
        self._ping_pong.release()
        if self._packed is not None:
            self._packed.release()
