"""What is told of the element that the user points at equals the reference."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.elements import values_of
from bitonic_scope.data.own_data import OwnData, PictureForm
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.readout import PointedPair
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.reference import sources
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player.examination import keys_of
from bitonic_scope.player.player import Player
from bitonic_scope.player.pointing import Pointing
from bitonic_scope.player.tally import Tally
from tests.player.test_tally import Counted

BY_HAND = EXAMPLES[0].settings
SHAPES = [
    BY_HAND,
    SortSettings(16, 16, data=DataKind.FEW_DISTINCT),
    SortSettings(32, 8, seed=9),
    SortSettings(16, 16, engine=EngineName.COMPUTE),
    SortSettings(8, 4, count=21, element_format=FormatName.PAIR, stable=True),
]


def pointing_at(counted: Counted) -> Pointing:
    return Pointing(counted.player, counted.tally)


def pair(pointing: Pointing, element: int) -> PointedPair:
    found = pointing.pair(element, is_pinned=False)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("settings", SHAPES)
def test_partner_and_exchange_of_every_element_of_every_pass_equal_the_reference(
    gpu: Gpu, settings: SortSettings, order: Direction, kind: NetworkKind
) -> None:
    counted = Counted(gpu, replace(settings, order=order, network_kind=kind))
    pointing, player = pointing_at(counted), counted.player
    for position, sort_pass in enumerate(player.settings.network.passes):
        counted.seek(position)
        keys = keys_of(player.start_data, player.engine.read_back())
        moved_from = sources(keys, sort_pass, order=order)
        for element in range(0, keys.size, 1 if position % 7 == 0 else 5):
            found = pair(pointing, element)
            partner = element ^ sort_pass.partner_mask
            assert (found.element, found.partner) == (element, partner)
            assert found.exchanges == (moved_from[element] == partner)
            block_takes_turn = bool(element & sort_pass.direction_mask)
            assert found.is_ascending == (block_takes_turn == (order is Direction.DESCENDING))
    counted.release()


def test_values_are_read_from_the_state_with_their_ranks(gpu: Gpu) -> None:
    counted = Counted(gpu, BY_HAND)
    pointing = pointing_at(counted)
    first = pair(pointing, 0)  # 5 2 8 1 9 3 7 4
    assert first == PointedPair(0, 1, "5", "2", True, True, False, rank=5, partner_rank=2)
    assert pair(pointing, 4) == PointedPair(4, 5, "9", "3", True, True, False, 8, 3)
    assert pair(pointing, 3) == PointedPair(3, 2, "1", "8", False, False, False, 1, 7)
    counted.seek(6)
    assert pair(pointing, 7) == PointedPair(7, None, "9", "", True, None, False, 8)
    assert pointing.pair(8, is_pinned=False) is None
    counted.release()


@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("name", [name for name in FormatName if name is not FormatName.AUTO])
def test_every_format_tells_value_and_rank(gpu: Gpu, name: FormatName, order: Direction) -> None:
    settings = SortSettings(8, 8, data=DataKind.PERMUTATION, element_format=name, order=order)
    counted = Counted(gpu, settings)
    pointing, player = pointing_at(counted), counted.player
    counted.seek(9)
    values = values_of(
        player.storage.element_format,
        player.engine.read_back(),
        as_floats=not settings.has_whole_numbers,
    )
    for element in (0, 1, 31, 63):
        found = pair(pointing, element)
        value = float(values[element])
        assert float(found.value.replace(",", "")) == pytest.approx(value, rel=5e-3)
        assert found.rank == 1 + np.count_nonzero(values < values[element])
    counted.release()


def test_padding_is_named_and_has_no_rank(gpu: Gpu) -> None:
    for order in Direction:
        counted = Counted(gpu, SortSettings(4, 4, count=11, order=order))
        pointing = pointing_at(counted)
        counted.seek(10)
        found = pair(pointing, 15)
        assert (found.value, found.rank) == ("padding", None)
        assert pair(pointing, 0).rank == (1 if order is Direction.ASCENDING else 11)
        counted.release()


def test_a_pixel_tells_its_brightness(gpu: Gpu) -> None:
    colours = np.array([[0, 0, 0], [255, 255, 255], [255, 0, 0], [128, 128, 128]], np.uint8)
    keys = (colours @ np.array([2126, 7152, 722])).astype(np.uint32)
    own = OwnData("photo", keys, (2, 2), PictureForm(), colours)
    counted = Counted(gpu, SortSettings(2, 2, own=own))
    pointing = pointing_at(counted)
    assert [pair(pointing, element).value for element in range(4)] == ["54.2", "128", "0", "255"]
    counted.release()


def test_one_pair_is_read_once_a_state(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(gpu, SortSettings(64, 64))
    pointing = pointing_at(counted)
    rows: list[tuple[int, ...]] = []
    read_back = Engine.read_back

    def noted(self: Engine, *args: int) -> object:
        rows.append(args)
        return read_back(self, *args)

    monkeypatch.setattr(Engine, "read_back", noted)
    for _ in range(3):
        pair(pointing, 130)
    assert rows == [(2, 1), (2, 1)]  # its row, and that of its partner
    counted.release()


def test_a_pin_follows_a_pair_through_jumps_and_stays_in_its_place_otherwise(gpu: Gpu) -> None:
    settings = SortSettings(8, 8, data=DataKind.FEW_DISTINCT, element_format=FormatName.PAIR)
    for each in (settings, replace(settings, stable=True)):
        counted = Counted(gpu, each)
        pointing = pointing_at(counted)
        pinned = 20
        assert pointing.follow(pinned) == pinned
        tag = counted.player.engine.read_back()[pinned, 1]
        for position in (1, 5, 21, 13, 0):
            counted.seek(position)
            moved = pointing.follow(pinned)
            assert moved is not None
            pinned = moved
            assert counted.player.engine.read_back()[pinned, 1] == tag
        assert pinned == 20
        counted.release()
    counted = Counted(gpu, replace(settings, element_format=FormatName.FLOAT32))
    pointing = pointing_at(counted)
    assert pointing.follow(20) == 20
    counted.seek(21)
    assert pointing.follow(20) == 20
    counted.release()


def test_another_pin_is_followed_from_its_own_place(gpu: Gpu) -> None:
    settings = SortSettings(8, 8, element_format=FormatName.PAIR)
    counted = Counted(gpu, settings)
    pointing = pointing_at(counted)
    pointing.follow(20)
    counted.seek(21)
    tag = counted.player.engine.read_back()[5, 1]
    assert pointing.follow(5) == 5
    counted.seek(0)
    assert counted.player.engine.read_back()[pointing.follow(5), 1] == tag
    counted.release()


def test_while_data_are_made_there_is_nothing_to_point_at(gpu: Gpu) -> None:
    player = Player(gpu, SortSettings(8, 8), Timeline(21))
    tally = Tally(gpu, player)
    assert not player.is_loaded
    assert Pointing(player, tally).pair(3, is_pinned=False) is None
    assert Pointing(player, tally).follow(3) == 3
    tally.release()
    player.release()
