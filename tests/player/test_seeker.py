"""The seeker: any jump by any way leads to the same bits, a slice at a time."""

import random
from collections.abc import Iterator
from threading import Event
from time import perf_counter
from typing import Any

import moderngl
import numpy as np
import psutil
import pytest
from bitonic_scope.player.calibration import Calibration, calibrate

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import Elements, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.readout import Way
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player import seeker as seeker_module
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.player.seeker import Seeker
from tests.support.oracle import elements_at_every_pass, values_for

SLOW_PASSES = Calibration(one_pass=1.0, closed_form=1e-9)
SLOW_CLOSED_FORM = Calibration(one_pass=1e-9, closed_form=1.0)
EVERYTHING_SLOW = Calibration(one_pass=1.0, closed_form=1e6)  # but the compute engine
PAIR = FORMATS[FormatName.PAIR]


def lead(seeker: Seeker, engine: Engine, target: int) -> None:
    """Jump, however many slices it takes."""
    end = perf_counter() + 30
    while engine.pass_index != target or seeker.way is not None:
        seeker.lead(target, perf_counter() + 0.002, is_jump=True)
        assert perf_counter() < end


@pytest.fixture
def engine(ctx: moderngl.Context, programs: Programs) -> Iterator[FragmentSorter]:
    engine = FragmentSorter(ctx, programs, TextureLayout(16, 8))
    yield engine
    engine.release()


@pytest.mark.parametrize(
    ("calibration", "way"),
    [
        (SLOW_PASSES, Way.CLOSED_FORM),
        (SLOW_CLOSED_FORM, Way.PASSES),
        (EVERYTHING_SLOW, Way.COMPUTE),
    ],
)
@pytest.mark.parametrize(
    ("element_format", "stable"), [(FLOAT32, False), (PAIR, True)], ids=["float32", "pair"]
)
def test_from_any_pass_to_any_pass_by_any_way(
    ctx: moderngl.Context,
    programs: Programs,
    calibration: Calibration,
    way: Way,
    element_format: ElementFormat,
    stable: bool,
) -> None:
    order, kind = Direction.DESCENDING, NetworkKind.FLIP
    engine = FragmentSorter(
        ctx,
        programs,
        TextureLayout(8, 4),
        element_format=element_format,
        order=order,
        network_kind=kind,
        stable=stable,
    )
    values = values_for(element_format, 29, ties=True)
    elements = store(element_format, values, element_count=32, descending=True)
    states = list(elements_at_every_pass(element_format, elements, order, kind, stable=stable))
    seen = set()
    for start in range(0, len(states), 4):
        for target in range(len(states)):
            seeker = Seeker(ctx, programs, engine, calibration)  # that has measured nothing yet
            seeker.load(elements)
            engine.seek(start)
            lead(seeker, engine, target)
            assert engine.read_back().tobytes() == states[target].tobytes(), (start, target)
            if start != target:
                assert seeker.last_jump is not None
                seen.add(seeker.last_jump.way)
            seeker.release()
    engine.release()
    assert way in seen


def test_for_short_jumps_no_compute_sorter_is_made(
    ctx: moderngl.Context, programs: Programs, engine: FragmentSorter
) -> None:
    # By passes 36 ms, by the closed form an hour, by the compute engine likely 13 ms.
    seeker = Seeker(ctx, programs, engine, Calibration(one_pass=1e-5, closed_form=28.0))
    seeker.load(values_for(FLOAT32, 128))
    lead(seeker, engine, 28)
    assert seeker.last_jump is not None
    assert seeker.last_jump.way is Way.PASSES
    assert not seeker._compute.is_made
    seeker.release()


