"""Looks at what a measured sort has left."""

import numpy as np

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import PADDING_BIT, Elements, sort_keys


def same_bits(got: Elements, expected: Elements) -> bool:
    """Tell whether two arrays are equal in every bit."""
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return False
    words = np.dtype(f"u{got.dtype.itemsize}")
    return bool(np.array_equal(got.view(words), expected.view(words)))


class SortedInput:
    """Knows an input in ascending order, so that many results can be compared with it."""

    def __init__(self, element_format: ElementFormat, elements: Elements) -> None:
        self._element_format = element_format
        self._elements = elements
        self._keys = np.sort(sort_keys(element_format, elements))

    def is_in(self, got: Elements) -> bool:
        """Tell whether elements are those of the input in order, none lost or doubled."""
        if not np.array_equal(sort_keys(self._element_format, got), self._keys):
            return False
        if not self._element_format.has_tag:
            return True  # equal keys are equal elements
        places = got[:, 1] & ~PADDING_BIT
        is_there = np.zeros(places.size, np.bool_)
        is_there[places] = True
        return bool(is_there.all()) and np.array_equal(got, self._elements[places])
