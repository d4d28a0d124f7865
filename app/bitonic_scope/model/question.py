"""The question before a pass: which number will stand at one place after it?"""

from collections.abc import Sequence
from typing import NamedTuple

from bitonic_scope.network.comparator import partner
from bitonic_scope.network.schedule import SortPass

MAX_ASKED_ELEMENTS = 16  # among more, finding the pair takes too long
OFFERED_COUNT = 4
STRIDE = 5  # between the places asked about in successive passes: odd, so each has its turn


class Question(NamedTuple):
    """What the pass to come will bring to one place.

    Attributes:
        element: the index of the place.
        partner: the index of the place that the pass compares it with.
        offered: the numbers to choose from, the smallest first.
        right: the index in `offered` of the number that will stand there.
        compared: the numbers at the two places before the pass, that of `element` first.
        keeps_smaller: whether the smaller of the two numbers goes to the place.
        is_unique: whether no other place has the number of this one.
    """

    element: int
    partner: int
    offered: tuple[str, ...]
    right: int
    compared: tuple[str, str]
    keeps_smaller: bool
    is_unique: bool


def question_of(
    sort_pass: SortPass, numbers: Sequence[str], keys: Sequence[int], sources: Sequence[int]
) -> Question | None:
    """Return the question before a pass; None if the pass compares no two different numbers.

    Args:
        sort_pass: the pass to come.
        numbers: the number that people read at each place; empty for padding.
        keys: the sort keys of the elements at these places.
        sources: the place from which the element at each place comes in the pass.
    """
    for turn in range(len(numbers)):
        element = (sort_pass.pass_index * STRIDE + turn) % len(numbers)
        other = partner(element, partner_mask=sort_pass.partner_mask)
        pair = numbers[element], numbers[other]
        if not all(pair) or pair[0] == pair[1]:
            continue
        offered = _offered(element, other, numbers, keys)
        right = offered.index(numbers[sources[element]])
        smaller = min(element, other, key=lambda place: keys[place])
        is_unique = list(numbers).count(numbers[element]) == 1
        keeps_smaller = sources[element] == smaller
        return Question(element, other, offered, right, pair, keeps_smaller, is_unique)
    return None


def _offered(
    element: int, other: int, numbers: Sequence[str], keys: Sequence[int]
) -> tuple[str, ...]:
    """Return both numbers of the pair and some of the others, all different, the smallest first."""
    places = {numbers[element]: element, numbers[other]: other}
    for step in range(1, len(numbers)):
        place = (element + step) % len(numbers)
        if numbers[place] and len(places) < OFFERED_COUNT:
            places.setdefault(numbers[place], place)
    return tuple(sorted(places, key=lambda number: keys[places[number]]))


def question_line(question: Question) -> str:
    """Return the question in words: "Which number will stand where 3 is now?"."""
    return f"After this pass, which number will stand where {_place(question)} is now?"


def verdict(question: Question, answer: int) -> str:
    """Return whether an answer is right, and which pair decides it.

    Args:
        question: the question.
        answer: the index in `question.offered`.
    """
    here, there = question.compared
    right = question.offered[question.right]
    goes = "stays" if right == here else f"takes the place of {here}"
    kept = "smaller" if question.keeps_smaller else "larger"
    judged = "Right" if answer == question.right else f"Not {question.offered[answer]}"
    pair = f"the pass compares {_place(question)} with {there}"
    return f"{judged}: {pair}, and the {kept}, {right}, {goes}"


def _place(question: Question) -> str:
    """Return the number that names the place; among equal numbers, with the place from 1."""
    number = question.compared[0]
    return number if question.is_unique else f"{number} (place {question.element + 1})"
