"""What the bars view should draw, from the grays of a state alone."""

import numpy as np
from numpy.typing import NDArray

BAR, RANGE, GROUND, PADDING = (200,) * 3, (112,) * 3, (24,) * 3, (38, 97, 217)
MAX_GRAY = 255


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
        is_padding: which elements are padding; their bars are blue, and as high as the picture.
    """
    count = len(grays)
    if is_padding is None:
        is_padding = np.zeros(count, bool)
    columns = min(count, width)
    edges = np.arange(columns + 1) * count // columns
    is_below = [
        (2 * np.arange(height) + 1) * MAX_GRAY < 2 * gray * height for gray in range(MAX_GRAY + 1)
    ]
    picture = np.empty((height, width, 3), np.uint8)
    for x in range(width):
        column = (2 * x + 1) * columns // (2 * width)
        share = slice(edges[column], edges[column + 1])
        lengths = np.where(is_padding[share], MAX_GRAY, grays[share])
        has_padding = is_padding[share].any()
        upwards = np.full((height, 3), GROUND, np.uint8)
        upwards[is_below[lengths.max()]] = PADDING if has_padding else RANGE
        upwards[is_below[lengths.min()]] = PADDING if has_padding else BAR
        picture[:, x] = upwards[::-1]
    return picture
