"""Which way a jump takes to another state: costs in, way out."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Way(StrEnum):
    """A way to a state; all lead to the same bits."""

    PASSES = "passes"  # one by one, from where the sort stands or from the input
    COMPUTE = "compute engine"  # from the input, many passes a dispatch
    CLOSED_FORM = "closed form"  # from the input, on the processor, without any pass


class Costs(NamedTuple):
    """What things cost on this machine for elements of one number and format, in seconds.

    Attributes:
        one_pass: a pass of the engine.
        upload: of all elements.
        closed_form: of a state; None where it cannot be had.
        dispatch: of the compute engine; None where there is none.
    """

    one_pass: float
    upload: float
    closed_form: float | None = None
    dispatch: float | None = None


class Jump(NamedTuple):
    """A jump that was made.

    Attributes:
        way: which way it took.
        seconds: how long it took.
    """

    way: Way
    seconds: float


def estimates(
    costs: Costs, reached: int, target: int, *, dispatch_count: int = 0
) -> Mapping[Way, float]:
    """Return what each way from one pass_index to another is expected to take, in seconds.

    Args:
        costs: of this machine.
        reached: the pass_index at which the sort stands.
        target: the pass_index that is wanted.
        dispatch_count: how many dispatches lead from the input to the target.
    """
    if target >= reached:
        passes = (target - reached) * costs.one_pass
    else:
        passes = costs.upload + target * costs.one_pass
    ways = {Way.PASSES: passes}
    if costs.closed_form is not None:
        ways[Way.CLOSED_FORM] = costs.closed_form + costs.upload
    if costs.dispatch is not None:
        ways[Way.COMPUTE] = dispatch_count * costs.dispatch
    return ways


def cheapest(ways: Mapping[Way, float]) -> Way:
    """Return the way that takes the least time; of two, the one that runs real passes."""
    return min(ways, key=lambda way: (ways[way], list(Way).index(way)))
