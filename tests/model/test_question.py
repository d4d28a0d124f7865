"""The question before a pass: what it offers, and what is right, for every pass and order."""

import numpy as np
import pytest

from bitonic_scope.model.question import OFFERED_COUNT, question_line, question_of, verdict
from bitonic_scope.network.reference import sources
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind


@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("numbers", [[5, 2, 8, 1, 9, 3, 7, 4], [1, 0, 1, 1, 0, 0, 1, 0], [6, 2]])
def test_the_right_number_is_the_one_that_the_pass_brings(
    order: Direction, kind: NetworkKind, numbers: list[int]
) -> None:
    keys = np.array(numbers, np.uint64)
    network = BitonicNetwork(len(numbers).bit_length() - 1, kind)
    asked = set()
    for sort_pass in network.passes:
        moves = sources(keys, sort_pass, order=order)
        texts = [str(key) for key in keys]
        question = question_of(sort_pass, texts, keys.tolist(), moves.tolist())
        following = keys[moves]
        if question is None:  # then no two different numbers meet
            pairs = keys == keys[np.arange(len(keys)) ^ sort_pass.partner_mask]
            assert pairs.all()
        else:
            asked.add(question.element)
            assert question.offered[question.right] == str(following[question.element])
            assert set(question.compared) <= set(question.offered)
            assert question.partner == question.element ^ sort_pass.partner_mask
            assert list(question.offered) == sorted(set(question.offered), key=int)
            assert len(question.offered) == min(OFFERED_COUNT, len(set(numbers)))
            smaller = min(question.compared, key=int)
            kept = question.offered[question.right]
            assert question.keeps_smaller is (kept == smaller)
        keys = following
    assert len(asked) > 1 or len(numbers) == 2


def test_padding_is_never_asked_about_or_offered() -> None:
    network = BitonicNetwork(2)
    numbers, keys = ["7", "3", "5", ""], [7, 3, 5, 99]
    for sort_pass in network.passes:
        moves = sources(np.array(keys, np.uint64), sort_pass, order=Direction.ASCENDING)
        question = question_of(sort_pass, numbers, keys, moves.tolist())
        assert question is not None
        assert all(question.offered)
        assert question.element != 3
        assert question.partner != 3


def test_nothing_is_asked_where_all_is_equal() -> None:
    sort_pass = BitonicNetwork(2).passes[0]
    assert question_of(sort_pass, ["4"] * 4, [4] * 4, [0, 1, 2, 3]) is None


def test_the_words_name_the_pair_that_decides() -> None:
    sort_pass = BitonicNetwork(1).passes[0]
    question = question_of(sort_pass, ["9", "3"], [9, 3], [1, 0])
    assert question is not None
    asked = "After this pass, which number will stand where 3 is now?"
    assert question_line(question) == asked
    reason = "the pass compares 3 with 9, and the larger, 9, takes the place of 3"
    assert verdict(question, question.right) == f"Right: {reason}"
    assert verdict(question, 1 - question.right) == f"Not 3: {reason}"


def test_a_number_that_stays_is_told_so() -> None:
    sort_pass = BitonicNetwork(1).passes[0]
    question = question_of(sort_pass, ["3", "9"], [3, 9], [0, 1])
    assert question is not None
    reason = "the pass compares 9 with 3, and the larger, 9, stays"
    assert verdict(question, question.right) == f"Right: {reason}"


def test_among_equal_numbers_the_place_is_told() -> None:
    sort_pass = BitonicNetwork(2).passes[0]
    question = question_of(sort_pass, ["7", "2", "7", "2"], [7, 2, 7, 2], [1, 0, 2, 3])
    assert question is not None
    assert question.element == 1
    assert "where 2 (place 2) is now" in question_line(question)
    assert "compares 2 (place 2) with 7, and the larger, 7, takes" in verdict(question, 1)
