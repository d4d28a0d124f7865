"""Arrays are moved in parts, and what arrives is the whole."""

import random
from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter

import moderngl
import pytest
from bitonic_scope.player.calibration import Calibration

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat
from bitonic_scope.data.elements import Elements, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu import transfer
from bitonic_scope.gpu.allocation import make_all
from bitonic_scope.gpu.compute.engine import KINDS, ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.readout import Way
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.player import runner as runner_module
from bitonic_scope.player import seeker as seeker_module
from bitonic_scope.player.active_sort import LoadedSort
from bitonic_scope.player.player import Player
from bitonic_scope.player.runner import Runner
from bitonic_scope.player.seeker import Seeker
from tests.player.test_player import LIMITS, assert_texture_is_right, settle
from tests.support.oracle import elements_at_every_pass, values_for
from tests.support.parts import do_all

LAYOUT = TextureLayout(16, 8)
ROW_BYTES = 16 * 4  # of float32
WAYS = {
    Way.PASSES: Calibration(one_pass=1e-9, closed_form=1.0),
    Way.CLOSED_FORM: Calibration(one_pass=1.0, closed_form=1e-9),
    Way.COMPUTE: Calibration(one_pass=1.0, closed_form=1e6),
}
ENGINES: list[Callable[..., Engine]] = [FragmentSorter, ComputeEngine]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PART_BYTES", ROW_BYTES)
    monkeypatch.setattr(runner_module, "FIRST_PART_COMPARISONS", 64)


def stored(element_format: ElementFormat, seed: int) -> Elements:
    values = values_for(element_format, 128, seed=seed)
    return store(element_format, values, element_count=128, descending=False)


@pytest.mark.parametrize(
    ("make", "element_format"),
    [(FragmentSorter, each) for each in FORMATS.values()]
    + [(ComputeEngine, each) for each in FORMATS.values() if each.name in KINDS],
)
def test_all_formats_arrive_whole(
    ctx: moderngl.Context,
    programs: Programs,
    make: Callable[..., Engine],
    element_format: ElementFormat,
) -> None:
    engine = make(ctx, programs, LAYOUT, element_format=element_format)
    elements, other = (stored(element_format, seed) for seed in (3, 9))
    assert do_all(engine.loading(elements)) in (4, 8, 16)
    assert engine.pass_index == 0
    assert engine.read_back().tobytes() == elements.tobytes()
    assert do_all(engine.placing(other, 5)) in (4, 8, 16)
    assert engine.pass_index == 5
    assert engine.read_back().tobytes() == other.tobytes()
    engine.rewind()
    assert engine.read_back().tobytes() == elements.tobytes()
    engine.release()


@pytest.mark.parametrize("make", ENGINES)
def test_a_state_that_is_half_there_is_none(
    ctx: moderngl.Context, programs: Programs, make: Callable[..., Engine]
) -> None:
    engine = make(ctx, programs, LAYOUT)
    elements = values_for(FLOAT32, 128)
    engine.load(elements)
    states = list(elements_at_every_pass(FLOAT32, elements))
    runner = Runner(ctx, engine, inf)
    next(engine.placing(states[17], 17))
    assert engine.pass_index == 29  # of 28 passes
    assert runner.is_nowhere
    assert runner.reached == runner.passes_done == 0
    while not runner.run(20, perf_counter()):
        assert runner.reached <= 20
    assert not runner.is_nowhere
    assert engine.read_back().tobytes() == states[20].tobytes()
    engine.release()


def test_going_back_is_spread_over_slices_whatever_is_wanted_meanwhile(
    ctx: moderngl.Context, programs: Programs
) -> None:
    engine = FragmentSorter(ctx, programs, LAYOUT)
    elements = values_for(FLOAT32, 128)
    engine.load(elements)
    engine.seek(20)
    runner, slices = Runner(ctx, engine, inf), 1
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


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_wanted_in_the_middle_of_whatever_the_state_is_right(
    ctx: moderngl.Context,
    programs: Programs,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[..., Engine],
    way: Way,
    seed: int,
) -> None:
    monkeypatch.setattr(seeker_module, "WORTH_MAKING_SECONDS", 0.0)
    chance = random.Random(seed)
    engine = make(ctx, programs, LAYOUT)
    seeker = Seeker(ctx, programs, engine, WAYS[way])
    inputs = [values_for(FLOAT32, 128, seed=number) for number in range(3)]
    all_states = [list(elements_at_every_pass(FLOAT32, elements)) for elements in inputs]
    states = all_states[0]
    seeker.load(inputs[0])
    target, right_count = 0, 0
    for _ in range(1500):
        move = chance.random()
        if move < 0.01:
            loading = seeker.loading(inputs[1])
            next(loading)  # given up at once for others
            number = chance.randrange(3)
            make_all(seeker.loading(inputs[number]))
            states = all_states[number]
        elif move < 0.05:
            target = chance.randrange(29)
        elif move < 0.1 and seeker.wants_preparing:
            seeker.prepare(perf_counter())
        if engine.pass_index != target or seeker.way is not None:
            seeker.lead(target, perf_counter(), is_jump=chance.random() < 0.9)
        if engine.pass_index <= 28 and seeker.reached == engine.pass_index:
            assert engine.read_back().tobytes() == states[engine.pass_index].tobytes()
            right_count += engine.pass_index == target
    assert right_count > 20
    seeker.release()
    engine.release()


@pytest.fixture
def player(ctx: moderngl.Context, programs: Programs) -> Iterator[Player]:
    player = Player(ctx, programs, SortSettings(16, 16, seed=7), Timeline(36), LIMITS)
    settle(player)
    yield player
    player.release()


def begin_to_upload(player: Player, settings: SortSettings) -> LoadedSort:
    player.configure(settings, player.timeline)
    sort = player._at_hand
    while sort._uploading is None:
        sort.work(perf_counter() + 1.0)
    sort.work(0.0)
    return sort


def test_other_settings_do_not_wait_for_the_upload(player: Player) -> None:
    for seed, size in ((1, 16), (2, 32), (3, 32), (4, 16)):
        begin_to_upload(player, SortSettings(size, size, seed=seed))
        assert not player.is_loaded
        assert player.has_work
        assert not player.has_picture
    settle(player)
    assert_texture_is_right(player)


def test_the_data_go_up_over_several_updates(player: Player) -> None:
    sort, steps = begin_to_upload(player, SortSettings(32, 32, seed=5)), 1
    while not sort.is_loaded:
        sort.work(0.0)
        steps += 1
    assert steps == 32  # rows
    assert player.is_settled
    assert_texture_is_right(player)


def test_an_upload_that_fails_is_not_taken_for_one_that_is_done(player: Player) -> None:
    sort = begin_to_upload(player, SortSettings(32, 32, seed=5))

    def no_room() -> Iterator[None]:
        raise ProgramError("no room")
        yield

    sort._uploading = no_room()
    with pytest.raises(ProgramError):
        player.update(0.0)
    assert not player.is_loaded
    settle(player)
    assert_texture_is_right(player)
