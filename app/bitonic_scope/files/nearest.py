"""The float32 nearest to a decimal.

By way of a double a decimal is rounded twice, and a few come out wrong: those whose double lies in
the middle between two floats although they themselves do not.
"""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import SMALLEST_NORMAL

HALFWAY_BITS = np.uint64(1 << 28)  # of the 29 bits that a double has and a float has not
LOWER_BITS = np.uint64((1 << 29) - 1)
SUBNORMALS_PER_ONE = 2.0**149  # below the normal floats they are all as far apart as this


def nearest_float32(numbers: NDArray[np.float64], fields: Sequence[str]) -> NDArray[np.float32]:
    """Round decimals to float32, once; of two that are as near, to the even one.

    Args:
        numbers: (count,) the nearest float64 of each, without NaN.
        fields: count decimals as they are written.

    Returns:
        (count,) float32, infinite from the middle between the largest one and 2^128 on.
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
    """Tell which doubles lie in the middle between two floats."""
    is_halfway: NDArray[np.bool_] = (numbers.view(np.uint64) & LOWER_BITS) == HALFWAY_BITS
    tiny = np.flatnonzero((np.abs(numbers) < SMALLEST_NORMAL) & (numbers != 0))
    steps = numbers[tiny] * SUBNORMALS_PER_ONE
    is_halfway[tiny] = steps - np.floor(steps) == 0.5
    return is_halfway
