"""Moves an engine to any pass_index by the fastest way, in slices of work.

A short jump runs the passes themselves. A longer one takes the way that is expected to be fastest:
the passes; the compute engine, which sorts a copy of the input that far; or the closed form, which
computes the state on the CPU. The compute engine takes time to compile and to allocate, so idle
time creates it.
"""

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

from bitonic_scope.data.elements import Elements
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import at_once
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Jump, Way
from bitonic_scope.player.compute_jump import ComputeJump
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.player.runner import FORGETTING, Runner, finished
from bitonic_scope.system.task import Task

SHORT_COMPARISONS = 1 << 18  # of a jump that runs the passes: 4 ms on two cores of software GL
QUICK_SECONDS = 0.01  # of a closed form: not worth creating a compute engine
CLOSED_FORM_SECONDS = 4e-8  # an element, until the first closed form has been timed


class _Prediction(NamedTuple):
    """A state computed in another thread, and the time that took."""

    pass_index: int
    state: Elements
    seconds: float


class _Trip:
    """The work towards one target.

    Attributes:
        target: the pass_index to reach.
        is_jump: whether ways other than the passes are allowed.
        way: the chosen way.
        begun: the start time of perf_counter().
        prediction: computes the state, for the closed form only.
        writing: uploads that state to the engine.
    """

    def __init__(self, target: int, *, is_jump: bool, way: Way) -> None:
        self.target = target
        self.is_jump = is_jump
        self.way = way
        self.begun = perf_counter()
        self.prediction: Task[_Prediction] | None = None
        self.writing: Iterator[None] | None = None


