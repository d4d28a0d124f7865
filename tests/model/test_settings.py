"""The settings: what is allowed, and what a refusal says."""

from dataclasses import FrozenInstanceError
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.model.settings import (
    DisplaySettings,
    SortSettings,
    check_seed,
    check_side,
    nearest_side,
    seed_from_text,
    size_from_text,
)
from bitonic_scope.network.schedule import Direction

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
    assert nearest_side(side) == nearest


@given(st.integers(-(2**40), 2**40))
def test_no_allowed_side_is_nearer_than_the_nearest_side(side: int) -> None:
    distances = {allowed: abs(allowed - side) for allowed in SIDES}
    assert distances[nearest_side(side)] == min(distances.values())


@pytest.mark.parametrize("side", SIDES)
def test_all_powers_of_two_up_to_16384_are_allowed(side: int) -> None:
    assert check_side(side) == side


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
        check_side(side)
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
    assert seed_from_text(text) == seed


@given(st.integers(0, 2**63 - 1))
def test_every_allowed_seed_is_read_back_from_its_digits(seed: int) -> None:
    assert seed_from_text(str(seed)) == seed
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
        seed_from_text(text)
    with pytest.raises(ValueError, match=f"^{message}$"):
        check_seed(int(text))
    with pytest.raises(ValueError, match=f"^{message}$"):
        SortSettings(seed=int(text))


@pytest.mark.parametrize("text", ["", "abc", "1_000", "١٢", "1.5", "1e3", "0x10", "1 2", "9" * 31])
def test_what_is_no_whole_number_in_ascii_digits_is_no_seed(text: str) -> None:
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 922") as refusal:
        seed_from_text(text)
    assert f"got '{text}'; for example: 1" in str(refusal.value)


def test_the_defaults_are_16x16_seed_1_ascending() -> None:
    assert SortSettings() == SortSettings(16, 16, 1, Direction.ASCENDING)
    assert SortSettings().element_count == 256
    assert SortSettings().network.pass_count == 36


@pytest.mark.parametrize(
    ("width", "height", "pass_count"),
    [(1, 1, 0), (2, 1, 1), (32, 32, 55), (64, 4, 36), (1024, 1024, 210), (16384, 16384, 406)],
)
def test_the_network_is_the_one_for_all_elements(width: int, height: int, pass_count: int) -> None:
    settings = SortSettings(width=width, height=height)
    assert settings.network.element_count == settings.element_count == width * height
    assert settings.network.pass_count == pass_count


def test_settings_are_values() -> None:
    settings = SortSettings(seed=5)
    assert settings == SortSettings(seed=5)
    assert settings != SortSettings(seed=6)
    with pytest.raises(FrozenInstanceError):
        settings.seed = 6  # type: ignore[misc]


@pytest.mark.parametrize("ui_scale", [0.5, 1.0, 4.0])
def test_ui_scales_from_a_half_to_four_are_allowed(ui_scale: float) -> None:
    assert DisplaySettings(ui_scale=ui_scale).ui_scale == ui_scale


@pytest.mark.parametrize("ui_scale", [0.49, 4.01, 0.0, -1.0, nan, inf])
def test_other_ui_scales_are_refused(ui_scale: float) -> None:
    with pytest.raises(ValueError, match=rf"ui-scale must be from 0.5 to 4.0, got {ui_scale}"):
        DisplaySettings(ui_scale=ui_scale)
