"""Leads an engine to other states by a compute sorter beside it, a slice at a time."""

from collections.abc import Generator
from time import perf_counter

import moderngl
import numpy as np

from app.errors import ProgramError
from app.gpu.compute_engine import KINDS, ComputeEngine, new_compute_sorter
from app.gpu.compute_limits import is_available
from app.gpu.compute_sorter import ComputeSorter
from app.gpu.engine import Engine
from app.gpu.programs import Programs
from app.jump import goal_in_time

LIKELY_DRAWS = 1.5  # that a dispatch takes: it moves about as many bytes as a draw, and does more


class ComputeLead:
    """Owns the compute sorter, which is made when it is first wanted.

    Attributes:
        hand_over_seconds: how long it took to hand a state to the engine.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs, engine: Engine) -> None:
        self.hand_over_seconds = 0.0
        self._ctx = ctx
        self._programs = programs
        self._engine = engine
        self._sorter: ComputeSorter | None = None
        self._making: Generator[None] | None = None
        self._measured_seconds = 0.0  # of a dispatch
        self._is_possible = (
            not isinstance(engine, ComputeEngine)
            and engine.element_format.name in KINDS
            and is_available(ctx)
        )

    @property
    def is_made(self) -> bool:
        """Whether the sorter is there."""
        return self._sorter is not None

    @property
    def pass_index(self) -> int:
        """At which state the sorter stands."""
        return self._sorter.pass_index if self._sorter else 0

    def load(self) -> None:
        """Take the new input of the engine."""
        self._stop_making()
        if self._sorter is not None:
            self._sorter.load(self._engine.elements.view(np.uint32))

    def dispatches(self, target: int) -> int:
        """Return how many dispatches lead to a pass_index; a guess before the sorter is there."""
        if self._sorter is None:
            return self._engine.network.stage_count
        reached = self._sorter.pass_index
        return self._sorter.dispatches(reached if reached <= target else 0, target)

    def dispatch_seconds(self, draw_seconds: float) -> float | None:
        """Return what a dispatch takes, or likely takes; None where there can be none.

        Args:
            draw_seconds: what a draw of the engine takes.
        """
        if not self._is_possible:
            return None
        return self._measured_seconds if self.is_made else LIKELY_DRAWS * draw_seconds

    def run(self, target: int, deadline: float) -> bool:
        """Run dispatches towards a pass_index until the deadline.

        Returns:
            Whether the engine has been given the state there.

        Raises:
            ProgramError: there is no room for a compute sorter; it is not tried again.
        """
        if self._sorter is None:
            self._go_on_making()
            return False
        start = perf_counter()
        if target < self._sorter.pass_index:
            self._sorter.rewind()
            self._ctx.finish()
        if not self._run_slice(self._sorter, target, deadline - start):
            return False
        start = perf_counter()
        self._engine.place(self._sorter.buffer, target)
        self._ctx.finish()
        self.hand_over_seconds = perf_counter() - start
        return True

    def _run_slice(self, sorter: ComputeSorter, target: int, seconds: float) -> bool:
        reached, start = sorter.pass_index, perf_counter()
        goal = goal_in_time(
            sorter.dispatches,
            reached,
            target,
            seconds=seconds,
            seconds_each=self._measured_seconds,
        )
        count = sorter.dispatches(reached, goal)
        sorter.run_to(goal)
        self._ctx.finish()  # a call only queues the work; without this no time is measured
        if count:  # where it stood there already, nothing was measured
            self._measured_seconds = (perf_counter() - start) / count
        return goal == target

    def _go_on_making(self) -> None:
        self._making = self._making or self._make()
        try:
            next(self._making)
        except StopIteration:
            self._making = None
        except ProgramError:
            self._making, self._is_possible = None, False
            raise

    def _make(self) -> Generator[None]:
        """Make the sorter in steps, none of them longer than it must be."""
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
            self._measured_seconds = perf_counter() - start
        except BaseException:  # GeneratorExit among them: it is not wanted any more
            sorter.release()
            raise
        self._sorter = sorter

    def _stop_making(self) -> None:
        if self._making is not None:
            self._making.close()
            self._making = None

    def release(self) -> None:
        """Free the sorter; the engine belongs to someone else."""
        self._stop_making()
        if self._sorter is not None:
            self._sorter.release()
            self._sorter = None
