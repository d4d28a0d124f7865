"""Seeded generators of start data: one seed gives the same bits on every machine.

numpy keeps the raw stream of a bit generator stable across versions, but not the methods of
`Generator`; so all values are made from raw 64-bit words.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

CHUNK_ELEMENT_COUNT = 1 << 18  # about 2 ms of work, so that a window can show each frame in between


def uniform_chunks(seed: int, element_count: int) -> Iterator[NDArray[np.float32]]:
    """Yield uniform data from [0, 1) in chunks of at most 2^18 elements.

    Element i is the upper 24 bits of the i-th raw word of PCG64(seed), times 2^-24: every value is
    exact as float32, none is negative zero, subnormal, infinite or NaN.

    Args:
        seed: 0 to 2^63 - 1.
        element_count: how many values in all.

    Yields:
        (at most 2^18,) float32.
    """
    words = np.random.PCG64(seed)
    for start in range(0, element_count, CHUNK_ELEMENT_COUNT):
        raw = words.random_raw(min(CHUNK_ELEMENT_COUNT, element_count - start))
        yield (raw >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)


def uniform(seed: int, element_count: int) -> NDArray[np.float32]:
    """Return uniform data from [0, 1): (element_count,) float32; see `uniform_chunks`."""
    values = np.empty(element_count, np.float32)
    np.concatenate(list(uniform_chunks(seed, element_count)), out=values)
    return values
