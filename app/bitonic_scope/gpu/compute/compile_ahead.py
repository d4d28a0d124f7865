"""Compiles a compute shader in another thread, so that the window goes on answering.

moderngl compiles in the thread that draws, and no other runs Python meanwhile: a large shader takes
some tenths of a second. But drivers keep what they have compiled. So a thread compiles the same
text in a context of its own; after that it takes moderngl a few milliseconds.
"""

from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_ssize_t, c_uint, c_void_p
from typing import Any

from bitonic_scope.gpu.context import bare_context
from bitonic_scope.model.capabilities import COMPUTE_VERSION
from bitonic_scope.system.task import Task

# Constants and signatures as the OpenGL registry has them; moderngl keeps its own to itself.
GL_COMPUTE_SHADER = 0x91B9
GL_SHADER_STORAGE_BUFFER = 0x90D2
GL_STATIC_DRAW = 0x88E4

SAMPLE_BYTES = 1 << 16  # of elements, for one workgroup


def compile_ahead(source: str) -> Task[bool]:
    """Begin to compile.

    How it ends does not matter: whoever wants the program compiles it again, and is told.

    Args:
        source: a compute shader without includes, that has its elements at binding 0.
    """
    return Task(lambda: _compiled(source))


def _compiled(source: str) -> Iterator[bool]:
    context = bare_context(COMPUTE_VERSION)
    try:
        _compile_and_run(_loader(context), source)
    finally:
        context.__exit__(None, None, None)  # one that is current would not be freed
        context.release()  # with all that was made in it
    yield True


def _loader(context: Any) -> Callable[..., Any]:
    """Return what loads functions of GL; called by ctypes, they let other threads run Python."""

    def load(name: str, result: type | None, *arguments: type) -> Any:
        address = context.load(name)
        if not address:
            raise LookupError(f"the driver has no {name}")
        return CFUNCTYPE(result, *arguments)(address)

    return load


def _compile_and_run(load: Callable[..., Any], source: str) -> None:
    """Compile, and run one workgroup: some drivers compile to the end only then."""
    shader = load("glCreateShader", c_uint, c_uint)(GL_COMPUTE_SHADER)
    text = c_char_p(source.encode())
    load("glShaderSource", None, c_uint, c_int, POINTER(c_char_p), c_void_p)(shader, 1, text, None)
    load("glCompileShader", None, c_uint)(shader)

    program = load("glCreateProgram", c_uint)()
    load("glAttachShader", None, c_uint, c_uint)(program, shader)
    load("glLinkProgram", None, c_uint)(program)

    buffer = c_uint()
    load("glGenBuffers", None, c_int, POINTER(c_uint))(1, byref(buffer))
    load("glBindBufferBase", None, c_uint, c_uint, c_uint)(GL_SHADER_STORAGE_BUFFER, 0, buffer)
    load("glBufferData", None, c_uint, c_ssize_t, c_void_p, c_uint)(
        GL_SHADER_STORAGE_BUFFER, SAMPLE_BYTES, None, GL_STATIC_DRAW
    )
    load("glUseProgram", None, c_uint)(program)
    load("glDispatchCompute", None, c_uint, c_uint, c_uint)(1, 1, 1)
    load("glFinish", None)()
