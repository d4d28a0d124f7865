"""Elements on the host: conversion of values to a format and back, and sort keys.

`sort_keys` and `is_padding` are the twins of the files in shaders/include/elements/.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.element_format import ElementFormat, FormatName

MAX_UINT32 = 0xFFFF_FFFF
SMALLEST_NORMAL = 2.0**-126  # of float32
SIGN_BIT = np.uint32(0x8000_0000)
PADDING_BIT = np.uint32(0x8000_0000)  # of a pair's tag; the other bits are the index in the input

Values = NDArray[np.float32] | NDArray[np.uint32]  # what is sorted, in any format
Elements = NDArray[Any]  # (n,) of a format's array_dtype, or (n, 2) uint32 where it has a tag


def float_keys(values: NDArray[np.float32]) -> NDArray[np.uint32]:
    """Return the sort key of each float: unsigned, in the order of the values.

    Read as unsigned numbers, the bits of floats ascend from 0 to infinity, then from -0 to
    -infinity. With all bits of negative floats flipped and the sign bit of the others set, they
    ascend from -infinity to infinity, -0 before +0, and no subnormal is lost.

    Args:
        values: (element_count,) float32, any bit pattern.

    Returns:
        (element_count,) uint32.
    """
    bits = np.ascontiguousarray(values).view(np.uint32)
    # The shift copies the sign into all bits; faster than np.where.
    return bits ^ ((bits.view(np.int32) >> 31).view(np.uint32) | SIGN_BIT)


def floats_of_keys(keys: NDArray[np.uint32]) -> NDArray[np.float32]:
    """Return the floats with these keys: the inverse of `float_keys`."""
    flipped = ~(keys.view(np.int32) >> 31).view(np.uint32) | SIGN_BIT
    return (keys ^ flipped).view(np.float32)


def value_keys(values: Values) -> NDArray[np.uint32]:
    """Return the key of each value: (n,) uint32; whole numbers are their own keys."""
    if values.dtype == np.uint32:
        return values.view(np.uint32)
    return float_keys(values.view(np.float32))


def store(
    element_format: ElementFormat,
    values: Values,
    *,
    element_count: int,
    descending: bool,
    places: NDArray[np.int64] | None = None,
) -> Elements:
    """Convert values to elements of a format, and fill up with padding elements that sort last.

    Among floats a padding element is NaN, which no input holds; a pair marks it by the padding bit
    of the tag.

    Args:
        element_format: the format of the elements.
        values: (count,) float32 or uint32, without NaN.
        element_count: the number of elements to return, at least count.
        descending: whether padding must sort last in descending order.
        places: (count,) the index at which each value goes; None for 0..count - 1.

    Returns:
        (element_count,) of the format's array_dtype, or (element_count, 2) uint32 pairs.

    Raises:
        ValueError: padding is needed and the format has none.
    """
    if values.size < element_count and element_format.name is FormatName.UINT32:
        raise ValueError("uint32 has no bit pattern to spare for padding: use pairs")
    where: Any = slice(values.size) if places is None else places
    if element_format.has_tag:
        pairs = np.empty((element_count, 2), np.uint32)
        pairs[:, 0] = 0 if descending else MAX_UINT32
        pairs[:, 1] = np.arange(element_count, dtype=np.uint32) | PADDING_BIT
        pairs[where, 0] = value_keys(values)
        pairs[where, 1] = np.arange(values.size, dtype=np.uint32)
        return pairs
    padding = 0 if element_format.array_dtype == "u4" else -np.nan if descending else np.nan
    elements: Elements = np.full(element_count, padding, element_format.array_dtype)
    with np.errstate(over="ignore"):  # values beyond the range of half become infinity
        elements[where] = values.astype(element_format.array_dtype, copy=False)
    return elements


def sort_keys(
    element_format: ElementFormat,
    elements: Elements,
    *,
    descending: bool = False,
    stable: bool = False,
) -> NDArray[np.uint64]:
    """Return the sort key of each element.

    The upper half is the key of the value, the lower half breaks ties: in stable pairs the index
    in the input, in other pairs only the padding bit. Of equal values the earlier comes first in
    both orders, so descending order complements the lower half.

    Returns:
        (n,) uint64.
    """
    if not element_format.has_tag:
        return element_keys(element_format, elements).astype(np.uint64) << np.uint64(32)
    keys, tags = elements[:, 0], elements[:, 1]
    ties = tags if stable else tags >> np.uint32(31)
    return keys.astype(np.uint64) << np.uint64(32) | (~ties if descending else ties)


def element_keys(element_format: ElementFormat, elements: Elements) -> NDArray[np.uint32]:
    """Return the keys of elements without tags, (n,) uint32: the upper half of `sort_keys`."""
    is_float = element_format.array_dtype != "u4"
    return value_keys(elements.astype(np.float32, copy=False) if is_float else elements)


def is_padding(element_format: ElementFormat, elements: Elements) -> NDArray[np.bool_]:
    """Return whether each element is padding: (n,) bool."""
    if element_format.has_tag:
        padding: NDArray[np.bool_] = (elements[:, 1] & PADDING_BIT) != 0
    else:
        padding = np.isnan(elements)
    return padding


def values_of(
    element_format: ElementFormat, elements: Elements, *, as_floats: bool = True
) -> Values:
    """Return the values of elements without the padding.

    Args:
        element_format: the format of the elements.
        elements: (n,) of the format's array_dtype, or (n, 2) uint32 pairs.
        as_floats: whether the keys of pairs stand for floats; else for whole numbers.

    Returns:
        (count,) float32, or uint32.
    """
    real = elements[~is_padding(element_format, elements)]
    if not element_format.has_tag:
        return real if element_format.array_dtype == "u4" else real.astype(np.float32, copy=False)
    keys = np.ascontiguousarray(real[:, 0])
    return floats_of_keys(keys) if as_floats else keys


def places_of(elements: Elements) -> NDArray[np.int64]:
    """Return the index in the input of each pair that is not padding: (count,) int64."""
    tags: NDArray[np.uint32] = elements[:, 1]
    places: NDArray[np.int64] = tags[(tags & PADDING_BIT) == 0].astype(np.int64)
    return places