def test_while_nobody_jumps_the_compute_sorter_is_made_for_jumps_to_come(
    ctx: moderngl.Context, programs: Programs, engine: FragmentSorter
) -> None:
    elements = values_for(FLOAT32, 128)
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(elements)
    steps = 0
    while seeker.wants_preparing:
        seeker.prepare(perf_counter())
        steps += 1
    assert seeker._compute.is_made
    assert steps >= 3
    assert engine.pass_index == 0
    states = list(elements_at_every_pass(FLOAT32, elements))
    assert engine.read_back().tobytes() == states[0].tobytes()
    price = seeker._compute.dispatch_seconds(0.0)
    assert price is not None
    assert 0 < price < 10
    for target in (28, 9):  # it was tried out on the last passes: nothing may be left of that
        lead(seeker, engine, target)
        assert seeker.last_jump is not None
        assert seeker.last_jump.way is Way.COMPUTE
        assert engine.read_back().tobytes() == states[target].tobytes()
    other = values_for(FLOAT32, 128, seed=9)
    seeker.load(other)
    assert seeker.wants_preparing  # the other input, too, is handed over before anybody jumps
    seeker.prepare(perf_counter())
    assert not seeker.wants_preparing
    lead(seeker, engine, 20)
    states = list(elements_at_every_pass(FLOAT32, other))
    assert engine.read_back().tobytes() == states[20].tobytes()
    seeker.free_spare()  # it can be made again
    assert not seeker._compute.is_made
    while not seeker._compute.is_made:
        seeker.prepare(perf_counter())
    seeker.load(elements)  # or else when it is needed
    lead(seeker, engine, 20)
    states = list(elements_at_every_pass(FLOAT32, elements))
    assert engine.read_back().tobytes() == states[20].tobytes()
    seeker.release()


@pytest.mark.parametrize(
    "calibration",
    [
        Calibration(one_pass=1e-5, closed_form=28.0),  # the longest jump by passes: 36 ms
        SLOW_PASSES,  # the closed form takes no time
        Calibration(one_pass=28.0, closed_form=1e-4),  # 13 ms, by the compute engine much longer
    ],
)
def test_it_is_not_made_where_no_jump_needs_it(
    ctx: moderngl.Context, programs: Programs, engine: FragmentSorter, calibration: Calibration
) -> None:
    seeker = Seeker(ctx, programs, engine, calibration)
    seeker.load(values_for(FLOAT32, 128))
    assert not seeker.wants_preparing
    seeker.release()


def test_it_is_not_made_while_a_jump_goes_on(
    ctx: moderngl.Context, programs: Programs, engine: FragmentSorter
) -> None:
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(values_for(FLOAT32, 128))
    seeker.lead(20, perf_counter(), is_jump=True)
    assert not seeker.wants_preparing
    seeker.stop()
    assert seeker.wants_preparing
    seeker.release()


def test_a_jump_by_the_compute_engine_is_spread_over_slices(
    ctx: moderngl.Context, programs: Programs
) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(128, 128))
    elements = values_for(FLOAT32, 1 << 14)
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(elements)
    for target in (103, 92, 105):
        slices, parts = 0, [0.0]
        while engine.pass_index != target:
            seeker.lead(target, perf_counter(), is_jump=True)  # there is time for one dispatch
            slices += 1
            parts.append(seeker.part)
        assert seeker.last_jump is not None
        assert seeker.last_jump.way is Way.COMPUTE
        assert slices > 1
        assert parts[:-1] == sorted(parts[:-1])
        expected = predicted_state(
            FLOAT32,
            elements,
            target,
            order=Direction.ASCENDING,
            network_kind=NetworkKind.ALTERNATING,
        )
        assert engine.read_back().tobytes() == expected.tobytes()
    seeker.release()
    engine.release()


def test_a_jump_without_any_dispatch_teaches_no_price(
    ctx: moderngl.Context, programs: Programs
) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(128, 128))
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(values_for(FLOAT32, 1 << 14))
    lead(seeker, engine, 105)
    price = seeker._compute.dispatch_seconds(0.0)
    assert price
    engine.seek(0)
    lead(seeker, engine, 105)  # where the compute sorter stands already
    assert seeker.last_jump is not None
    assert seeker.last_jump.way is Way.COMPUTE
    assert seeker._compute.dispatch_seconds(0.0) == price
    seeker.release()
    engine.release()


