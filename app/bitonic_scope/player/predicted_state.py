"""The state after any pass, computed from the input by the closed form, in any format."""

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import Elements, element_keys, floats_of_keys, sort_keys
from bitonic_scope.network.closed_form import places_at, sorted_keys_at
from bitonic_scope.network.schedule import Direction, NetworkKind


def predicted_state(
    element_format: ElementFormat,
    elements: Elements,
    pass_index: int,
    *,
    order: Direction,
    network_kind: NetworkKind,
    stable: bool = False,
) -> Elements:
    """Return the state after pass_index passes.

    Without tags, equal keys mean equal bits, so the keys of the state give the elements. Pairs with
    equal keys have different tags, so the closed form needs comparators that order all pairs.

    Args:
        element_format, order, network_kind: those of the engine that sorts.
        elements: the input: (2^m,) of the format's dtype, or (2^m, 2) uint32 pairs.
        pass_index: 0..P.
        stable: whether the index in the input decides between equal keys of pairs.

    Returns:
        The elements, of the same shape and dtype.

    Raises:
        ValueError: the comparators do not order two of the pairs.
    """
    if element_format.has_tag:
        descending = order is Direction.DESCENDING
        keys = sort_keys(element_format, elements, descending=descending, stable=stable)
        return elements[places_at(keys, pass_index, order=order, network_kind=network_kind)]
    values = sorted_keys_at(
        element_keys(element_format, elements), pass_index, order=order, network_kind=network_kind
    )
    if element_format.array_dtype == "u4":
        return values
    return floats_of_keys(values).astype(element_format.array_dtype, copy=False)
