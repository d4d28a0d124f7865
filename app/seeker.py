"""Leads an engine to any pass_index by the cheapest way, a slice of work at a time."""

from collections.abc import Callable, Generator, Iterator
from time import perf_counter
from typing import NamedTuple

import moderngl
import numpy as np

from app.data.elements import Elements
from app.errors import ProgramError
from app.gpu.calibration import Calibration
from app.gpu.compute_engine import KINDS, ComputeEngine, new_compute_sorter
from app.gpu.compute_limits import is_available
from app.gpu.compute_sorter import ComputeSorter
from app.gpu.engine import Engine
from app.gpu.programs import Programs
from app.jump import Costs, Jump, Way, cheapest, estimates
from app.predicted_state import predicted_state
from app.task import Task

FRAME_SECONDS = 0.016  # what takes less is not worth another way
MIN_SECONDS_EACH = 1e-7  # of a draw or dispatch
FORGETTING = 0.8  # of the slowest closed form so far: one that was held up is not for ever


class _Prediction(NamedTuple):
    """A state that a thread has found, and how long that took."""

    pass_index: int
    state: Elements
    seconds: float


def _room(start: float, deadline: float, seconds_each: float) -> int:
    """Return how many draws or dispatches there is time for, at least one."""
    return max(1, int((deadline - start) / max(seconds_each, MIN_SECONDS_EACH)))


def _goal(count: Callable[[int, int], int], reached: int, target: int, room: int) -> int:
    """Return a pass_index on the way to the target that so many draws or dispatches reach.

    By halving the way: where passes are fused, what lies between two of them need not be reachable
    in proportion.
    """
    goal = target
    while count(reached, goal) > room and goal > reached + 1:
        goal = reached + (goal - reached) // 2
    return goal


class _Errand:
    """A way to a target that was begun.

    Attributes:
        target: a pass_index.
        is_jump: whether it may take another way than the passes.
        way: which it takes.
        begun: when, by perf_counter().
        prediction: finds the state, where it is predicted.
    """

    def __init__(self, target: int, *, is_jump: bool, way: Way) -> None:
        self.target = target
        self.is_jump = is_jump
        self.way = way
        self.begun = perf_counter()
        self.prediction: Task[_Prediction] | None = None

    @property
    def is_worth_ending(self) -> bool:
        """Whether it is ended although another target is wanted now: a state comes all at once."""
        return self.way is not Way.PASSES


