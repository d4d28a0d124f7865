"""The examples: ready settings under a name."""

from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.settings import SortSettings


def test_the_first_example_is_done_by_hand() -> None:
    first = EXAMPLES[0].settings
    assert first.own is not None
    assert first.own.values.tolist() == [5, 2, 8, 1, 9, 3, 7, 4]
    assert (first.width, first.height, first.padding_count) == (4, 2, 0)


def test_examples_have_names_and_lessons_of_their_own() -> None:
    assert len({example.name for example in EXAMPLES}) == len(EXAMPLES) >= 8
    assert len({example.lesson for example in EXAMPLES}) == len(EXAMPLES)
    assert all(example_of(example.settings) is example for example in EXAMPLES)
    assert example_of(SortSettings(seed=99)) is None
