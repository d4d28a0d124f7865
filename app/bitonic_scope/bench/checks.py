"""The expected states of a sort, and the comparison in every bit."""

import numpy as np

from bitonic_scope.data.element_format import FLOAT32, ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state


def same_bits(got: Elements, expected: Elements) -> bool:
    """Return whether two arrays are equal in every bit."""
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return False
    words = np.dtype(f"u{got.dtype.itemsize}")
    return bool(np.array_equal(got.view(words), expected.view(words)))


def state_at(
    elements: Elements, pass_index: int, element_format: ElementFormat = FLOAT32
) -> Elements:
    """Return the state after pass_index passes of the default sort of elements."""
    order, network_kind = Direction.ASCENDING, NetworkKind.ALTERNATING
    return predicted_state(
        element_format, elements, pass_index, order=order, network_kind=network_kind
    )