class Seeker:
    """Owns what it takes to bring one engine somewhere else, a slice of work at a time.

    Attributes:
        last_jump: which way the last jump took; None before the first.
        is_glimpse: whether the engine stands at a state that was wanted a moment ago, on the way
            to the present one: while somebody drags along, that is what there is to see.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        engine: Engine,
        calibration: Calibration,
    ) -> None:
        """Get ready; nothing runs yet."""
        self.last_jump: Jump | None = None
        self.is_glimpse = False
        self._ctx = ctx
        self._programs = programs
        self._engine = engine
        count = engine.layout.element_count
        self._calibrated_closed_form = calibration.closed_form * count
        self._closed_form_seconds: float | None = self._calibrated_closed_form
        self._draw_seconds = calibration.pass_seconds(count)
        self._upload_seconds = 0.0
        self._dispatch_seconds = 0.0  # of the compute engine, once it is there
        self._hand_over_seconds = 0.0  # of its state to this engine
        self._errand: _Errand | None = None
        self._abandoned: Task[_Prediction] | None = None  # cannot be stopped, only forgotten
        self._compute: ComputeSorter | None = None
        self._making: Generator[None] | None = None  # of the compute sorter
        self._may_compute = (
            not isinstance(engine, ComputeEngine)
            and engine.element_format.name in KINDS
            and is_available(ctx)
        )

    @property
    def way(self) -> Way | None:
        """The way that is under way; None where none is."""
        return self._errand.way if self._errand else None

    @property
    def part(self) -> float:
        """How much of it is done, 0 to 1."""
        errand = self._errand
        if errand is None:
            return 0.0
        if errand.way is Way.CLOSED_FORM:
            expected = self._closed_form_seconds or 1.0
            return min((perf_counter() - errand.begun) / expected, 1.0)
        sorter = self._compute if errand.way is Way.COMPUTE else self._engine
        reached = sorter.pass_index if sorter else 0
        return reached / errand.target if reached < errand.target else 0.0

    def load(self, elements: Elements) -> None:
        """Give the engine new input."""
        self.stop()
        self._stop_making()
        self.last_jump = None
        self._closed_form_seconds = self._calibrated_closed_form
        start = perf_counter()
        self._engine.load(elements)
        self._ctx.finish()
        self._upload_seconds = perf_counter() - start
        if self._compute is not None:
            self._compute.load(self._engine.elements.view(np.uint32))

    def stop(self) -> None:
        """Go no further; the engine stands where it stands."""
        if self._errand is not None and self._errand.prediction is not None:
            self._abandoned = self._errand.prediction
        self._errand = None
        self.is_glimpse = False

    def lead(self, target: int, deadline: float, *, is_jump: bool) -> None:
        """Work towards a pass_index until the deadline; without a jump by real passes only."""
        errand = self._errand
        is_same = errand is not None and (errand.target, errand.is_jump) == (target, is_jump)
        goes_on = errand is not None and is_jump and errand.is_jump and errand.is_worth_ending
        if errand is None or not (is_same or goes_on):
            errand = self._begin(target, is_jump=is_jump)
        if errand.way is Way.CLOSED_FORM:
            has_ended = self._take_prediction(errand, deadline)
        elif errand.way is Way.COMPUTE:
            has_ended = self._run_compute(errand, deadline)
        else:
            has_ended = self._run(errand, deadline)
        if not has_ended:
            return
        if self._errand is errand:
            self._errand = None
            self.is_glimpse = errand.target != target
            if is_jump and not self.is_glimpse:
                seconds = perf_counter() - errand.begun
                self.last_jump = Jump(self._own_way(errand.way), seconds)

    def _own_way(self, way: Way) -> Way:
        """Return a way by its right name: the passes of the compute engine are its own way."""
        is_compute = way is Way.PASSES and isinstance(self._engine, ComputeEngine)
        return Way.COMPUTE if is_compute else way

    def _begin(self, target: int, *, is_jump: bool) -> _Errand:
        self.stop()
        way = self._cheapest(target) if is_jump else Way.PASSES
        errand = self._errand = _Errand(target, is_jump=is_jump, way=way)
        if way is Way.CLOSED_FORM:
            errand.prediction = Task(lambda: self._predicted(target))
        return errand

    def _begin_again(self, errand: _Errand) -> None:
        """Take another way: this one has turned out to lead nowhere."""
        begun = errand.begun
        self._begin(errand.target, is_jump=errand.is_jump).begun = begun

    def _cheapest(self, target: int) -> Way:
        engine, compute = self._engine, self._compute
        from_input = target < engine.pass_index
        if compute is not None:
            start = compute.pass_index if compute.pass_index <= target else 0
            dispatch_count, dispatch = compute.dispatches(start, target), self._dispatch_seconds
        else:  # a guess: it moves about as many bytes as a pass, but runs many passes in one
            dispatch_count, dispatch = engine.network.stage_count, 1.5 * self._draw_seconds
        may_predict = self._abandoned is None or self._abandoned.is_done
        ways = estimates(
            Costs(
                draw=self._draw_seconds,
                upload=self._upload_seconds,
                closed_form=self._closed_form_seconds if may_predict else None,
                dispatch=dispatch if self._may_compute else None,
                hand_over=self._hand_over_seconds,
            ),
            draw_count=engine.draws(0 if from_input else engine.pass_index, target),
            dispatch_count=dispatch_count,
            from_input=from_input,
        )
        others: dict[Way, float] = {
            way: seconds for way, seconds in ways.items() if way is not Way.COMPUTE
        }
        if compute is None and min(others.values()) <= FRAME_SECONDS:
            return cheapest(others)  # not worth compiling
        return cheapest(ways)

    def _make_compute_sorter(self) -> Generator[None]:
        """Make the compute sorter in steps, none much longer than it must be.

        Raises:
            ProgramError: there is no room for it.
        """
        engine = self._engine
        sorter = new_compute_sorter(
            self._ctx,
            self._programs,
            engine.network,
            engine.element_format,
            engine.order,
            stable=engine.stable,
        )
        try:
            yield
            sorter.load(engine.elements.view(np.uint32))
            self._ctx.finish()
            yield
            sorter.run_to(1)  # with the first dispatch drivers finish what they compile
            sorter.rewind()
            self._ctx.finish()
            yield
            start = perf_counter()
            sorter.run_to(1)
            self._ctx.finish()
            self._dispatch_seconds = perf_counter() - start
        except BaseException:  # GeneratorExit among them: it is not wanted any more
            sorter.release()
            raise
        self._compute = sorter

    def _stop_making(self) -> None:
        if self._making is not None:
            self._making.close()
            self._making = None

    def _predicted(self, target: int) -> Iterator[float | _Prediction]:
        engine = self._engine
        start = perf_counter()
        state = predicted_state(
            engine.element_format,
            engine.elements,
            target,
            order=engine.order,
            network_kind=engine.network.kind,
            stable=engine.stable,
        )
        yield _Prediction(target, state, perf_counter() - start)

    def _take_prediction(self, errand: _Errand, deadline: float) -> bool:
        """Place what the thread has found; return whether it has."""
        assert errand.prediction is not None
        try:
            found = errand.prediction.wait(deadline - perf_counter())
        except (ValueError, MemoryError):  # equal pairs: only the passes know where they go
            self._closed_form_seconds = None
            self._begin_again(errand)
            return False
        if found is None:
            return False
        self._engine.place(found.state, found.pass_index)
        # Late states take longer than early ones: about the slowest of late.
        slowest = self._closed_form_seconds or 0.0
        self._closed_form_seconds = max(found.seconds, FORGETTING * slowest)
        return True

    def _run_compute(self, errand: _Errand, deadline: float) -> bool:
        """Run dispatches towards the target, then hand the state over; return whether it was."""
        compute, target = self._compute, errand.target
        if compute is None:
            self._go_on_making(errand)
            return False
        start = perf_counter()
        if target < compute.pass_index:
            compute.rewind()
            self._ctx.finish()
        begun, reached = perf_counter(), compute.pass_index
        room = _room(start, deadline, self._dispatch_seconds)
        goal = _goal(compute.dispatches, reached, target, room)
        count = compute.dispatches(reached, goal)
        compute.run_to(goal)
        self._ctx.finish()  # a call only queues the work; without this no time is measured
        middle = perf_counter()
        if count:
            self._dispatch_seconds = (middle - begun) / count
        if goal < target:
            return False
        self._engine.place(compute.buffer, target)
        self._ctx.finish()
        self._hand_over_seconds = perf_counter() - middle
        return True

    def _go_on_making(self, errand: _Errand) -> None:
        self._making = self._making or self._make_compute_sorter()
        try:
            next(self._making)
        except StopIteration:
            self._making = None
        except ProgramError:  # no room: the other ways are there
            self._making = None
            self._may_compute = False
            self._begin_again(errand)

    def _run(self, errand: _Errand, deadline: float) -> bool:
        """Run passes towards the target, about as many as there is time for."""
        engine, target = self._engine, errand.target
        self.is_glimpse = False
        if target < engine.pass_index:
            engine.rewind()
        start = perf_counter()
        room = _room(start, deadline, self._draw_seconds)
        goal = _goal(engine.draws, engine.pass_index, target, room)
        count = engine.draws(engine.pass_index, goal)
        engine.seek(goal)
        self._ctx.finish()
        if count:
            self._draw_seconds = max((perf_counter() - start) / count, MIN_SECONDS_EACH)
        return goal == target

    def release(self) -> None:
        """Free what it took; the engine belongs to someone else."""
        self.stop()
        self._stop_making()
        if self._compute is not None:
            self._compute.release()
            self._compute = None
