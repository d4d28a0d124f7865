"""Compares the results of what was measured."""

import numpy as np

from bitonic_scope.data.elements import Elements


def same_bits(got: Elements, expected: Elements) -> bool:
    """Return whether two arrays are equal in every bit."""
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return False
    words = np.dtype(f"u{got.dtype.itemsize}")
    return bool(np.array_equal(got.view(words), expected.view(words)))
