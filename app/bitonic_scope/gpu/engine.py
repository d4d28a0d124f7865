"""The engine: holds one state of the sort on the GPU, and runs passes to any other."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TypedDict

import moderngl
import numpy as np

from bitonic_scope.data.element_format import FLOAT32, ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import at_once
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Uniform
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind


class EngineKind(TypedDict, total=False):
    """What an engine sorts, and how; every engine takes these as keywords.

    Attributes:
        element_format: the storage format; float32 by default.
        order: the sort direction; ascending by default.
        network_kind: the kind of network; alternating by default.
        stable: whether equal pairs keep the order of the input; off by default.
    """

    element_format: ElementFormat
    order: Direction
    network_kind: NetworkKind
    stable: bool


class Engine(ABC):
    """Holds one state of the sort; subclasses store the state and run the passes.

    A method named `..._steps` yields between steps of its work, so the window stays responsive; the
    method without that suffix runs all steps at once.

    A *call* is a draw or a dispatch. A call that would take longer than a frame can be divided into
    *shares*: rows of texels, or workgroups.

    Attributes:
        layout: which element lies in which texel.
        kind: the arguments that another engine needs to take over the state.
        element_format, order, stable: see `EngineKind`.
        network: the network.
        pass_index: the number of passes done, 0..P; P + 1 while the state is incomplete: during a
            divided upload or dispatch.
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
        """Set up on the host; subclasses allocate."""
        self.layout = layout
        self.kind = EngineKind(
            element_format=element_format, order=order, network_kind=network_kind, stable=stable
        )
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
            ProgramError: the driver has no memory for the state.
        """

    allocate = at_once(allocate_steps)

    @property
    @abstractmethod
    def sort_texture(self) -> moderngl.Texture:
        """The texture of the state at pass_index; may change with each pass."""

    @property
    def elements(self) -> Elements:
        """The input, in order of the element index."""
        return self._elements

    def load_steps(self, elements: Elements) -> Iterator[None]:
        """Upload new input, keep it for rewinds, and set pass_index to 0.

        Args:
            elements: (element_count,) of the format's dtype, or (element_count, 2) uint32 pairs.

        Raises:
            ValueError: the shape is wrong.
        """
        if elements.shape != self._elements.shape:
            raise ValueError(f"expected {self._elements.shape} elements, got {elements.shape}")
        self._elements = np.ascontiguousarray(elements, self.element_format.array_dtype)
        self.pass_index = self.network.pass_count + 1
        yield from self._write_input()
        yield from self.rewind_steps()

    load = at_once(load_steps)

    def set_state_steps(self, state: Elements | moderngl.Buffer, pass_index: int) -> Iterator[None]:
        """Upload a state that was computed elsewhere; keeps the input.

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
        """Run passes to pass_index 0..P: forwards from the state, backwards from the input.

        Raises:
            ValueError: pass_index is out of range.
        """
        if not 0 <= pass_index <= self.network.pass_count:
            raise ValueError(f"pass_index must be 0 to {self.network.pass_count}, got {pass_index}")
        if pass_index < self.pass_index:
            self.rewind()
        self._run_to(pass_index)

    def pass_uniforms(self) -> dict[str, Uniform]:
        """Return the uniforms of the pass after the state, for the shaders of shaders/sort/."""
        sort_pass = self.network.pass_at(self.pass_index + 1)
        return {
            "sort_texture": 0,
            "log2_width": self.layout.log2_width,
            "compare_distance": sort_pass.compare_distance,
            "partner_mask": sort_pass.partner_mask,
            "direction_mask": sort_pass.direction_mask,
            "descending": self.order is Direction.DESCENDING,
        }

    def read_back(self, first_row: int = 0, row_count: int | None = None) -> Elements:
        """Return the elements of the state, in order of the element index.

        Args:
            first_row: the lowest row of texels to read.
            row_count: the number of rows; None for all rows from there.

        Returns:
            (row_count * width,) of the format's dtype, or (row_count * width, 2) uint32 pairs.
        """
        rows = self.layout.height - first_row if row_count is None else row_count
        return self._read_rows(first_row, rows)

    def is_ready_by(self, deadline: float) -> bool:
        """Return whether the engine can run without compiling; waits at most until the deadline.

        If it cannot, starts compiling in another thread.

        Args:
            deadline: a time of perf_counter().
        """
        return True

    @abstractmethod
    def call_count(self, first: int, last: int) -> int:
        """Return the number of calls from pass_index first to last, first <= last."""

    @abstractmethod
    def next_stop(self, target: int) -> int:
        """Return the pass_index after the next call on the way to the target."""

    @abstractmethod
    def share_count(self, target: int) -> int:
        """Return the number of shares of that call."""

    @abstractmethod
    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run some shares of that call, in order.

        The last share completes the state. Before it, run only the next shares, or set a state.

        Args:
            target: a pass_index beyond the start of the call.
            first: the number of shares done.
            count: the maximum number of shares to run now.

        Returns:
            The number of shares done.
        """

    @abstractmethod
    def release(self) -> None:
        """Free everything; a second call does nothing."""

    def _write_input(self) -> Iterator[None]:
        """Upload new input, in subclasses that keep it on the GPU."""
        return iter(())

    @property
    def _input(self) -> Elements | moderngl.Buffer:
        return self._elements

    @abstractmethod
    def _write_state(self, state: Elements | moderngl.Buffer) -> Iterator[None]:
        """Upload a state; yields between parts."""

    @abstractmethod
    def _run_to(self, pass_index: int) -> None:
        """Run passes forwards to a pass_index."""

    @abstractmethod
    def _read_rows(self, first_row: int, row_count: int) -> Elements:
        """Read rows of texels back."""
