"""The tally: every counter is exact, or unknown; never an estimate."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from time import perf_counter

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.exchange_counter import ExchangeCounter
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Counters
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player import tally as tally_module
from bitonic_scope.player.examination import keys_of
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import Tally

SMALL = SortSettings(16, 8, seed=3)
FORMATS = [name for name in FormatName if name is not FormatName.AUTO]


class Counted:
    """A player and its tally, side by side as in the session."""

    def __init__(self, gpu: Gpu, settings: SortSettings) -> None:
        self.player = Player(gpu, settings, Timeline(settings.network.pass_count))
        self.tally = Tally(gpu, self.player)
        self.settle()

    def settle(self) -> None:
        """Let both work until neither wants to, play aside."""
        for _ in range(100_000):
            if self.player.is_busy:
                self.player.work(perf_counter() + 1.0)
            elif self.tally.wants_work:
                self.tally.work(perf_counter() + 0.01)
            else:
                return
        raise AssertionError("the counts never end")

    def seek(self, position: int) -> None:
        self.player.configure(self.player.settings, self.player.timeline.seek(position))
        self.settle()

    @property
    def counters(self) -> Counters:
        counters = self.tally.counters(self.player.settings, self.player.timeline.position)
        assert counters is not None
        return counters

    def release(self) -> None:
        self.tally.release()
        self.tally.release()
        self.player.release()


@pytest.fixture
def counted(gpu: Gpu) -> Iterator[Counted]:
    counted = Counted(gpu, SMALL)
    yield counted
    counted.release()


def expected_counters(player: Player) -> list[Counters]:
    """Return the counters of all positions, from the reference alone."""
    data, settings = player.start_data, player.settings
    keys = keys_of(data, data.elements)
    descending = settings.order is Direction.DESCENDING
    goal = np.sort(keys)[::-1] if descending else np.sort(keys)
    places = list(states(keys, order=settings.order, network_kind=settings.network_kind))
    exchanges = [int(np.count_nonzero(now != then)) // 2 for now, then in pairwise(places)]
    expected = []
    for position, place in enumerate(places):
        now = keys[place].astype(object)
        falls = [then > now for now, then in pairwise(now)]
        if not descending:
            falls = [then < now for now, then in pairwise(now)]
        expected.append(
            Counters(
                passes=position,
                comparisons=position * (keys.size // 2),
                exchanges_to_come=exchanges[position] if position < len(exchanges) else None,
                exchanges=sum(exchanges[:position]),
                in_place=sum(
                    bool(now[i] == goal[i]) for i in range(keys.size) if i < settings.real_count
                ),
                run_count=1 + sum(falls),
                nothing_lost=True,
            )
        )
    return expected


@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("name", FORMATS)
def test_all_counters_equal_the_reference_after_every_jump(
    gpu: Gpu, name: FormatName, order: Direction, kind: NetworkKind
) -> None:
    settings = replace(SMALL, element_format=name, order=order, network_kind=kind)
    counted = Counted(gpu, settings)
    expected = expected_counters(counted.player)
    for position in (0, 1, 28, 27, 5, 20, 0, 28):
        counted.seek(position)
        assert counted.counters == expected[position]
    counted.release()


@pytest.mark.parametrize(
    "settings",
    [
        SortSettings(8, 8, data=DataKind.FEW_DISTINCT, element_format=FormatName.PAIR, stable=True),
        SortSettings(8, 8, data=DataKind.FEW_DISTINCT, element_format=FormatName.PAIR),
        SortSettings(8, 8, data=DataKind.ALL_EQUAL),
        SortSettings(16, 8, count=100),
        SortSettings(16, 8, count=100, order=Direction.DESCENDING),
        SortSettings(4, 4, count=11, element_format=FormatName.PAIR, order=Direction.DESCENDING),
        SortSettings(16, 16, engine=EngineName.COMPUTE),
        SortSettings(2, 1),
        SortSettings(1, 1),
    ],
)
def test_ties_padding_and_engines_are_counted_alike(gpu: Gpu, settings: SortSettings) -> None:
    counted = Counted(gpu, settings)
    for position, expected in enumerate(expected_counters(counted.player)):
        counted.seek(position)
        assert counted.counters == expected
    assert counted.counters.run_count == 1
    assert counted.counters.in_place == settings.real_count
    counted.release()


def test_16x16_take_36_passes_and_4608_comparisons_and_a_step_back_takes_some_away(
    gpu: Gpu,
) -> None:
    counted = Counted(gpu, SortSettings(16, 16))
    counted.seek(36)
    at_end = counted.counters
    assert (at_end.passes, at_end.comparisons) == (36, 4608)
    assert at_end.exchanges is not None
    assert at_end.exchanges <= at_end.comparisons
    counted.seek(35)
    before = counted.counters
    assert before.exchanges_to_come is not None
    assert before.comparisons == 4608 - 128
    assert before.exchanges == at_end.exchanges - before.exchanges_to_come
    counted.release()


def test_sorted_input_takes_the_same_comparisons(gpu: Gpu) -> None:
    ends = []
    for kind in (DataKind.UNIFORM, DataKind.SORTED, DataKind.REVERSED):
        counted = Counted(gpu, SortSettings(16, 16, data=kind))
        counted.seek(36)
        ends.append(counted.counters)
        counted.release()
    assert {end.comparisons for end in ends} == {4608}
    assert len({end.exchanges for end in ends}) == 3


def test_new_data_begin_new_counts(counted: Counted) -> None:
    counted.seek(28)
    before = counted.counters
    counted.player.configure(replace(SMALL, seed=4), counted.player.timeline)
    assert counted.tally.counters(counted.player.settings, 0) is None  # not those of other data
    counted.settle()
    counted.seek(28)
    assert counted.counters == expected_counters(counted.player)[28]
    assert counted.counters.exchanges != before.exchanges


def test_a_sort_too_large_for_a_replay_knows_what_it_has_passed(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("MAX_REPLAYED", "MAX_EXAMINED", "MAX_EXAMINED_IN_PLAY"):
        monkeypatch.setattr(tally_module, limit, 1)
    counted = Counted(gpu, SMALL)
    whole = expected_counters(counted.player)
    expected = [
        each._replace(in_place=None, run_count=None, nothing_lost=None, asks_for_check=True)
        for each in whole
    ]
    for position in range(4):
        counted.seek(position)
        assert counted.counters == expected[position]
    counted.seek(10)
    assert counted.counters == expected[10]._replace(exchanges=None)
    counted.seek(11)  # the passes from 4 to 10 are still unknown
    assert counted.counters == expected[11]._replace(exchanges=None)
    counted.seek(2)
    assert counted.counters == expected[2]
    counted.seek(28)
    assert counted.counters.exchanges is None
    counted.tally.ask()
    assert not counted.counters.asks_for_check  # it is on its way
    counted.settle()
    assert counted.counters == whole[28]._replace(exchanges=None)
    counted.seek(27)
    assert counted.counters.nothing_lost is None  # the user asked about another state
    counted.release()


def test_a_lost_element_is_found(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    read_back = Engine.read_back

    def damaged(self: Engine, *args: int) -> object:
        elements = read_back(self, *args).copy()
        elements[7] = elements[8]
        return elements

    monkeypatch.setattr(Engine, "read_back", damaged)
    counted.seek(20)
    assert counted.counters.nothing_lost is False


def test_a_complete_but_unordered_end_is_found(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_back = Engine.read_back

    def damaged(self: Engine, *args: int) -> object:
        elements = read_back(self, *args).copy()
        elements[[7, 8]] = elements[[8, 7]]
        return elements

    monkeypatch.setattr(Engine, "read_back", damaged)
    counted.seek(28)
    assert counted.counters.nothing_lost is False
    assert counted.counters.in_place == 126
    assert counted.counters.run_count == 2


def test_a_driver_that_refuses_leaves_the_count_unknown_and_is_not_asked_again(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Engine] = []

    def refuse(self: ExchangeCounter, engine: Engine) -> Iterator[None]:
        calls.append(engine)
        raise ProgramError("no memory")
        yield

    monkeypatch.setattr(ExchangeCounter, "count_steps", refuse)
    for limit in ("MAX_REPLAYED", "MAX_EXAMINED", "MAX_EXAMINED_IN_PLAY"):
        monkeypatch.setattr(tally_module, limit, 1)
    counted = Counted(gpu, SMALL)
    counted.seek(3)
    assert counted.counters == Counters(3, 192, asks_for_check=True)
    assert len(calls) == 1
    counted.release()


def test_play_is_counted_without_pause(counted: Counted) -> None:
    expected = expected_counters(counted.player)
    counted.player.configure(SMALL, counted.player.timeline.with_speed(5).play())
    seen = []
    while counted.player.timeline.position < 28:
        counted.player.pass_time(0.2)
        counted.player.work(perf_counter() + 0.01)
        while counted.tally.wants_work:
            counted.tally.work(perf_counter() + 0.01)
        seen.append(counted.counters)
    assert seen == expected[1:]
