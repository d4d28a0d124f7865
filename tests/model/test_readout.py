"""The readout: what it says about the position is what the network says."""

import pytest

from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.schedule import BitonicNetwork


def readout_at(position: int) -> Readout:
    settings = SortSettings(width=4, height=2)
    return Readout(settings, Timeline(6, position=position), Capabilities(16384, 2**28))


def test_the_network_is_the_one_of_the_settings() -> None:
    assert readout_at(0).network == BitonicNetwork(3)


@pytest.mark.parametrize(
    ("position", "done", "to_come"),
    [(0, None, (1, 1)), (1, (1, 1), (2, 1)), (5, (3, 2), (3, 3)), (6, (3, 3), None)],
)
def test_pass_done_and_pass_to_come_stand_around_the_position(
    position: int, done: tuple[int, int] | None, to_come: tuple[int, int] | None
) -> None:
    readout = readout_at(position)
    found = [
        sort_pass and (sort_pass.stage, sort_pass.pass_in_stage)
        for sort_pass in (readout.pass_done, readout.pass_to_come)
    ]
    assert found == [done, to_come]


def test_nothing_is_said_to_be_sorted_before_it_was_checked() -> None:
    assert readout_at(6).is_sorted is None
