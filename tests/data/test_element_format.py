"""Sort keys: unsigned numbers in the order of the floats that they stand for."""

import struct

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.elements import float_keys

EXPONENT, FRACTION = 0x7F80_0000, 0x007F_FFFF


def is_nan(bits: int) -> bool:
    return bits & EXPONENT == EXPONENT and bool(bits & FRACTION)


patterns = st.integers(0, 2**32 - 1).filter(lambda bits: not is_nan(bits))


def value_of(bits: int) -> float:
    """Return the value as a double, which holds every float32, subnormal or not."""
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def key_of(bits: int) -> int:
    return int(float_keys(np.array([bits], np.uint32).view(np.float32))[0])


@pytest.mark.parametrize(
    ("bits", "key"),
    [
        (0xFF80_0000, 0x007F_FFFF),  # -infinity
        (0xBF80_0000, 0x407F_FFFF),  # -1
        (0x8000_0001, 0x7FFF_FFFE),  # the subnormal below zero
        (0x8000_0000, 0x7FFF_FFFF),  # -0
        (0x0000_0000, 0x8000_0000),
        (0x0000_0001, 0x8000_0001),  # the subnormal above zero
        (0x3F80_0000, 0xBF80_0000),  # 1
        (0x7F80_0000, 0xFF80_0000),  # infinity
    ],
)
def test_keys_of_known_floats(bits: int, key: int) -> None:
    assert key_of(bits) == key


@given(patterns, patterns)
@example(0x8000_0000, 0x0000_0000)
@example(0x0000_0001, 0x0000_0000)
@example(0x8000_0001, 0x8000_0000)
@example(0x7F7F_FFFF, 0x7F80_0000)
def test_keys_are_strictly_monotone_with_negative_zero_first(first: int, second: int) -> None:
    if value_of(first) == value_of(second):
        # Only the two zeros are equal in value and different in bits; the sign bit is greater.
        expected = (second > first) - (first > second)
        assert (key_of(first) > key_of(second)) - (key_of(first) < key_of(second)) == expected
    else:
        assert (key_of(first) < key_of(second)) == (value_of(first) < value_of(second))


@given(st.integers(0, 2**32 - 2))
def test_different_bits_have_different_keys_even_as_nan(bits: int) -> None:
    assert key_of(bits) != key_of(bits + 1)


def test_keys_are_unsigned_and_leave_the_values_alone() -> None:
    values = np.array([-1.5, -0.0, 2.0], np.float32)
    keys = float_keys(values)
    assert keys.dtype == np.uint32
    assert values.view(np.uint32).tolist() == [0xBFC0_0000, 0x8000_0000, 0x4000_0000]


def test_float32_is_one_channel_of_four_bytes() -> None:
    assert (FLOAT32.name, FLOAT32.component_count, FLOAT32.texture_dtype) == ("float32", 1, "f4")
    assert np.dtype(FLOAT32.array_dtype).itemsize == 4
