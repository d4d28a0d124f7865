"""The diagram of a network: which comparators stand in which column, and on which wires.

Up to 64 elements it is the whole network, a wire per element. Of a larger one it is the pattern of
a block, or of several short ones: up to six passes of a stage that follow each other. Where 64
wires are too few for the block, a wire stands for several neighbouring elements. A small canvas has
room for 32 or 16 wires only, and for five or four passes.
"""

from functools import lru_cache
from typing import NamedTuple

from bitonic_scope.network.comparator import is_ascending, is_lower, partner
from bitonic_scope.network.schedule import BitonicNetwork, Direction, SortPass

MAX_WIRES = 64  # 1.2 u apart: closer, comparators merge into gray
MIN_WIRES = 16  # of a pattern: shorter blocks show their neighbours


class Comparator(NamedTuple):
    """A comparator between two wires.

    Attributes:
        lower: the wire of the lower end, the upper one on the screen.
        upper: the wire of the upper end.
        ascending: whether the larger goes to the upper end.
        lane: its place in the column, from the left, so that no two overlap.
    """

    lower: int
    upper: int
    ascending: bool
    lane: int

    @property
    def larger_goes_to(self) -> int:
        """The wire to which the larger of the two goes."""
        return self.upper if self.ascending else self.lower


class Column(NamedTuple):
    """One pass: its comparators, in a number of lanes side by side."""

    sort_pass: SortPass
    comparators: tuple[Comparator, ...]
    lane_count: int


class Diagram(NamedTuple):
    """What the network view shows of a network.

    Attributes:
        wire_count: the number of wires.
        elements_per_wire: how many neighbouring elements share a wire.
        columns: the passes, in order.
        columns_done: how many of them are done.
        note: what part of the network it is; empty for the whole.
    """

    wire_count: int
    elements_per_wire: int
    columns: tuple[Column, ...]
    columns_done: int
    note: str = ""


def network_diagram(
    network: BitonicNetwork, order: Direction, pass_index: int, *, max_wires: int = MAX_WIRES
) -> Diagram:
    """Return the diagram of a network for a state.

    Args:
        network: the network.
        order: the direction in which it sorts.
        pass_index: the number of passes done, 0..P.
        max_wires: the most wires that the canvas has room for: MIN_WIRES to MAX_WIRES.
    """
    count, passes_at_once = network.element_count, max_wires.bit_length() - 1
    if count <= max_wires:
        columns = tuple(_column(each, order, count, 1) for each in network.passes)
        return Diagram(count, 1, columns, pass_index)
    near = network.pass_at(min(pass_index + 1, network.pass_count))
    before = (near.pass_in_stage - 1) // passes_at_once * passes_at_once  # passes in the stage
    part = near.block_size >> before  # these passes do the same in each part of that size
    shown = max(part, MIN_WIRES)
    wires = min(shown, max_wires)
    start = near.pass_index - near.pass_in_stage
    first, last = start + before, start + min(before + passes_at_once, near.stage)
    columns = tuple(
        _column(each, order, wires, shown // wires) for each in network.passes[first:last]
    )
    note = _note(network, near, part=part, shown=shown, per_wire=shown // wires)
    return Diagram(wires, shown // wires, columns, pass_index - first, note)


def _note(network: BitonicNetwork, near: SortPass, *, part: int, shown: int, per_wire: int) -> str:
    """Say which part of a network the pattern is."""
    kind = "block" if part == near.block_size else "part"
    if part == shown:
        text = f"One {kind} of {part:,} of the {network.element_count:,} elements"
    else:
        text = f"The first {shown} of {network.element_count:,} elements"
    if shown < network.element_count:
        text += "; the others do the same"
        if near.direction_mask and shown <= near.block_size < network.element_count:
            text += ", in every second block with the arrows the other way"
    if per_wire > 1:
        text += f". Each wire stands for {per_wire:,} neighbouring elements"
    return text + "."


@lru_cache(maxsize=512)
def _column(
    sort_pass: SortPass, order: Direction, wire_count: int, elements_per_wire: int
) -> Column:
    """Return the comparators of a pass between the first wires."""
    found: list[Comparator] = []
    lane_ends: list[int] = []  # the lowest wire on the screen that each lane has reached
    for wire in range(wire_count):
        element = wire * elements_per_wire
        if not is_lower(element, compare_distance=sort_pass.compare_distance):
            continue
        other = partner(element, partner_mask=sort_pass.partner_mask) // elements_per_wire
        ascending = is_ascending(
            element,
            direction_mask=sort_pass.direction_mask,
            descending=order is Direction.DESCENDING,
        )
        lane = next((lane for lane, end in enumerate(lane_ends) if end < wire), len(lane_ends))
        if lane == len(lane_ends):
            lane_ends.append(other)
        lane_ends[lane] = other
        found.append(Comparator(wire, other, bool(ascending), lane))
    return Column(sort_pass, tuple(found), len(lane_ends))
