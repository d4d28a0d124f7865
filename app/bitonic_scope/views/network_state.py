"""What the network view shows, as values."""

from collections.abc import Sequence
from typing import NamedTuple

from bitonic_scope.network.schedule import BitonicNetwork, Direction
from bitonic_scope.views.diagram import MAX_WIRES, Diagram, network_diagram
from bitonic_scope.views.palette import Colour


class Wires(NamedTuple):
    """What the wires carry in a state, a wire each.

    Attributes:
        numerals: the number to show; empty for padding.
        colours: the colour to show it on.
    """

    numerals: Sequence[str]
    colours: Sequence[Colour]


class NetworkState(NamedTuple):
    """What the network view shows: a network and its elements, as values.

    Attributes:
        network: the network.
        order: the direction in which it sorts.
        pass_index: the number of passes done, 0..P.
        now: the elements of the state; None if there are too many to read.
        inputs: the elements of the input; None with `now`.
        came_from: for each wire, on which its element was before the pass done; empty for unknown.
        will_come_from: the same for the pass to come.
        padding: which wires carried padding in the states 0..pass_index; empty for no padding.
        are_ranks: whether the numerals are ranks.
        max_wires: the most wires that the canvas has room for.
    """

    network: BitonicNetwork
    order: Direction
    pass_index: int
    now: Wires | None = None
    inputs: Wires | None = None
    came_from: Sequence[int] = ()
    will_come_from: Sequence[int] = ()
    padding: Sequence[Sequence[bool]] = ()
    are_ranks: bool = False
    max_wires: int = MAX_WIRES

    @property
    def diagram(self) -> Diagram:
        """The diagram of the network in this state."""
        return network_diagram(self.network, self.order, self.pass_index, max_wires=self.max_wires)
