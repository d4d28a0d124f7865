"""Looks at what a measured sort has left."""

import numpy as np

from app.data.element_format import ElementFormat
from app.data.elements import PADDING_BIT, Elements, sort_keys


def same_bits(got: Elements, expected: Elements) -> bool:
    """Tell whether two arrays are equal in every bit."""
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return False
    words = np.dtype(f"u{got.dtype.itemsize}")
    return bool(np.array_equal(got.view(words), expected.view(words)))


def is_sorted_input(element_format: ElementFormat, got: Elements, elements: Elements) -> bool:
    """Tell whether elements are those of an input in ascending order, none lost or doubled."""
    keys = sort_keys(element_format, got)
    if not np.array_equal(keys, np.sort(sort_keys(element_format, elements))):
        return False
    if not element_format.has_tag:
        return True  # equal keys are equal elements
    places = got[:, 1] & ~PADDING_BIT
    is_permutation = np.array_equal(np.sort(places), np.arange(places.size))
    return is_permutation and np.array_equal(got, elements[places])
