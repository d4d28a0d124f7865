"""The reference: the network in numpy, against numpy's own sort, for every state it passes."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.elements import float_keys
from bitonic_scope.network.reference import sources, states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

ORDERS = list(Direction)
KINDS = list(NetworkKind)
Keys = NDArray[np.uint32]


def all_zero_one_inputs(element_count: int) -> Keys:
    """Return every input of zeros and ones: (2^n, n)."""
    numbers = np.arange(1 << element_count, dtype=np.uint32)
    return numbers[:, None] >> np.arange(element_count, dtype=np.uint32) & np.uint32(1)


def run_all(inputs: Keys, order: Direction, kind: NetworkKind) -> list[Keys]:
    """Run `sources` on many inputs at once; return each state as (inputs, elements).

    All inputs lie one after another in one long array. Partners never leave an input, and the
    direction of all stages but the last looks only at places inside it. In the last stage every
    second block would turn round; so each input is followed by a copy, which is left out again.
    """
    input_count, element_count = inputs.shape
    keys = np.stack([inputs, inputs], axis=1).ravel()
    found = [inputs]
    for sort_pass in BitonicNetwork(element_count.bit_length() - 1, kind).passes:
        keys = keys[sources(keys, sort_pass, order=order)]
        found.append(keys.reshape(input_count, 2, element_count)[:, 0])
    return found


def in_order(keys: Keys, order: Direction) -> Keys:
    ascending = np.sort(keys, axis=-1, kind="stable")
    return ascending if order is Direction.ASCENDING else ascending[..., ::-1]


def closed_form(keys: Keys, stage: int, pass_in_stage: int) -> Keys:
    """Return the state after a pass straight from the input, without any comparator.

    Blocks of half the size are sorted, every odd one turned round; then the columns of each block,
    seen as rows of `compare_distance` elements, are sorted.
    """
    half, block, distance = 1 << stage - 1, 1 << stage, 1 << stage - pass_in_stage
    halves = np.sort(keys.reshape(-1, half), axis=1)
    halves[1::2] = halves[1::2, ::-1]
    columns = np.sort(halves.reshape(-1, block // distance, distance), axis=1)
    columns[1::2] = columns[1::2, ::-1]
    return columns.reshape(-1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("element_count", [1, 2, 4, 8, 16])
def test_every_input_of_zeros_and_ones_is_sorted(
    element_count: int, order: Direction, kind: NetworkKind
) -> None:
    inputs = all_zero_one_inputs(element_count)
    assert inputs.shape == (2**element_count, element_count)
    assert np.array_equal(run_all(inputs, order, kind)[-1], in_order(inputs, order))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("element_count", [2, 8, 16])
def test_many_inputs_at_once_pass_the_same_states_as_each_alone(
    element_count: int, order: Direction, kind: NetworkKind
) -> None:
    inputs = all_zero_one_inputs(element_count)[:: 1 + 2**element_count // 50]
    at_once = run_all(inputs, order, kind)
    for number, keys in enumerate(inputs):
        alone = [keys[places] for places in states(keys, order=order, network_kind=kind)]
        assert np.array_equal(np.array(alone), np.array([state[number] for state in at_once]))


def closed_form_of_flip(keys: Keys, stage: int, pass_in_stage: int) -> Keys:
    """Return the state after a pass of the flip network straight from the input.

    All blocks of half the size are sorted, the upper one of each two is turned round; the columns
    are sorted; then the rows of the upper half are turned round.
    """
    half, block, distance = 1 << stage - 1, 1 << stage, 1 << stage - pass_in_stage
    halves = np.sort(keys.reshape(-1, half), axis=1)
    halves[1::2] = halves[1::2, ::-1]
    rows = np.sort(halves.reshape(-1, block // distance, distance), axis=1)
    upper = block // (2 * distance)
    rows[:, upper:] = rows[:, upper:, ::-1]
    return rows.reshape(-1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage_count", range(1, 10))
def test_every_state_is_the_closed_form(stage_count: int, kind: NetworkKind) -> None:
    keys = np.random.default_rng(stage_count).permutation(1 << stage_count).astype(np.uint32)
    passes = BitonicNetwork(stage_count, kind).passes
    form = closed_form if kind is NetworkKind.ALTERNATING else closed_form_of_flip
    states_after = list(states(keys, network_kind=kind))[1:]
    for places, sort_pass in zip(states_after, passes, strict=True):
        expected = form(keys, sort_pass.stage, sort_pass.pass_in_stage)
        assert np.array_equal(keys[places], expected), sort_pass


def test_what_sorts_last_and_stands_last_is_never_moved_by_the_flip_network() -> None:
    keys = np.array([3, 1, 2, 0, 3, 9, 9, 9], np.uint32)
    for places in states(keys, network_kind=NetworkKind.FLIP):
        assert places[5:].tolist() == [5, 6, 7]
    wandering = [places[5:].tolist() for places in states(keys)]
    assert any(last != [5, 6, 7] for last in wandering)


def test_descending_is_ascending_on_complemented_keys() -> None:
    keys = np.random.default_rng(5).integers(0, 9, 64, dtype=np.uint32)
    descending = list(states(keys, order=Direction.DESCENDING))
    ascending = list(states(~keys, order=Direction.ASCENDING))
    assert np.array_equal(np.array(descending), np.array(ascending))


SPECIAL = [0.0, -0.0, 1e-40, 3e-40, -1e-40, 1e-45, -1e-45, np.inf, -np.inf, 1.0, -1.0, 0.5, 3.4e38]
DATA: dict[str, Callable[[np.random.Generator], NDArray[np.float32]]] = {
    "random": lambda rng: rng.random(1024, np.float32),
    "negative": lambda rng: -rng.random(1024, np.float32),
    "ties": lambda rng: rng.integers(0, 8, 1024).astype(np.float32),
    "all equal": lambda rng: np.full(1024, 0.25, np.float32),
    "sorted": lambda rng: np.arange(1024, dtype=np.float32),
    "reversed": lambda rng: np.arange(1024, dtype=np.float32)[::-1].copy(),
    "signed zeros": lambda rng: rng.choice(np.array([0.0, -0.0], np.float32), 1024),
    "subnormals": lambda rng: rng.integers(1, 50, 1024).astype(np.uint32).view(np.float32),
    "specials": lambda rng: rng.choice(np.array(SPECIAL, np.float32), 1024),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", DATA)
def test_the_end_is_numpys_sort_bit_for_bit(name: str, order: Direction, kind: NetworkKind) -> None:
    values = DATA[name](np.random.default_rng(11))
    keys = float_keys(values)
    *_, places = states(keys, order=order, network_kind=kind)
    end = values[places]
    expected = np.sort(values, kind="stable")
    assert np.array_equal(end if order is Direction.ASCENDING else end[::-1], expected)
    bits = end.view(np.uint32)
    assert np.array_equal(np.sort(bits), np.sort(values.view(np.uint32)))
    assert np.array_equal(float_keys(end), in_order(keys, order))


def test_signed_zeros_and_subnormals_end_in_their_order() -> None:
    values = np.array([0.0, 1e-40, -0.0, 3e-40, -1e-40, np.inf, 0.0, -np.inf], np.float32)
    *_, places = states(float_keys(values))
    assert values[places].view(np.uint32).tolist() == [
        0xFF800000,  # -infinity
        0x800116C2,  # -1e-40
        0x80000000,  # -0
        0x00000000,
        0x00000000,
        0x000116C2,  # 1e-40
        0x00034447,  # 3e-40
        0x7F800000,  # infinity
    ]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("different_keys", [1, 2, 8, 4096])
def test_no_payload_is_lost_or_doubled_in_any_pass(different_keys: int, order: Direction) -> None:
    keys = np.random.default_rng(3).integers(0, different_keys, 4096, dtype=np.uint32)
    seen = 0
    for places in states(keys, order=order):
        assert np.array_equal(np.sort(places), np.arange(4096))
        seen += 1
    assert seen == 79


def test_equal_keys_never_move() -> None:
    keys = np.full(256, 7, np.uint32)
    assert all(np.array_equal(places, np.arange(256)) for places in states(keys))


def test_a_pass_moves_elements_only_to_their_partner() -> None:
    keys = np.random.default_rng(2).permutation(256).astype(np.uint32)
    for sort_pass in BitonicNetwork(8).passes:
        moved = sources(keys, sort_pass, order=Direction.ASCENDING) ^ np.arange(256)
        assert set(np.unique(moved)) == {0, sort_pass.compare_distance}
        keys = keys[sources(keys, sort_pass, order=Direction.ASCENDING)]


@pytest.mark.parametrize("element_count", [1, 2])
def test_one_and_two_elements_take_no_and_one_pass(element_count: int) -> None:
    keys = np.array([9, 4], np.uint32)[:element_count]
    assert [keys[places].tolist() for places in states(keys)] == {
        1: [[9]],
        2: [[9, 4], [4, 9]],
    }[element_count]


@pytest.mark.parametrize("element_count", [0, 3, 10, 11, 100, 1000])
def test_other_counts_are_refused_not_half_sorted(element_count: int) -> None:
    keys = np.arange(element_count, dtype=np.uint32)
    with pytest.raises(ValueError, match=r"power of two|stages"):
        list(states(keys))


def test_the_states_of_four_elements() -> None:
    keys = np.array([3, 1, 2, 0], np.uint32)
    assert [keys[places].tolist() for places in states(keys)] == [
        [3, 1, 2, 0],
        [1, 3, 2, 0],
        [1, 0, 2, 3],
        [0, 1, 2, 3],
    ]


@pytest.mark.parametrize(("element_count", "state_count"), [(4, 4), (8, 7)])
def test_there_is_no_state_beyond_the_last_pass(element_count: int, state_count: int) -> None:
    assert len(list(states(np.arange(element_count, dtype=np.uint32)))) == state_count
