"""The gray of a value: floor(255 v + 0.5), v from 0 at the lowest value to 1 at the highest.

Sort keys select the gray, so one shader shows every format exactly: in floats 255 v would round,
and differently on each driver.
"""

from functools import cache

import numpy as np

from bitonic_scope.data.elements import MAX_UINT32, Values, value_keys

GRAY_COUNT = 256
MIDDLE_GRAY = 128  # when all values are equal


def value_range(values: Values) -> tuple[float, float] | tuple[int, int]:
    """Return the least and the greatest finite value; 0 and 0 if there is none."""
    finite = values[np.isfinite(values)] if values.dtype == np.float32 else values
    return (finite.min().item(), finite.max().item()) if finite.size else (0.0, 0.0)


@cache
def gray_keys(lowest: float, highest: float, *, as_floats: bool) -> tuple[int, ...]:
    """Return the least sort key of each gray from 1 on.

    Args:
        lowest: the value shown black; lesser values are black too.
        highest: the value shown white; if it equals the lowest, that value is middle gray.
        as_floats: whether values are float32; else uint32.

    Returns:
        Up to 255 keys in ascending order; fewer if no key reaches the brighter grays.
    """
    if lowest == highest:
        above = np.inf if as_floats else lowest + 1
        steps = [lowest] * MIDDLE_GRAY + [above] * (GRAY_COUNT - 1 - MIDDLE_GRAY)
        steps = [step for step in steps if as_floats or step <= MAX_UINT32]
    else:
        exact = [_step(lowest, highest, gray) for gray in range(1, GRAY_COUNT)]
        steps = [_float32_from(*step) if as_floats else -(-step[0] // step[1]) for step in exact]
    if not as_floats:
        return tuple(int(step) for step in steps)
    values = np.array([-0.0 if step == 0 else step for step in steps], np.float32)
    return tuple(value_keys(values).tolist())


def _step(lowest: float, highest: float, gray: int) -> tuple[int, int]:
    """Return where a gray begins, lowest + (highest - lowest) (2 gray - 1) / 510, as a ratio."""
    low, low_divisor = lowest.as_integer_ratio()
    high, high_divisor = highest.as_integer_ratio()
    parts = 2 * (GRAY_COUNT - 1)
    upper = 2 * gray - 1
    numerator = low * high_divisor * (parts - upper) + high * low_divisor * upper
    return numerator, low_divisor * high_divisor * parts


def _float32_from(numerator: int, divisor: int) -> float:
    """Return the least float32 at or above an exact ratio."""

    def is_below(value: np.float32) -> bool:
        top, bottom = float(value).as_integer_ratio()
        return top * divisor < numerator * bottom

    near = np.float32(numerator / divisor)
    while is_below(near):
        near = np.nextafter(near, np.float32(np.inf))
    while not is_below(below := np.nextafter(near, np.float32(-np.inf))):
        near = below
    return float(near)
