"""The seeker: any jump by any way leads to the same bits, a slice at a time, by the quickest."""

import random
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from time import perf_counter, sleep
from typing import Any

import numpy as np
import psutil
import pytest

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import Elements, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Way
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player import compute_jump as compute_jump_module
from bitonic_scope.player import seeker as seeker_module
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.player.seeker import QUICK_SECONDS, SHORT_COMPARISONS, Seeker
from tests.support.engine_state import assert_holds_state
from tests.support.oracle import elements_at_every_pass, values_for

PAIR = FORMATS[FormatName.PAIR]
EQUAL_PAIRS = store(PAIR, np.zeros(128, np.float32), element_count=128, descending=False)


def lead(seeker: Seeker, engine: Engine, target: int) -> None:
    """Jump, however many slices it takes."""
    end = perf_counter() + 30
    while engine.pass_index != target or seeker.way is not None:
        seeker.lead(target, perf_counter() + 0.002, is_jump=True)
        assert perf_counter() < end


def way_of_jump(seeker: Seeker, engine: Engine, target: int) -> Way:
    """Jump, and return the way that was taken."""
    lead(seeker, engine, target)
    assert seeker.last_jump is not None
    return seeker.last_jump.way


def prepare(seeker: Seeker) -> int:
    """Give it all the idle time that it wants; return in how many steps it used that."""
    steps = 0
    while seeker.wants_idle_time:
        seeker.use_idle_time(perf_counter())
        steps += 1
        assert steps < 1000
    return steps


def without_compute(gpu: Gpu) -> Gpu:
    """Return the same GPU as if its driver had no compute shaders."""
    return replace(gpu, capabilities=replace(gpu.capabilities, version_code=330))


@pytest.fixture
def engine(gpu: Gpu) -> Iterator[FragmentEngine]:
    engine = FragmentEngine(gpu, TextureLayout(16, 8))
    yield engine
    engine.release()


@pytest.fixture
def nothing_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No jump is so short, and no closed form so quick, that no other way is looked for."""
    monkeypatch.setattr(seeker_module, "SHORT_COMPARISONS", 0)
    monkeypatch.setattr(seeker_module, "QUICK_SECONDS", 0.0)


@pytest.fixture
def slow_closed_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closed form is expected to take an hour, so that the compute engine is worth its time."""
    monkeypatch.setattr(seeker_module, "CLOSED_FORM_SECONDS", 28.0)


class Predictions:
    """Holds the closed form back until it may go on.

    Attributes:
        count: how many have begun.
        may_go_on: set it, and they end.
    """

    def __init__(self) -> None:
        self.count = 0
        self.may_go_on = Event()

    def __call__(self, *arguments: Any, **options: Any) -> Elements:
        self.count += 1
        self.may_go_on.wait(60)
        return predicted_state(*arguments, **options)


@pytest.fixture
def held_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[Predictions]:
    predictions = Predictions()
    monkeypatch.setattr(seeker_module, "predicted_state", predictions)
    yield predictions
    predictions.may_go_on.set()


@pytest.fixture
def compute_engines(monkeypatch: pytest.MonkeyPatch) -> list[ComputeEngine]:
    """The compute engines that seekers have made so far."""
    made: list[ComputeEngine] = []

    class Noted(ComputeEngine):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            made.append(self)
            super().__init__(*arguments, **options)

    monkeypatch.setattr(compute_jump_module, "ComputeEngine", Noted)
    return made


# -- the same bits by every way --------------------------------------------------------------------


