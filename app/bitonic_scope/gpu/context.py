"""OpenGL core contexts without a window, or a one-line error."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import glcontext
import moderngl

from bitonic_scope.errors import INSTALL_HINT, ProgramError
from bitonic_scope.system.limits import blame_limits

# Some drivers return the requested version, not their highest. So try 4.3 first, for compute
# shaders; the minimum is 3.3: macOS stops at 4.1, and only the compute engine needs more.
GL_VERSIONS = ((4, 3), (3, 3))

ANY_VERSION = 100  # drivers then return their highest, in the compatibility profile
GL_VERSION_NAME = 0x1F02  # GL_VERSION, for glGetString

IS_LINUX = sys.platform.startswith("linux")


def context_error(reason: str, *, wanted: str, on_display: bool = False) -> ProgramError:
    """Turn a library's message into one line with a remedy.

    Args:
        reason: the library's message; a version of the driver that is too low replaces it.
        wanted: the context that cannot be made.
        on_display: whether the context needs a display.
    """
    found = _version_below_minimum(on_display=on_display)
    if found:
        minimum = ".".join(map(str, GL_VERSIONS[-1]))
        reason = f"this driver has OpenGL {found}, and {minimum} or newer is needed"
    return ProgramError(f"cannot make {wanted}: {reason}; try: {INSTALL_HINT}")


def _version_below_minimum(*, on_display: bool) -> str | None:
    """Return the driver's version, such as "2.1 Mesa 22.3.6"; None if no context or a higher one.

    Args:
        on_display: whether to ask the driver of the display, which may be another one.
    """
    import ctypes  # loaded on demand

    try:
        if on_display:
            context = glcontext.default_backend()(glversion=ANY_VERSION, mode="standalone")
        else:
            context = bare_context(ANY_VERSION)
    except Exception:  # as in headless_context
        return None
    get_string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(context.load("glGetString"))
    version = (get_string(GL_VERSION_NAME) or b"").decode(errors="replace")
    context.release()
    found = re.match(r"(\d+)\.(\d+)", version)
    is_below = found is not None and (int(found[1]), int(found[2])) < GL_VERSIONS[-1]
    return version if is_below else None


@contextmanager
def headless_context() -> Iterator[moderngl.Context]:
    """Create a context that needs no display (EGL on Linux), and free it at the end.

    Raises:
        ProgramError: this machine has no usable OpenGL 3.3.
    """
    wanted = "an OpenGL 3.3 context without a window"
    try:
        ctx = _highest_context()
    except Exception as error:  # glcontext raises bare Exception
        blame_limits(wanted)
        raise context_error(str(error), wanted=wanted) from error
    try:
        with ctx:  # at its end no context is current: drivers free a current one late or never
            yield ctx
    finally:
        ctx.release()


def _highest_context() -> moderngl.Context:
    *higher, floor = (100 * major + 10 * minor for major, minor in GL_VERSIONS)
    for version_code in higher:
        with suppress(Exception):  # the last attempt reports the error
            context = bare_context(version_code)
            return moderngl.create_context(require=version_code, standalone=True, context=context)
    backend: dict[str, Any] = {"backend": "egl"} if IS_LINUX else {}
    return moderngl.create_context(require=floor, standalone=True, **backend)


def bare_context(version_code: int) -> Any:
    """Create a context without moderngl, with `load(name)` and `release()`, current in this thread.

    Names the libraries on Linux: to search for them, glcontext would load a quarter of Python's
    standard library.

    Raises:
        Exception: the driver has no context of that version.
    """
    if not IS_LINUX:
        return glcontext.default_backend()(glversion=version_code, mode="standalone")
    os.environ.setdefault("EGL_LOG_LEVEL", "fatal")  # Mesa's own warnings would hide our one line
    from glcontext import egl

    return egl.create_context(
        glversion=version_code, mode="standalone", libgl="libGL.so.1", libegl="libEGL.so.1"
    )


def unbind_framebuffer(ctx: moderngl.Context) -> None:
    """Bind the default framebuffer, so that any other may be released.

    Releasing a bound framebuffer causes GL_INVALID_OPERATION at the next one created.
    """
    ctx.detect_framebuffer(0).use()


def bind_target(
    ctx: moderngl.Context, target: moderngl.Framebuffer, viewport: tuple[int, int, int, int]
) -> None:
    """Bind a framebuffer for a draw that writes every texel of a viewport, and nothing else.

    Earlier draws may have left blending, a scissor or another viewport.
    """
    ctx.enable_only(moderngl.NOTHING)
    target.viewport = target.scissor = viewport
    target.color_mask = (True, True, True, True)
    target.use()


def release_target(ctx: moderngl.Context, target: moderngl.Framebuffer) -> None:
    """Free a framebuffer and its only colour attachment."""
    unbind_framebuffer(ctx)
    target.color_attachments[0].release()
    target.release()
