"""The compute engine: sorts a buffer in place, many passes per dispatch."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Unpack

import moderngl
import numpy as np

from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.allocation import allocating, new_texture
from bitonic_scope.gpu.compute.dispatch_plan import (
    GROUP_SIZES,
    Dispatch,
    elements_per_thread,
    group_grid,
    plan,
)
from bitonic_scope.gpu.compute.limits import allocate_buffers, fitting_group_size
from bitonic_scope.gpu.compute.programs import ComputeProgram
from bitonic_scope.gpu.engine import Engine, EngineKind
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.transfer import read_buffer, write_buffer
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import Direction, NetworkKind

MAX_CACHED_RANGES = 256  # of passes
BINDING = 0  # of the elements, as in shaders/compute/include/element.glsl
WORD_BYTES = 4

SHADERS = {
    EngineName.COMPUTE: ("compute/fast.comp",),
    EngineName.COMPUTE_SIMPLE: ("compute/local.comp", "compute/global.comp"),
}

# Shader writes become visible to later commands only after a barrier of their kind. The next
# dispatch reads the elements that this one wrote.
BETWEEN_DISPATCHES = moderngl.SHADER_STORAGE_BARRIER_BIT
# After the last, the buffer is read back, overwritten with the input, or copied to a texture.
AFTER_DISPATCHES = moderngl.BUFFER_UPDATE_BARRIER_BIT | moderngl.PIXEL_BUFFER_BARRIER_BIT


class ComputeEngine(Engine):
    """Holds the state in a buffer, and copies it to a texture on demand.

    Attributes:
        group_size: threads per workgroup.
    """

    def __init__(
        self,
        gpu: Gpu,
        layout: TextureLayout,
        *,
        engine: EngineName = EngineName.COMPUTE,
        group_size: int | None = None,
        group_columns: int | None = None,
        has_texture: bool = True,
        allocates: bool = True,
        **kind: Unpack[EngineKind],
    ) -> None:
        """Allocate the buffers and the texture; the first run compiles.

        Args:
            gpu: a GPU with compute shaders.
            layout: which element lies in which texel.
            engine: COMPUTE or COMPUTE_SIMPLE, with the same states.
            group_size: threads per workgroup, a power of two; None for the engine's default.
            group_columns: the maximum number of workgroups in a row; None for the driver's limit.
            has_texture: whether to allocate a texture too, for drawing the state.
            allocates: whether to allocate now; otherwise the caller runs `allocate_steps`.
            **kind: see `EngineKind`; with a format of `storage.COMPUTE_FORMATS`.

        Raises:
            ProgramError: the driver has no memory for the buffers, or limits them to fewer bytes.
            ValueError: the group_size is not possible.
        """
        super().__init__(gpu, layout, **kind)
        self._programs = gpu.programs.compute
        self._engine = engine
        self._word_count = self.element_format.component_count
        self.group_size = fitting_group_size(
            gpu.ctx,
            group_size,
            usual=GROUP_SIZES[engine],
            bytes_per_thread=WORD_BYTES
            * self._word_count
            * elements_per_thread(engine, self._word_count),
        )
        self._plan = partial(
            plan,
            self.network,
            engine=engine,
            group_size=self.group_size,
            element_words=self._word_count,
        )
        limit = gpu.ctx.info["GL_MAX_COMPUTE_WORK_GROUP_COUNT"][0]
        self._group_columns = group_columns or limit
        self._defines: dict[str, str | int] = {
            self.element_format.name.name: 1,
            "GROUP_SIZE": self.group_size,
            "GROUP_BITS": self.group_size.bit_length() - 1,
            "FLIP": int(self.network.kind is NetworkKind.FLIP),
            **({"STABLE": 1} if self.stable else {}),
        }
        self._calls: dict[tuple[int, int], list[Callable[[], None]]] = {}
        self._divided: Dispatch | None = None  # the dispatch that `run_shares` is running
        self._has_texture = has_texture
        self._buffers: list[moderngl.Buffer] = []  # the state, the input
        self._texture: moderngl.Texture | None = None
        self._texture_is_current = False
        if allocates:
            self.allocate()

    def allocate_steps(self) -> Iterator[None]:
        """Allocate two buffers and the texture; yields after each buffer."""
        byte_count = WORD_BYTES * self._word_count * self.layout.element_count
        for buffer in allocate_buffers(self._gpu.ctx, 2, byte_count):
            self._buffers.append(buffer)
            yield
        if not self._has_texture:
            return
        size = (self.layout.width, self.layout.height)
        with allocating(self._gpu.ctx, f"a texture of {size[0]}x{size[1]}", release=self.release):
            dtype = self.element_format.texture_dtype
            self._texture = new_texture(self._gpu.ctx, size, self._word_count, dtype)

    @property
    def buffer(self) -> moderngl.Buffer:
        """The state, in order of the element index."""
        return self._buffers[0]

    @property
    def sort_texture(self) -> moderngl.Texture:
        """The texture of the state, copied from the buffer if it is out of date."""
        assert self._texture is not None, "this engine has no texture, or was released"
        if not self._texture_is_current:
            self._texture.write(self.buffer)
            self._texture_is_current = True
        return self._texture

    def is_ready_by(self, deadline: float) -> bool:
        """Return whether the shaders are compiled; waits at most until the deadline."""
        return all(
            self._programs.is_ready_by(shader, self._defines, deadline)
            for shader in SHADERS[self._engine]
        )

    def call_count(self, first: int, last: int) -> int:
        """Return the number of dispatches from pass_index first to last, first <= last."""
        return len(self._plan(first, last))

    def next_stop(self, target: int) -> int:
        """Return the pass_index after the next dispatch on the way to the target."""
        return self._next(target).passes[-1].pass_index

    def share_count(self, target: int) -> int:
        """Return the number of shares of that dispatch: its workgroups."""
        return self._next(target).group_count

    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run some workgroups; they sort in place, so there is no state until the last one."""
        if first == 0:
            self._divided = self._next(target)
        assert self._divided is not None, "a dispatch begins with its first workgroup"
        dispatch = self._divided
        done = min(first + min(count, self._group_columns), dispatch.group_count)
        uniforms = (*dispatch.uniforms, ("first_group", (first,)))
        share = self._program(dispatch.shader).prepared(uniforms, done - first, 1)
        self.pass_index = self.network.pass_count + 1  # only now: compiling may fail
        self._run([share])
        if done == dispatch.group_count:
            self._divided, self.pass_index = None, dispatch.passes[-1].pass_index
        return done

    def release(self) -> None:
        """Free the buffers and the texture; a second call does nothing."""
        for buffer in self._buffers:
            buffer.release()
        self._buffers.clear()
        if self._texture is not None:
            self._texture.release()
            self._texture = None

    def _write_input(self) -> Iterator[None]:
        yield from write_buffer(self._gpu.ctx, self._buffers[1], self._elements)

    @property
    def _input(self) -> moderngl.Buffer:
        return self._buffers[1]

    def _write_state(self, state: Elements | moderngl.Buffer) -> Iterator[None]:
        self._texture_is_current = False
        if isinstance(state, moderngl.Buffer):
            self._gpu.ctx.copy_buffer(self.buffer, state)
        else:
            yield from write_buffer(self._gpu.ctx, self.buffer, np.ascontiguousarray(state))

    def _run_to(self, pass_index: int) -> None:
        self._run(self._cached_calls(self.pass_index, pass_index))
        self.pass_index = pass_index

    def _read_rows(self, first_row: int, row_count: int) -> Elements:
        shape = (row_count * self.layout.width, *self.element_format.array_columns)
        elements = np.empty(shape, self.element_format.array_dtype)
        offset = first_row * elements.nbytes // row_count
        read_buffer(self._gpu.ctx, self.buffer, elements, offset=offset)
        return elements

    def _next(self, target: int) -> Dispatch:
        return self._plan(self.pass_index, target)[0]

    def _program(self, shader: str) -> ComputeProgram:
        return self._programs.get(shader, self._defines)

    def _cached_calls(self, first: int, last: int) -> list[Callable[[], None]]:
        """Return the calls of a plan, cached: playing and jumping ask for the same ones again."""
        if (first, last) not in self._calls:
            if len(self._calls) >= MAX_CACHED_RANGES:
                self._calls.pop(next(iter(self._calls)))  # the oldest
            self._calls[first, last] = [
                self._program(dispatch.shader).prepared(
                    dispatch.uniforms, *group_grid(dispatch.group_count, self._group_columns)
                )
                for dispatch in self._plan(first, last)
            ]
        return self._calls[first, last]

    def _run(self, dispatches: Sequence[Callable[[], None]]) -> None:
        if not dispatches:
            return
        self._texture_is_current = False
        self.buffer.bind_to_storage_buffer(BINDING)
        for program in map(self._program, SHADERS[self._engine]):
            program.set_uniform("descending", self.order is Direction.DESCENDING)
            program.set_uniform("first_group", 0)
        barrier = self._gpu.ctx.memory_barrier
        for dispatch in dispatches:
            dispatch()
            barrier(BETWEEN_DISPATCHES)
        barrier(AFTER_DISPATCHES)