@pytest.mark.parametrize("fault", [ProgramError("no room"), MemoryError()])
@pytest.mark.parametrize("is_idle", [True, False])
def test_a_compute_sorter_that_finds_no_room_is_asked_for_once(
    ctx: moderngl.Context,
    programs: Programs,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    is_idle: bool,
) -> None:
    tries = []

    def refuse(*arguments: object, **options: object) -> None:
        tries.append(arguments)
        raise fault

    monkeypatch.setattr("bitonic_scope.player.compute_jump.new_compute_sorter", refuse)
    engine = FragmentSorter(ctx, programs, TextureLayout(16, 8))
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(values_for(FLOAT32, 128))
    while is_idle and seeker.wants_preparing:
        seeker.prepare(perf_counter())
    for target in (20, 3, 28, 5):
        lead(seeker, engine, target)
    assert len(tries) == 1
    seeker.release()
    engine.release()


def test_the_compute_sorter_is_made_a_step_at_a_time_and_left_off_for_other_data(
    ctx: moderngl.Context, programs: Programs
) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(16, 8))
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(values_for(FLOAT32, 128))
    seeker.lead(20, perf_counter(), is_jump=True)
    assert seeker.way is Way.COMPUTE
    assert not seeker._compute.is_made
    elements = values_for(FLOAT32, 128)[::-1].copy()
    seeker.load(elements)
    assert seeker._compute._making is None
    lead(seeker, engine, 20)
    states = list(elements_at_every_pass(FLOAT32, elements))
    assert engine.read_back().tobytes() == states[20].tobytes()
    seeker.release()
    engine.release()


@pytest.mark.parametrize("calibration", [SLOW_PASSES, EVERYTHING_SLOW])
def test_a_jump_that_was_stopped_leaves_nothing_for_the_next(
    ctx: moderngl.Context,
    programs: Programs,
    monkeypatch: pytest.MonkeyPatch,
    calibration: Calibration,
) -> None:
    may_go_on = Event()

    def slow_state(*arguments: Any, **options: Any) -> Any:
        may_go_on.wait(60)
        return predicted_state(*arguments, **options)

    monkeypatch.setattr("bitonic_scope.player.seeker.predicted_state", slow_state)
    engine = FragmentSorter(ctx, programs, TextureLayout(16, 8))
    elements = values_for(FLOAT32, 128)
    seeker = Seeker(ctx, programs, engine, calibration)
    seeker.load(elements)
    engine.seek(10)
    seeker.lead(25, perf_counter(), is_jump=True)
    assert seeker.way is not None
    seeker.stop()
    assert seeker.way is None
    assert engine.pass_index == 10
    seeker.lead(11, perf_counter() + 1, is_jump=False)
    assert engine.pass_index == 11
    states = list(elements_at_every_pass(FLOAT32, elements))
    assert engine.read_back().tobytes() == states[11].tobytes()
    may_go_on.set()
    seeker.release()
    engine.release()


def test_a_step_interrupts_a_jump_to_the_same_target(
    ctx: moderngl.Context, programs: Programs, engine: FragmentSorter
) -> None:
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(values_for(FLOAT32, 128))
    engine.seek(10)
    ways = []
    for is_jump in (True, False):
        seeker.lead(25, perf_counter(), is_jump=is_jump)
        ways.append(seeker.way)
    assert ways == [Way.COMPUTE, Way.PASSES]
    while engine.pass_index != 25:
        seeker.lead(25, perf_counter() + 1, is_jump=False)
    assert seeker.way is None
    assert seeker.last_jump is None
    seeker.release()


