"""The generators: one seed is the same data everywhere, in every release."""

import hashlib

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import CHUNK_ELEMENT_COUNT, chunks, make, uniform


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
    parts = list(chunks(DataKind.UNIFORM, 7, element_count))
    assert np.array_equal(np.concatenate(parts), uniform(7, element_count))
    assert sum(part.size for part in parts) == element_count
    assert max(part.size for part in parts) <= CHUNK_ELEMENT_COUNT


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


COUNTS = (1, 2, 8, 256, 1 << 19)


@pytest.mark.parametrize("kind", list(DataKind))
@pytest.mark.parametrize("element_count", COUNTS)
def test_every_kind_is_floats_from_0_to_1_and_the_same_for_the_same_seed(
    kind: DataKind, element_count: int
) -> None:
    values = make(kind, 7, element_count)
    assert values.dtype == np.float32
    assert values.shape == (element_count,)
    assert values.min() >= 0.0
    assert values.max() <= 1.0
    assert not np.signbit(values).any()
    assert np.array_equal(values, make(kind, 7, element_count))
    parts = list(chunks(kind, 7, element_count))
    assert np.array_equal(np.concatenate(parts), values)
    assert max(part.size for part in parts) <= CHUNK_ELEMENT_COUNT


def test_each_kind_is_what_its_name_says() -> None:
    data = {kind: make(kind, 5, 4096) for kind in DataKind}
    noise = np.sort(data[DataKind.UNIFORM])
    assert np.array_equal(np.sort(data[DataKind.PERMUTATION]), np.arange(4096) / 4096)
    assert not np.array_equal(data[DataKind.PERMUTATION], np.arange(4096) / 4096)
    assert np.array_equal(data[DataKind.SORTED], noise)
    assert np.array_equal(data[DataKind.REVERSED], noise[::-1])
    assert set(data[DataKind.FEW_DISTINCT].tolist()) == {float(np.float32(k / 7)) for k in range(8)}
    assert set(data[DataKind.ALL_EQUAL].tolist()) == {0.5}
    assert set(data[DataKind.ZERO_ONE].tolist()) == {0.0, 1.0}
    rise, fall = np.split(data[DataKind.BITONIC], 2)
    assert (np.diff(rise) >= 0).all()
    assert (np.diff(fall) <= 0).all()
    assert np.array_equal(np.sort(data[DataKind.BITONIC]), noise)
    assert 7 <= np.count_nonzero(np.diff(data[DataKind.SAWTOOTH]) < 0) <= 8
    assert np.count_nonzero(data[DataKind.ONE_OUTLIER] == 1.0) == 1
    assert np.sort(data[DataKind.ONE_OUTLIER])[-2] < 0.25
    assert abs(data[DataKind.GAUSSIAN].mean() - 0.5) < 0.01
    assert 0.12 < data[DataKind.GAUSSIAN].std() < 0.17


def test_nearly_sorted_is_not_sorted_and_no_element_is_8_places_from_its_own() -> None:
    values = make(DataKind.NEARLY_SORTED, 5, 4096)
    ranks = np.argsort(np.argsort(values, kind="stable"), kind="stable")
    displaced = np.abs(ranks - np.arange(4096))
    assert np.count_nonzero(displaced) > 2048
    assert displaced.max() < 8


@pytest.mark.parametrize("kind", [k for k in DataKind if k is not DataKind.ALL_EQUAL])
def test_another_seed_is_other_data(kind: DataKind) -> None:
    assert not np.array_equal(make(kind, 5, 4096), make(kind, 6, 4096))


def test_each_kind_has_a_sentence_that_says_what_it_teaches() -> None:
    lessons = [kind.lesson for kind in DataKind]
    assert len(set(lessons)) == len(DataKind) == 12
    assert all(lesson.endswith((".", ")")) for lesson in lessons)