@pytest.mark.parametrize("way", list(Way))
@pytest.mark.parametrize(
    ("element_format", "stable"), [(FLOAT32, False), (PAIR, True)], ids=["float32", "pair"]
)
def test_from_any_pass_to_any_pass_by_any_way(
    gpu: Gpu,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
    element_format: ElementFormat,
    stable: bool,
) -> None:
    if way is not Way.PASSES:  # such a short way is taken by them
        monkeypatch.setattr(seeker_module, "SHORT_COMPARISONS", 0)
        monkeypatch.setattr(seeker_module, "QUICK_SECONDS", 0.0)
    if way is Way.COMPUTE:
        monkeypatch.setattr(seeker_module, "CLOSED_FORM_SECONDS", 28.0)
    order, kind = Direction.DESCENDING, NetworkKind.FLIP
    engine = FragmentEngine(
        gpu,
        TextureLayout(8, 4),
        element_format=element_format,
        order=order,
        network_kind=kind,
        stable=stable,
    )
    values = values_for(element_format, 29, ties=True)
    elements = store(element_format, values, element_count=32, descending=True)
    states = list(elements_at_every_pass(element_format, elements, order, kind, stable=stable))
    for start in range(0, len(states), 4):
        for target in range(len(states)):
            seeker = Seeker(gpu, engine)  # that has measured nothing yet
            seeker.load(elements)
            if way is Way.COMPUTE:
                prepare(seeker)
            engine.seek(start)
            lead(seeker, engine, target)
            assert engine.read_back().tobytes() == states[target].tobytes(), (start, target)
            if start != target:
                assert seeker.last_jump is not None
                assert seeker.last_jump.way is (way if target else Way.PASSES)
            seeker.release()
    engine.release()


# -- which way is taken when -----------------------------------------------------------------------


