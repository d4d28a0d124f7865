"""A driver without room, imitated: one line says so, and nothing that was made stays."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from typing import Any

import moderngl
import numpy as np
import pytest

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.compute.limits import allocate_buffers
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.gpu.readback import Readback
from bitonic_scope.gpu.transfer import read_buffer
from bitonic_scope.model.capabilities import Capabilities, FloatPath
from bitonic_scope.model.settings import EngineName
from bitonic_scope.views.canvas import Canvas
from tests.support.gl_fixtures import make_current

LAYOUT = TextureLayout(16, 8)


class Starved:
    """A context that makes only so many objects; a further one raises, or leaves an error."""

    def __init__(self, ctx: moderngl.Context, room: int, *, raises: bool) -> None:
        self.real: Any = ctx
        self._room = room
        self._raises = raises
        self._error = "GL_NO_ERROR"
        self.made: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.real, name)
        return self._limited(found) if name in ("texture", "buffer", "framebuffer") else found

    def _limited(self, make: Callable[..., Any]) -> Callable[..., Any]:
        def limited(*arguments: Any, **options: Any) -> Any:
            if len(self.made) >= self._room:
                if self._raises:
                    raise moderngl.Error("no memory")
                self._error = "GL_OUT_OF_MEMORY"
            self.made.append(make(*arguments, **options))
            return self.made[-1]

        return limited

    @property
    def error(self) -> str:
        error, self._error = self._error, "GL_NO_ERROR"
        return error

    def has_freed_all(self) -> bool:
        return all(isinstance(made.mglo, moderngl.InvalidObject) for made in self.made)


@pytest.fixture
def own_ctx(session_ctx: moderngl.Context) -> Iterator[moderngl.Context]:
    """A context of its own, with compute shaders where the driver has them."""
    with headless_context() as ctx:
        yield ctx
    make_current(session_ctx)


def make_ping_pong(gpu: Gpu) -> PingPong:
    ping_pong = PingPong(gpu.ctx, LAYOUT, FLOAT32)
    ping_pong.allocate()
    return ping_pong


def make_canvas(gpu: Gpu) -> Canvas:
    canvas = Canvas(gpu.ctx)
    canvas.begin(16, 8)
    return canvas


class TwoBuffers:
    def __init__(self, gpu: Gpu) -> None:
        self._buffers = list(allocate_buffers(gpu.ctx, 2, 512))

    def release(self) -> None:
        for buffer in self._buffers:
            buffer.release()


def make_compute_engine(gpu: Gpu) -> ComputeEngine:
    return ComputeEngine(gpu, LAYOUT)


def make_compute_engine_without_texture(gpu: Gpu) -> ComputeEngine:
    return ComputeEngine(gpu, LAYOUT, engine=EngineName.COMPUTE_SIMPLE, has_texture=False)


def make_fragment_engine(gpu: Gpu) -> FragmentEngine:
    return FragmentEngine(gpu, LAYOUT)


def make_engine_that_reads_packed(gpu: Gpu) -> FragmentEngine:
    packing = replace(gpu.capabilities, float_path=FloatPath.READ_PACKED)
    with ExitStack() as owned:
        engine = FragmentEngine(replace(gpu, capabilities=packing), LAYOUT)
        owned.callback(engine.release)
        engine.rewind()
        assert not engine.read_back().any()
        owned.pop_all()
    return engine


def make_packed_readback(gpu: Gpu) -> Readback:
    """Read a texture that others made, and whose memory is not to be counted."""
    starved: Any = gpu.ctx
    packing = replace(gpu.capabilities, float_path=FloatPath.READ_PACKED)
    readback = Readback(replace(gpu, capabilities=packing), LAYOUT, FLOAT32)
    pair = PingPong(starved.real, LAYOUT, FLOAT32)
    pair.allocate()
    try:
        readback.read(pair.source, pair.source_framebuffer, 0, LAYOUT.height)
    finally:
        pair.release()
    return readback


@pytest.mark.parametrize("raises", [True, False])
@pytest.mark.parametrize(
    ("make", "object_count", "remedy"),
    [
        (make_ping_pong, 4, "smaller size"),
        (make_canvas, 2, "smaller --scale"),
        (TwoBuffers, 2, "smaller size or the fragment engine"),
        (make_compute_engine, 3, "smaller size"),
        (make_compute_engine_without_texture, 2, "smaller size or the fragment engine"),
        (make_fragment_engine, 4, "smaller size"),
        (make_engine_that_reads_packed, 6, "smaller size"),
        (make_packed_readback, 2, "smaller size"),
    ],
)
def test_a_driver_without_room_is_one_line_and_all_is_freed(
    own_ctx: moderngl.Context,
    make: Callable[[Gpu], Any],
    object_count: int,
    remedy: str,
    raises: bool,
) -> None:
    capabilities = Capabilities(16384, 1 << 28, version_code=own_ctx.version_code)
    with Programs(own_ctx) as programs:
        for room in range(object_count + 1):
            ctx: Any = Starved(own_ctx, room, raises=raises)
            is_enough = room == object_count
            told = pytest.raises(ProgramError, match=f"cannot allocate .*; try a {remedy}")
            with nullcontext() if is_enough else told:
                make(Gpu(ctx, programs, capabilities)).release()
            assert ctx.has_freed_all()
            assert not is_enough or len(ctx.made) == object_count
    assert own_ctx.error == "GL_NO_ERROR"


@pytest.mark.parametrize("raises", [True, False])
def test_no_room_for_the_buffer_between_is_one_line_too(
    own_ctx: moderngl.Context, raises: bool
) -> None:
    buffer = own_ctx.buffer(bytes(512))
    ctx: Any = Starved(own_ctx, 0, raises=raises)
    with pytest.raises(ProgramError, match="cannot allocate a buffer of 64 bytes"):
        read_buffer(ctx, buffer, np.empty(16, np.uint32), offset=0)
    assert ctx.has_freed_all()
    buffer.release()
