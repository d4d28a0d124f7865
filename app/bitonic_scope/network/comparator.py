"""The comparator: which two elements a pass compares, and when it exchanges them.

Twin of shaders/include/comparator.glsl, function by function. Each function takes Python ints or
numpy integer arrays (one value per element) and returns the same kind.
"""

from typing import Any, TypeVar

Index = TypeVar("Index", int, Any)


def partner(element: Index, *, partner_mask: int) -> Index:
    """Return the index of the element at the other end of this element's comparator."""
    return element ^ partner_mask


def is_lower(element: Index, *, compare_distance: int) -> Any:
    """Return whether the element is the lower end of its comparator."""
    return (element & compare_distance) == 0


def is_ascending(element: Index, *, direction_mask: int, descending: bool) -> Any:
    """Return whether the comparator of this element sorts ascending.

    In the alternating network blocks alternate in direction, the first ascending, so that each
    pair of blocks is bitonic for the next stage. In the flip network the mask is 0: all blocks are
    ascending. A descending order reverses every comparator.
    """
    return ((element & direction_mask) == 0) != descending


def is_out_of_order(lower_key: Any, upper_key: Any, ascending: Any) -> Any:
    """Return whether a comparator must exchange its two elements.

    Both ends pass the same ordered pair of sort keys, so they always agree; equal keys are never
    exchanged, so no payload is lost or duplicated.
    """
    return (lower_key != upper_key) & ((lower_key > upper_key) == ascending)
