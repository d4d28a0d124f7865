"""Compiles a compute shader in another thread, so the window stays responsive.

moderngl compiles in the drawing thread and holds the GIL, for some tenths of a second if the shader
is large. But drivers cache compiled shaders. So a thread compiles the same text in a context of its
own first; then moderngl takes a few milliseconds.
"""

from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_ssize_t, c_uint, c_void_p
from threading import get_ident
from typing import Any

from bitonic_scope.gpu.context import bare_context
from bitonic_scope.model.capabilities import COMPUTE_VERSION
from bitonic_scope.system.task import Task

# Constants and signatures from the OpenGL registry; moderngl does not export its own.
GL_COMPUTE_SHADER = 0x91B9
GL_SHADER_STORAGE_BUFFER = 0x90D2
GL_STATIC_DRAW = 0x88E4

SAMPLE_BYTES = 1 << 16  # the elements of one workgroup


def compile_ahead(source: str) -> Task[bool]:
    """Start compiling.

    A failure does not matter: the drawing thread compiles again and reports the error.

    Args:
        source: a compute shader without includes, with its elements at binding 0.
    """
    drawing_thread = get_ident()
    return Task(lambda: _compiled(source, drawing_thread))


def _compiled(source: str, drawing_thread: int) -> Iterator[bool]:
    if get_ident() == drawing_thread:  # no thread could be started, and this one has a context
        return
    context = bare_context(COMPUTE_VERSION)
    try:
        _compile_and_run(_loader(context), source)
    finally:
        context.__exit__(None, None, None)  # a current context would not be freed
        context.release()  # with all objects in it
    yield True


def _loader(context: Any) -> Callable[..., Any]:
    """Return a loader of GL functions; ctypes releases the GIL while they run."""

    def load(name: str, result: type | None, *arguments: type) -> Any:
        address = context.load(name)
        if not address:
            raise LookupError(f"the driver has no {name}")
        return CFUNCTYPE(result, *arguments)(address)

    return load


def _compile_and_run(load: Callable[..., Any], source: str) -> None:
    """Compile and run one workgroup: some drivers finish compiling at the first dispatch."""
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
