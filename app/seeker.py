"""Leads an engine to any pass_index by the cheapest way, a slice of work at a time."""

from collections.abc import Callable, Iterator
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
MIN_SECONDS_EACH = 1e-7  # of a draw or dispatch: until one was measured, all are tried at once


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


class Seeker:
    """Owns what it takes to bring one engine somewhere else.

    Attributes:
        last_jump: which way the last jump took; None before the first.
        way: the way to the present target; None where there is none.
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
        self.way: Way | None = None
        self.is_glimpse = False
        self._ctx = ctx
        self._programs = programs
        self._engine = engine
        count = engine.layout.element_count
        self._seconds_per_draw = calibration.pass_seconds(count)
        self._closed_form_seconds: float | None = calibration.closed_form * count
        self._dispatch_seconds = 0.0  # of the compute engine, once it is there
        self._hand_over_seconds = 0.0  # of its state to this engine
        self._upload_seconds = 0.0
        self._prediction: Task[_Prediction] | None = None
        self._compute: ComputeSorter | None = None
        self._target: int | None = None
        self._begun = 0.0

    def load(self, elements: Elements) -> None:
        """Give the engine new input."""
        self._forget()
        start = perf_counter()
        self._engine.load(elements)
        self._ctx.finish()
        self._upload_seconds = perf_counter() - start
        if self._compute is not None:
            self._compute.load(self._engine.elements.view(np.uint32))

    def lead(self, target: int, deadline: float, *, is_jump: bool) -> None:
        """Work towards a pass_index until the deadline; without a jump by real passes only."""
        if self._target != target and self._prediction is None:
            self._begin(target, is_jump=is_jump)
        if self._prediction is not None:
            self._take_prediction(target, deadline)
        elif self.way is Way.COMPUTE:
            self._run_compute(target, deadline)
        else:
            self._run(target, deadline)
        if self._target == target == self._engine.pass_index:
            if is_jump and self.way is not None:
                self.last_jump = Jump(self._own_way(self.way), perf_counter() - self._begun)
            self.way = self._target = None

    def _own_way(self, way: Way) -> Way:
        """Return a way by its right name: the passes of the compute engine are its own way."""
        is_compute = way is Way.PASSES and isinstance(self._engine, ComputeEngine)
        return Way.COMPUTE if is_compute else way

    def _begin(self, target: int, *, is_jump: bool) -> None:
        self._target, self._begun = target, perf_counter()
        self.way = self._cheapest(target) if is_jump else Way.PASSES
        if self.way is Way.CLOSED_FORM:
            self._prediction = Task(lambda: self._predicted(target))

    def _cheapest(self, target: int) -> Way:
        engine = self._engine
        reached = engine.pass_index
        start = reached if target >= reached else 0
        ways = dict(
            estimates(
                Costs(self._seconds_per_draw, self._upload_seconds, self._closed_form_seconds),
                0,
                engine.draws(start, target),
            )
        )
        if target < reached:
            ways[Way.PASSES] += self._upload_seconds
        way = cheapest(ways)
        if ways[way] <= FRAME_SECONDS and self._compute is None:
            return way
        return Way.COMPUTE if self._compute_pays(target, ways[way]) else way

    def _compute_pays(self, target: int, seconds: float) -> bool:
        """Tell whether the compute engine is quicker, and see that it is there."""
        engine = self._engine
        is_other = not isinstance(engine, ComputeEngine) and engine.element_format.name in KINDS
        if not is_other or not is_available(self._ctx):
            return False
        if self._compute is None:
            # A dispatch moves about as many bytes as a pass, but runs several of them.
            likely = self._seconds_per_draw * engine.network.stage_count * 1.5
            if likely > seconds:
                return False
            try:
                self._compute = self._new_compute_sorter()
            except ProgramError:  # no room: the other ways are there
                return False
        count = self._compute.dispatches(0, target)
        return count * self._dispatch_seconds + self._hand_over_seconds < seconds

    def _new_compute_sorter(self) -> ComputeSorter:
        engine = self._engine
        sorter = new_compute_sorter(
            self._ctx,
            self._programs,
            engine.network,
            engine.element_format,
            engine.order,
            stable=engine.stable,
        )
        sorter.load(engine.elements.view(np.uint32))
        sorter.run_to(1)  # with the first dispatch drivers finish what they compile
        sorter.rewind()
        self._ctx.finish()
        start = perf_counter()
        sorter.run_to(1)
        self._ctx.finish()
        self._dispatch_seconds = perf_counter() - start
        return sorter

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

    def _take_prediction(self, target: int, deadline: float) -> None:
        """Place what the thread has found, also where another target was set meanwhile."""
        assert self._prediction is not None
        try:
            found = self._prediction.wait(deadline - perf_counter())
        except ValueError:  # equal pairs: only the passes themselves know where they go
            self._closed_form_seconds = None
            self._prediction = self._target = None
            return
        if found is None:
            return
        self._engine.place(found.state, found.pass_index)
        self._prediction = None
        # The slowest so far: late states take longer than early ones.
        self._closed_form_seconds = max(found.seconds, self._closed_form_seconds or 0.0)
        self.is_glimpse = found.pass_index != target
        if self.is_glimpse:
            self._target = None

    def _run_compute(self, target: int, deadline: float) -> None:
        """Run dispatches towards the target, then hand the state over."""
        compute = self._compute
        assert compute is not None
        self.is_glimpse = False
        start = perf_counter()
        if target < compute.pass_index:
            compute.rewind()
        reached = compute.pass_index
        room = _room(start, deadline, self._dispatch_seconds)
        goal = _goal(compute.dispatches, reached, target, room)
        compute.run_to(goal)
        self._ctx.finish()  # a call only queues the work; without this no time is measured
        middle = perf_counter()
        self._dispatch_seconds = (middle - start) / max(compute.dispatches(reached, goal), 1)
        if goal == target:
            self._engine.place(compute.buffer, target)
            self._ctx.finish()
            self._hand_over_seconds = perf_counter() - middle

    def _run(self, target: int, deadline: float) -> None:
        """Run passes towards the target, about as many as there is time for."""
        engine = self._engine
        self.is_glimpse = False
        if target < engine.pass_index:
            engine.rewind()
        start = perf_counter()
        room = _room(start, deadline, self._seconds_per_draw)
        goal = _goal(engine.draws, engine.pass_index, target, room)
        count = engine.draws(engine.pass_index, goal)
        engine.seek(goal)
        self._ctx.finish()
        if count:
            self._seconds_per_draw = max((perf_counter() - start) / count, MIN_SECONDS_EACH)

    @property
    def part(self) -> float:
        """How much of the way to the present target is done, 0 to 1."""
        if self._target is None:
            return 0.0
        if self._prediction is not None:
            expected = self._closed_form_seconds or 1.0
            return min((perf_counter() - self._begun) / expected, 1.0)
        sorter = self._compute if self.way is Way.COMPUTE else self._engine
        assert sorter is not None
        return sorter.pass_index / self._target if sorter.pass_index < self._target else 0.0

    def _forget(self) -> None:
        if self._prediction is not None:
            self._prediction.cancel()
        self._prediction = self._target = self.way = None
        self.is_glimpse = False

    def release(self) -> None:
        """Free what it took; the engine belongs to someone else."""
        self._forget()
        if self._compute is not None:
            self._compute.release()
            self._compute = None
