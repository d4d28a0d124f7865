"""Where element i lies in a texture: x = i & (width - 1), y = i >> log2(width), y upwards.

Twin of shaders/include/texel.glsl.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TextureLayout:
    """A texture of width x height texels, both powers of two, with one element per texel."""

    width: int
    height: int

    @property
    def element_count(self) -> int:
        """The number of elements in the texture."""
        return self.width * self.height

    @property
    def log2_width(self) -> int:
        """The number of index bits that give the column."""
        return self.width.bit_length() - 1


def picture_rows(texture_rows: NDArray[Any]) -> NDArray[Any]:
    """Flip rows from GL's order, bottom first, to a picture file's order, top first.

    The only place that flips rows. (height, ...) of any dtype, in and out.
    """
    return np.ascontiguousarray(texture_rows[::-1])
