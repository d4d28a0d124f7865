"""A GL 3.3 core context without a window, or one plain line that says why there is none."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import moderngl

from app.errors import INSTALL_HINT, ProgramError

GL_VERSION = (3, 3)  # the floor: macOS stops at 4.1, and nothing here needs more than 3.3


def context_error(reason: str, *, wanted: str) -> ProgramError:
    """Turn what a library says into one line with a way out."""
    return ProgramError(f"cannot make {wanted}: {reason}; try: {INSTALL_HINT}")


@contextmanager
def headless_context() -> Iterator[moderngl.Context]:
    """Make a context that needs no display (EGL on Linux), and free it at the end.

    Raises:
        ProgramError: this machine has no usable OpenGL 3.3.
    """
    wanted = "an OpenGL 3.3 context without a window"
    os.environ.setdefault("EGL_LOG_LEVEL", "fatal")  # Mesa's own warnings would hide our one line
    try:
        version_code = 100 * GL_VERSION[0] + 10 * GL_VERSION[1]
        backend: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
        ctx = moderngl.create_context(require=version_code, standalone=True, **backend)
    except Exception as error:  # glcontext raises bare Exception
        raise context_error(str(error), wanted=wanted) from error
    try:
        yield ctx
    finally:
        ctx.release()


def unbind_framebuffer(ctx: moderngl.Context) -> None:
    """Bind the default framebuffer, so that any other may be released.

    One that is released while it is bound leaves GL_INVALID_OPERATION for the next one made.
    """
    ctx.detect_framebuffer(0).use()
