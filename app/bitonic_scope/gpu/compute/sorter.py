"""The compute engine: sorts the elements of a buffer in place, many passes a dispatch."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.gpu.allocation import make_all
from bitonic_scope.gpu.compute.dispatch_plan import (
    ComputeForm,
    Dispatch,
    elements_per_thread,
    group_grid,
    plan,
)
from bitonic_scope.gpu.compute.limits import fitting_group_size, make_buffers, require_compute
from bitonic_scope.gpu.compute.programs import ComputeProgram, ComputePrograms
from bitonic_scope.gpu.transfer import write_buffer
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

MAX_PREPARED = 256  # ranges of passes
BINDING = 0  # of the elements, as in shaders/compute/include/element.glsl

# Threads of a workgroup. Fast: tiles of 16 KB, several of which fit a multiprocessor, so
# that one runs while another waits. Plain: tiles of 1,024.
GROUP_SIZES = {ComputeForm.FAST: 256, ComputeForm.LOCAL_GLOBAL: 512}

# The shaders of each form.
SHADERS = {
    ComputeForm.FAST: ("compute/fast.comp",),
    ComputeForm.LOCAL_GLOBAL: ("compute/local.comp", "compute/global.comp"),
}

# What shaders have written is there for the commands that follow only after a barrier of their
# kind. Before the next dispatch: it reads the elements that this one wrote.
BETWEEN_DISPATCHES = moderngl.SHADER_STORAGE_BARRIER_BIT
# Beyond the last: the buffer is read back, or the input is copied over it; a texture takes it over.
AFTER_DISPATCHES = moderngl.BUFFER_UPDATE_BARRIER_BIT | moderngl.PIXEL_BUFFER_BARRIER_BIT


class ElementKind(StrEnum):
    """What an element is, as shaders/compute/include/element.glsl knows it."""

    FLOAT32 = "float32"  # a word: the bits of a float
    UINT32 = "uint32"  # a word: a whole number
    PAIR = "pair"  # two words: sort key, and a tag whose bit 31 marks padding

    @property
    def word_count(self) -> int:
        """How many words of 32 bits an element takes."""
        return 2 if self is ElementKind.PAIR else 1


class ComputeSorter:
    """Holds one state of the sort in a buffer, and leads it to any other.

    Attributes:
        network: the network that sorts.
        order: which way.
        kind: what an element is.
        form: how it goes through the passes; the states are the same in all.
        group_size: threads of a workgroup.
        pass_index: how many passes are done, 0..P; P + 1 while a dispatch is under way, or a state
            is taken, in parts.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        network: BitonicNetwork,
        *,
        order: Direction,
        kind: ElementKind,
        stable: bool = False,
        form: ComputeForm = ComputeForm.FAST,
        group_size: int | None = None,
        programs: ComputePrograms | None = None,
        group_columns: int | None = None,
        in_steps: bool = False,
    ) -> None:
        """Make room for the elements; what they are, `load` says. Who runs first, compiles.

        Args:
            ctx: a context of OpenGL 4.3 or later.
            network: the network that sorts.
            order: which way.
            kind: what an element is.
            stable: whether equal pairs are put in the order of their tags.
            form: how to go through the passes.
            group_size: threads of a workgroup, a power of two; None for what suits the form.
            programs: of that context, shared with other sorters; None for programs of its own.
            group_columns: the most workgroups in a row; None for what the driver allows.
            in_steps: whether the caller makes room, by `make_room`.

        Raises:
            ProgramError: the context has no compute shaders, or no room for the elements.
            ValueError: this group_size is not possible.
        """
        require_compute(ctx)
        self.network = network
        self.order = order
        self.kind = kind
        self.form = form
        self.group_size = fitting_group_size(
            ctx,
            group_size,
            usual=GROUP_SIZES[form],
            bytes_per_thread=4 * kind.word_count * elements_per_thread(form, kind.word_count),
        )
        self.pass_index = 0
        self._ctx = ctx
        self._group_columns = group_columns or ctx.info["GL_MAX_COMPUTE_WORK_GROUP_COUNT"][0]
        self._shape = (network.element_count, 2)[: kind.word_count]
        self._prepared_calls: dict[tuple[int, int], list[Callable[[], None]]] = {}
        self._parted: Dispatch | None = None  # that is under way in parts
        self._programs = programs or ComputePrograms(ctx)
        self._owns_programs = programs is None
        self._defines: dict[str, str | int] = {
            kind.name: 1,
            "GROUP_SIZE": self.group_size,
            "GROUP_BITS": self.group_size.bit_length() - 1,
            "FLIP": int(network.kind is NetworkKind.FLIP),
            **({"STABLE": 1} if stable else {}),
        }
        self._buffers: list[moderngl.Buffer] = []  # the state, the input
        if not in_steps:
            make_all(self.make_room())

    def make_room(self) -> Iterator[None]:
        """Make room for the elements; yields after each buffer.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        for buffer in make_buffers(self._ctx, 2, 4 * int(np.prod(self._shape))):
            self._buffers.append(buffer)
            yield

    @property
    def buffer(self) -> moderngl.Buffer:
        """The state, in order of the element index; `texture.write(buffer)` takes it over."""
        return self._buffers[0]

    @property
    def _input(self) -> moderngl.Buffer:
        return self._buffers[1]

    def load(self, words: NDArray[np.uint32]) -> None:
        """Take new input, kept until the next load; at pass_index 0.

        Args:
            words: (element_count,) uint32, or (element_count, 2) of pairs.
        """
        make_all(self.loading(words))

    def loading(self, words: NDArray[np.uint32]) -> Iterator[None]:
        """Do that in parts; yields between them."""
        if words.shape != self._shape or words.dtype != np.uint32:
            raise ValueError(
                f"expected {self._shape} words of uint32, got {words.shape} of {words.dtype}"
            )
        yield from write_buffer(self._ctx, self._input, np.ascontiguousarray(words))
        self.rewind()

    def place(self, state: NDArray[Any] | moderngl.Buffer, pass_index: int) -> None:
        """Take a state that was found another way; the input stays.

        Args:
            state: the elements after pass_index passes, on the host or in a buffer.
            pass_index: 0..P.
        """
        make_all(self.placing(state, pass_index))

    def placing(self, state: NDArray[Any] | moderngl.Buffer, pass_index: int) -> Iterator[None]:
        """Do that in parts; yields between them."""
        self.pass_index = self.network.pass_count + 1
        if isinstance(state, moderngl.Buffer):
            self._ctx.copy_buffer(self.buffer, state)
        else:
            yield from write_buffer(self._ctx, self.buffer, np.ascontiguousarray(state))
        self.pass_index = pass_index

    def rewind(self) -> None:
        """Return to the input."""
        make_all(self.rewinding())

    def rewinding(self) -> Iterator[None]:
        """Do that; the input is on the GPU, so it is a single part."""
        return self.placing(self._input, 0)

    def is_ready_by(self, deadline: float) -> bool:
        """Tell whether its shaders are compiled, at the latest at a time by perf_counter()."""
        return all(
            self._programs.is_ready_by(shader, self._defines, deadline)
            for shader in SHADERS[self.form]
        )

    def call_count(self, first: int, last: int) -> int:
        """Tell how many dispatches lead from pass_index first to pass_index last, first <= last."""
        return len(self._plan(first, last))

    def seek(self, pass_index: int) -> None:
        """Lead the state to pass_index 0..P.

        Forwards from where it is, which never takes more dispatches than from the input; backwards
        from the input.
        """
        if not 0 <= pass_index <= self.network.pass_count:
            raise ValueError(f"pass_index must be 0 to {self.network.pass_count}, got {pass_index}")
        if pass_index < self.pass_index:
            self.rewind()
        self._run(self._prepared(self.pass_index, pass_index))
        self.pass_index = pass_index

    def next_stop(self, target: int) -> int:
        """Tell to which pass_index the next dispatch on the way to a later one leads."""
        return self._next(target).passes[-1].pass_index

    def share_count(self, target: int) -> int:
        """Tell in how many shares that dispatch can be divided: its workgroups."""
        return self._next(target).group_count

    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run some workgroups of that dispatch.

        It works in place: until the last one is done there is no state, and no way back but to the
        input.

        Args:
            target: a pass_index beyond the one where the dispatch begins.
            first: how many workgroups are done.
            count: how many to run now, at most.

        Returns:
            How many are done.
        """
        if first == 0:
            self._parted = self._next(target)
        assert self._parted is not None, "a dispatch begins with its first workgroup"
        dispatch = self._parted
        done = min(first + min(count, self._group_columns), dispatch.group_count)
        uniforms = (*dispatch.uniforms, ("first_group", (first,)))
        share = self._program(dispatch.shader).prepared(uniforms, done - first, 1)
        self.pass_index = self.network.pass_count + 1  # not where there is no program
        self._run([share])
        if done == dispatch.group_count:
            self._parted, self.pass_index = None, dispatch.passes[-1].pass_index
        return done

    def _next(self, target: int) -> Dispatch:
        return self._plan(self.pass_index, target)[0]

    def _run(self, dispatches: Sequence[Callable[[], None]]) -> None:
        if not dispatches:
            return
        self.buffer.bind_to_storage_buffer(BINDING)
        self._set_constants()
        barrier = self._ctx.memory_barrier
        for dispatch in dispatches:
            dispatch()
            barrier(BETWEEN_DISPATCHES)
        barrier(AFTER_DISPATCHES)

    def read_back(self) -> NDArray[np.uint32]:
        """Return the state: (element_count,) uint32, or (element_count, 2) of pairs."""
        words = np.empty(self._shape, np.uint32)
        self.buffer.read_into(words)
        return words

    def release(self) -> None:
        """Free the buffers, and programs that are not shared; a second time does nothing."""
        for buffer in self._buffers:
            buffer.release()
        if self._owns_programs:
            self._programs.release()

    def _program(self, shader: str) -> ComputeProgram:
        return self._programs.get(shader, self._defines)

    def _plan(self, first: int, last: int) -> tuple[Dispatch, ...]:
        return plan(
            self.network,
            first,
            last,
            form=self.form,
            group_size=self.group_size,
            element_words=self.kind.word_count,
        )

    def _prepared(self, first: int, last: int) -> list[Callable[[], None]]:
        """Return the calls of a plan, kept for the next time: who jumps or plays comes again."""
        if (first, last) not in self._prepared_calls:
            if len(self._prepared_calls) >= MAX_PREPARED:
                self._prepared_calls.pop(next(iter(self._prepared_calls)))  # the oldest
            self._prepared_calls[first, last] = [
                self._program(dispatch.shader).prepared(
                    dispatch.uniforms, *group_grid(dispatch.group_count, self._group_columns)
                )
                for dispatch in self._plan(first, last)
            ]
        return self._prepared_calls[first, last]

    def _set_constants(self) -> None:
        """Set what does not change from dispatch to dispatch, but from sorter to sorter."""
        for program in map(self._program, SHADERS[self.form]):
            program.set_uniform("descending", self.order is Direction.DESCENDING)
            program.set_uniform("first_group", 0)
