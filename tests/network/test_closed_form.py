"""The closed form against the reference: every state of small networks, samples of large ones."""

from typing import TypeVar, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.network import closed_form
from bitonic_scope.network.closed_form import places_at, sorted_keys_at
from bitonic_scope.network.reference import sources, states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

ORDERS = list(Direction)
KINDS = list(NetworkKind)
Keys = NDArray[np.uint32]
WideKeys = NDArray[np.uint64]
AnyKeys = TypeVar("AnyKeys", NDArray[np.uint32], NDArray[np.uint64])

both_orders = pytest.mark.parametrize("order", ORDERS)
both_kinds = pytest.mark.parametrize("kind", KINDS)
small_networks = pytest.mark.parametrize("stage_count", range(10))


def data_sets(element_count: int) -> dict[str, Keys]:
    rng = np.random.default_rng(element_count)
    sparse = rng.permutation(element_count).astype(np.uint32) * np.uint32(0x3FFFFF)
    return {
        "distinct": sparse,
        "ties": rng.integers(0, 1 + element_count // 4, element_count, dtype=np.uint32),
        "zeros and ones": rng.integers(0, 2, element_count, dtype=np.uint32),
        "any": rng.integers(0, 1 << 32, element_count, dtype=np.uint32),
        "extremes": rng.choice(np.array([0, 1, 0xFFFFFFFE, 0xFFFFFFFF], np.uint32), element_count),
        "ascending": np.sort(sparse),
        "descending": np.sort(sparse)[::-1],
    }


def with_index(keys: Keys) -> WideKeys:
    return keys.astype(np.uint64) << np.uint64(32) | np.arange(keys.size, dtype=np.uint64)


def reference_states(
    keys: Keys | WideKeys, order: Direction, kind: NetworkKind
) -> list[NDArray[np.int64]]:
    """Return all states of keys of either width: the reference only ever compares them."""
    return list(states(cast(Keys, keys), order=order, network_kind=kind))


def check_the_keys_of_every_state(keys: AnyKeys, order: Direction, kind: NetworkKind) -> None:
    before = keys.copy()
    for index, places in enumerate(reference_states(keys, order, kind)):
        found = sorted_keys_at(keys, index, order=order, network_kind=kind)
        assert np.array_equal(found, before[places]), index
        assert found.dtype == keys.dtype
        assert not np.shares_memory(found, keys)
    assert np.array_equal(keys, before)


@both_kinds
@both_orders
@small_networks
def test_the_keys_of_every_state(stage_count: int, order: Direction, kind: NetworkKind) -> None:
    for keys in data_sets(1 << stage_count).values():
        check_the_keys_of_every_state(keys, order, kind)


@both_kinds
@both_orders
@small_networks
def test_wide_keys_of_every_state(stage_count: int, order: Direction, kind: NetworkKind) -> None:
    rng = np.random.default_rng(stage_count)
    for bits in (2, 64):
        keys = rng.integers(0, 1 << bits, 1 << stage_count, dtype=np.uint64)
        check_the_keys_of_every_state(keys, order, kind)


@both_kinds
@pytest.mark.parametrize(
    ("tiny", "short", "cached"), [(1, 1, 1), (2, 4, 32), (8, 16, 64), (8, 64, 64), (8, 8, 1024)]
)
def test_limits_of_speed_change_no_state(
    tiny: int, short: int, cached: int, kind: NetworkKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_form, "TINY_COLUMN", tiny)
    monkeypatch.setattr(closed_form, "SHORT_BLOCK", short)
    monkeypatch.setattr(closed_form, "CACHED_KEYS", cached)
    for stage_count in (3, 8, 9):
        keys = data_sets(1 << stage_count)["ties"]
        check_the_keys_of_every_state(keys, Direction.ASCENDING, kind)


@both_kinds
@both_orders
@small_networks
def test_the_places_of_every_state(stage_count: int, order: Direction, kind: NetworkKind) -> None:
    data = data_sets(1 << stage_count)
    for keys in (data["distinct"], data["descending"], with_index(data["ties"])):
        before = keys.copy()
        for index, places in enumerate(reference_states(keys, order, kind)):
            found = places_at(keys, index, order=order, network_kind=kind)
            assert found.dtype == np.int64
            assert np.array_equal(found, places), index
        assert np.array_equal(keys, before)


@both_kinds
@both_orders
def test_equal_keys_have_no_places(order: Direction, kind: NetworkKind) -> None:
    keys = np.array([5, 1, 7, 5], np.uint32)
    for index in range(4):
        with pytest.raises(ValueError, match="distinct keys, got equal ones"):
            places_at(keys, index, order=order, network_kind=kind)


@both_kinds
def test_ties_settled_by_the_index_are_another_network(kind: NetworkKind) -> None:
    """Why equal keys are refused: the comparators that never exchange them go other ways."""
    keys = data_sets(256)["ties"]
    *_, end = reference_states(keys, Direction.ASCENDING, kind)
    found = places_at(with_index(keys), 36, order=Direction.ASCENDING, network_kind=kind)
    assert np.array_equal(keys[found], keys[end])
    assert not np.array_equal(found, end)


@both_kinds
@pytest.mark.parametrize(("stage_count", "pass_index"), [(0, -1), (0, 1), (2, 4), (3, -1), (3, 7)])
def test_there_is_no_state_before_the_input_or_beyond_the_end(
    stage_count: int, pass_index: int, kind: NetworkKind
) -> None:
    keys = np.arange(1 << stage_count, dtype=np.uint32)
    for form in (sorted_keys_at, places_at):
        with pytest.raises(
            ValueError, match=rf"pass_index must be from 0 to \d+, got {pass_index}$"
        ):
            form(keys, pass_index, order=Direction.ASCENDING, network_kind=kind)


@pytest.mark.parametrize("element_count", [0, 3, 10, 1000])
def test_other_counts_are_refused(element_count: int) -> None:
    keys = np.arange(element_count, dtype=np.uint32)
    for form in (sorted_keys_at, places_at):
        with pytest.raises(ValueError, match=r"power of two|stages"):
            form(keys, 0, order=Direction.ASCENDING, network_kind=NetworkKind.FLIP)


@both_kinds
@both_orders
def test_samples_of_the_states_of_65536_keys(order: Direction, kind: NetworkKind) -> None:
    rng = np.random.default_rng(16)
    keys = rng.integers(0, 1 << 15, 1 << 16, dtype=np.uint32)
    indexes = {0, 1, 2, 15, 45, 55, 66, 77, 100, 119, 120, 121, 125, 128, 130, 133, 135, 136}
    for index, places in enumerate(states(keys, order=order, network_kind=kind)):
        if index in indexes:
            found = sorted_keys_at(keys, index, order=order, network_kind=kind)
            assert np.array_equal(found, keys[places]), index


@both_kinds
@pytest.mark.parametrize("pass_index", [4, 47, 170, 191, 193, 200, 209])
def test_a_pass_leads_from_one_state_of_a_million_keys_to_the_next(
    pass_index: int, kind: NetworkKind
) -> None:
    keys = np.random.default_rng(20).integers(0, 1 << 32, 1 << 20, dtype=np.uint32)
    before, after = (
        sorted_keys_at(keys, index, order=Direction.DESCENDING, network_kind=kind)
        for index in (pass_index, pass_index + 1)
    )
    sort_pass = BitonicNetwork(20, kind).pass_at(pass_index + 1)
    moved = before[sources(before, sort_pass, order=Direction.DESCENDING)]
    assert np.array_equal(after, moved)


@both_kinds
@both_orders
def test_the_last_state_of_a_million_keys_is_sorted(order: Direction, kind: NetworkKind) -> None:
    keys = np.random.default_rng(20).integers(0, 1 << 32, 1 << 20, dtype=np.uint32)
    found = sorted_keys_at(keys, 210, order=order, network_kind=kind)
    ascending = np.sort(keys)
    assert np.array_equal(found, ascending if order is Direction.ASCENDING else ascending[::-1])
