"""Copies large arrays between host and driver in parts: a single call would freeze the window.

Uses a small staging buffer. Drivers place a buffer or texture by its use: if the host accessed it
in parts, they would move it to host memory, where the GPU is slow.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.gpu.allocation import allocating

PART_BYTES = 1 << 24  # 4 ms on a fast GPU behind a slow bus, 5 ms on software GL


def write_texture(
    ctx: moderngl.Context, texture: moderngl.Texture, texels: NDArray[Any]
) -> Iterator[None]:
    """Upload all texels of a texture; yields between parts.

    Args:
        ctx: the texture's context.
        texture: the target.
        texels: all texels of the texture, row 0 at the bottom; contiguous.

    Raises:
        ProgramError: the driver has no memory for the staging buffer.
    """
    rows = texels.reshape(texture.height, -1).view(np.uint8)
    row_count = max(1, PART_BYTES // rows.shape[1])
    if row_count >= texture.height:
        texture.write(rows.data)
        return
    with _between(ctx, row_count * rows.shape[1]) as between:
        for first in range(0, texture.height, row_count):
            if first:
                yield
            part = rows[first : first + row_count]
            between.write(part.data)
            texture.write(between, viewport=(0, first, texture.width, len(part)))


def write_buffer(
    ctx: moderngl.Context, buffer: moderngl.Buffer, words: NDArray[Any]
) -> Iterator[None]:
    """Upload a contiguous array to a buffer of the same size; yields between parts.

    Raises:
        ProgramError: the driver has no memory for the staging buffer.
    """
    data = words.reshape(-1).view(np.uint8)
    if data.size <= PART_BYTES:
        buffer.write(data.data)
        return
    with _between(ctx, PART_BYTES) as between:
        for first in range(0, data.size, PART_BYTES):
            if first:
                yield
            part = data[first : first + PART_BYTES]
            between.write(part.data)
            ctx.copy_buffer(buffer, between, size=part.size, write_offset=first)


def read_buffer(
    ctx: moderngl.Context, buffer: moderngl.Buffer, words: NDArray[Any], *, offset: int
) -> None:
    """Fill a contiguous array with a buffer's content from a byte offset.

    Raises:
        ProgramError: the driver has no memory for the staging buffer.
    """
    if words.nbytes == buffer.size:
        buffer.read_into(words.view(np.uint8).data)
        return
    with _between(ctx, words.nbytes) as between:
        ctx.copy_buffer(between, buffer, size=words.nbytes, read_offset=offset)
        between.read_into(words.view(np.uint8).data)


@contextmanager
def _between(ctx: moderngl.Context, byte_count: int) -> Iterator[moderngl.Buffer]:
    """Allocate the staging buffer; an allocation failure is a ProgramError."""
    with ExitStack() as owned:
        with allocating(ctx, f"a buffer of {byte_count} bytes", release=owned.close):
            buffer = ctx.buffer(reserve=byte_count)
            owned.callback(buffer.release)
        yield buffer
