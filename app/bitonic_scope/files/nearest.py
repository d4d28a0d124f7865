"""The float32 nearest to a decimal.

Conversion through float64 rounds twice, and errs for decimals that do not lie halfway between two
float32s although their nearest float64 does.
"""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import SMALLEST_NORMAL

HALFWAY_BITS = np.uint64(1 << 28)  # of the 29 significand bits of float64 that float32 lacks
LOWER_BITS = np.uint64((1 << 29) - 1)
SUBNORMALS_PER_ONE = 2.0**149  # the spacing of subnormal float32s is 1 / this


def nearest_float32(numbers: NDArray[np.float64], fields: Sequence[str]) -> NDArray[np.float32]:
    """Round decimals to float32 once, ties to even.

    Args:
        numbers: (count,) the nearest float64 of each decimal, without NaN.
        fields: (count,) the decimals as written.

    Returns:
        (count,) float32; infinite from halfway between the largest float32 and 2^128.
    """
    with np.errstate(over="ignore", under="ignore"):
        nearest = numbers.astype(np.float32)
    for index in np.flatnonzero(_is_halfway(numbers)).tolist():
        double = numbers[index]
        side = Decimal(fields[index]).compare(Decimal(double.item()))
        if side > 0 and nearest[index] < double:
            nearest[index] = np.nextafter(nearest[index], np.float32(np.inf))
        elif side < 0 and nearest[index] > double:
            nearest[index] = np.nextafter(nearest[index], np.float32(-np.inf))
    return nearest


def _is_halfway(numbers: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which float64s lie halfway between two float32s: (count,) bool."""
    is_halfway: NDArray[np.bool_] = (numbers.view(np.uint64) & LOWER_BITS) == HALFWAY_BITS
    tiny = np.flatnonzero((np.abs(numbers) < SMALLEST_NORMAL) & (numbers != 0))
    steps = numbers[tiny] * SUBNORMALS_PER_ONE
    is_halfway[tiny] = steps - np.floor(steps) == 0.5
    return is_halfway
