"""Enlarges the colours of elements on the processor: bit for bit what texture_view.frag draws.

The recorder reads back a pixel an element instead of a square of pixels, and leaves the rest to its
writers.
"""

import numpy as np
from numpy.typing import NDArray

MIN_STRIPED_PIXELS = 4  # a side: below, stripes would only be noise
STRIPE = (13, 36, 89)  # RGB
ALPHA = 3


def enlarge(colours: NDArray[np.uint8], pixels_per_texel: int) -> NDArray[np.uint8]:
    """Return a picture in which each element is a square.

    Args:
        colours: (height, width) uint8 gray, or (height, width, 4) uint8 RGBA where alpha 0 marks
            padding; top row first.
        pixels_per_texel: how many pixels a side.

    Returns:
        (height, width) uint8 gray or (height, width, 3) uint8 RGB, in pixels.
    """
    wide = np.repeat(colours, pixels_per_texel, axis=1)
    picture = np.repeat(wide, pixels_per_texel, axis=0)
    if picture.ndim == 2:
        return picture
    if pixels_per_texel >= MIN_STRIPED_PIXELS:
        is_padding = picture[:, :, ALPHA] == 0
        height, width = is_padding.shape
        picture[is_padding & _stripes(height, width, pixels_per_texel), :ALPHA] = STRIPE
    return picture[:, :, :ALPHA]


def _stripes(height: int, width: int, pixels_per_texel: int) -> NDArray[np.bool_]:
    """Return stripes from top left to bottom right, counted from the bottom left."""
    stripe_width = max(pixels_per_texel // 8, 2)
    from_below = np.arange(height)[::-1, np.newaxis]
    stripes: NDArray[np.bool_] = (from_below + np.arange(width)) // stripe_width % 2 == 0
    return stripes
