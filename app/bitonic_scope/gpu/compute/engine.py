"""The compute engine behind the interface of the fragment engine: its state as a texture."""

from collections.abc import Iterator

import moderngl
import numpy as np

from bitonic_scope.data.element_format import FLOAT32, ElementFormat, FormatName
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import make_all, room_for
from bitonic_scope.gpu.compute.sorter import ComputeSorter, ElementKind
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.gpu.transfer import read_buffer
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

KINDS = {
    FormatName.FLOAT32: ElementKind.FLOAT32,
    FormatName.UINT32: ElementKind.UINT32,
    FormatName.PAIR: ElementKind.PAIR,
}


def new_compute_sorter(
    ctx: moderngl.Context,
    programs: Programs,
    network: BitonicNetwork,
    element_format: ElementFormat,
    order: Direction,
    *,
    stable: bool,
) -> ComputeSorter:
    """Return a compute sorter for elements of a format; its `make_room` comes first.

    Raises:
        ProgramError: it does not sort that format, or compute is missing.
    """
    if element_format.name not in KINDS:
        raise ProgramError(
            f"the compute engine sorts {', '.join(KINDS)}, got format {element_format.name}; "
            "try --engine fragment"
        )
    return ComputeSorter(
        ctx,
        network,
        order=order,
        kind=KINDS[element_format.name],
        stable=stable,
        programs=programs.compute,
        in_steps=True,
    )


class ComputeEngine:
    """Holds one state of the sort in a buffer, and shows it as a texture.

    Attributes:
        layout: which element lies in which texel.
        element_format: how.
        network: the network that sorts.
        order: which way.
        stable: whether equal pairs are put in the order of the input.
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
        """Make room for the elements; `reads_packed` does not matter, a buffer can be read.

        Args: as of `FragmentSorter`.

        Raises:
            ProgramError: the driver has no memory for it, or no compute shaders.
        """
        self.layout = layout
        self.element_format = element_format
        self.network = BitonicNetwork(layout.element_count.bit_length() - 1, network_kind)
        self.order = order
        self.stable = stable
        self._is_shown = False
        self._elements: Elements = np.zeros(
            (layout.element_count, *element_format.array_columns), element_format.array_dtype
        )
        self._texture: moderngl.Texture | None = None
        self._sorter = new_compute_sorter(
            ctx, programs, self.network, element_format, order, stable=stable
        )
        self._ctx = ctx
        if not in_steps:
            make_all(self.make_room())

    def make_room(self) -> Iterator[None]:
        """Make room for the elements; yields after each large object.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        yield from self._sorter.make_room()
        width, height = self.layout.width, self.layout.height
        with room_for(self._ctx, f"a texture of {width}x{height}", release=self.release):
            self._texture = self._ctx.texture(
                (width, height),
                self.element_format.component_count,
                dtype=self.element_format.texture_dtype,
            )
            self._texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._texture.repeat_x = self._texture.repeat_y = False

    @property
    def pass_index(self) -> int:
        """How many passes are done, 0..P; P + 1 where there is no state: it is made in parts."""
        return self._sorter.pass_index

    @property
    def sort_texture(self) -> moderngl.Texture:
        """The texture that holds the state at pass_index, copied when it is asked for."""
        assert self._texture is not None, "the engine was released"
        if not self._is_shown:
            self._texture.write(self._sorter.buffer)
            self._is_shown = True
        return self._texture

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
        self._is_shown = False
        yield from self._sorter.loading(self._elements.view(np.uint32))

    def place(self, state: Elements | moderngl.Buffer, pass_index: int) -> None:
        """Take a state that was found another way; the input stays."""
        make_all(self.placing(state, pass_index))

    def placing(self, state: Elements | moderngl.Buffer, pass_index: int) -> Iterator[None]:
        """Do that in parts; yields between them."""
        self._is_shown = False
        yield from self._sorter.placing(state, pass_index)

    def rewind(self) -> None:
        """Return to the input."""
        make_all(self.rewinding())

    def rewinding(self) -> Iterator[None]:
        """Do that; yields between its parts."""
        self._is_shown = False
        yield from self._sorter.rewinding()

    def run_pass(self) -> None:
        """Run the pass to come, in a dispatch of its own.

        Raises:
            ValueError: all passes are done.
        """
        self.seek(self.pass_index + 1)

    def is_ready_by(self, deadline: float) -> bool:
        """Tell whether its shader is compiled, at the latest at a time by perf_counter()."""
        return self._sorter.is_ready_by(deadline)

    def call_count(self, first: int, last: int) -> int:
        """Tell how many dispatches lead from pass_index first to last."""
        return self._sorter.call_count(first, last)

    def next_stop(self, target: int) -> int:
        """Tell to which pass_index the next dispatch on the way to a target leads."""
        return self._sorter.next_stop(target)

    def share_count(self, target: int) -> int:
        """Tell in how many shares that dispatch can be divided: its workgroups."""
        return self._sorter.share_count(target)

    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run some workgroups of it; return how many are done."""
        self._is_shown = False
        return self._sorter.run_shares(target, first, count)

    def seek(self, pass_index: int) -> None:
        """Lead the state to pass_index 0..P; backwards by running again from the input."""
        self._sorter.seek(pass_index)
        self._is_shown = False

    def read_back(self, first_row: int = 0, row_count: int | None = None) -> Elements:
        """Return the elements of the state, in order of their index; see `FragmentSorter`."""
        rows = self.layout.height - first_row if row_count is None else row_count
        shape = (rows * self.layout.width, *self.element_format.array_columns)
        elements = np.empty(shape, self.element_format.array_dtype)
        row_bytes = elements.nbytes // rows
        read_buffer(self._ctx, self._sorter.buffer, elements, offset=first_row * row_bytes)
        return elements

    def release(self) -> None:
        """Free everything; a second time does nothing."""
        self._sorter.release()
        if self._texture is not None:
            self._texture.release()
            self._texture = None
