"""Shader programs by fragment shader, element format and defines, each compiled once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import moderngl

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.shader_source import load_shader

if TYPE_CHECKING:
    from bitonic_scope.gpu.compute.programs import ComputePrograms

FULLSCREEN = "include/fullscreen.vert"

Uniform = int | float | bool | tuple[float, float] | tuple[float, float, float] | tuple[int, ...]


class Program:
    """A fragment shader with a vertex shader, by default one that covers the viewport."""

    def __init__(
        self,
        ctx: moderngl.Context,
        fragment_shader: str,
        element_format: ElementFormat | None = None,
        defines: Sequence[str] = (),
        vertex_shader: str = FULLSCREEN,
    ) -> None:
        vertex = load_shader(vertex_shader)
        fragment = load_shader(
            fragment_shader,
            defines=dict.fromkeys(defines, 1),
            element_format=element_format.include if element_format else None,
        )
        self.name = fragment_shader
        self._ctx = ctx
        try:
            self._program = ctx.program(vertex_shader=vertex.text, fragment_shader=fragment.text)
        except moderngl.Error as error:
            log = str(error)
            is_vertex = "vertex_shader" in log  # moderngl names the stage above the driver's log
            name, stage = (vertex_shader, vertex) if is_vertex else (fragment_shader, fragment)
            raise ProgramError(
                f"the driver refuses shaders/{name}: {stage.located(log)}"
            ) from error
        self._vertices = ctx.vertex_array(self._program, [])
        self._uniforms: dict[str, Uniform] = {}

    def set_uniforms(self, **values: Uniform) -> None:
        """Set uniforms by name.

        Raises:
            ProgramError: the shader does not declare or use the uniform.
        """
        for name, value in values.items():
            if self._uniforms.get(name) == value:
                continue  # 255 gray thresholds take as long as a small pass
            if name not in self._program:
                known = ", ".join(key for key in self._program if not key.startswith("gl_"))
                raise ProgramError(f"shaders/{self.name} uses no uniform '{name}'; it has {known}")
            self._program[name] = self._uniforms[name] = value

    def draw(
        self, mode: int = moderngl.TRIANGLES, *, vertices: int = 3, instances: int = 1
    ) -> None:
        """Draw to the bound framebuffer; by default one triangle that covers the viewport."""
        self._vertices.render(mode, vertices=vertices, instances=instances)

    def vertex_array(
        self, buffer: moderngl.Buffer, layout: str, *attributes: str
    ) -> moderngl.VertexArray:
        """Return a vertex array over a buffer of attributes, in moderngl's buffer format."""
        return self._ctx.vertex_array(self._program, [(buffer, layout, *attributes)])

    def release(self) -> None:
        """Free the program; a second call does nothing."""
        self._vertices.release()
        self._program.release()


class Programs:
    """Owns the programs of one context, each compiled on first use."""

    def __init__(self, ctx: moderngl.Context, *, compiles_ahead: bool = False) -> None:
        """Take a context; with `compiles_ahead`, another thread compiles compute shaders first."""
        self._ctx = ctx
        self._compiles_ahead = compiles_ahead
        self._programs: dict[tuple[Any, ...], Program] = {}
        self._compute: ComputePrograms | None = None

    def get(
        self,
        fragment_shader: str,
        element_format: ElementFormat | None = None,
        *defines: str,
        vertex_shader: str = FULLSCREEN,
    ) -> Program:
        """Return the program of a fragment shader.

        Args:
            fragment_shader: a file of shaders/.
            element_format: the format of the elements it reads; None if it reads none.
            defines: names to define.
            vertex_shader: another file of shaders/.

        Raises:
            ProgramError: a file is missing, or the driver refuses it.
        """
        key = (fragment_shader, element_format, defines, vertex_shader)
        if key not in self._programs:
            self._programs[key] = Program(
                self._ctx, fragment_shader, element_format, defines, vertex_shader
            )
        return self._programs[key]

    @property
    def compute(self) -> "ComputePrograms":
        """The compute programs; the context must have compute shaders."""
        if self._compute is None:
            from bitonic_scope.gpu.compute.programs import ComputePrograms  # imported on demand

            self._compute = ComputePrograms(self._ctx, compiles_ahead=self._compiles_ahead)
        return self._compute

    def release(self) -> None:
        """Free all programs."""
        if self._compute is not None:
            self._compute.release()
            self._compute = None
        for program in self._programs.values():
            program.release()
        self._programs.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.release()
