"""A driver without room, imitated: one line says so, and nothing that was made stays."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import moderngl
import numpy as np
import pytest

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import make_all
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.compute.limits import make_buffers
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.gpu.transfer import read_buffer
from bitonic_scope.views.canvas import Canvas

LAYOUT = TextureLayout(16, 8)


class Starved:
    """A context that makes only so many objects; a further one raises, or leaves an error."""

    def __init__(self, ctx: moderngl.Context, room: int, *, raises: bool) -> None:
        self._ctx: Any = ctx
        self._room = room
        self._raises = raises
        self._error = "GL_NO_ERROR"
        self.made: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._ctx, name)
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
    other: Any = session_ctx
    other.__enter__()  # a thread has one current context: from now on that of the other tests


def make_ping_pong(ctx: Any, programs: Programs) -> Any:
    ping_pong = PingPong(ctx, LAYOUT, FLOAT32)
    make_all(ping_pong.make_room())
    return ping_pong


def make_canvas(ctx: Any, programs: Programs) -> Any:
    canvas = Canvas(ctx)
    canvas.begin(16, 8)
    return canvas


def make_two_buffers(ctx: Any, programs: Programs) -> Any:
    class Buffers:
        made = tuple(make_buffers(ctx, 2, 512))

        def release(self) -> None:
            for buffer in self.made:
                buffer.release()

    return Buffers()


def make_compute_engine(ctx: Any, programs: Programs) -> Any:
    return ComputeEngine(ctx, programs, LAYOUT)


@pytest.mark.parametrize("raises", [True, False])
@pytest.mark.parametrize(
    ("make", "object_count", "remedy"),
    [
        (make_ping_pong, 4, "smaller size"),
        (make_canvas, 2, "smaller --scale"),
        (make_two_buffers, 2, "smaller size or the fragment engine"),
        (make_compute_engine, 3, "smaller size"),
    ],
)
def test_a_driver_without_room_is_one_line_and_all_is_freed(
    own_ctx: moderngl.Context, make: Any, object_count: int, remedy: str, raises: bool
) -> None:
    with Programs(own_ctx) as programs:
        for room in range(object_count + 1):
            ctx = Starved(own_ctx, room, raises=raises)
            is_enough = room == object_count
            told = pytest.raises(ProgramError, match=f"cannot allocate .*; try a {remedy}")
            with nullcontext() if is_enough else told:
                make(ctx, programs).release()
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
