"""The pairs of the pass to come, as views mark them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import sort_keys
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.network.comparator import is_ascending, is_lower, partner
from bitonic_scope.network.reference import sources
from bitonic_scope.network.schedule import Direction, SortPass
from bitonic_scope.views.frame import Frame

MARKS = list(Marks)


def shows(look: Look, marks: Marks) -> bool:
    """Return whether a look shows certain marks; what is to be predicted stays hidden."""
    if look.hides_next and marks is Marks.EXCHANGES:
        return False
    return MARKS.index(look.marks) >= MARKS.index(marks)


def pass_to_come(frame: Frame) -> SortPass | None:
    """Return the pass that follows a state; None at the end."""
    return frame.start_data.settings.network.pass_to_come(frame.pass_index)


def partner_of(frame: Frame, element: int) -> int | None:
    """Return the index of an element's partner in the pass to come; None at the end."""
    to_come = pass_to_come(frame)
    return None if to_come is None else partner(element, partner_mask=to_come.partner_mask)


def is_block_ascending(frame: Frame, to_come: SortPass, element: int) -> bool:
    """Return the direction of an element's block in the pass to come."""
    descending = frame.start_data.settings.order is Direction.DESCENDING
    return bool(is_ascending(element, direction_mask=to_come.direction_mask, descending=descending))


class Pairs(NamedTuple):
    """All pairs of a pass.

    Attributes:
        lower: (pair_count,) the index of the lower end.
        upper: (pair_count,) the index of the upper end.
        exchanges: (pair_count,) whether the pass exchanges them; None if that is not known.
    """

    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    exchanges: NDArray[np.bool_] | None


def pairs_to_come(frame: Frame, to_come: SortPass) -> Pairs:
    """Return the pairs of the pass to come, with exchanges if the frame has its elements."""
    elements = np.arange(frame.layout.element_count)
    lower = elements[is_lower(elements, compare_distance=to_come.compare_distance)]
    upper = partner(lower, partner_mask=to_come.partner_mask)
    if frame.elements is None:
        return Pairs(lower, upper, None)
    data, settings = frame.start_data, frame.start_data.settings
    keys = sort_keys(
        data.storage.element_format,
        frame.elements,
        descending=settings.order is Direction.DESCENDING,
        stable=settings.stable,
    )
    come_from = sources(keys, to_come, order=settings.order)
    return Pairs(lower, upper, come_from[lower] != lower)