class Seeker:
    """Moves one engine to other states, in slices of work.

    Attributes:
        last_jump: the last jump; None before the first, and after a single pass.
        is_glimpse: whether the engine has reached a previous target, not the current one: something
            to show while the user drags the position.
    """

    def __init__(self, gpu: Gpu, engine: Engine) -> None:
        """Take an engine; runs nothing yet."""
        self.last_jump: Jump | None = None
        self.is_glimpse = False
        self._gpu = gpu
        self._engine = engine
        self._runner = Runner(gpu.ctx, engine)
        self._compute = ComputeJump(gpu, engine)
        self._trip: _Trip | None = None
        self._abandoned: Task[_Prediction] | None = None  # a thread cannot be stopped
        self._closed_form_seconds: float | None = None
        self._forget_times()

    def _forget_times(self) -> None:
        self._closed_form_seconds = CLOSED_FORM_SECONDS * self._engine.layout.element_count

    @property
    def way(self) -> Way | None:
        """The way of the current work; None at rest."""
        return self._trip.way if self._trip else None

    @property
    def part(self) -> float:
        """The part of the current work that is done, 0 to 1."""
        trip = self._trip
        if trip is None:
            return 0.0
        if trip.way is Way.CLOSED_FORM:
            expected = self._closed_form_seconds or 1.0
            return min((perf_counter() - trip.begun) / expected, 1.0)
        is_compute = trip.way is Way.COMPUTE
        passes = (self._compute if is_compute else self._runner).passes_done
        return passes / trip.target if passes < trip.target else 0.0

    @property
    def reached(self) -> int:
        """The engine's pass_index, or the one after the started call or upload."""
        trip = self._trip
        return trip.target if trip and trip.writing else self._runner.reached

    def load_steps(self, elements: Elements) -> Iterator[None]:
        """Upload new input to the engine; yields between parts."""
        self.stop()
        self.last_jump = None
        self._forget_times()
        self._runner.forget()
        self._compute.forget_input()
        yield from finished(self._gpu.ctx, self._engine.load_steps(elements))

    load = at_once(load_steps)

    def stop(self) -> None:
        """Stop; the engine keeps its state."""
        prediction = self._trip.prediction if self._trip else None
        if prediction is not None and not prediction.is_done:
            self._abandoned = prediction
        self._trip = None
        self.is_glimpse = False

    def lead(self, target: int, deadline: float, *, is_jump: bool) -> None:
        """Work towards a pass_index until the deadline; by the passes only unless `is_jump`."""
        trip = self._trip
        is_same = trip is not None and (trip.target, trip.is_jump) == (target, is_jump)
        # Finish a jump by the compute engine or the closed form even if the target has moved since.
        goes_on = trip is not None and is_jump and trip.is_jump and trip.way is not Way.PASSES
        if trip is None or not (is_same or goes_on):
            trip = self._begin(target, is_jump=is_jump)
        if trip.way is Way.CLOSED_FORM:
            has_ended = self._run_closed_form(trip, deadline)
        elif trip.way is Way.COMPUTE:
            has_ended = self._run_compute(trip, deadline)
        else:
            self.is_glimpse = False
            has_ended = self._runner.run(trip.target, deadline)
        if not has_ended:
            return
        self._trip = None
        self.is_glimpse = trip.target != target
        if not is_jump:
            self.last_jump = None
        elif not self.is_glimpse:
            is_compute = isinstance(self._engine, ComputeEngine) and trip.way is Way.PASSES
            way = Way.COMPUTE if is_compute else trip.way  # its passes are dispatches
            self.last_jump = Jump(way, perf_counter() - trip.begun)

    def _begin(self, target: int, *, is_jump: bool) -> _Trip:
        self.stop()
        way = self._fastest(target) if is_jump else Way.PASSES
        trip = self._trip = _Trip(target, is_jump=is_jump, way=way)
        if way is Way.CLOSED_FORM:
            trip.prediction = Task(lambda: self._predict(target))
        return trip

    def _begin_again(self, trip: _Trip) -> None:
        """Start again by another way after a failure."""
        self._begin(trip.target, is_jump=trip.is_jump).begun = trip.begun

    def _fastest(self, target: int) -> Way:
        reached = 0 if self._runner.has_no_state else self._runner.reached
        first = reached if reached <= target else 0
        if self._engine.layout.element_count * (target - first) <= SHORT_COMPARISONS:
            return Way.PASSES
        call_count = self._engine.call_count(first, target)
        ways = {Way.PASSES: call_count * self._runner.seconds_each}
        if self._may_predict and self._closed_form_seconds is not None:
            ways[Way.CLOSED_FORM] = self._closed_form_seconds
        compute_seconds = self._compute.seconds(target)
        if compute_seconds is not None:
            ways[Way.COMPUTE] = compute_seconds
        elif self._compute.is_possible and Way.CLOSED_FORM not in ways:
            return Way.COMPUTE
        return min(ways, key=lambda way: ways[way])

    @property
    def _may_predict(self) -> bool:
        """Whether no abandoned prediction is still running."""
        return self._abandoned is None or self._abandoned.is_done

    @property
    def wants_idle_time(self) -> bool:
        """Whether idle work would speed up later jumps.

        It compiles the engine, or creates a compute engine if the closed form is slow.
        """
        if self._trip is not None or not self._may_predict:
            return False
        if not self._engine.is_ready_by(0.0):
            return True
        closed_form_seconds = self._closed_form_seconds
        is_slow = closed_form_seconds is None or closed_form_seconds > QUICK_SECONDS
        return is_slow and self._compute.wants_idle_time

    def use_idle_time(self, deadline: float) -> None:
        """Do a step of idle work, while at rest."""
        if not self._engine.is_ready_by(deadline):
            return
        with suppress(ProgramError):  # not tried again; other ways remain
            self._compute.prepare(deadline)

    def _predict(self, target: int) -> Iterator[float | _Prediction]:
        start = perf_counter()
        elements, kind = self._engine.elements, self._engine.kind
        state = predicted_state(elements=elements, pass_index=target, **kind)
        yield _Prediction(target, state, perf_counter() - start)

    def _run_closed_form(self, trip: _Trip, deadline: float) -> bool:
        """Wait for the predicted state and upload it; return whether the engine has it."""
        if trip.writing is None:
            found = self._found(trip, deadline)
            if found is None:
                return False
            writing = self._engine.set_state_steps(found.state, found.pass_index)
            trip.writing = finished(self._gpu.ctx, writing)
            self._runner.forget()
        return all(perf_counter() < deadline for _ in trip.writing)

    def _found(self, trip: _Trip, deadline: float) -> _Prediction | None:
        """Return the prediction; None if it is not ready by the deadline, or has failed."""
        assert trip.prediction is not None
        try:
            found = trip.prediction.wait(deadline - perf_counter())
        except (ValueError, MemoryError):  # equal pairs need the passes; or no memory
            self._closed_form_seconds = None
            self._begin_again(trip)
            return None
        if found is not None:  # late states take longer: expect the slower time
            slowest = self._closed_form_seconds or 0.0
            self._closed_form_seconds = max(found.seconds, FORGETTING * slowest)
        return found

    def _run_compute(self, trip: _Trip, deadline: float) -> bool:
        """Run dispatches towards the target; return whether the engine has reached it."""
        try:
            is_there = self._compute.run(trip.target, deadline)
        except ProgramError:  # not tried again; other ways remain
            self._begin_again(trip)
            return False
        if is_there:
            self._runner.forget()
        return is_there

    def free_spare(self) -> None:
        """Free the compute engine; the next use creates another."""
        self._compute.release()

    def release(self) -> None:
        """Free the compute engine; the engine itself belongs to the caller."""
        self.stop()
        self._abandoned = None
        self._runner.forget()
        self._compute.release()
