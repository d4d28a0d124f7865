"""Compute shader programs, compiled once per context and shared by all engines."""

import struct
from collections.abc import Callable, Mapping, Sequence
from math import inf

import moderngl

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.compile_ahead import compile_ahead
from bitonic_scope.gpu.compute.dispatch_plan import Uniforms
from bitonic_scope.gpu.shader_source import load_shader
from bitonic_scope.system.task import Task


class ComputeProgram:
    """A compute shader with its uniforms."""

    def __init__(
        self, ctx: moderngl.Context, shader: str, defines: Mapping[str, str | int]
    ) -> None:
        source = load_shader(shader, defines=defines)
        try:
            self._program = ctx.compute_shader(source.text)
        except moderngl.Error as error:
            fault = source.located(str(error))
            raise ProgramError(f"the driver refuses shaders/{shader}: {fault}") from error
        self._uniforms = {
            name: member
            for name in self._program
            if isinstance(member := self._program[name], moderngl.Uniform)
        }
        self.name = shader

    def set_uniform(self, name: str, *numbers: int) -> None:
        """Set a uniform of unsigned or bool components.

        Raises:
            ProgramError: the shader has no such uniform.
        """
        self._uniform(name).write(_packed(numbers))

    def prepared(self, uniforms: Uniforms, columns: int, rows: int) -> Callable[[], None]:
        """Return a call that sets uniforms and dispatches columns x rows workgroups.

        Looks up and packs the uniforms in advance: on a fast GPU the calls take as long as the
        work.

        Raises:
            ProgramError: the shader has no such uniform.
        """
        writes = [(self._uniform(name).write, _packed(numbers)) for name, numbers in uniforms]
        run = self._program.run

        def dispatch() -> None:
            for write, data in writes:
                write(data)
            run(columns, rows)

        return dispatch

    def _uniform(self, name: str) -> moderngl.Uniform:
        if name not in self._uniforms:
            known = ", ".join(self._uniforms)
            raise ProgramError(f"shaders/{self.name} uses no uniform '{name}'; it has {known}")
        return self._uniforms[name]

    def release(self) -> None:
        """Free the program; a second call does nothing."""
        self._program.release()


def _packed(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"={len(numbers)}I", *numbers)


Key = tuple[str, frozenset[tuple[str, str | int]]]  # a shader and its defines


def _key(shader: str, defines: Mapping[str, str | int]) -> Key:
    return shader, frozenset(defines.items())


class ComputePrograms:
    """Owns the compute programs of one context, each compiled on first use."""

    def __init__(self, ctx: moderngl.Context, *, compiles_ahead: bool = False) -> None:
        """Take a context with compute shaders; `compiles_ahead` is for `is_ready_by`."""
        self._ctx = ctx
        self._compiles_ahead = compiles_ahead
        self._programs: dict[Key, ComputeProgram] = {}
        self._ahead: dict[Key, Task[bool]] = {}

    def is_ready_by(self, shader: str, defines: Mapping[str, str | int], deadline: float) -> bool:
        """Return whether `get` would return soon; waits at most until the deadline.

        If the programs compile ahead, starts compiling in another thread. The deadline is a time of
        perf_counter().

        Raises:
            ProgramError: a file is missing.
        """
        key = _key(shader, defines)
        if key in self._programs or not self._compiles_ahead:
            return True
        if key not in self._ahead:
            self._ahead[key] = compile_ahead(load_shader(shader, defines=defines).text)
        return self._ahead[key].is_done_by(deadline)

    def get(self, shader: str, defines: Mapping[str, str | int]) -> ComputeProgram:
        """Return the program of a file of shaders/ with these defines.

        Raises:
            ProgramError: a file is missing, or the driver refuses it.
        """
        key = _key(shader, defines)
        if key not in self._programs:
            self._programs[key] = ComputeProgram(self._ctx, shader, defines)
        return self._programs[key]

    def release(self) -> None:
        """Free all programs; a second call does nothing."""
        for task in self._ahead.values():  # a thread in the driver must not outlive the program
            task.is_done_by(inf)
        self._ahead.clear()
        for program in self._programs.values():
            program.release()
        self._programs.clear()
