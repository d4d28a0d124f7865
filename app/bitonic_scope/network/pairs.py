"""The pair of one element: its comparator in a pass, for people who point at it."""

from typing import NamedTuple

from bitonic_scope.network.comparator import is_ascending, is_lower, is_out_of_order, partner
from bitonic_scope.network.schedule import Direction, SortPass


class Pair(NamedTuple):
    """The two elements of a comparator.

    Attributes:
        lower: the index of the lower end.
        upper: the index of the upper end, above lower.
        is_ascending: whether the smaller of the two goes to the lower end.
    """

    lower: int
    upper: int
    is_ascending: bool

    def partner_of(self, element: int) -> int:
        """Return the other end."""
        return self.lower + self.upper - element

    def exchanges(self, lower_key: int, upper_key: int) -> bool:
        """Return whether the pass exchanges the two, from the sort keys of both ends."""
        return bool(is_out_of_order(lower_key, upper_key, self.is_ascending))


def pair_of(element: int, sort_pass: SortPass, order: Direction) -> Pair:
    """Return the pair of an element in a pass.

    Args:
        element: the index of either end.
        sort_pass: the pass.
        order: the direction in which the network sorts.
    """
    other = partner(element, partner_mask=sort_pass.partner_mask)
    is_lower_end = is_lower(element, compare_distance=sort_pass.compare_distance)
    lower, upper = (element, other) if is_lower_end else (other, element)
    mask, descending = sort_pass.direction_mask, order is Direction.DESCENDING
    return Pair(lower, upper, is_ascending(element, direction_mask=mask, descending=descending))
