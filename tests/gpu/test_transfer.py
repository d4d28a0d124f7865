"""Arrays are moved in parts, and what arrives is the whole."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

import pytest

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat
from bitonic_scope.data.elements import Elements, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu import fragment_engine as fragment_engine_module
from bitonic_scope.gpu import transfer
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Way
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import COMPUTE_FORMATS
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.player import active_sort as active_sort_module
from bitonic_scope.player import player as player_module
from bitonic_scope.player import runner as runner_module
from bitonic_scope.player import seeker as seeker_module
from bitonic_scope.player.compute_jump import ComputeJump
from bitonic_scope.player.player import Player
from bitonic_scope.player.runner import Runner
from bitonic_scope.player.seeker import Seeker
from tests.player.test_player import assert_texture_is_right
from tests.support.oracle import elements_at_every_pass, values_for
from tests.support.parts import do_all

LAYOUT = TextureLayout(16, 8)
ROW_BYTES = 16 * 4  # of float32
ENGINES: list[Callable[..., Engine]] = [
    FragmentEngine,
    ComputeEngine,
    partial(ComputeEngine, engine=EngineName.COMPUTE_SIMPLE),
]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PART_BYTES", ROW_BYTES)
    monkeypatch.setattr(runner_module, "SMALL_COMPARISONS", 64)


def stored(element_format: ElementFormat, seed: int) -> Elements:
    values = values_for(element_format, 128, seed=seed)
    return store(element_format, values, element_count=128, descending=False)


@pytest.mark.parametrize(
    ("make", "element_format"),
    [(FragmentEngine, each) for each in FORMATS.values()]
    + [(make, FORMATS[name]) for make in ENGINES[1:] for name in COMPUTE_FORMATS],
)
def test_all_formats_arrive_whole(
    gpu: Gpu,
    make: Callable[..., Engine],
    element_format: ElementFormat,
) -> None:
    engine = make(gpu, LAYOUT, element_format=element_format)
    elements, other = (stored(element_format, seed) for seed in (3, 9))
    assert do_all(engine.load_steps(elements)) in (4, 8, 16)
    assert engine.pass_index == 0
    assert engine.read_back().tobytes() == elements.tobytes()
    assert do_all(engine.set_state_steps(other, 5)) in (4, 8, 16)
    assert engine.pass_index == 5
    assert engine.read_back().tobytes() == other.tobytes()
    engine.rewind()
    assert engine.read_back().tobytes() == elements.tobytes()
    engine.release()


@pytest.mark.parametrize("make", ENGINES)
def test_a_state_that_is_half_there_is_none(gpu: Gpu, make: Callable[..., Engine]) -> None:
    engine = make(gpu, LAYOUT)
    elements = values_for(FLOAT32, 128)
    engine.load(elements)
    states = list(elements_at_every_pass(FLOAT32, elements))
    runner = Runner(gpu.ctx, engine)
    next(engine.set_state_steps(states[17], 17))
    assert engine.pass_index == 29  # of 28 passes
    assert runner.has_no_state
    assert runner.reached == runner.passes_done == 0
    while not runner.run(20, perf_counter()):
        assert runner.reached <= 20
    assert not runner.has_no_state
    assert engine.read_back().tobytes() == states[20].tobytes()
    engine.release()


def test_going_back_is_spread_over_slices_whatever_is_wanted_meanwhile(gpu: Gpu) -> None:
    engine = FragmentEngine(gpu, LAYOUT)
    elements = values_for(FLOAT32, 128)
    engine.load(elements)
    engine.seek(20)
    runner, slices = Runner(gpu.ctx, engine), 1
    while not runner.run(0, perf_counter()):
        slices += 1
    assert slices == 8  # rows
    assert engine.read_back().tobytes() == elements.tobytes()
    engine.seek(20)
    assert not runner.run(3, perf_counter())
    while not runner.run(25, perf_counter()):  # ahead of where it was, but that is lost
        pass
    states = list(elements_at_every_pass(FLOAT32, elements))
    assert engine.read_back().tobytes() == states[25].tobytes()
    engine.release()


def make_quickest(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one way always be the quickest, as far as the seeker can tell."""
    if way is Way.PASSES:
        monkeypatch.setattr(seeker_module, "SHORT_COMPARISONS", inf)
        return
    monkeypatch.setattr(seeker_module, "SHORT_COMPARISONS", 0)
    monkeypatch.setattr(seeker_module, "QUICK_SECONDS", -1.0)  # a compute engine is always wanted
    if way is Way.CLOSED_FORM:  # whatever runs seems to take a million times as long
        monkeypatch.setattr(runner_module, "perf_counter", lambda: 1e6 * perf_counter())
    else:
        monkeypatch.setattr(
            ComputeJump, "seconds", lambda jump, target: 0.0 if jump.is_possible else None
        )


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("way", list(Way))
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_wanted_in_the_middle_of_whatever_the_state_is_right(
    gpu: Gpu,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[..., Engine],
    way: Way,
    seed: int,
) -> None:
    make_quickest(way, monkeypatch)
    chance = random.Random(seed)
    engine = make(gpu, LAYOUT)
    seeker = Seeker(gpu, engine)
    inputs = [values_for(FLOAT32, 128, seed=number) for number in range(3)]
    all_states = [list(elements_at_every_pass(FLOAT32, elements)) for elements in inputs]
    states = all_states[0]
    seeker.load(inputs[0])
    target, right_count = 0, 0
    ways_taken: set[Way | None] = set()
    for _ in range(1500):
        move = chance.random()
        if move < 0.01:
            loading = seeker.load_steps(inputs[1])
            next(loading)  # given up at once for others
            number = chance.randrange(3)
            seeker.load(inputs[number])
            states = all_states[number]
        elif move < 0.05:
            target = chance.randrange(29)
        elif move < 0.1 and seeker.wants_idle_time:
            seeker.use_idle_time(perf_counter())
        if engine.pass_index != target or seeker.way is not None:
            seeker.lead(target, perf_counter(), is_jump=chance.random() < 0.9)
            ways_taken |= {seeker.way, seeker.last_jump and seeker.last_jump.way}
        if engine.pass_index <= 28 and seeker.reached == engine.pass_index:
            assert engine.read_back().tobytes() == states[engine.pass_index].tobytes()
            right_count += engine.pass_index == target
    assert right_count > 20
    is_compute = isinstance(engine, ComputeEngine)  # whose passes are called by that way
    if way is not Way.COMPUTE or not is_compute:
        assert (Way.COMPUTE if is_compute and way is Way.PASSES else way) in ways_taken
    seeker.release()
    engine.release()


