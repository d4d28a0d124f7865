"""Fixtures of the tests of the compute engine. Where there are no compute shaders they fail."""

from collections.abc import Iterator

import moderngl
import pytest

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities
from tests.support.gl_fixtures import make_current


@pytest.fixture(scope="module")
def module_compute_gpu(session_ctx: moderngl.Context) -> Iterator[Gpu]:
    make_current(session_ctx)
    capabilities = Capabilities(16384, 1 << 28, version_code=session_ctx.version_code)
    assert capabilities.has_compute
    with Programs(session_ctx) as programs:
        yield Gpu(session_ctx, programs, capabilities)


@pytest.fixture
def compute_gpu(ctx: moderngl.Context, module_compute_gpu: Gpu) -> Gpu:
    """A GPU with compute shaders, which are compiled once for all tests of a module."""
    return module_compute_gpu
