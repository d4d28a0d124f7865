"""The capabilities: which sizes this machine can sort, and why not others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.capabilities import Capabilities

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
    assert "got 4096x2048 = 8388608; nearest: 1024x2048" in refusal
    assert "\n" not in refusal
