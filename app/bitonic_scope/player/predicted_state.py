"""The state after any pass as elements, straight from the input: the closed form in any format."""

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

    Where equal keys mean equal bits, the keys of the state are the state. Pairs may have equal keys
    and different places; they are predicted only where the comparators put them in a total order.

    Args:
        element_format: of the elements.
        elements: the input, a power of two of them.
        pass_index: 0..P.
        order: which way the network sorts.
        network_kind: which network.
        stable: whether equal pairs are compared by their place in the input.

    Raises:
        ValueError: pairs are equal that the comparators do not tell apart.
    """
    if element_format.has_tag:
        descending = order is Direction.DESCENDING
        keys = sort_keys(element_format, elements, descending=descending, stable=stable)
        return elements[places_at(keys, pass_index, order=order, network_kind=network_kind)]
    values = sorted_keys_at(
        element_keys(element_format, elements),
        pass_index,
        order=order,
        network_kind=network_kind,
    )
    if element_format.array_dtype == "u4":
        return values
    return floats_of_keys(values).astype(element_format.array_dtype, copy=False)
