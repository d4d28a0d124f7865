"""What the bars view should draw, from the grays of a state alone."""

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.model.look import Theme
from bitonic_scope.views.palette import PALETTES

MAX_GRAY = 255
DARK = PALETTES[Theme.DARK]
BAR, GROUND = DARK.bar, DARK.ground
RANGE = (98, 101, 112)  # half-way from the bars to the ground
HATCH = (DARK.panel, DARK.edge)
LEAST_ROWS = 2  # of a bar, at 8 pixels per unit
MIN_GAP_PITCH, MAX_GAP = 3, 4  # pixels


def bars_picture(
    grays: NDArray[np.uint8],
    width: int,
    height: int,
    *,
    is_padding: NDArray[np.bool_] | None = None,
) -> NDArray[np.uint8]:
    """Return the picture of a state: (height, width, 3) uint8, top row first.

    A pixel belongs to a bar where its centre does. None lies on the very top of a bar, as that
    would make an odd number equal to an even one; heights that are multiples of 51 keep all of them
    a tenth of a pixel away from there, and so any rounding of the driver.

    Args:
        grays: of the elements, in order of the element index.
        width, height: of the picture in pixels.
        is_padding: which elements are padding; columns of it alone are hatched, and as high as the
            picture.
    """
    count = len(grays)
    if is_padding is None:
        is_padding = np.zeros(count, bool)
    columns = min(count, width)
    edges = np.arange(columns + 1) * count // columns
    starts = np.arange(columns + 1) * width // columns
    gap = min(max(round(width / columns / 5), 1), MAX_GAP) if width / columns >= 3 else 0
    rows = np.arange(height)
    is_below = [
        ((2 * rows + 1) * MAX_GRAY < 2 * gray * height) | (rows < LEAST_ROWS)
        for gray in range(MAX_GRAY + 1)
    ]
    hatch = hatch_picture(width, height)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = GROUND
    for column in range(columns):
        share = slice(edges[column], edges[column + 1])
        left, right = starts[column], starts[column + 1]
        real = grays[share][~is_padding[share]]
        if not real.size:
            picture[:, left:right] = hatch[:, left:right]
            continue
        upwards = np.full((height, 3), GROUND, np.uint8)
        upwards[is_below[real.max()]] = RANGE
        upwards[is_below[real.min()]] = BAR
        picture[:, left : max(right - gap, left + 1)] = upwards[::-1, np.newaxis]
    return picture


def hatch_picture(width: int, height: int) -> NDArray[np.uint8]:
    """Return the hatch of padding all over a canvas: lines from the bottom left to the top right.

    They are 5 pixels apart, counted across.
    """
    period = 7
    from_left, from_below = np.arange(width), np.arange(height)[::-1, np.newaxis]
    is_line = (from_left - from_below) % period < max(period // 4, 1)
    return np.where(is_line[:, :, np.newaxis], *(np.array(c, np.uint8) for c in HATCH[::-1]))
