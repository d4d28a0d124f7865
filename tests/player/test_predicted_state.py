"""The closed form as elements: equal to the passes in every state, format, order and network."""

import numpy as np
import pytest

from bitonic_scope.data.element_format import FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import store
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state
from tests.support.oracle import can_pad, elements_at_every_pass, values_for


@pytest.mark.parametrize("network_kind", list(NetworkKind))
@pytest.mark.parametrize("order", list(Direction))
@pytest.mark.parametrize("count", [1, 2, 32, 50, 128])
@pytest.mark.parametrize("element_format", list(FORMATS.values()), ids=lambda row: row.name)
def test_every_state_of_every_format_is_predicted(
    element_format: ElementFormat, count: int, order: Direction, network_kind: NetworkKind
) -> None:
    element_count = 1 << (count - 1).bit_length()
    if not can_pad(element_format):
        count = element_count
    stable = element_format.has_tag
    elements = store(
        element_format,
        values_for(element_format, count, ties=True),
        element_count=element_count,
        descending=order is Direction.DESCENDING,
    )
    states = elements_at_every_pass(element_format, elements, order, network_kind, stable=stable)
    for pass_index, expected in enumerate(states):
        state = predicted_state(
            element_format,
            elements,
            pass_index,
            order=order,
            network_kind=network_kind,
            stable=stable,
        )
        assert state.dtype == expected.dtype
        assert state.tobytes() == expected.tobytes(), pass_index


def test_equal_pairs_that_are_not_told_apart_cannot_be_predicted() -> None:
    pair = FORMATS[FormatName.PAIR]
    elements = store(pair, np.zeros(8, np.float32), element_count=8, descending=False)
    with pytest.raises(ValueError, match=r"distinct|equal"):
        predicted_state(pair, elements, 3, order=Direction.ASCENDING, network_kind=NetworkKind.FLIP)
