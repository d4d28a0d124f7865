"""Moves large arrays between host and driver in parts: one call for all would hold the window.

Through a small buffer in between. Drivers keep a buffer or texture where it is used: written or
read in parts by the host, all of it would move to the host's memory first, and be slow there.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.gpu.allocation import allocating

PART_BYTES = 1 << 24  # 4 ms on a quick GPU behind a slow bus, 5 ms on software GL


def write_texture(
    ctx: moderngl.Context, texture: moderngl.Texture, texels: NDArray[Any]
) -> Iterator[None]:
    """Write all texels; yields between the parts.

    Args:
        ctx: of the texture.
        texture: whose size and components they fit.
        texels: in rows from the bottom, contiguous.
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
    """Write a contiguous array to a buffer of its size; yields between the parts."""
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
    """Fill a contiguous array with what a buffer holds from an offset in bytes on."""
    if words.nbytes == buffer.size:
        buffer.read_into(words.view(np.uint8).data)
        return
    with _between(ctx, words.nbytes) as between:
        ctx.copy_buffer(between, buffer, size=words.nbytes, read_offset=offset)
        between.read_into(words.view(np.uint8).data)


@contextmanager
def _between(ctx: moderngl.Context, byte_count: int) -> Iterator[moderngl.Buffer]:
    """Make the small buffer; a driver that has no room for it is a ProgramError."""
    with ExitStack() as owned:
        with allocating(ctx, f"a buffer of {byte_count} bytes", release=owned.close):
            buffer = ctx.buffer(reserve=byte_count)
            owned.callback(buffer.release)
        yield buffer