def test_predictions_that_nobody_waits_for_do_not_pile_up(
    ctx: moderngl.Context,
    programs: Programs,
    engine: FragmentSorter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on, running = Event(), list[int]()

    def slow_state(*arguments: Any, **options: Any) -> Any:
        running.append(1)
        may_go_on.wait(60)
        return predicted_state(*arguments, **options)

    monkeypatch.setattr("bitonic_scope.player.seeker.predicted_state", slow_state)
    monkeypatch.setattr("bitonic_scope.player.compute_jump.is_available", lambda ctx: False)
    seeker = Seeker(ctx, programs, engine, SLOW_PASSES)
    elements = values_for(FLOAT32, 128)
    for _ in range(5):
        seeker.load(elements)
        seeker.lead(25, perf_counter(), is_jump=True)
    assert len(running) == 1
    lead(seeker, engine, 25)  # by the passes meanwhile
    states = list(elements_at_every_pass(FLOAT32, elements))
    assert engine.read_back().tobytes() == states[25].tobytes()
    may_go_on.set()
    seeker.release()


def test_dragging_back_by_the_compute_engine_shows_states_on_the_way(
    ctx: moderngl.Context, programs: Programs
) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(128, 128))
    elements = values_for(FLOAT32, 1 << 14)
    seeker = Seeker(ctx, programs, engine, EVERYTHING_SLOW)
    seeker.load(elements)
    lead(seeker, engine, 105)
    glimpses = set()
    for target in range(100, 60, -1):
        seeker.lead(target, perf_counter(), is_jump=True)  # there is time for one dispatch
        if seeker.is_glimpse:
            glimpses.add(engine.pass_index)
    assert len(glimpses) >= 3
    seeker.release()
    engine.release()


