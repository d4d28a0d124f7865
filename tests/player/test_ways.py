"""Which way a jump takes: costs in, way out."""

from collections.abc import Mapping

import pytest
from bitonic_scope.player.ways import Costs, cheapest, estimates
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.model.readout import Way

seconds = st.floats(1e-6, 10)


def ways_between(costs: Costs, reached: int, target: int) -> Mapping[Way, float]:
    """Estimate for an engine that takes a draw a pass."""
    from_input = target < reached
    return estimates(
        costs,
        draw_count=target if from_input else target - reached,
        dispatch_count=29,
        from_input=from_input,
    )


@pytest.mark.parametrize(
    ("costs", "reached", "target", "expected"),
    [
        # A quick machine runs the passes, even from the input on.
        (Costs(1e-5, 1e-4, closed_form=0.02), 100, 103, Way.PASSES),
        (Costs(1e-5, 1e-4, closed_form=0.02), 100, 99, Way.PASSES),
        # A slow one runs a few, and predicts far ones.
        (Costs(0.012, 0.001, closed_form=0.04), 100, 103, Way.PASSES),
        (Costs(0.012, 0.001, closed_form=0.04), 100, 110, Way.CLOSED_FORM),
        (Costs(0.012, 0.001, closed_form=0.04), 100, 99, Way.CLOSED_FORM),
        (Costs(0.012, 0.001, closed_form=0.04), 100, 2, Way.PASSES),
        # Where nothing can be predicted, only the passes are left.
        (Costs(0.012, 0.001), 100, 99, Way.PASSES),
        (Costs(0.001, 0.01, closed_form=1.0, dispatch=0.0001), 0, 300, Way.COMPUTE),
        (Costs(0.001, 0.01, closed_form=0.0001, dispatch=0.1), 0, 300, Way.CLOSED_FORM),
    ],
)
def test_the_cheapest_way_is_taken(costs: Costs, reached: int, target: int, expected: Way) -> None:
    assert cheapest(ways_between(costs, reached, target)) is expected


@given(seconds, seconds, seconds, st.integers(0, 300), st.integers(0, 300))
def test_no_way_is_taken_that_is_dearer_than_another(
    one_pass: float, upload: float, closed_form: float, reached: int, target: int
) -> None:
    ways = ways_between(Costs(one_pass, upload, closed_form), reached, target)
    assert ways[cheapest(ways)] == min(ways.values())
    assert ways[Way.PASSES] >= 0


def test_of_two_equal_ways_the_real_passes_are_run() -> None:
    assert cheapest({Way.CLOSED_FORM: 1.0, Way.COMPUTE: 1.0, Way.PASSES: 1.0}) is Way.PASSES
