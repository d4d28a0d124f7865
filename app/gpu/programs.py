"""Shader programs by the name of their fragment shader, compiled once a context."""

from types import TracebackType
from typing import Self

import moderngl

from app.errors import ProgramError
from app.gpu.shader_source import load_shader

VERTEX_SHADER = "fullscreen.vert"

Uniform = int | float | bool | tuple[float, float]


class FullscreenProgram:
    """A fragment shader that is drawn over the whole of a target."""

    def __init__(self, ctx: moderngl.Context, fragment_shader: str) -> None:
        vertex, fragment = load_shader(VERTEX_SHADER), load_shader(fragment_shader)
        self.name = fragment_shader
        try:
            self._program = ctx.program(vertex_shader=vertex.text, fragment_shader=fragment.text)
        except moderngl.Error as error:
            raise ProgramError(
                f"the driver refuses shaders/{fragment_shader}: {fragment.located(str(error))}"
            ) from error
        self._triangle = ctx.vertex_array(self._program, [])

    def set_uniforms(self, **values: Uniform) -> None:
        """Set uniforms by name.

        Raises:
            ProgramError: the shader has no such uniform, or does not use it.
        """
        for name, value in values.items():
            if name not in self._program:
                known = ", ".join(key for key in self._program if not key.startswith("gl_"))
                raise ProgramError(f"shaders/{self.name} uses no uniform '{name}'; it has {known}")
            self._program[name] = value

    def draw(self) -> None:
        """Run the fragment shader for each pixel of the viewport of the bound framebuffer."""
        self._triangle.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        """Free the program; a second time does nothing."""
        self._triangle.release()
        self._program.release()


class Programs:
    """Owns the programs of one context, each compiled when it is first asked for."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._programs: dict[str, FullscreenProgram] = {}

    def get(self, fragment_shader: str) -> FullscreenProgram:
        """Return the program of a fragment shader of shaders/.

        Raises:
            ProgramError: a file is missing, or the driver refuses it.
        """
        if fragment_shader not in self._programs:
            self._programs[fragment_shader] = FullscreenProgram(self._ctx, fragment_shader)
        return self._programs[fragment_shader]

    def release(self) -> None:
        """Free all programs."""
        for program in self._programs.values():
            program.release()
        self._programs.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()
