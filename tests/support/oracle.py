"""What the program should make of its data, from the numpy reference alone."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import ElementFormat, FormatName
from bitonic_scope.data.elements import Elements, Values, float_keys, sort_keys
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import Direction, NetworkKind


def bits(values: NDArray[np.float32]) -> NDArray[np.uint32]:
    """Return the bit patterns, which unlike floats can be compared exactly."""
    return values.view(np.uint32)


def can_pad(element_format: ElementFormat) -> bool:
    """Tell whether a format has padding elements of its own."""
    return element_format.name not in (FormatName.UINT32, FormatName.PACKED_ARITHMETIC)


def values_for(
    element_format: ElementFormat, count: int, *, seed: int = 3, ties: bool = False
) -> Values:
    """Return values that are hard for a format: all bits, both zeros, extremes, or many ties."""
    patterns = np.random.default_rng(seed).integers(0, 2**32, count, np.uint32)
    if ties:
        patterns = patterns[patterns % min(4, count)]
    hard = [0, 0x8000_0000, 0xFFFF_FFFF, 0x7F80_0000, 0xFF80_0000, 1, 0x8000_0001, 0x7F7F_FFFF]
    patterns[: len(hard)] = hard[:count]
    if element_format.array_dtype == "u4":
        return patterns
    patterns[np.isnan(patterns.view(np.float32))] = 0x3F80_0000
    if element_format.name is FormatName.HALF:
        bits = (patterns >> np.uint32(16)).astype(np.uint16)
        bits[np.isnan(bits.view(np.float16))] = 0x3C00
        return bits.view(np.float16).astype(np.float32)
    if not element_format.takes_all_floats:
        exponents = patterns >> np.uint32(23) & np.uint32(0xFF)
        patterns[(exponents == 0) | (exponents == 0xFF)] &= np.uint32(0x8000_0000)
    return patterns.view(np.float32)


def elements_at_every_pass(
    element_format: ElementFormat,
    elements: Elements,
    order: Direction = Direction.ASCENDING,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
    *,
    stable: bool = False,
) -> Iterator[Elements]:
    """Yield the elements of any format at every pass_index 0..P."""
    descending = order is Direction.DESCENDING
    keys = sort_keys(element_format, elements, descending=descending, stable=stable)
    for places in states(keys, order=order, network_kind=network_kind):
        yield elements[places]


def values_at_every_pass(
    elements: NDArray[np.float32],
    order: Direction = Direction.ASCENDING,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
) -> Iterator[NDArray[np.float32]]:
    """Yield the elements at every pass_index 0..P."""
    for places in states(float_keys(elements), order=order, network_kind=network_kind):
        yield elements[places]


def gray_picture(
    values: NDArray[np.float32], width: int, *, pixels_per_texel: int
) -> NDArray[np.uint8]:
    """Return the picture of a state: (height, width) uint8, top row first."""
    gray = np.floor(255.0 * values.astype(np.float64) + 0.5).astype(np.uint8)
    rows = gray.reshape(-1, width)[::-1]
    return np.kron(rows, np.ones((pixels_per_texel, pixels_per_texel), np.uint8))


def expected_frames(
    seed: int,
    width: int,
    height: int,
    *,
    pixels_per_texel: int,
    order: Direction = Direction.ASCENDING,
) -> list[NDArray[np.uint8]]:
    """Return all frames of a recording of uniform data."""
    return [
        gray_picture(values, width, pixels_per_texel=pixels_per_texel)
        for values in values_at_every_pass(uniform(seed, width * height), order)
    ]