class Clock:
    """A clock of its own, on which only calls and closed forms take time.

    Attributes:
        now: in seconds.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        for module in ("seeker", "runner", "compute_jump"):
            monkeypatch.setattr(f"bitonic_scope.player.{module}.perf_counter", lambda: self.now)
        self._monkeypatch = monkeypatch

    def slow(self, engine: type[Engine], seconds_each: float) -> None:
        """Let each call of such engines take some time."""
        seek = engine.seek

        def seek_slowly(engine: Engine, pass_index: int) -> None:
            first = engine.pass_index
            seek(engine, pass_index)
            self.now += seconds_each * engine.call_count(min(first, pass_index), pass_index)

        self._monkeypatch.setattr(engine, "seek", seek_slowly)

    def slow_closed_form(self, seconds: float) -> None:
        """Let a closed form take some time."""

        def predict_slowly(*arguments: Any, **options: Any) -> Elements:
            self.now += seconds
            return predicted_state(*arguments, **options)

        self._monkeypatch.setattr(seeker_module, "predicted_state", predict_slowly)

    def lead(self, seeker: Seeker, engine: Engine, target: int) -> Way:
        """Jump in a slice that is long enough, and return the way that was taken."""
        while engine.pass_index != target or seeker.way is not None:
            seeker.lead(target, self.now + 1e6, is_jump=True)
        assert seeker.last_jump is not None
        return seeker.last_jump.way


def way_taken(
    gpu: Gpu,
    monkeypatch: pytest.MonkeyPatch,
    *,
    one_pass: float,
    closed_form: float,
    dispatch: float | None,
    reached: int,
    target: int,
) -> Way:
    """Jump from reached to target where calls take so many seconds; return the way taken.

    Args:
        gpu: where it runs.
        monkeypatch: of the test.
        one_pass: seconds of a pass; one has been timed.
        closed_form: seconds that a closed form is expected to take.
        dispatch: seconds of the one dispatch of a compute engine; None where there is none.
        reached: where the engine stands.
        target: another pass_index.
    """
    with monkeypatch.context() as patch:
        clock = Clock(patch)
        clock.slow(FragmentEngine, one_pass)
        clock.slow(ComputeEngine, dispatch or 0.0)
        patch.setattr(seeker_module, "SHORT_COMPARISONS", 0)
        patch.setattr(seeker_module, "CLOSED_FORM_SECONDS", closed_form / 128)
        machine = gpu if dispatch is not None else without_compute(gpu)
        engine = FragmentEngine(machine, TextureLayout(16, 8))
        seeker = Seeker(machine, engine)
        seeker.load(values_for(FLOAT32, 128))
        seeker.lead(1, clock.now + 1e6, is_jump=False)
        prepare(seeker)
        engine.seek(reached)
        way = clock.lead(seeker, engine, target)
        seeker.release()
        engine.release()
    return way


@pytest.mark.parametrize(
    ("one_pass", "closed_form", "dispatch", "reached", "target", "expected"),
    [
        # A quick machine runs the passes, even from the input on.
        (0.001, 0.04, None, 20, 23, Way.PASSES),
        (0.001, 0.04, None, 20, 19, Way.PASSES),
        # A slow one runs a few, and predicts far ones.
        (0.012, 0.041, None, 20, 23, Way.PASSES),
        (0.012, 0.041, None, 20, 24, Way.CLOSED_FORM),
        (0.012, 0.041, None, 20, 19, Way.CLOSED_FORM),
        (0.012, 0.041, None, 20, 2, Way.PASSES),
        (0.012, 0.06, 0.041, 20, 23, Way.PASSES),
        (0.012, 0.06, 0.041, 20, 24, Way.COMPUTE),
        # A compute engine that is there is taken where it is quicker than the closed form.
        (0.1, 1.0, 0.01, 0, 28, Way.COMPUTE),
        (0.1, 0.06, 0.1, 0, 28, Way.CLOSED_FORM),
        # However slow the passes are, the other ways may be slower still.
        (0.1, 5.0, 4.0, 0, 28, Way.PASSES),
        (0.1, 5.0, None, 0, 28, Way.PASSES),
        # Of equal ways the real passes are run.
        (0.125, 3.5, 3.5, 0, 28, Way.PASSES),
    ],
)
def test_the_quickest_way_is_taken(
    gpu: Gpu,
    monkeypatch: pytest.MonkeyPatch,
    one_pass: float,
    closed_form: float,
    dispatch: float | None,
    reached: int,
    target: int,
    expected: Way,
) -> None:
    way = way_taken(
        gpu,
        monkeypatch,
        one_pass=one_pass,
        closed_form=closed_form,
        dispatch=dispatch,
        reached=reached,
        target=target,
    )
    assert way is expected


def test_no_way_is_taken_that_is_slower_than_another(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, seen = random.Random(1), set()
    for _ in range(60):
        one_pass, reached = chance.uniform(0.001, 0.2), chance.randrange(29)
        closed_form, dispatch = chance.uniform(0.06, 2.0), chance.uniform(0.01, 2.0)
        target = chance.choice([index for index in range(1, 29) if index != reached])
        way = way_taken(
            gpu,
            monkeypatch,
            one_pass=one_pass,
            closed_form=closed_form,
            dispatch=dispatch,
            reached=reached,
            target=target,
        )
        passes = one_pass * (target - reached if reached < target else target)
        seconds = {Way.PASSES: passes, Way.CLOSED_FORM: closed_form, Way.COMPUTE: dispatch}
        assert seconds[way] == min(seconds.values())
        seen.add(way)
    assert seen == set(Way)


def test_a_short_jump_is_run_pass_by_pass_although_no_pass_was_timed_yet(gpu: Gpu) -> None:
    engine = FragmentEngine(gpu, TextureLayout(256, 256))
    elements = values_for(FLOAT32, 1 << 16)
    short = SHORT_COMPARISONS >> 16  # passes
    for target, way in ((short, Way.PASSES), (short + 1, Way.CLOSED_FORM)):
        seeker = Seeker(gpu, engine)
        seeker.load(elements)
        assert way_of_jump(seeker, engine, target) is way
        seeker.release()
    engine.release()


def test_what_a_closed_form_took_is_what_the_next_is_expected_to_take(
    engine: FragmentEngine, gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    clock.slow(FragmentEngine, 10.0)
    clock.slow(ComputeEngine, 0.5)
    clock.slow_closed_form(1.0)
    monkeypatch.setattr(seeker_module, "SHORT_COMPARISONS", 0)
    monkeypatch.setattr(seeker_module, "CLOSED_FORM_SECONDS", 0.1 / 128)
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    prepare(seeker)
    assert clock.lead(seeker, engine, 20) is Way.CLOSED_FORM
    assert clock.lead(seeker, engine, 10) is Way.COMPUTE
    seeker.load(values_for(FLOAT32, 128))  # other data may be quicker
    assert clock.lead(seeker, engine, 20) is Way.CLOSED_FORM
    seeker.release()


def test_what_passes_took_is_what_the_next_are_expected_to_take(
    engine: FragmentEngine, gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    clock.slow(FragmentEngine, 0.01)
    monkeypatch.setattr(seeker_module, "SHORT_COMPARISONS", 0)
    monkeypatch.setattr(seeker_module, "CLOSED_FORM_SECONDS", 0.1 / 128)
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    assert clock.lead(seeker, engine, 4) is Way.CLOSED_FORM  # nothing is known of the passes
    seeker.lead(5, clock.now + 1e6, is_jump=False)
    assert seeker.last_jump is None
    assert clock.lead(seeker, engine, 4) is Way.PASSES  # 40 ms
    assert clock.lead(seeker, engine, 20) is not Way.PASSES  # 160 ms
    seeker.release()


@pytest.mark.usefixtures("nothing_short")
@pytest.mark.parametrize(("has_compute", "way"), [(True, Way.COMPUTE), (False, Way.PASSES)])
def test_equal_pairs_are_led_by_the_compute_engine_or_by_the_passes(
    gpu: Gpu, has_compute: bool, way: Way
) -> None:
    machine = gpu if has_compute else without_compute(gpu)
    engine = FragmentEngine(machine, TextureLayout(16, 8), element_format=PAIR)
    seeker = Seeker(machine, engine)
    seeker.load(EQUAL_PAIRS)
    states = list(elements_at_every_pass(PAIR, EQUAL_PAIRS))
    for target in (9, 28, 4):
        assert way_of_jump(seeker, engine, target) is way
        assert engine.read_back().tobytes() == states[target].tobytes()
    seeker.release()
    engine.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_without_compute_shaders_the_closed_form_leads_however_slow(
    gpu: Gpu, engine: FragmentEngine, compute_engines: list[ComputeEngine]
) -> None:
    seeker = Seeker(without_compute(gpu), engine)
    seeker.load(values_for(FLOAT32, 128))
    assert not seeker.wants_idle_time
    assert way_of_jump(seeker, engine, 20) is Way.CLOSED_FORM
    assert not compute_engines
    seeker.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_nobody_waits_for_a_compute_engine_where_the_closed_form_leads(
    gpu: Gpu, engine: FragmentEngine, compute_engines: list[ComputeEngine]
) -> None:
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    assert way_of_jump(seeker, engine, 20) is Way.CLOSED_FORM
    assert not compute_engines
    seeker.release()


# -- the compute engine is made in idle time -------------------------------------------------------


def test_for_short_jumps_no_compute_engine_is_made(
    gpu: Gpu, engine: FragmentEngine, compute_engines: list[ComputeEngine]
) -> None:
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    assert prepare(seeker) == 0
    assert way_of_jump(seeker, engine, 28) is Way.PASSES
    assert not compute_engines
    seeker.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_while_nobody_jumps_the_compute_engine_is_made_for_jumps_to_come(
    gpu: Gpu, engine: FragmentEngine, compute_engines: list[ComputeEngine]
) -> None:
    elements, other = values_for(FLOAT32, 128), values_for(FLOAT32, 128, seed=9)
    states = list(elements_at_every_pass(FLOAT32, elements))
    other_states = list(elements_at_every_pass(FLOAT32, other))
    seeker = Seeker(gpu, engine)
    seeker.load(elements)
    assert prepare(seeker) >= 3
    assert len(compute_engines) == 1
    assert seeker.way is None
    assert engine.pass_index == 0
    assert engine.read_back().tobytes() == states[0].tobytes()
    for target in (28, 9):  # it was tried out on the last passes: nothing may be left of that
        assert way_of_jump(seeker, engine, target) is Way.COMPUTE
        assert engine.read_back().tobytes() == states[target].tobytes()
    seeker.load(other)
    assert prepare(seeker) == 1  # the other input, too, is handed over before anybody jumps
    assert way_of_jump(seeker, engine, 20) is Way.COMPUTE
    assert engine.read_back().tobytes() == other_states[20].tobytes()
    seeker.free_spare()  # it can be made again
    assert seeker.wants_idle_time
    assert prepare(seeker) >= 3
    assert len(compute_engines) == 2
    seeker.load(elements)  # or else when it is needed
    assert way_of_jump(seeker, engine, 20) is Way.COMPUTE
    assert engine.read_back().tobytes() == states[20].tobytes()
    assert len(compute_engines) == 2
    seeker.release()


@pytest.mark.parametrize("seconds", [seeker_module.CLOSED_FORM_SECONDS, 0.0, QUICK_SECONDS / 128])
def test_it_is_not_made_where_the_closed_form_is_quick(
    gpu: Gpu, engine: FragmentEngine, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(seeker_module, "CLOSED_FORM_SECONDS", seconds)
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    assert not seeker.wants_idle_time
    seeker.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_it_is_not_made_while_a_jump_goes_on(
    gpu: Gpu, engine: FragmentEngine, held_back: Predictions
) -> None:
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    assert seeker.wants_idle_time
    seeker.lead(20, perf_counter(), is_jump=True)
    assert not seeker.wants_idle_time
    seeker.stop()
    assert not seeker.wants_idle_time  # the closed form still takes the processor's time
    held_back.may_go_on.set()
    end = perf_counter() + 30
    while not seeker.wants_idle_time:
        assert perf_counter() < end
        sleep(0.001)
    seeker.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_a_jump_by_the_compute_engine_is_spread_over_slices(gpu: Gpu) -> None:
    engine = FragmentEngine(gpu, TextureLayout(128, 128))
    elements = values_for(FLOAT32, 1 << 14)
    seeker = Seeker(gpu, engine)
    seeker.load(elements)
    prepare(seeker)
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


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
@pytest.mark.parametrize("fault", [ProgramError("no room"), MemoryError()])
@pytest.mark.parametrize("is_idle", [True, False])
def test_a_compute_engine_without_memory_is_asked_for_once(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch, fault: Exception, is_idle: bool
) -> None:
    tries = []

    class Refused(ComputeEngine):
        def __init__(self, *arguments: object, **options: object) -> None:
            tries.append(arguments)
            raise fault

    monkeypatch.setattr(compute_jump_module, "ComputeEngine", Refused)
    engine = FragmentEngine(gpu, TextureLayout(16, 8), element_format=PAIR)
    seeker = Seeker(gpu, engine)
    seeker.load(EQUAL_PAIRS)  # which no closed form predicts
    if is_idle:
        assert prepare(seeker) == 1
    states = list(elements_at_every_pass(PAIR, EQUAL_PAIRS))
    for target in (20, 3, 28, 5):
        assert way_of_jump(seeker, engine, target) is Way.PASSES
        assert engine.read_back().tobytes() == states[target].tobytes()
    assert len(tries) == 1
    assert not seeker.wants_idle_time
    seeker.release()
    engine.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_the_compute_engine_is_made_a_step_at_a_time_and_left_off_for_other_data(
    gpu: Gpu, engine: FragmentEngine, compute_engines: list[ComputeEngine]
) -> None:
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    seeker.use_idle_time(perf_counter())
    assert len(compute_engines) == 1
    assert seeker.wants_idle_time
    elements = values_for(FLOAT32, 128)[::-1].copy()
    seeker.load(elements)
    assert prepare(seeker) >= 3
    assert len(compute_engines) == 2
    assert way_of_jump(seeker, engine, 20) is Way.COMPUTE
    assert_holds_state(engine, elements, 20)
    seeker.release()


# -- jumps that are stopped or changed -------------------------------------------------------------


@pytest.mark.usefixtures("nothing_short")
@pytest.mark.parametrize("is_by_compute", [False, True])
def test_a_jump_that_was_stopped_leaves_nothing_for_the_next(
    gpu: Gpu, engine: FragmentEngine, held_back: Predictions, is_by_compute: bool
) -> None:
    elements = values_for(FLOAT32, 128)
    seeker = Seeker(gpu, engine)
    seeker.load(elements)
    engine.seek(10)
    seeker.lead(25, perf_counter(), is_jump=True)
    if is_by_compute:  # while the closed form that nobody wants any more goes on
        seeker.stop()
        seeker.lead(25, perf_counter(), is_jump=True)
    assert seeker.way is (Way.COMPUTE if is_by_compute else Way.CLOSED_FORM)
    seeker.stop()
    assert seeker.way is None
    assert engine.pass_index == 10
    seeker.lead(11, perf_counter() + 1, is_jump=False)
    assert_holds_state(engine, elements, 11)
    held_back.may_go_on.set()
    seeker.release()


@pytest.mark.usefixtures("nothing_short")
@pytest.mark.parametrize("is_by_compute", [False, True])
def test_a_step_interrupts_a_jump_to_the_same_target(
    gpu: Gpu, engine: FragmentEngine, held_back: Predictions, is_by_compute: bool
) -> None:
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 128))
    engine.seek(10)
    ways = []
    for is_jump in (True, False):
        seeker.lead(25, perf_counter(), is_jump=is_jump)
        if is_by_compute and is_jump:
            seeker.stop()
            seeker.lead(25, perf_counter(), is_jump=is_jump)
        ways.append(seeker.way)
    assert ways == [Way.COMPUTE if is_by_compute else Way.CLOSED_FORM, Way.PASSES]
    while engine.pass_index != 25:
        seeker.lead(25, perf_counter() + 1, is_jump=False)
    assert seeker.way is None
    assert seeker.last_jump is None
    seeker.release()


@pytest.mark.usefixtures("nothing_short")
@pytest.mark.parametrize(("has_compute", "way"), [(True, Way.COMPUTE), (False, Way.PASSES)])
def test_predictions_that_nobody_waits_for_do_not_pile_up(
    gpu: Gpu, engine: FragmentEngine, held_back: Predictions, has_compute: bool, way: Way
) -> None:
    seeker = Seeker(gpu if has_compute else without_compute(gpu), engine)
    elements = values_for(FLOAT32, 128)
    for _ in range(5):
        seeker.load(elements)
        seeker.lead(25, perf_counter(), is_jump=True)
    seeker.stop()
    assert way_of_jump(seeker, engine, 24) is way  # meanwhile
    assert held_back.count == 1
    assert_holds_state(engine, elements, 24)
    held_back.may_go_on.set()
    seeker.release()


@pytest.mark.usefixtures("nothing_short", "slow_closed_form")
def test_dragging_back_by_the_compute_engine_shows_states_on_the_way(gpu: Gpu) -> None:
    engine = FragmentEngine(gpu, TextureLayout(128, 128))
    elements = values_for(FLOAT32, 1 << 14)
    seeker = Seeker(gpu, engine)
    seeker.load(elements)
    prepare(seeker)
    assert way_of_jump(seeker, engine, 105) is Way.COMPUTE
    glimpses = set()
    for target in range(100, 60, -1):
        seeker.lead(target, perf_counter(), is_jump=True)  # there is time for one dispatch
        if seeker.is_glimpse:
            glimpses.add(engine.pass_index)
    assert len(glimpses) >= 3
    seeker.release()
    engine.release()


@pytest.mark.usefixtures("nothing_short")
def test_what_one_input_taught_does_not_stay_for_the_next(gpu: Gpu) -> None:
    machine = without_compute(gpu)
    engine = FragmentEngine(machine, TextureLayout(8, 4), element_format=PAIR)
    seeker = Seeker(machine, engine)
    for values, way in (
        (np.zeros(32, np.float32), Way.PASSES),
        (np.arange(32, dtype=np.float32), Way.CLOSED_FORM),
    ):
        seeker.load(store(PAIR, values, element_count=32, descending=False))
        assert seeker.last_jump is None
        assert way_of_jump(seeker, engine, 9) is way
    seeker.release()
    engine.release()


@pytest.mark.usefixtures("nothing_short")
def test_the_next_pass_after_a_jump_is_a_real_one(
    gpu: Gpu, engine: FragmentEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    elements = values_for(FLOAT32, 128)
    states = list(elements_at_every_pass(FLOAT32, elements))
    seeker = Seeker(gpu, engine)
    seeker.load(elements)
    assert way_of_jump(seeker, engine, 20) is Way.CLOSED_FORM
    program = gpu.programs.get("sort/compare_exchange.frag", FLOAT32)
    draw, drawn_at = program.draw, list[int]()

    def noted_draw() -> None:
        drawn_at.append(engine.pass_index)
        draw()

    monkeypatch.setattr(program, "draw", noted_draw)
    seeker.lead(21, perf_counter() + 1, is_jump=False)
    assert drawn_at == [20]
    assert engine.read_back().tobytes() == states[21].tobytes()
    seeker.release()


@pytest.mark.usefixtures("nothing_short")
def test_a_target_that_changes_shows_what_was_found_on_the_way(
    gpu: Gpu, engine: FragmentEngine, held_back: Predictions
) -> None:
    elements = values_for(FLOAT32, 128)
    states = list(elements_at_every_pass(FLOAT32, elements))
    seeker = Seeker(gpu, engine)
    seeker.load(elements)
    seeker.lead(20, 0.0, is_jump=True)
    assert engine.pass_index == 0
    held_back.may_go_on.set()
    seeker.lead(10, perf_counter() + 5, is_jump=True)  # what was begun is taken first
    assert seeker.is_glimpse
    assert engine.pass_index == 20
    assert engine.read_back().tobytes() == states[20].tobytes()
    lead(seeker, engine, 10)
    assert not seeker.is_glimpse
    assert engine.read_back().tobytes() == states[10].tobytes()
    seeker.release()


@pytest.mark.usefixtures("nothing_short")
def test_other_data_make_a_jump_that_is_under_way_forgotten(
    gpu: Gpu, engine: FragmentEngine
) -> None:
    first, second = values_for(FLOAT32, 128), values_for(FLOAT32, 128, seed=9)
    seeker = Seeker(gpu, engine)
    seeker.load(first)
    seeker.lead(20, 0.0, is_jump=True)
    seeker.load(second)
    lead(seeker, engine, 15)
    assert_holds_state(engine, second, 15)
    seeker.release()


@pytest.mark.parametrize("network_kind", list(NetworkKind))
def test_the_compute_engine_seeks_and_shows_what_the_fragment_engine_does(
    gpu: Gpu, network_kind: NetworkKind
) -> None:
    def loaded(kind: type[FragmentEngine] | type[ComputeEngine], elements: Elements) -> Engine:
        engine = kind(gpu, TextureLayout(16, 8), network_kind=network_kind)
        engine.load(elements)
        return engine

    elements = values_for(FLOAT32, 128)
    fragment, compute = loaded(FragmentEngine, elements), loaded(ComputeEngine, elements)
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


@pytest.mark.parametrize("has_idle_time", [False, True])
def test_500_random_jumps_leave_no_memory_behind(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch, has_idle_time: bool
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(256, 256))
    seeker = Seeker(gpu, engine)
    seeker.load(values_for(FLOAT32, 1 << 16))
    if has_idle_time:
        monkeypatch.setattr(seeker_module, "QUICK_SECONDS", 0.0)
        assert prepare(seeker) >= 3
    process, before, chance = psutil.Process(), 0, random.Random(1)
    for number in range(500):
        lead(seeker, engine, chance.randrange(engine.network.pass_count + 1))
        if number == 50:
            before = process.memory_info().rss
    assert process.memory_info().rss - before < 50 * 2**20
    seeker.release()
    engine.release()
