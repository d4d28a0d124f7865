"""Leads an engine to any pass_index by the cheapest way, a slice of work at a time."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

import moderngl

from bitonic_scope.data.elements import Elements
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import make_all
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.readout import Jump, Way
from bitonic_scope.player.calibration import Calibration
from bitonic_scope.player.compute_jump import ComputeLead
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.player.runner import FORGETTING, Runner
from bitonic_scope.player.ways import Costs, cheapest, estimates
from bitonic_scope.system.task import Task

WORTH_MAKING_SECONDS = 0.05  # of a jump: to compile the compute engine takes longer, once


class _Prediction(NamedTuple):
    """A state that a thread has found, and how long that took."""

    pass_index: int
    state: Elements
    seconds: float


class _Errand:
    """A way to a target that was begun.

    Attributes:
        target: a pass_index.
        is_jump: whether it may take another way than the passes.
        way: which it takes.
        begun: when, by perf_counter().
        prediction: finds the state, where it is predicted.
        placing: hands that to the engine, once it is found.
    """

    def __init__(self, target: int, *, is_jump: bool, way: Way) -> None:
        self.target = target
        self.is_jump = is_jump
        self.way = way
        self.begun = perf_counter()
        self.prediction: Task[_Prediction] | None = None
        self.placing: Iterator[None] | None = None

    @property
    def is_worth_ending(self) -> bool:
        """Whether it is ended although another target is wanted now: a state comes all at once."""
        return self.way is not Way.PASSES


class Seeker:
    """Owns what it takes to bring one engine somewhere else, a slice of work at a time.

    Attributes:
        last_jump: which way the last jump took; None before the first, and after a pass.
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
        self._engine = engine
        count = engine.layout.element_count
        self._calibrated_closed_form = calibration.closed_form * count
        self._closed_form_seconds: float | None = self._calibrated_closed_form
        self._runner = Runner(ctx, engine, calibration.pass_seconds(count))
        self._upload_seconds = 0.0
        self._errand: _Errand | None = None
        self._abandoned: Task[_Prediction] | None = None  # cannot be stopped, only forgotten
        self._compute = ComputeLead(ctx, programs, engine)

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
        is_compute = errand.way is Way.COMPUTE
        passes = (self._compute if is_compute else self._runner).passes_done
        return passes / errand.target if passes < errand.target else 0.0

    @property
    def reached(self) -> int:
        """The pass_index where the engine stands, or where a pass that was begun leads."""
        errand = self._errand
        return errand.target if errand and errand.placing else self._runner.reached

    def load(self, elements: Elements) -> None:
        """Give the engine new input."""
        make_all(self.loading(elements))

    def loading(self, elements: Elements) -> Iterator[None]:
        """Do that in parts; yields between them."""
        self.stop()
        self.last_jump = None
        self._closed_form_seconds = self._calibrated_closed_form
        self._runner.forget()
        self._compute.load()
        seconds, start = 0.0, perf_counter()
        for _ in self._engine.loading(elements):
            self._ctx.finish()
            seconds += perf_counter() - start
            yield
            start = perf_counter()
        self._ctx.finish()
        self._upload_seconds = seconds + perf_counter() - start

    def stop(self) -> None:
        """Go no further; the engine stands where it stands."""
        prediction = self._errand.prediction if self._errand else None
        if prediction is not None and not prediction.is_done:
            self._abandoned = prediction
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
            self.is_glimpse = False
            has_ended = self._runner.run(errand.target, deadline)
        if not has_ended:
            return
        self._errand = None
        self.is_glimpse = errand.target != target
        if not is_jump:
            self.last_jump = None  # that was long ago
        elif not self.is_glimpse:
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
        reached = self._runner.reached
        from_input = target < reached or self._runner.is_nowhere
        ways = self._estimates(0 if from_input else reached, target, from_input=from_input)
        others = _without_compute(ways)
        if not self._compute.is_made and min(others.values()) <= WORTH_MAKING_SECONDS:
            return cheapest(others)
        return cheapest(ways)

    def _estimates(self, first: int, target: int, *, from_input: bool) -> Mapping[Way, float]:
        """Return what each way from one pass_index to another should take, in seconds."""
        compute, draw = self._compute, self._runner.seconds_each
        return estimates(
            Costs(
                draw=draw,
                upload=self._upload_seconds,
                closed_form=self._closed_form_seconds if self._may_predict else None,
                dispatch=compute.dispatch_seconds(draw),
                hand_over=compute.hand_over_seconds,
            ),
            draw_count=self._engine.call_count(first, target),
            dispatch_count=compute.dispatches(target),
            from_input=from_input,
        )

    @property
    def _may_predict(self) -> bool:
        """Whether no prediction runs that nobody waits for."""
        return self._abandoned is None or self._abandoned.is_done

    @property
    def wants_preparing(self) -> bool:
        """Whether something is to be done before it is wanted.

        The engine compiles, or the longest jump will be quicker once there is a compute sorter.
        """
        is_idle = self._errand is None and self._may_predict
        if not is_idle:
            return False
        if not self._engine.is_ready_by(0.0):
            return True
        if not self._compute.wants_preparing:
            return False
        longest = self._estimates(0, self._engine.network.pass_count, from_input=True)
        others = min(_without_compute(longest).values())
        return others > max(WORTH_MAKING_SECONDS, longest[Way.COMPUTE])

    def prepare(self, deadline: float) -> None:
        """Do a step of that, while nobody jumps."""
        if not self._engine.is_ready_by(deadline):
            return
        with suppress(ProgramError):  # no room for it: it is not tried again
            self._compute.prepare(deadline)

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
        """Place what the thread has found; return whether the engine has it."""
        if errand.placing is None:
            found = self._found(errand, deadline)
            if found is None:
                return False
            errand.placing = self._engine.placing(found.state, found.pass_index)
            self._runner.forget()
        for _ in errand.placing:
            self._ctx.finish()
            if perf_counter() >= deadline:
                return False
        return True

    def _found(self, errand: _Errand, deadline: float) -> _Prediction | None:
        """Return what the thread has found, if it is there by the deadline."""
        assert errand.prediction is not None
        try:
            found = errand.prediction.wait(deadline - perf_counter())
        except (ValueError, MemoryError):  # equal pairs: only the passes know where they go
            self._closed_form_seconds = None
            self._begin_again(errand)
            return None
        if found is not None:  # late states take longer than early ones: about the slowest of late
            slowest = self._closed_form_seconds or 0.0
            self._closed_form_seconds = max(found.seconds, FORGETTING * slowest)
        return found

    def _run_compute(self, errand: _Errand, deadline: float) -> bool:
        """Run dispatches towards the target; return whether the engine has its state."""
        try:
            is_there = self._compute.run(errand.target, deadline)
        except ProgramError:  # no room for it: the other ways are there
            self._begin_again(errand)
            return False
        if is_there:
            self._runner.forget()
        return is_there

    def free_spare(self) -> None:
        """Free what can be made again."""
        self._compute.release()

    def release(self) -> None:
        """Free what it took; the engine belongs to someone else."""
        self.stop()
        self._abandoned = None
        self._runner.forget()
        self._compute.release()


def _without_compute(ways: Mapping[Way, float]) -> Mapping[Way, float]:
    return {way: seconds for way, seconds in ways.items() if way is not Way.COMPUTE}