def test_what_one_input_taught_does_not_stay_for_the_next(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.player.compute_jump.is_available", lambda ctx: False)
    engine = FragmentSorter(ctx, programs, TextureLayout(8, 4), element_format=PAIR)
    seeker = Seeker(ctx, programs, engine, SLOW_PASSES)
    for values, way in (
        (np.zeros(32, np.float32), Way.PASSES),
        (np.arange(32, dtype=np.float32), Way.CLOSED_FORM),
    ):
        seeker.load(store(PAIR, values, element_count=32, descending=False))
        assert seeker.last_jump is None
        lead(seeker, engine, 9)
        assert seeker.last_jump is not None
        assert seeker.last_jump.way is way
    seeker.release()
    engine.release()


def test_the_next_pass_after_a_jump_is_a_real_one(
    ctx: moderngl.Context,
    programs: Programs,
    engine: FragmentSorter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    elements = values_for(FLOAT32, 128)
    states = list(elements_at_every_pass(FLOAT32, elements))
    seeker = Seeker(ctx, programs, engine, SLOW_PASSES)
    seeker.load(elements)
    lead(seeker, engine, 20)
    program, drawn_at = engine._program, list[int]()
    draw = program.draw

    def noted_draw() -> None:
        drawn_at.append(engine.pass_index)
        draw()

    monkeypatch.setattr(program, "draw", noted_draw)
    seeker.lead(21, perf_counter() + 1, is_jump=False)
    assert drawn_at == [20]
    assert engine.read_back().tobytes() == states[21].tobytes()
    seeker.release()


def test_equal_pairs_are_led_by_the_passes(ctx: moderngl.Context, programs: Programs) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(8, 4), element_format=PAIR)
    elements = store(PAIR, np.zeros(32, np.float32), element_count=32, descending=False)
    seeker = Seeker(ctx, programs, engine, SLOW_PASSES)
    seeker.load(elements)
    lead(seeker, engine, 9)
    states = list(elements_at_every_pass(PAIR, elements))
    assert engine.read_back().tobytes() == states[9].tobytes()
    assert seeker.last_jump is not None
    assert seeker.last_jump.way is not Way.CLOSED_FORM
    seeker.release()
    engine.release()


def test_a_target_that_changes_shows_what_was_found_on_the_way(
    ctx: moderngl.Context,
    programs: Programs,
    engine: FragmentSorter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on = Event()

    def slowly(*arguments: Any, **options: Any) -> Elements:
        may_go_on.wait(30)
        return predicted_state(*arguments, **options)

    monkeypatch.setattr(seeker_module, "predicted_state", slowly)
    elements = values_for(FLOAT32, 128)
    states = list(elements_at_every_pass(FLOAT32, elements))
    seeker = Seeker(ctx, programs, engine, SLOW_PASSES)
    seeker.load(elements)
    seeker.lead(20, 0.0, is_jump=True)
    assert engine.pass_index == 0
    may_go_on.set()
    seeker.lead(10, perf_counter() + 5, is_jump=True)  # what was begun is taken first
    assert seeker.is_glimpse
    assert engine.pass_index == 20
    assert engine.read_back().tobytes() == states[20].tobytes()
    lead(seeker, engine, 10)
    assert not seeker.is_glimpse
    assert engine.read_back().tobytes() == states[10].tobytes()
    seeker.release()


def test_other_data_make_a_jump_that_is_under_way_forgotten(
    ctx: moderngl.Context, programs: Programs, engine: FragmentSorter
) -> None:
    first, second = values_for(FLOAT32, 128), values_for(FLOAT32, 128, seed=9)
    seeker = Seeker(ctx, programs, engine, SLOW_PASSES)
    seeker.load(first)
    seeker.lead(20, 0.0, is_jump=True)
    seeker.load(second)
    lead(seeker, engine, 15)
    states = list(elements_at_every_pass(FLOAT32, second))
    assert engine.read_back().tobytes() == states[15].tobytes()
    seeker.release()


@pytest.mark.parametrize("network_kind", list(NetworkKind))
def test_the_compute_engine_seeks_and_shows_what_the_fragment_engine_does(
    ctx: moderngl.Context, programs: Programs, network_kind: NetworkKind
) -> None:
    def loaded(kind: type[FragmentSorter] | type[ComputeEngine], elements: Elements) -> Engine:
        engine = kind(ctx, programs, TextureLayout(16, 8), network_kind=network_kind)
        engine.load(elements)
        return engine

    elements = values_for(FLOAT32, 128)
    fragment, compute = loaded(FragmentSorter, elements), loaded(ComputeEngine, elements)
    for pass_index in (1, 2, 28, 5, 0, 17, 16):
        fragment.seek(pass_index)
        compute.seek(pass_index)
        assert compute.read_back().tobytes() == fragment.read_back().tobytes()
        assert compute.sort_texture.read() == fragment.sort_texture.read()
        assert compute.read_back(3, 2).tobytes() == fragment.read_back()[48:80].tobytes()
    compute.rewind()
    compute.run_pass()
    assert compute.pass_index == 1
    assert compute.call_count(0, 28) < fragment.call_count(0, 28) == 28
    fragment.release()
    compute.release()


def test_a_calibration_takes_numbers_of_this_machine(
    ctx: moderngl.Context, programs: Programs
) -> None:
    calibration = calibrate(ctx, programs)
    assert 0 <= calibration.one_pass < 1e-3
    assert 0 < calibration.draw < 1
    assert calibration.pass_seconds(1) >= calibration.draw
    assert 0 < calibration.closed_form < 1e-3


def test_where_a_small_sample_says_nothing_a_larger_one_is_taken(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = {8: 1e-4, 256: 1.5e-4, 1024: 6e-4}  # as on a GPU whose draws cost more than their work
    seen = []

    def seconds(ctx: object, programs: object, element_format: object, side: int) -> float:
        seen.append(side)
        return taken[side]

    monkeypatch.setattr("bitonic_scope.player.calibration._pass_seconds", seconds)
    quick = calibrate(ctx, programs)
    assert quick.pass_seconds(1024 * 1024) == pytest.approx(6e-4, rel=0.01)
    taken[256] = 4e-4
    slow = calibrate(ctx, programs)
    assert slow.pass_seconds(256 * 256) == pytest.approx(4e-4, rel=0.01)
    assert seen == [8, 256, 1024, 8, 256]


def test_500_random_jumps_leave_no_memory_behind(ctx: moderngl.Context, programs: Programs) -> None:
    engine = FragmentSorter(ctx, programs, TextureLayout(256, 256))
    seeker = Seeker(ctx, programs, engine, calibrate(ctx, programs))
    seeker.load(values_for(FLOAT32, 1 << 16))
    process, before, chance = psutil.Process(), 0, random.Random(1)
    for number in range(500):
        lead(seeker, engine, chance.randrange(engine.network.pass_count + 1))
        if number == 50:
            before = process.memory_info().rss
    assert process.memory_info().rss - before < 50 * 2**20
    seeker.release()
    engine.release()
