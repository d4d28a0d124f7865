"""The capabilities: what this machine can sort, why not more, and how floats are stored."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.driver.float_path import decision_steps, float_path, reason
from bitonic_scope.model.capabilities import Capabilities, FloatPath, TextureSupport

SMALL = Capabilities(max_side=4096, max_element_count=4_000_000)
sides = st.integers(0, 14).map(lambda bit: 1 << bit)


@pytest.mark.parametrize(
    ("width", "height", "is_allowed"),
    [
        (1, 1, True),
        (1024, 1024, True),
        (4096, 512, True),
        (512, 4096, True),
        (8192, 1, False),
        (1, 8192, False),
        (2048, 2048, False),
        (4096, 1024, False),
    ],
)
def test_a_size_has_to_fit_the_driver_and_the_memory(
    width: int, height: int, is_allowed: bool
) -> None:
    assert SMALL.allows(width, height) is is_allowed
    assert (SMALL.refusal(width, height) is None) is is_allowed


@given(sides, sides, sides, st.integers(1, 2**28))
def test_a_refusal_is_given_for_exactly_what_is_not_allowed(
    width: int, height: int, max_side: int, max_element_count: int
) -> None:
    capabilities = Capabilities(max_side, max_element_count)
    assert (capabilities.refusal(width, height) is None) == capabilities.allows(width, height)


def test_a_side_too_long_is_refused_with_the_limit_and_the_nearest() -> None:
    assert SMALL.refusal(16384, 8) == (
        "this driver's textures have at most 4096 texels a side, got 16384x8 = 131072; "
        "nearest: 4096x8"
    )
    assert SMALL.refusal(2, 8192) == (
        "this driver's textures have at most 4096 texels a side, got 2x8192 = 16384; "
        "nearest: 2x4096"
    )


def test_too_many_elements_are_refused_with_what_the_memory_holds() -> None:
    refusal = SMALL.refusal(4096, 2048)
    assert refusal is not None
    assert "at most 4000000 elements" in refusal
    assert "got 4096x2048 = 8388608, which take about 336 MB; nearest: 1024x2048" in refusal
    assert "\n" not in refusal


def test_pairs_need_more_memory_than_other_elements() -> None:
    assert SMALL.allows(2048, 1024)
    assert SMALL.allows(1024, 2048, has_pairs=True)
    assert SMALL.allows(4096, 512)
    assert not Capabilities(4096, 2_200_000).allows(2048, 1024, has_pairs=True)
    refusal = Capabilities(4096, 2_200_000).refusal(2048, 1024, has_pairs=True)
    assert refusal is not None
    assert "at most 1222222 pairs, got 2048x1024 = 2097152, which take about 151 MB" in refusal
    assert "nearest: 1024x1024" in refusal


# -- how floats are stored -------------------------------------------------------------------------

EVERY_SUPPORT = [TextureSupport(*answers) for answers in product([False, True], repeat=4)]
FULL = TextureSupport(can_be_made=True, can_be_drawn=True, can_be_read=True, keeps_bits=True)
NOT_MADE = TextureSupport(False, False, False, False)
NOT_DRAWN = TextureSupport(
    can_be_made=True, can_be_drawn=False, can_be_read=False, keeps_bits=False
)
NOT_READ = TextureSupport(can_be_made=True, can_be_drawn=True, can_be_read=False, keeps_bits=True)
LOSES_BITS = TextureSupport(can_be_made=True, can_be_drawn=True, can_be_read=True, keeps_bits=False)

OUTCOMES = [
    (FULL, FloatPath.FLOAT),
    (NOT_READ, FloatPath.READ_PACKED),
    (NOT_MADE, FloatPath.PACKED),
    (NOT_DRAWN, FloatPath.PACKED),
    (LOSES_BITS, FloatPath.PACKED),
]


@pytest.mark.parametrize(("support", "path"), OUTCOMES)
def test_each_weakness_has_its_outcome(support: TextureSupport, path: FloatPath) -> None:
    assert float_path(support) is path


def test_floats_are_packed_throughout_unless_they_arrive_unharmed() -> None:
    for support in EVERY_SUPPORT:
        arrives = support.can_be_made and support.can_be_drawn and support.keeps_bits
        path = FloatPath.FLOAT if support.can_be_read else FloatPath.READ_PACKED
        assert float_path(support) is (path if arrives else FloatPath.PACKED), support


def test_the_reason_is_one_sentence_that_begins_with_the_outcome() -> None:
    for support in EVERY_SUPPORT:
        text = reason(support)
        assert text.lower().startswith(f"{float_path(support)}: ")
        assert text.endswith(".")
        assert text.count(".") == 1
    assert "subnormal" in reason(LOSES_BITS)
    assert "no pass can draw to them" in reason(NOT_DRAWN)
    assert len({reason(support) for support, _ in OUTCOMES}) == len(OUTCOMES)


def test_the_taken_steps_lead_from_the_first_question_to_the_outcome() -> None:
    for support in EVERY_SUPPORT:
        steps = decision_steps(support)
        place = steps[0].question
        for step in (step for step in steps if step.is_taken):
            assert step.question == place
            place = step.leads_to
        assert place == float_path(support)


def test_every_question_has_both_branches_and_they_never_change() -> None:
    shapes = {
        tuple((step.question, step.answer, step.leads_to) for step in decision_steps(support))
        for support in EVERY_SUPPORT
    }
    assert len(shapes) == 1
    steps = decision_steps(FULL)
    assert [step.answer for step in steps] == [True, False] * (len(steps) // 2)
    assert {step.leads_to for step in steps} >= set(map(str, FloatPath))
