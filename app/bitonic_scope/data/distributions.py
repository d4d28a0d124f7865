"""Seeded generators of start data: a seed gives the same bits on every machine.

numpy keeps the raw stream of a bit generator stable across versions, but not the methods of
`Generator`, so all values are made from raw 64-bit words. All lie in [0, 1].
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.elements import MAX_UINT32

CHUNK_ELEMENT_COUNT = 1 << 18  # about 2 ms of work, so a window can show each frame in between
RUN_COUNT = 8  # of the sawtooth
LEVEL_COUNT = 8  # of few distinct values
REACH = 8  # nearly sorted: each element is fewer places than this from its own

FloatValues = NDArray[np.float32]
Words = NDArray[np.uint64]


def chunks(kind: DataKind, seed: int, element_count: int) -> Iterator[FloatValues]:
    """Yield start data in chunks of at most 2^18 elements.

    Args:
        kind: the kind of data.
        seed: 0 to 2^63 - 1.
        element_count: the number of values in total, at least 1.

    Yields:
        (at most 2^18,) float32 in [0, 1], without negative zero, subnormals or NaN.
    """
    if kind is DataKind.UNIFORM:
        yield from map(_uniform, _word_chunks(seed, element_count))
        return
    values = _MAKERS[kind](np.random.PCG64(seed).random_raw(element_count))
    for start in range(0, element_count, CHUNK_ELEMENT_COUNT):
        yield values[start : start + CHUNK_ELEMENT_COUNT]


def whole_number_chunks(
    kind: DataKind, seed: int, element_count: int
) -> Iterator[NDArray[np.uint32]]:
    """Yield the same kind of data as uint32, in the same chunks.

    Uniform data have 32 random bits; other kinds are scaled to 0..2^32 - 1.
    """
    if kind is DataKind.UNIFORM:
        for words in _word_chunks(seed, element_count):
            yield (words >> np.uint64(32)).astype(np.uint32)
        return
    for values in chunks(kind, seed, element_count):
        yield (values.astype(np.float64) * MAX_UINT32 + 0.5).astype(np.uint32)


def _word_chunks(seed: int, element_count: int) -> Iterator[Words]:
    words = np.random.PCG64(seed)
    for start in range(0, element_count, CHUNK_ELEMENT_COUNT):
        yield words.random_raw(min(CHUNK_ELEMENT_COUNT, element_count - start))


def make(kind: DataKind, seed: int, element_count: int) -> FloatValues:
    """Return start data: (element_count,) float32; see `chunks`."""
    values = np.empty(element_count, np.float32)
    np.concatenate(list(chunks(kind, seed, element_count)), out=values)
    return values


def uniform(seed: int, element_count: int) -> FloatValues:
    """Return uniform data: element i is the upper 24 bits of raw word i, times 2^-24."""
    return make(DataKind.UNIFORM, seed, element_count)


def _uniform(words: Words) -> FloatValues:
    return (words >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)


def _ramp(count: int) -> FloatValues:
    """Return evenly rising values from 0 to below 1, as far as float32 allows."""
    return (np.arange(count, dtype=np.float64) / count).astype(np.float32)


def _permutation(words: Words) -> FloatValues:
    return _ramp(words.size)[np.argsort(words, kind="stable")]


def _sorted(words: Words) -> FloatValues:
    return np.sort(_uniform(words))


def _nearly_sorted(words: Words) -> FloatValues:
    places = np.arange(words.size, dtype=np.uint64) + words % np.uint64(REACH)
    return _sorted(words)[np.argsort(places, kind="stable")]


def _few_distinct(words: Words) -> FloatValues:
    return (words >> np.uint64(61)).astype(np.float32) / np.float32(LEVEL_COUNT - 1)


def _all_equal(words: Words) -> FloatValues:
    return np.full(words.size, 0.5, np.float32)


def _zero_one(words: Words) -> FloatValues:
    return (words >> np.uint64(63)).astype(np.float32)


def _bitonic(words: Words) -> FloatValues:
    rising = _sorted(words)
    return np.concatenate([rising[0::2], rising[1::2][::-1]])


def _sawtooth(words: Words) -> FloatValues:
    run = max(words.size // RUN_COUNT, 1)
    first = int(words[0]) % run
    return _ramp(run)[(np.arange(words.size) + first) % run]


def _gaussian(words: Words) -> FloatValues:
    """Return the mean of four 16-bit numbers: close to a bell curve from 0 to 1."""
    quarters = words[:, None] >> np.array([0, 16, 32, 48], np.uint64) & np.uint64(0xFFFF)
    sums: FloatValues = quarters.sum(axis=1).astype(np.float32)
    return sums * np.float32(2.0**-18)


def _one_outlier(words: Words) -> FloatValues:
    values = _uniform(words) * np.float32(0.25)
    values[int(words[0]) % words.size] = 1.0
    return values


_MAKERS: dict[DataKind, Callable[[Words], FloatValues]] = {
    DataKind.PERMUTATION: _permutation,
    DataKind.SORTED: _sorted,
    DataKind.REVERSED: lambda words: _sorted(words)[::-1],
    DataKind.NEARLY_SORTED: _nearly_sorted,
    DataKind.FEW_DISTINCT: _few_distinct,
    DataKind.ALL_EQUAL: _all_equal,
    DataKind.ZERO_ONE: _zero_one,
    DataKind.BITONIC: _bitonic,
    DataKind.SAWTOOTH: _sawtooth,
    DataKind.GAUSSIAN: _gaussian,
    DataKind.ONE_OUTLIER: _one_outlier,
}