class Clock:
    """A clock on which each look takes a second, so that each piece of work is the last in time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (player_module, active_sort_module):
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock


@pytest.fixture
def player(gpu: Gpu, clock: Clock) -> Iterator[Player]:
    player = Player(gpu, SortSettings(16, 16, seed=7), Timeline(36))
    settle(player, clock)
    yield player
    player.release()


def work_once(player: Player, clock: Clock) -> None:
    """Give the player time for one piece of work: wait for data, or upload a row."""
    player.work(clock.now + 0.5)


def settle(player: Player, clock: Clock) -> None:
    while player.is_busy:
        work_once(player, clock)


def begin_to_upload(player: Player, settings: SortSettings, clock: Clock) -> None:
    """Take other settings, and upload the first row of their data."""
    player.configure(settings, player.timeline)
    while player.engine.pass_index <= settings.network.pass_count:
        assert not player.is_loaded
        work_once(player, clock)


def test_other_settings_do_not_wait_for_the_upload(player: Player, clock: Clock) -> None:
    for seed, size in ((1, 16), (2, 32), (3, 32), (4, 16)):
        begin_to_upload(player, SortSettings(size, size, seed=seed), clock)
        assert not player.is_loaded
        assert player.is_busy
        assert player.shown_position is None
    settle(player, clock)
    assert_texture_is_right(player)


def test_the_data_go_up_over_several_slices(player: Player, clock: Clock) -> None:
    begin_to_upload(player, SortSettings(32, 32, seed=5), clock)
    rows = 1
    while not player.is_loaded:
        work_once(player, clock)
        rows += 1
    assert rows == 32
    assert player.is_settled
    assert_texture_is_right(player)


def test_an_upload_that_fails_is_not_taken_for_one_that_is_done(
    player: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room_for_the_second(*arguments: Any) -> Iterator[None]:
        next(transfer.write_texture(*arguments))
        yield
        raise ProgramError("no room")

    with monkeypatch.context() as patches:
        patches.setattr(fragment_engine_module, "write_texture", no_room_for_the_second)
        begin_to_upload(player, SortSettings(32, 32, seed=5), clock)
        with pytest.raises(ProgramError, match="no room"):
            work_once(player, clock)
    assert not player.is_loaded
    assert player.shown_position is None
    slices = 0
    while not player.is_loaded:  # from the first row on again
        work_once(player, clock)
        slices += 1
    assert slices >= 32
    assert player.engine.pass_index == 0
    settle(player, clock)
    assert_texture_is_right(player)
