"""Every sentence of the why-line is true of every state that it is said of."""

import re
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.text.captions import why_line

Keys = NDArray[np.int64]
Rows = list[Keys]  # of the blocks or parts that a sentence speaks of


def is_rising(keys: Keys) -> bool:
    return bool(np.all(keys[:-1] <= keys[1:]))


def is_monotone(keys: Keys, direction: Direction) -> bool:
    return is_rising(keys if direction is Direction.ASCENDING else keys[::-1])


def is_bitonic(keys: Keys) -> bool:
    """Tell whether keys rise and fall once round the circle; equal neighbours do neither."""
    steps = np.sign(np.roll(keys, -1) - keys)
    turns = steps[steps != 0]
    return int(np.count_nonzero(turns != np.roll(turns, 1))) <= 2


def rows(keys: Keys, size: int) -> Rows:
    return list(keys.reshape(-1, size))


class Moment:
    """A state and the state after the next pass, with what the sentences may refer to."""

    def __init__(self, network: BitonicNetwork, order: Direction, k: int, now: Keys, then: Keys):
        sort_pass = network.pass_to_come(k)
        assert sort_pass is not None
        self.order, self.now, self.then = order, now, then
        self.block_size = sort_pass.block_size
        self.part_size = 2 * sort_pass.compare_distance
        alternates = network.kind is NetworkKind.ALTERNATING
        other = Direction.ASCENDING if order is Direction.DESCENDING else Direction.DESCENDING
        turns = (order, other if alternates else order)
        self.block_directions = [
            turns[i % 2] for i in range(network.element_count // self.block_size)
        ]
        self.half_directions = turns

    def blocks(self, keys: Keys) -> list[tuple[Keys, Direction]]:
        return list(zip(rows(keys, self.block_size), self.block_directions, strict=True))


def parts_are_bitonic(size: str, moment: Moment) -> None:
    assert int(size) == moment.part_size
    assert all(is_bitonic(part) for part in rows(moment.now, moment.part_size))


def nothing_before_is_on_the_wrong_side(moment: Moment) -> None:
    for block, direction in moment.blocks(moment.now):
        parts = rows(block, moment.part_size)
        for before, part in pairwise(parts):
            if direction is Direction.ASCENDING:
                assert before.max() <= part.min()
            else:
                assert before.min() >= part.max()


def blocks_are_bitonic(size: str, moment: Moment) -> None:
    assert int(size) == moment.block_size
    first, second = moment.half_directions
    for block in rows(moment.now, moment.block_size):
        assert is_bitonic(block)
        assert is_monotone(block[: block.size // 2], first)
        assert is_monotone(block[block.size // 2 :], second)


def halves_go_to_their_sides(moment: Moment) -> None:
    """The smaller half goes first in ascending blocks, last in descending blocks."""
    for block, direction in moment.blocks(moment.then):
        first, second = block[: block.size // 2], block[block.size // 2 :]
        smaller, larger = (first, second) if direction is Direction.ASCENDING else (second, first)
        assert smaller.max() <= larger.min()


def the_right_one_of_each_pair_goes_first(moment: Moment) -> None:
    """The smaller of two goes first in ascending blocks, the larger in descending blocks."""
    halves = (moment.block_size // moment.part_size, 2, moment.part_size // 2)
    for (now, direction), (then, _) in zip(
        moment.blocks(moment.now), moment.blocks(moment.then), strict=True
    ):
        pairs = np.sort(now.reshape(halves), axis=1)
        expected = pairs if direction is Direction.ASCENDING else pairs[:, ::-1]
        assert np.array_equal(then.reshape(halves), expected)


def blocks_get_sorted(moment: Moment) -> None:
    assert all(is_monotone(block, direction) for block, direction in moment.blocks(moment.then))


def only_neighbours_are_out_of_order(moment: Moment) -> None:
    assert moment.part_size == 2
    nothing_before_is_on_the_wrong_side(moment)


def halves_are(order: str, moment: Moment) -> None:
    for block in rows(moment.now, moment.block_size):
        half = block.size // 2
        assert is_monotone(block[:half], Direction(order))
        assert is_monotone(block[half:], Direction(order))
        assert is_bitonic(np.concatenate([block[:half], block[half:][::-1]]))


def all_blocks_are(order: str, moment: Moment) -> None:
    assert set(moment.block_directions) == {Direction(order)}


def the_block_is(order: str, moment: Moment) -> None:
    assert moment.block_size == moment.now.size
    all_blocks_are(order, moment)


def halves_of_the_block_are(order: str, moment: Moment) -> None:
    assert moment.block_size == moment.now.size
    halves_are(order, moment)


def two_blocks_become_bitonic(moment: Moment) -> None:
    blocks_get_sorted(moment)
    assert all(is_bitonic(two) for two in rows(moment.then, 2 * moment.block_size))


MIRRORS = r"With the second read backwards it is bitonic, so mirrors are compared\.$"
CLAIMS: dict[str, Callable[..., None]] = {
    r"^There is one pair: its (?:smaller|larger) number goes first\.$": blocks_get_sorted,
    r"^In ascending blocks the smaller of two goes first, in descending blocks the larger, "
    r"so that two blocks become bitonic\.$": two_blocks_become_bitonic,
    r"^Each block of (\d+) is bitonic, first (?:up, then down|down, then up)\.": blocks_are_bitonic,
    r"In ascending blocks the smaller half goes first, in descending blocks last\.$": (
        halves_go_to_their_sides
    ),
    r"Each part of (\d+) is bitonic again[.:]": parts_are_bitonic,
    r"In ascending blocks the smaller of two goes first, in descending blocks the larger\.$": (
        the_right_one_of_each_pair_goes_first
    ),
    r" the (?:smaller|larger) of two goes first\.$": the_right_one_of_each_pair_goes_first,
    r"Only neighbours can still be out of order;": only_neighbours_are_out_of_order,
    r" this pass completes the ascending and the descending blocks\.$": blocks_get_sorted,
    r" this pass sorts (?:it|each block of \d+)\.$": blocks_get_sorted,
    r"^Last stage: one block, all (\w+)\.": the_block_is,
    r"^All blocks are (\w+)\.": all_blocks_are,
    r" It is bitonic, first (?:up, then down|down, then up):": lambda moment: blocks_are_bitonic(
        str(moment.now.size), moment
    ),
    r" its (?:smaller|larger) half goes first\.$": halves_go_to_their_sides,
    r" The (?:smaller|larger) of two neighbours goes first\.$": blocks_get_sorted,
    r"^Each block has two (\w+) halves\. " + MIRRORS: halves_are,
    r"^Last stage: the block has two (\w+) halves\. " + MIRRORS: halves_of_the_block_are,
}


def checked(line: str, moment: Moment) -> str:
    """Check all claims of a line; return what of it makes no claim."""
    rest = line
    for pattern, holds in CLAIMS.items():
        found = re.search(pattern, line)
        if found is not None:
            holds(*found.groups(), moment)
            rest = rest.replace(found[0], "")
    return rest


@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("stage_count", range(1, 7))
def test_each_sentence_is_true_of_every_pass(
    stage_count: int, order: Direction, kind: NetworkKind
) -> None:
    network = BitonicNetwork(stage_count, kind)
    rng = np.random.default_rng(stage_count)
    for ties in (1, 2, 5, 10_000):
        keys = rng.integers(0, ties, network.element_count).astype(np.uint64)
        numbers = [
            keys[places].astype(np.int64) for places in states(keys, order=order, network_kind=kind)
        ]
        for k in range(network.pass_count):
            line = "".join(text for text, _ in why_line(network, order, k))
            moment = Moment(network, order, k, numbers[k], numbers[k + 1])
            assert checked(line, moment).strip(" .:") == "", line
            says_descending = order is Direction.DESCENDING
            for ascending_word, descending_word in (
                ("first up, then down", "first down, then up"),
                (": the smaller of two goes first", ": the larger of two goes first"),
                ("its smaller half goes first", "its larger half goes first"),
            ):
                assert (descending_word if not says_descending else ascending_word) not in line


@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
def test_no_line_is_too_long_for_its_place(order: Direction, kind: NetworkKind) -> None:
    for stage_count in range(29):
        network = BitonicNetwork(stage_count, kind)
        for k in range(network.pass_count + 1):
            assert len("".join(text for text, _ in why_line(network, order, k))) <= 135


def test_at_the_end_the_schedule_is_said_to_fit_any_numbers() -> None:
    line = why_line(BitonicNetwork(8), Direction.ASCENDING, 36)
    said = "Any other numbers take as many passes and comparisons; only the exchanges differ."
    assert line == [(said, None)]
