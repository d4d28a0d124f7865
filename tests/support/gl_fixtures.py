"""Fixtures of tests that need a GL context. Where there is none they fail; they never skip."""

from collections.abc import Iterator
from typing import Any

import moderngl
import pyglet
import pytest

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities

pyglet.options.shadow_window = False  # else the import of pyglet's key names needs a display


def make_current(ctx: Any) -> None:
    """Make a context current again; a test may have made and freed another one since."""
    ctx.__enter__()


@pytest.fixture(scope="session")
def session_ctx() -> Iterator[moderngl.Context]:
    try:
        with headless_context() as ctx:
            yield ctx
    except ProgramError as error:
        pytest.fail(str(error))


@pytest.fixture
def ctx(session_ctx: moderngl.Context) -> Iterator[moderngl.Context]:
    """The context, current and without a GL error before and after the test."""
    make_current(session_ctx)
    assert session_ctx.error == "GL_NO_ERROR"
    yield session_ctx
    assert session_ctx.error == "GL_NO_ERROR"


@pytest.fixture
def programs(ctx: moderngl.Context) -> Iterator[Programs]:
    with Programs(ctx) as programs:
        yield programs


@pytest.fixture
def gpu(ctx: moderngl.Context, programs: Programs) -> Gpu:
    return Gpu(ctx, programs, Capabilities(16384, 1 << 28, version_code=ctx.version_code))
