"""Writes large arrays to the driver in parts: one call for all of it would hold the window."""

from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

PART_BYTES = 1 << 24  # up to 15 ms on a quick GPU behind a slow bus, 2 ms on software GL


def write_texture(texture: moderngl.Texture, texels: NDArray[Any]) -> Iterator[None]:
    """Write all texels; yields between the parts.

    Args:
        texture: whose size and components they fit.
        texels: in rows from the bottom, contiguous.
    """
    rows = texels.reshape(texture.height, -1).view(np.uint8)
    row_count = max(1, PART_BYTES // rows.shape[1])
    for first in range(0, texture.height, row_count):
        if first:
            yield
        part = rows[first : first + row_count]
        texture.write(part.data, viewport=(0, first, texture.width, len(part)))


def write_buffer(buffer: moderngl.Buffer, words: NDArray[Any]) -> Iterator[None]:
    """Write a contiguous array from the start of a buffer; yields between the parts."""
    data = words.reshape(-1).view(np.uint8)
    for first in range(0, data.size, PART_BYTES):
        if first:
            yield
        buffer.write(data[first : first + PART_BYTES].data, offset=first)
