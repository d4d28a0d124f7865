"""The engine: holds one state of the sort on the GPU, and leads it to any other."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import moderngl
import numpy as np

from bitonic_scope.data.element_format import FLOAT32, ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import at_once
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind


class Engine(ABC):
    """Holds one state of the sort; subclasses say how a pass runs and where the state lies.

    Long work comes in steps: a method named `..._steps` yields between the parts of its work, so
    that a window can answer in between; the method without that suffix does all of it at once.

    A *call* is a draw or a dispatch. A call that takes longer than a frame can be divided into
    *shares*: rows of texels, or workgroups.

    Attributes:
        layout: which element lies in which texel.
        element_format: how elements are stored.
        network: the network that sorts.
        order: which way it sorts.
        stable: whether equal pairs end in the order of the input.
        pass_index: how many passes are done, 0..P; P + 1 while there is no whole state, because a
            new one is being taken, or a dispatch is running, in parts.
    """

    def __init__(
        self,
        gpu: Gpu,
        layout: TextureLayout,
        *,
        element_format: ElementFormat = FLOAT32,
        order: Direction = Direction.ASCENDING,
        network_kind: NetworkKind = NetworkKind.ALTERNATING,
        stable: bool = False,
    ) -> None:
        """Take what is to be sorted; subclasses allocate."""
        self.layout = layout
        self.element_format = element_format
        self.network = BitonicNetwork(layout.element_count.bit_length() - 1, network_kind)
        self.order = order
        self.stable = stable
        self.pass_index = 0
        self._gpu = gpu
        self._elements: Elements = np.zeros(
            (layout.element_count, *element_format.array_columns), element_format.array_dtype
        )

    @abstractmethod
    def allocate_steps(self) -> Iterator[None]:
        """Allocate the state; yields after each large object.

        Raises:
            ProgramError: the driver has no memory for it.
        """

    allocate = at_once(allocate_steps)

    @property
    @abstractmethod
    def sort_texture(self) -> moderngl.Texture:
        """The texture that holds the state at pass_index; it may be another one after each pass."""

    @property
    def elements(self) -> Elements:
        """The input, in order of the element index."""
        return self._elements

    def load_steps(self, elements: Elements) -> Iterator[None]:
        """Take new input, kept until the next load, and stand at pass_index 0.

        Args:
            elements: (element_count,) of the format's dtype, or (element_count, 2) uint32 pairs.
        """
        if elements.shape != self._elements.shape:
            raise ValueError(f"expected {self._elements.shape} elements, got {elements.shape}")
        self._elements = np.ascontiguousarray(elements, self.element_format.array_dtype)
        self.pass_index = self.network.pass_count + 1
        yield from self._write_input()
        yield from self.rewind_steps()

    load = at_once(load_steps)

    def set_state_steps(self, state: Elements | moderngl.Buffer, pass_index: int) -> Iterator[None]:
        """Take a state that was computed elsewhere; the input stays.

        Args:
            state: the elements after pass_index passes, on the host or in a buffer.
            pass_index: 0..P.
        """
        self.pass_index = self.network.pass_count + 1
        yield from self._write_state(state)
        self.pass_index = pass_index

    set_state = at_once(set_state_steps)

    def rewind_steps(self) -> Iterator[None]:
        """Return to the input."""
        return self.set_state_steps(self._input, 0)

    rewind = at_once(rewind_steps)

    def run_pass(self) -> None:
        """Run the next pass.

        Raises:
            ValueError: all passes are done.
        """
        self.seek(self.pass_index + 1)

    def seek(self, pass_index: int) -> None:
        """Lead the state to pass_index 0..P: forwards from here, backwards from the input."""
        if not 0 <= pass_index <= self.network.pass_count:
            raise ValueError(f"pass_index must be 0 to {self.network.pass_count}, got {pass_index}")
        if pass_index < self.pass_index:
            self.rewind()
        self._run_to(pass_index)

    def read_back(self, first_row: int = 0, row_count: int | None = None) -> Elements:
        """Return the elements of the state, in order of their index.

        Args:
            first_row: the lowest row of texels to read.
            row_count: how many rows; None for all that follow.

        Returns:
            (row_count * width,) of the format's dtype, or (row_count * width, 2) uint32 pairs.
        """
        rows = self.layout.height - first_row if row_count is None else row_count
        return self._read_rows(first_row, rows)

    def is_ready_by(self, deadline: float) -> bool:
        """Return whether it can run without compiling first, waiting until the deadline at most.

        Where it cannot yet, a thread compiles from now on.

        Args:
            deadline: a time of perf_counter().
        """
        return True

    @abstractmethod
    def call_count(self, first: int, last: int) -> int:
        """Return how many calls lead from pass_index first to last, first <= last."""

    @abstractmethod
    def next_stop(self, target: int) -> int:
        """Return the pass_index to which the next call on the way to a later one leads."""

    @abstractmethod
    def share_count(self, target: int) -> int:
        """Return into how many shares that call can be divided."""

    @abstractmethod
    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run some shares of that call, in order.

        After the last share, the state of the call is there. Before it, only the following shares
        may run, unless everything starts again from the input.

        Args:
            target: a pass_index beyond the one where the call begins.
            first: how many shares are done.
            count: how many to run now, at most.

        Returns:
            How many shares are done.
        """

    @abstractmethod
    def release(self) -> None:
        """Free everything; a second time does nothing."""

    def _write_input(self) -> Iterator[None]:
        """Bring a new input to the GPU, where a subclass keeps it there."""
        return iter(())

    @property
    def _input(self) -> Elements | moderngl.Buffer:
        return self._elements

    @abstractmethod
    def _write_state(self, state: Elements | moderngl.Buffer) -> Iterator[None]:
        """Write a state; yields between parts."""

    @abstractmethod
    def _run_to(self, pass_index: int) -> None:
        """Run passes forwards, from pass_index on."""

    @abstractmethod
    def _read_rows(self, first_row: int, row_count: int) -> Elements:
        """Read rows of texels back."""
