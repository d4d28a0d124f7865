"""What the program should make of its data, from the numpy reference alone."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from app.data.distributions import uniform
from app.data.element_format import sort_keys
from app.network.reference import states
from app.network.schedule import Direction, NetworkKind


def bits(values: NDArray[np.float32]) -> NDArray[np.uint32]:
    """Return the bit patterns, which unlike floats can be compared exactly."""
    return values.view(np.uint32)


def values_at_every_pass(
    elements: NDArray[np.float32],
    order: Direction = Direction.ASCENDING,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
) -> Iterator[NDArray[np.float32]]:
    """Yield the elements at every pass_index 0..P."""
    for places in states(sort_keys(elements), order=order, network_kind=network_kind):
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
