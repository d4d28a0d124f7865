"""Compute shader programs, compiled once a context for all sorters that share them."""

import struct
from collections.abc import Mapping

import moderngl

from app.errors import ProgramError
from app.gpu.compute_limits import require_compute
from app.gpu.shader_source import load_shader


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

        The bytes are written as they are: half the price of the value with its checks, and there
        is one for each dispatch.

        Raises:
            ProgramError: the shader has no such uniform.
        """
        if name not in self._uniforms:
            known = ", ".join(self._uniforms)
            raise ProgramError(f"shaders/{self.name} uses no uniform '{name}'; it has {known}")
        self._uniforms[name].write(struct.pack(f"={len(numbers)}I", *numbers))

    def run(self, columns: int, rows: int) -> None:
        """Dispatch so many columns and rows of workgroups."""
        self._program.run(columns, rows)

    def release(self) -> None:
        """Free the program; a second time does nothing."""
        self._program.release()


class ComputePrograms:
    """Owns the compute programs of one context, each compiled when it is first asked for."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Take a context.

        Raises:
            ProgramError: it has no compute shaders.
        """
        require_compute(ctx)
        self._ctx = ctx
        self._programs: dict[tuple[str, frozenset[tuple[str, str | int]]], ComputeProgram] = {}

    def get(self, shader: str, defines: Mapping[str, str | int]) -> ComputeProgram:
        """Return the program of a file of shaders/, with these defines.

        Raises:
            ProgramError: a file is missing, or the driver refuses it.
        """
        key = (shader, frozenset(defines.items()))
        if key not in self._programs:
            self._programs[key] = ComputeProgram(self._ctx, shader, defines)
        return self._programs[key]

    def release(self) -> None:
        """Free all programs; a second time does nothing."""
        for program in self._programs.values():
            program.release()
        self._programs.clear()
