"""The number of exchanges of each pass equals what the reference moves."""

from itertools import pairwise

import numpy as np
import pytest

from bitonic_scope.network.exchange_counts import exchange_counts
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind


@pytest.mark.parametrize("key_count", [1, 2, 9, 1 << 63])
@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("element_count", [1, 2, 4, 8, 64, 512])
def test_counts_equal_the_moves_of_the_reference(
    element_count: int, order: Direction, kind: NetworkKind, key_count: int
) -> None:
    keys = np.random.default_rng(element_count).integers(0, key_count, element_count, np.uint64)
    before = keys.copy()
    moves = [
        np.count_nonzero(now != then) // 2
        for now, then in pairwise(states(keys, order=order, network_kind=kind))
    ]
    assert list(exchange_counts(keys, order=order, network_kind=kind)) == moves
    assert np.array_equal(keys, before)


def test_sorted_input_takes_all_comparisons_but_no_exchange_in_the_flip_network() -> None:
    keys = np.arange(256, dtype=np.uint32)
    network = BitonicNetwork(8, NetworkKind.FLIP)
    counts = list(exchange_counts(keys, order=Direction.ASCENDING, network_kind=network.kind))
    assert counts == [0] * network.pass_count == [0] * 36


def test_sorted_input_is_exchanged_in_the_alternating_network() -> None:
    keys = np.arange(8, dtype=np.uint32)
    kind = NetworkKind.ALTERNATING
    counts = exchange_counts(keys, order=Direction.ASCENDING, network_kind=kind)
    assert list(counts) == [2, 2, 2, 0, 2, 2]
