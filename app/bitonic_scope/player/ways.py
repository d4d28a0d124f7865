"""Which way a jump takes to another state: costs in, way out."""

from collections.abc import Mapping
from typing import NamedTuple

from bitonic_scope.model.readout import Way


class Costs(NamedTuple):
    """What things cost on this machine for elements of one number and format, in seconds.

    Attributes:
        draw: a draw or dispatch of the engine.
        upload: of all elements.
        closed_form: of a state; None where it cannot be had.
        dispatch: of the compute engine; None where there is none.
        hand_over: of its state to the engine.
    """

    draw: float
    upload: float
    closed_form: float | None = None
    dispatch: float | None = None
    hand_over: float = 0.0


def estimates(
    costs: Costs, *, draw_count: int, dispatch_count: int, from_input: bool
) -> Mapping[Way, float]:
    """Return what each way is expected to take, in seconds.

    Args:
        costs: of this machine.
        draw_count: how many draws of the engine lead to the target.
        dispatch_count: how many dispatches of the compute engine.
        from_input: whether the draws begin at the input, which is uploaded first.
    """
    ways = {Way.PASSES: draw_count * costs.draw + (costs.upload if from_input else 0.0)}
    if costs.closed_form is not None:
        ways[Way.CLOSED_FORM] = costs.closed_form + costs.upload
    if costs.dispatch is not None:
        ways[Way.COMPUTE] = dispatch_count * costs.dispatch + costs.hand_over
    return ways


def cheapest(ways: Mapping[Way, float]) -> Way:
    """Return the way that takes the least time; of two, the one that runs real passes."""
    return min(ways, key=lambda way: (ways[way], list(Way).index(way)))
