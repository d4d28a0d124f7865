"""The generators: one seed is the same data everywhere, in every release."""

import hashlib

import numpy as np
import pytest

from app.data.distributions import CHUNK_ELEMENT_COUNT, uniform, uniform_chunks


def test_seed_7_begins_with_these_values() -> None:
    begin = [value * 2**24 for value in uniform(7, 4).tolist()]
    assert begin == [0xA00641, 0xE5AFCD, 0xC69356, 0x39A72D]


@pytest.mark.parametrize(
    ("seed", "digest"),
    [
        (0, "8abbc541fa14bbd8e12a58edf427ee90"),
        (1, "d5952ec222b7ebd3a55fcedc7f9badd5"),
        (2**63 - 1, "f375726c08bfda27b71b3d04c5f1c795"),
    ],
)
def test_data_of_a_seed_never_change_between_releases(seed: int, digest: str) -> None:
    data = uniform(seed, 65_536).astype("<f4").tobytes()
    assert hashlib.sha256(data).hexdigest()[:32] == digest


@pytest.mark.parametrize("seed", [0, 7, 2**32, 2**63 - 1])
def test_an_element_is_the_upper_24_bits_of_its_raw_word(seed: int) -> None:
    words = np.random.PCG64(seed).random_raw(1000).tolist()
    values = uniform(seed, 1000)
    assert values.dtype == np.float32
    assert values.tolist() == [(word >> 40) / 2**24 for word in words]


@pytest.mark.parametrize("element_count", [1, 2, 1 << 18, (1 << 18) + 1, 1 << 20])
def test_chunks_joined_are_the_whole(element_count: int) -> None:
    chunks = list(uniform_chunks(7, element_count))
    assert np.array_equal(np.concatenate(chunks), uniform(7, element_count))
    assert sum(chunk.size for chunk in chunks) == element_count
    assert max(chunk.size for chunk in chunks) <= CHUNK_ELEMENT_COUNT


def test_more_elements_begin_with_the_same_ones() -> None:
    many = uniform(3, CHUNK_ELEMENT_COUNT + 256)
    assert np.array_equal(many[:256], uniform(3, 256))
    word = np.random.PCG64(3).advance(CHUNK_ELEMENT_COUNT).random_raw()
    assert many[CHUNK_ELEMENT_COUNT] == (word >> 40) / 2**24


def test_values_lie_in_0_to_1_without_negative_zero_or_subnormals() -> None:
    values = uniform(1, 1 << 18)
    assert values.min() >= 0.0
    assert values.max() < 1.0
    assert not np.signbit(values).any()
    positive = values[values > 0]
    assert positive.min() >= 2.0**-24
    assert abs(values.mean() - 0.5) < 0.005


@pytest.mark.parametrize("seed", [0, 1, 1_000_000, 2**63 - 1])
def test_65536_elements_are_more_than_65000_different_ones(seed: int) -> None:
    assert np.unique(uniform(seed, 65_536)).size > 65_000


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    assert (uniform(1, 4096) == uniform(2, 4096)).sum() < 5
