"""What is told of the pair of an element equals the reference."""

import numpy as np
import pytest

from bitonic_scope.network.pairs import pair_of
from bitonic_scope.network.reference import sources, states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind


@pytest.mark.parametrize("key_count", [2, 7, 1 << 32])
@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("element_count", [2, 8, 16 * 16, 32 * 8])
def test_the_pair_of_every_element_of_every_pass_equals_the_reference(
    element_count: int, order: Direction, kind: NetworkKind, key_count: int
) -> None:
    network = BitonicNetwork(element_count.bit_length() - 1, kind)
    keys = np.random.default_rng(5).integers(0, key_count, element_count, np.uint64)
    for places, sort_pass in zip(
        states(keys, order=order, network_kind=kind), network.passes, strict=False
    ):
        now = keys[places]
        moved_from = sources(now, sort_pass, order=order)
        exchange_count = 0
        for element in range(element_count):
            pair = pair_of(element, sort_pass, order)
            assert pair.lower < pair.upper
            assert element in (pair.lower, pair.upper)
            partner = pair.partner_of(element)
            assert pair.partner_of(partner) == element
            assert pair_of(partner, sort_pass, order) == pair
            exchanges = pair.exchanges(int(now[pair.lower]), int(now[pair.upper]))
            assert moved_from[element] == (partner if exchanges else element)
            exchange_count += exchanges
            after = now[moved_from]
            first, last = after[pair.lower], after[pair.upper]
            assert first <= last if pair.is_ascending else first >= last
        assert exchange_count == np.count_nonzero(moved_from != np.arange(element_count))


def test_partners_are_the_elements_of_one_compare_distance_or_mirrors() -> None:
    network = BitonicNetwork(3, NetworkKind.FLIP)
    mirror, after_it = network.passes[3], network.passes[4]
    partners = [pair_of(i, mirror, Direction.ASCENDING).partner_of(i) for i in range(8)]
    assert partners == [7, 6, 5, 4, 3, 2, 1, 0]
    partners = [pair_of(i, after_it, Direction.ASCENDING).partner_of(i) for i in range(8)]
    assert partners == [2, 3, 0, 1, 6, 7, 4, 5]


def test_directions_take_turns_until_the_last_stage_of_the_alternating_network() -> None:
    network = BitonicNetwork(3)
    by_pass = [
        [pair_of(i, sort_pass, Direction.ASCENDING).is_ascending for i in range(8)]
        for sort_pass in network.passes
    ]
    two, four, eight = [True, True, False, False] * 2, [True] * 4 + [False] * 4, [True] * 8
    assert by_pass == [two, four, four, eight, eight, eight]
