"""Where element i lies in a texture: x = i & (width - 1), y = i >> log2(width), y upwards.

Twin of shaders/include/texel.glsl.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TextureLayout:
    """A texture of width x height texels, both powers of two, that holds an element a texel."""

    width: int
    height: int

    @property
    def element_count(self) -> int:
        """How many elements the texture holds."""
        return self.width * self.height

    @property
    def log2_width(self) -> int:
        """The number of index bits that make the column."""
        return self.width.bit_length() - 1


def picture_rows(texture_rows: NDArray[Any]) -> NDArray[Any]:
    """Turn rows as GL has them, bottom first, into rows as a picture file has them, top first.

    The one place where this turn is made. (height, ...) of any dtype, in and out.
    """
    return np.ascontiguousarray(texture_rows[::-1])
