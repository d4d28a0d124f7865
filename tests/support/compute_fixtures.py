"""Fixtures of the tests of the compute engine. Where there are no compute shaders they fail."""

from collections.abc import Iterator
from typing import Any

import moderngl
import pytest

from bitonic_scope.gpu.compute.programs import ComputePrograms


@pytest.fixture(scope="module")
def module_compute_ctx(session_ctx: moderngl.Context) -> Iterator[moderngl.Context]:
    backend: dict[str, Any] = {"backend": "egl"}
    ctx = moderngl.create_context(require=430, standalone=True, **backend)
    yield ctx
    ctx.release()
    other: Any = session_ctx  # moderngl leaves this method without types
    other.__enter__()  # a thread has one current context: from now on that of the other tests


@pytest.fixture
def compute_ctx(module_compute_ctx: moderngl.Context) -> Iterator[moderngl.Context]:
    """A context with compute shaders, without a GL error before and after the test."""
    assert module_compute_ctx.error == "GL_NO_ERROR"
    yield module_compute_ctx
    assert module_compute_ctx.error == "GL_NO_ERROR"


@pytest.fixture(scope="module")
def compute_programs(module_compute_ctx: moderngl.Context) -> Iterator[ComputePrograms]:
    programs = ComputePrograms(module_compute_ctx)
    yield programs
    programs.release()
