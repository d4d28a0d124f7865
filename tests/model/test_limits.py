"""The limits: what is allowed, and what a refusal says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.model.limits import SEED, SIDE, size_for_count, size_from_text
from bitonic_scope.model.settings import SortSettings

SIDES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]


@pytest.mark.parametrize(
    ("side", "nearest"),
    [
        (-4, 1),
        (0, 1),
        (1, 1),
        (3, 4),
        (5, 4),
        (6, 8),
        (1000, 1024),
        (1500, 1024),
        (1536, 2048),
        (16383, 16384),
        (20000, 16384),
        (32768, 16384),
        (1048576, 16384),
        (10**30, 16384),
    ],
)
def test_nearest_side_is_the_nearest_power_of_two(side: int, nearest: int) -> None:
    assert SIDE.nearest(side) == nearest


@given(st.integers(-(2**40), 2**40))
def test_no_allowed_side_is_nearer_than_the_nearest_side(side: int) -> None:
    distances = {allowed: abs(allowed - side) for allowed in SIDES}
    assert distances[SIDE.nearest(side)] == min(distances.values())


@pytest.mark.parametrize("side", SIDES)
def test_all_powers_of_two_up_to_16384_are_allowed(side: int) -> None:
    assert SIDE.check(side) == side


@pytest.mark.parametrize(
    ("side", "message"),
    [
        (0, "size must be a power of two from 1 to 16384, got 0; nearest: 1"),
        (3, "size must be a power of two from 1 to 16384, got 3; nearest: 4"),
        (-4, "size must be a power of two from 1 to 16384, got -4; nearest: 1"),
        (1000, "size must be a power of two from 1 to 16384, got 1000; nearest: 1024"),
        (32768, "size must be a power of two from 1 to 16384, got 32768; nearest: 16384"),
    ],
)
def test_another_side_is_refused_with_the_range_and_the_nearest(side: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        SIDE.check(side)
    for width, height in ((side, 16), (16, side)):
        with pytest.raises(ValueError, match=f"^{message}$"):
            SortSettings(width=width, height=height)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("16", (16, 16)),
        ("1", (1, 1)),
        ("16384", (16384, 16384)),
        ("32x8", (32, 8)),
        ("8X32", (8, 32)),
        (" 64 ", (64, 64)),
        ("+4", (4, 4)),
        ("1x16384", (1, 16384)),
    ],
)
def test_a_size_is_a_side_or_width_x_height(text: str, size: tuple[int, int]) -> None:
    assert size_from_text(text) == size


@pytest.mark.parametrize(
    "text", ["", "x", "16x", "x16", "1x2x3", "abc", "1_6", "1.5", "1e3", "0x10", "١٦", "16 16"]
)
def test_what_is_no_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"from 1 to 16384, got ") as refusal:
        size_from_text(text)
    assert f"'{text}'" in str(refusal.value) or "got 0;" in str(refusal.value)


@pytest.mark.parametrize("text", ["3x16", "16x3"])
def test_either_side_of_a_size_is_checked(text: str) -> None:
    with pytest.raises(ValueError, match=r"got 3; nearest: 4$"):
        size_from_text(text)


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("0", 0),
        ("1", 1),
        ("+7", 7),
        (" 12 ", 12),
        ("007", 7),
        ("4294967296", 2**32),
        ("9223372036854775807", 2**63 - 1),
    ],
)
def test_seeds_from_0_to_2_to_the_63_less_1_are_read(text: str, seed: int) -> None:
    assert SEED.from_text(text) == seed


@given(st.integers(0, 2**63 - 1))
def test_every_allowed_seed_is_read_back_from_its_digits(seed: int) -> None:
    assert SEED.from_text(str(seed)) == seed
    assert SortSettings(seed=seed).seed == seed


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("-1", "0"),
        ("9223372036854775808", "9223372036854775807"),
        ("18446744073709551616", "9223372036854775807"),
    ],
)
def test_a_seed_out_of_range_is_refused_with_the_nearest(text: str, nearest: str) -> None:
    message = (
        f"seed must be a whole number from 0 to 9223372036854775807, got {text}; nearest: {nearest}"
    )
    with pytest.raises(ValueError, match=f"^{message}$"):
        SEED.from_text(text)
    with pytest.raises(ValueError, match=f"^{message}$"):
        SEED.check(int(text))
    with pytest.raises(ValueError, match=f"^{message}$"):
        SortSettings(seed=int(text))


@pytest.mark.parametrize("text", ["", "abc", "1_000", "١٢", "1.5", "1e3", "0x10", "1 2", "9" * 31])
def test_what_is_no_whole_number_in_ascii_digits_is_no_seed(text: str) -> None:
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 922") as refusal:
        SEED.from_text(text)
    assert f"got '{text}'; for example: 1" in str(refusal.value)


@given(st.integers(1, 2**28))
def test_the_size_for_a_count_is_the_smallest_power_of_two(count: int) -> None:
    width, height = size_for_count(count)
    assert width * height >= count
    assert width * height < 2 * count or count == 1
    assert width in (height, 2 * height)
