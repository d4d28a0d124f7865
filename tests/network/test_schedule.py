"""The schedule: how many passes there are, and which elements meet in which."""

import pytest

from bitonic_scope.network.comparator import is_ascending, is_lower, partner
from bitonic_scope.network.schedule import (
    BitonicNetwork,
    NetworkKind,
    SortPass,
    passes_before_stage,
)

# (lower, upper, ascending) of every pass of the network for 8 elements, by hand from Batcher 1968.
COMPARATORS_OF_8 = [
    [(0, 1, True), (2, 3, False), (4, 5, True), (6, 7, False)],
    [(0, 2, True), (1, 3, True), (4, 6, False), (5, 7, False)],
    [(0, 1, True), (2, 3, True), (4, 5, False), (6, 7, False)],
    [(0, 4, True), (1, 5, True), (2, 6, True), (3, 7, True)],
    [(0, 2, True), (1, 3, True), (4, 6, True), (5, 7, True)],
    [(0, 1, True), (2, 3, True), (4, 5, True), (6, 7, True)],
]


def comparators(sort_pass: SortPass, element_count: int) -> list[tuple[int, int, bool]]:
    return [
        (
            element,
            partner(element, partner_mask=sort_pass.partner_mask),
            is_ascending(element, direction_mask=sort_pass.direction_mask, descending=False),
        )
        for element in range(element_count)
        if is_lower(element, compare_distance=sort_pass.compare_distance)
    ]


@pytest.mark.parametrize(
    ("element_count", "pass_count"),
    [
        (1, 0),
        (2, 1),
        (4, 3),
        (256, 36),
        (1024, 55),
        (65_536, 136),
        (2**20, 210),
        (2**24, 300),
        (2**28, 406),
    ],
)
def test_pass_counts_are_the_published_ones(element_count: int, pass_count: int) -> None:
    network = BitonicNetwork(element_count.bit_length() - 1)
    assert network.element_count == element_count
    assert network.pass_count == pass_count
    assert len(network.passes) == pass_count


@pytest.mark.parametrize("stage_count", range(29))
def test_each_stage_has_one_pass_more_than_the_one_before(stage_count: int) -> None:
    network = BitonicNetwork(stage_count)
    assert network.pass_count == sum(range(1, stage_count + 1))
    expected = [(s, p) for s in range(1, stage_count + 1) for p in range(1, s + 1)]
    assert [(p.stage, p.pass_in_stage) for p in network.passes] == expected
    assert [p.pass_index for p in network.passes] == list(range(1, len(expected) + 1))


def test_distances_and_blocks_of_the_network_for_16_are_the_textbook_ones() -> None:
    passes = BitonicNetwork(4).passes
    assert [p.compare_distance for p in passes] == [1, 2, 1, 4, 2, 1, 8, 4, 2, 1]
    assert [p.block_size for p in passes] == [2, 4, 4, 8, 8, 8, 16, 16, 16, 16]
    assert [p.partner_mask for p in passes] == [1, 2, 1, 4, 2, 1, 8, 4, 2, 1]


def test_the_comparators_for_8_are_those_of_the_paper() -> None:
    network = BitonicNetwork(3)
    assert [comparators(p, 8) for p in network.passes] == COMPARATORS_OF_8


@pytest.mark.parametrize("stage_count", range(1, 9))
def test_every_element_is_in_exactly_one_comparator_a_pass(stage_count: int) -> None:
    network = BitonicNetwork(stage_count)
    for sort_pass in network.passes:
        pairs = comparators(sort_pass, network.element_count)
        met = sorted(element for lower, upper, _ in pairs for element in (lower, upper))
        assert met == list(range(network.element_count))
        assert all(upper - lower == sort_pass.compare_distance for lower, upper, _ in pairs)


def test_a_pass_never_compares_across_its_blocks() -> None:
    network = BitonicNetwork(6)
    for sort_pass in network.passes:
        for lower, upper, _ in comparators(sort_pass, 64):
            assert lower // sort_pass.block_size == upper // sort_pass.block_size


def test_16x16_has_36_passes_and_4608_comparators() -> None:
    network = BitonicNetwork(8)
    counts = [len(comparators(p, 256)) for p in network.passes]
    assert counts == [128] * 36
    assert sum(counts) == 4608


def test_pass_done_and_pass_to_come_meet_at_every_position() -> None:
    network = BitonicNetwork(3)
    assert network.pass_done(0) is None
    assert network.pass_to_come(6) is None
    for pass_index in range(6):
        assert network.pass_to_come(pass_index) is network.passes[pass_index]
        assert network.pass_done(pass_index + 1) is network.passes[pass_index]


def test_one_element_has_no_pass_done_and_none_to_come() -> None:
    network = BitonicNetwork(0)
    assert network.passes == ()
    assert network.pass_done(0) is None
    assert network.pass_to_come(0) is None
    assert network.stage_starts == (0,)


@pytest.mark.parametrize("pass_index", [0, -1, 7])
def test_there_is_no_pass_outside_of_1_to_the_last(pass_index: int) -> None:
    with pytest.raises(ValueError, match=rf"one of 1 to 6, got {pass_index}$"):
        BitonicNetwork(3).pass_at(pass_index)


@pytest.mark.parametrize("stage_count", [-1, 29])
def test_a_network_of_more_than_28_stages_is_refused(stage_count: int) -> None:
    with pytest.raises(ValueError, match=rf"from 0 to 28 stages, got {stage_count}$"):
        BitonicNetwork(stage_count)


def test_whole_stages_are_done_at_the_triangular_numbers() -> None:
    assert BitonicNetwork(8).stage_starts == (0, 1, 3, 6, 10, 15, 21, 28, 36)
    assert [passes_before_stage(stage) for stage in (1, 2, 3, 8)] == [0, 1, 3, 28]


def test_the_first_pass_of_a_flip_stage_mirrors_and_the_others_are_as_before() -> None:
    alternating, flip = BitonicNetwork(6), BitonicNetwork(6, NetworkKind.FLIP)
    assert len(flip.passes) == len(alternating.passes) == 21
    for ours, before in zip(flip.passes, alternating.passes, strict=True):
        is_first = ours.pass_in_stage == 1
        assert ours.partner_mask == (ours.block_size - 1 if is_first else before.partner_mask)
        assert ours.compare_distance == before.compare_distance
        assert (ours.direction_mask, before.direction_mask) == (0, before.block_size)


def test_the_flip_comparators_for_8_are_all_ascending() -> None:
    passes = [comparators(sort_pass, 8) for sort_pass in BitonicNetwork(3, NetworkKind.FLIP).passes]
    pairs = [[(low, high) for low, high, _ in sort_pass] for sort_pass in passes]
    assert pairs[1] == [(0, 3), (1, 2), (4, 7), (5, 6)]
    assert pairs[3] == [(0, 7), (1, 6), (2, 5), (3, 4)]
    assert pairs[4] == [(0, 2), (1, 3), (4, 6), (5, 7)]
    assert all(ascending for sort_pass in passes for _, _, ascending in sort_pass)
