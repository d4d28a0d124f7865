"""The gray of a value: floor(255 v + 0.5), v from 0 at the lowest value to 1 at the highest.

Sort keys select the gray, so one shader shows every format exactly: in floats 255 v would round,
and differently on each driver.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import MAX_UINT32, Values, value_keys

GRAY_COUNT = 256
MIDDLE_GRAY = 128  # when all values are equal
TABLE_SIDE_BITS = 7
TABLE_SIDE = 1 << TABLE_SIDE_BITS
SLOT_COUNT = TABLE_SIDE**2


class GrayTable(NamedTuple):
    """The grays of sort keys, by the upper bits of the key; include/gray.glsl looks them up.

    Attributes:
        start: the first key of slot 0; lesser keys share its gray.
        shift: 2**shift keys share a slot; the last slot has all keys above, too.
        grays: (TABLE_SIDE, TABLE_SIDE, 2) uint8: the grays of the first and the last key of each
            slot.
    """

    start: int
    shift: int
    grays: NDArray[np.uint8]


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


@lru_cache(maxsize=8)  # 32 KB each
def gray_table(keys: tuple[int, ...]) -> GrayTable:
    """Return the table for the least keys of each gray, which `gray_keys` returns."""
    start = max(keys[0] - 1, 0)
    shift = max((keys[-1] - start).bit_length() - 2 * TABLE_SIDE_BITS, 0)
    firsts = start + (np.arange(SLOT_COUNT + 1) << shift)
    grays = np.empty((SLOT_COUNT, 2), np.uint8)
    grays[:, 0] = np.searchsorted(keys, firsts[:-1], side="right")
    grays[:, 1] = np.searchsorted(keys, firsts[1:], side="left")
    grays[-1, 1] = len(keys)
    return GrayTable(start, shift, grays.reshape(TABLE_SIDE, TABLE_SIDE, 2))


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
