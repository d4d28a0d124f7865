"""The comparator: partners, ends, directions, and the one question that both ends ask."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.network.comparator import is_ascending, is_lower, is_out_of_order, partner

elements = st.integers(0, 2**28 - 1)
bits = st.integers(0, 27)
keys = st.integers(0, 2**32 - 1)


@given(elements, bits)
def test_partner_is_an_involution_without_fixed_points(element: int, bit: int) -> None:
    other = partner(element, partner_mask=1 << bit)
    assert other != element
    assert partner(other, partner_mask=1 << bit) == element


@given(elements, bits)
def test_exactly_one_end_of_a_comparator_is_the_lower_one(element: int, bit: int) -> None:
    other = partner(element, partner_mask=1 << bit)
    ends = {e: is_lower(e, compare_distance=1 << bit) for e in (element, other)}
    assert ends == {min(element, other): True, max(element, other): False}


@given(elements, st.integers(1, 28), st.data(), st.booleans())
def test_both_ends_of_a_comparator_sort_the_same_way(
    element: int, stage: int, data: st.DataObject, descending: bool
) -> None:
    distance = 1 << data.draw(st.integers(0, stage - 1))
    ways = {
        is_ascending(end, direction_mask=1 << stage, descending=descending)
        for end in (element, partner(element, partner_mask=distance))
    }
    assert len(ways) == 1


def test_blocks_alternate_and_the_first_one_ascends() -> None:
    ways = [is_ascending(element, direction_mask=2, descending=False) for element in range(8)]
    assert ways == [True, True, False, False, True, True, False, False]


def test_a_descending_network_turns_every_comparator_round() -> None:
    ways = [is_ascending(element, direction_mask=2, descending=True) for element in range(8)]
    assert ways == [False, False, True, True, False, False, True, True]


@pytest.mark.parametrize(
    ("lower_key", "upper_key", "ascending", "swap"),
    [
        (1, 2, True, False),
        (2, 1, True, True),
        (1, 2, False, True),
        (2, 1, False, False),
        (5, 5, True, False),
        (5, 5, False, False),
        (0, 2**32 - 1, True, False),
        (2**32 - 1, 0, True, True),
    ],
)
def test_only_a_pair_that_stands_the_wrong_way_round_is_exchanged(
    lower_key: int, upper_key: int, ascending: bool, swap: bool
) -> None:
    assert bool(is_out_of_order(lower_key, upper_key, ascending)) is swap


@given(keys, keys, st.booleans())
def test_after_an_exchange_the_pair_is_in_order(lower: int, upper: int, ascending: bool) -> None:
    if is_out_of_order(lower, upper, ascending):
        lower, upper = upper, lower
    assert not is_out_of_order(lower, upper, ascending)
    assert lower <= upper if ascending else lower >= upper


def test_arrays_give_what_single_elements_give() -> None:
    own = np.arange(64)
    many_lower, many_upper = own.astype(np.uint32) % 7, own.astype(np.uint32) % 5
    one_by_one = [
        (
            partner(e, partner_mask=4),
            is_lower(e, compare_distance=4),
            is_ascending(e, direction_mask=8, descending=True),
            bool(is_out_of_order(e % 7, e % 5, e % 2 == 0)),
        )
        for e in range(64)
    ]
    at_once = zip(
        partner(own, partner_mask=4).tolist(),
        is_lower(own, compare_distance=4).tolist(),
        is_ascending(own, direction_mask=8, descending=True).tolist(),
        is_out_of_order(many_lower, many_upper, own % 2 == 0).tolist(),
        strict=True,
    )
    assert list(at_once) == one_by_one
