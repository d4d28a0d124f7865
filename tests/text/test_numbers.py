"""Numbers for people."""

import math

import pytest

from bitonic_scope.text.numbers import value_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5.0, "5"),
        (0.0, "0"),
        (-0.0, "-0"),
        (-12.0, "-12"),
        (4294967295.0, "4,294,967,295"),
        (0.15948, "0.159"),
        (-0.15948, "-0.159"),
        (0.00012345, "0.000123"),
        (0.99999, "1.00"),
        (1234.56, "1,235"),
        (999.7, "1,000"),
        (3.4028235e38, "3.40e+38"),
        (1.234e-40, "1.23e-40"),
        (-1.234e-40, "-1.23e-40"),
        (math.inf, "infinity"),
        (-math.inf, "-infinity"),
    ],
)
def test_values_are_short_and_keep_their_sign(value: float, text: str) -> None:
    assert value_text(value) == text
