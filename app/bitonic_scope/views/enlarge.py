"""Enlarges element colours on the CPU, for plain recorded frames of the texture.

The recorder reads back one pixel per element instead of a square; its writer threads enlarge it.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

MIN_STRIPED_PIXELS = 4  # per side: below, stripes would look like noise
STRIPE = np.array((13, 36, 89), np.uint8)  # RGB
ALPHA = 3


def enlarge(colours: NDArray[np.uint8], pixels_per_texel: int) -> NDArray[np.uint8]:
    """Return a picture in which each element is a square.

    Args:
        colours: (height, width) uint8 gray, or (height, width, 4) uint8 RGBA where alpha 0 marks
            padding; top row first.
        pixels_per_texel: side of a square.

    Returns:
        (height, width) uint8 gray or (height, width, 3) uint8 RGB, in pixels.
    """
    shown = colours if colours.ndim == 2 else colours[:, :, :ALPHA]
    if pixels_per_texel == 1:
        return np.ascontiguousarray(shown)  # np.repeat would hold the GIL
    wide = np.repeat(shown, pixels_per_texel, axis=1)
    picture = np.repeat(wide, pixels_per_texel, axis=0)
    if colours.ndim == 3 and pixels_per_texel >= MIN_STRIPED_PIXELS:
        _draw_stripes(picture, colours[:, :, ALPHA] == 0, pixels_per_texel)
    return picture


def _draw_stripes(
    picture: NDArray[np.uint8], is_padding: NDArray[np.bool_], pixels_per_texel: int
) -> None:
    """Draw stripes on padding, from top left to bottom right, counted from the bottom left.

    Masks one row of elements at a time, with views of one stripe row that is a period longer:
    masks of the whole picture would take more memory than the picture.
    """
    height, width, _ = picture.shape
    stripe_width = max(pixels_per_texel // 8, 2)
    period = 2 * stripe_width
    is_stripe = np.arange(width + period) // stripe_width % 2 == 0
    from_column = sliding_window_view(is_stripe, width)  # without a copy
    for row in np.flatnonzero(is_padding.any(axis=1)):
        top = row * pixels_per_texel
        from_below = height - 1 - np.arange(top, top + pixels_per_texel)
        mask = from_column[from_below % period]
        mask &= np.repeat(is_padding[row], pixels_per_texel)
        np.copyto(picture[top : top + pixels_per_texel], STRIPE, where=mask[:, :, np.newaxis])
