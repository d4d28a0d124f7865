"""Passes in words."""

import pytest

from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.text.captions import (
    caption,
    end_line,
    exchanges_line,
    place_in_network,
    short_caption,
    why_line,
)

OF_65536 = BitonicNetwork(16)


def test_the_caption_names_stage_and_pass_from_1() -> None:
    assert caption(OF_65536, 0) == (
        "Stage 1 of 16, pass 1 of 1: compares elements 1 apart in blocks of 2"
    )
    assert caption(OF_65536, 5) == (
        "Stage 3 of 16, pass 3 of 3: compares elements 1 apart in blocks of 8"
    )
    assert caption(OF_65536, 135) == (
        "Stage 16 of 16, pass 16 of 16: compares elements 1 apart in blocks of 65,536"
    )
    assert place_in_network(OF_65536, OF_65536.pass_at(1)) == "stage 1 of 16, pass 1 of 1"
    assert place_in_network(OF_65536, OF_65536.pass_at(136)) == "stage 16 of 16, pass 16 of 16"


def test_at_the_end_nothing_is_to_come() -> None:
    assert caption(OF_65536, 136) == "All 136 passes done"
    assert caption(BitonicNetwork(1), 1) == "The 1 pass is done"


def test_one_element_is_said_to_be_in_order() -> None:
    one = BitonicNetwork(0)
    assert caption(one, 0) == short_caption(one, 0) == "One element is always in order"


def test_the_first_pass_of_a_flip_stage_is_called_a_mirror() -> None:
    network = BitonicNetwork(16, NetworkKind.FLIP)
    assert caption(network, 3) == (
        "Stage 3 of 16, pass 1 of 3: compares each element with its mirror within blocks of 8"
    )
    assert caption(network, 4) == (
        "Stage 3 of 16, pass 2 of 3: compares elements 2 apart in blocks of 8"
    )


def test_the_caption_names_the_pass_to_come() -> None:
    network = BitonicNetwork(8)
    assert caption(network, 12) == (
        "Stage 5 of 8, pass 3 of 5: compares elements 4 apart in blocks of 32"
    )
    assert short_caption(network, 12) == "Compares elements 4 apart in blocks of 32"
    assert caption(network, 36) == short_caption(network, 36) == "All 36 passes done"
    assert short_caption(network, 36, is_sorted=True) == "Sorted in 36 passes"
    assert short_caption(network, 36, is_sorted=False) == "NOT IN ORDER"
    assert short_caption(BitonicNetwork(1), 1, is_sorted=True) == "Sorted in 1 pass"
    mirror = BitonicNetwork(8, NetworkKind.FLIP)
    assert short_caption(mirror, 10) == "Compares each element with its mirror within blocks of 32"


def test_the_end_says_only_what_is_checked_and_counted() -> None:
    network = BitonicNetwork(8)
    assert end_line(network, is_sorted=True, exchanges=2211, nothing_lost=True) == (
        "Sorted: 36 passes, 4,608 comparisons, 2,211 exchanges, nothing lost"
    )
    assert end_line(network, is_sorted=None, exchanges=None, nothing_lost=None) == (
        "All 36 passes done: 4,608 comparisons"
    )
    assert end_line(network, is_sorted=True, exchanges=1, nothing_lost=None) == (
        "Sorted: 36 passes, 4,608 comparisons, 1 exchange"
    )
    assert end_line(
        network, is_sorted=False, exchanges=0, nothing_lost=False, has_padding=True
    ) == ("NOT IN ORDER: 36 passes, 4,608 comparisons with padding, 0 exchanges, ELEMENTS LOST")
    one = BitonicNetwork(0)
    assert end_line(one, is_sorted=None, exchanges=0, nothing_lost=True) == (
        "One element is always in order"
    )


@pytest.mark.parametrize(
    ("stage_count", "exchanges", "line"),
    [
        (8, 66, "66 of 128 pairs exchange."),
        (3, 1, "1 of 4 pairs exchanges."),
        (3, 0, "No pair exchanges."),
        (3, 4, "All 4 pairs exchange."),
        (1, 1, "The pair exchanges."),
        (1, 0, "The pair keeps its places."),
        (20, 123_456, "123,456 of 524,288 pairs exchange."),
        (8, None, "? of 128 pairs exchange."),
        (1, None, "Does the pair exchange?"),
    ],
)
def test_exchanges_are_told_of_all_pairs(
    stage_count: int, exchanges: int | None, line: str
) -> None:
    assert exchanges_line(BitonicNetwork(stage_count), exchanges) == line


def test_directions_are_runs_of_their_own_and_exchanges_come_last() -> None:
    assert why_line(BitonicNetwork(8), Direction.ASCENDING, 12, 66) == [
        ("Each part of 8 is bitonic again. In ", None),
        ("ascending", Direction.ASCENDING),
        (" blocks the smaller of two goes first, in ", None),
        ("descending", Direction.DESCENDING),
        (" blocks the larger.", None),
        (" 66 of 128 pairs exchange.", None),
    ]
    asked = why_line(BitonicNetwork(8), Direction.ASCENDING, 12, asks=True)
    assert asked[-1] == (" ? of 128 pairs exchange.", None)
    assert len(why_line(BitonicNetwork(8), Direction.ASCENDING, 36, asks=True)) == 1
