"""The comparator: which two elements a pass compares, and when it exchanges them.

Twin of shaders/include/comparator.glsl, function by function. Each function takes Python ints or
numpy integer arrays (one value an element) and returns the same kind.
"""

from typing import Any, TypeVar

Index = TypeVar("Index", int, Any)


def partner(element: Index, *, partner_mask: int) -> Index:
    """Return the element that the comparator of this element joins it with."""
    return element ^ partner_mask


def is_lower(element: Index, *, compare_distance: int) -> Any:
    """Tell whether the element is the lower end of its comparator."""
    return (element & compare_distance) == 0


def is_ascending(element: Index, *, direction_mask: int, descending: bool) -> Any:
    """Tell which way the comparator of this element sorts.

    In the alternating network blocks take turns, the first one ascending, so that each two
    neighbours make a bitonic sequence for the next stage. In the flip network the mask is 0: all
    are ascending. A descending order turns every comparator round.
    """
    return ((element & direction_mask) == 0) != descending


def is_out_of_order(lower_key: Any, upper_key: Any, ascending: Any) -> Any:
    """Tell whether the two ends of a comparator have to be exchanged.

    Both ends ask with the same ordered pair of sort keys, so they always agree; equal keys are
    never exchanged, so that no payload is lost or doubled.
    """
    return (lower_key != upper_key) & ((lower_key > upper_key) == ascending)
