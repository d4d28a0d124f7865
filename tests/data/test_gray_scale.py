"""The gray scale: exactly floor(255 v + 0.5), for floats and whole numbers alike."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.data.elements import float_keys
from bitonic_scope.data.gray_scale import SLOT_COUNT, gray_keys, gray_table, value_range

floats = st.floats(width=32, allow_nan=False, allow_infinity=False)
whole_numbers = st.integers(0, 2**32 - 1)


def gray_of_key(key: int, keys: tuple[int, ...]) -> int:
    return int(np.searchsorted(np.array(keys, np.uint32), np.uint32(key), side="right"))


def gray_of_float(value: float, keys: tuple[int, ...]) -> int:
    return gray_of_key(int(float_keys(np.array([value], np.float32))[0]), keys)


def exact_gray(value: float, low: float, high: float) -> int:
    part = (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low))
    return int(min(max(255 * part + Fraction(1, 2), Fraction(0)), Fraction(255)) // 1)


def test_every_step_of_generated_data_has_its_exact_gray() -> None:
    values = np.arange(0, 2**24 + 1, dtype=np.float64) / 2**24
    keys = np.array(gray_keys(0.0, 1.0, as_floats=True), np.uint32)
    grays = np.searchsorted(keys, float_keys(values.astype(np.float32)), side="right")
    assert np.array_equal(grays, np.floor(255 * values + 0.5).astype(int))


@given(floats, floats, floats)
def test_any_float_has_its_exact_gray_in_any_range(one: float, other: float, value: float) -> None:
    low, high = min(one, other), max(one, other)
    keys = gray_keys(low, high, as_floats=True)
    if low == high:
        assert gray_of_float(low, keys) == 128
        return
    assert gray_of_float(value, keys) == exact_gray(value, low, high)
    assert (gray_of_float(low, keys), gray_of_float(high, keys)) == (0, 255)


@given(whole_numbers, whole_numbers, whole_numbers)
def test_any_whole_number_has_its_exact_gray_in_any_range(one: int, other: int, value: int) -> None:
    low, high = min(one, other), max(one, other)
    keys = gray_keys(low, high, as_floats=False)
    if low == high:
        assert gray_of_key(low, keys) == 128
        return
    assert gray_of_key(value, keys) == exact_gray(value, low, high)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3e38, 3e38), (5.0, 5.0), (1e-45, 2e-45)])
def test_infinities_are_black_and_white(low: float, high: float) -> None:
    keys = gray_keys(low, high, as_floats=True)
    assert gray_of_float(-np.inf, keys) == 0
    assert gray_of_float(np.inf, keys) == 255


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.0), (-1.0, 1.0), (0.0, 2.0), (-2.0, 0.0)])
def test_both_zeros_have_one_gray(low: float, high: float) -> None:
    keys = gray_keys(low, high, as_floats=True)
    assert gray_of_float(-0.0, keys) == gray_of_float(0.0, keys)


@pytest.mark.parametrize("value", [0, 1, 2**32 - 1])
def test_equal_whole_numbers_are_middle_gray(value: int) -> None:
    assert gray_of_key(value, gray_keys(value, value, as_floats=False)) == 128


@pytest.mark.parametrize(
    ("low", "high", "as_floats"),
    [
        (0.0, 1.0, True),
        (-3e38, 3e38, True),
        (-1.0, 1.99, True),
        (1e-45, 2e-45, True),
        (5.0, 5.0, True),
        (0, 2**32 - 1, False),
        (1000, 1009, False),
        (2**32 - 1, 2**32 - 1, False),
    ],
)
def test_the_slot_of_a_key_has_its_gray(low: float, high: float, as_floats: bool) -> None:
    keys = gray_keys(low, high, as_floats=as_floats)
    table = gray_table(keys)
    near = np.array(keys)[:, np.newaxis] + [-1, 0, 1]
    spread = np.arange(0, 2**32, 65537)
    checked = np.clip(np.concatenate([near.ravel(), spread, [2**32 - 1]]), 0, 2**32 - 1)
    slots = np.minimum(np.maximum(checked - table.start, 0) >> table.shift, SLOT_COUNT - 1)
    least, most = table.grays.reshape(-1, 2)[slots].T
    grays = np.searchsorted(keys, checked, side="right")
    assert np.all((least <= grays) & (grays <= most))


def test_hardly_any_slot_of_generated_data_leaves_a_search() -> None:
    least, most = gray_table(gray_keys(0.0, 1.0, as_floats=True)).grays.reshape(-1, 2).T
    assert np.mean(least < most) < 0.02


def test_the_range_leaves_infinities_out() -> None:
    assert value_range(np.array([np.inf, 3, -2, -np.inf], np.float32)) == (-2.0, 3.0)
    assert value_range(np.array([np.inf, -np.inf], np.float32)) == (0.0, 0.0)
    assert value_range(np.array([7, 2**32 - 1], np.uint32)) == (7, 2**32 - 1)
