"""Leads an engine to other states by a compute sorter beside it, a slice at a time."""

from collections.abc import Generator
from math import inf
from time import perf_counter

import moderngl
import numpy as np

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import KINDS, ComputeEngine, new_compute_sorter
from bitonic_scope.gpu.compute.limits import is_available
from bitonic_scope.gpu.compute.sorter import ComputeSorter
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.player.runner import Runner

LIKELY_DRAWS = 1.5  # that a dispatch takes: it moves about as many bytes as a draw, and does more


class ComputeLead:
    """Owns the compute sorter, which is made when it is first wanted, or before in idle moments.

    Attributes:
        hand_over_seconds: how long it took to hand a state to the engine.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs, engine: Engine) -> None:
        self.hand_over_seconds = 0.0
        self._ctx = ctx
        self._programs = programs
        self._engine = engine
        self._runner: Runner[ComputeSorter] | None = None  # of the sorter, once it is made
        self._making: Generator[None, float] | None = None
        self._has_input = False
        self._is_possible = (
            not isinstance(engine, ComputeEngine)
            and engine.element_format.name in KINDS
            and is_available(ctx)
        )

    @property
    def is_made(self) -> bool:
        """Whether the sorter is there."""
        return self._runner is not None

    @property
    def wants_preparing(self) -> bool:
        """Whether there is none yet, or not with this input, but can be one."""
        return self._is_possible and not (self.is_made and self._has_input)

    @property
    def passes_done(self) -> float:
        """How many passes the sorter has done, one under way in part."""
        return self._runner.passes_done if self._runner else 0.0

    def load(self) -> None:
        """Take the new input of the engine."""
        self._stop_making()
        self._has_input = False  # it takes as long as that of the engine: not in the same slice

    def dispatches(self, target: int) -> int:
        """Return how many dispatches lead to a pass_index; a guess before the sorter is there."""
        if self._runner is None:
            return self._engine.network.stage_count
        reached = self._runner.reached if self._has_input else 0
        return self._runner.sorter.call_count(reached if reached <= target else 0, target)

    def dispatch_seconds(self, draw_seconds: float) -> float | None:
        """Return what a dispatch takes, or likely takes; None where there can be none.

        Args:
            draw_seconds: what a draw of the engine takes.
        """
        if not self._is_possible:
            return None
        return self._runner.seconds_each if self._runner else LIKELY_DRAWS * draw_seconds

    def run(self, target: int, deadline: float) -> bool:
        """Run dispatches towards a pass_index until the deadline.

        Returns:
            Whether the engine has been given the state there.

        Raises:
            ProgramError: there is no room for a compute sorter; it is not tried again.
        """
        if self._runner is None or not self._has_input:
            self.prepare(deadline)
            return False
        if not self._runner.run(target, deadline):
            return False
        start = perf_counter()
        self._engine.place(self._runner.sorter.buffer, target)
        self._ctx.finish()
        self.hand_over_seconds = perf_counter() - start
        return True

    def prepare(self, deadline: float) -> None:
        """Do a step of making the sorter, or hand it the input.

        Raises:
            ProgramError: there is no room for it; it is not tried again.
        """
        try:
            if self._making is None:
                self._making = self._take_input(self._runner) if self._runner else self._make()
                next(self._making)
            else:
                self._making.send(deadline)
        except StopIteration:
            self._making = None
        except (ProgramError, MemoryError) as error:
            self._making, self._is_possible = None, False
            raise ProgramError(str(error) or "out of memory") from error

    def _make(self) -> Generator[None, float]:
        """Make the sorter in steps, none of them longer than it must be; takes their deadlines."""
        engine, network = self._engine, self._engine.network
        sorter = new_compute_sorter(
            self._ctx,
            self._programs,
            network,
            engine.element_format,
            engine.order,
            stable=engine.stable,
        )
        runner = Runner(self._ctx, sorter, inf)
        try:
            for _ in sorter.make_room():
                deadline = yield
            while not sorter.is_ready_by(deadline):
                deadline = yield
            yield from self._load(sorter)
            yield
            if network.pass_count:
                sorter.run_shares(network.pass_count, 0, 1)  # drivers compile to the end now
                self._ctx.finish()
                yield from self._measure(runner)
            sorter.rewind()
        except BaseException:  # GeneratorExit among them: it is not wanted any more
            sorter.release()
            raise
        self._runner, self._has_input = runner, True

    def _take_input(self, runner: Runner[ComputeSorter]) -> Generator[None, float]:
        """Hand the sorter that is there new input."""
        yield from self._load(runner.sorter)
        runner.forget()
        self._has_input = True

    def _load(self, sorter: ComputeSorter) -> Generator[None, float]:
        for _ in sorter.loading(self._engine.elements.view(np.uint32)):
            self._ctx.finish()
            yield
        self._ctx.finish()

    def _measure(self, runner: Runner[ComputeSorter]) -> Generator[None, float]:
        """Find out what a dispatch takes, by one of the last stage: most are like it.

        What is sorted meanwhile does not matter: the same is done to any elements.
        """
        sorter = runner.sorter
        last_stage = sorter.network.stage_starts[-2]
        for _ in sorter.placing(self._engine.elements, last_stage):
            self._ctx.finish()
            yield
        target = sorter.next_stop(sorter.network.pass_count)
        is_done = False
        while not is_done:
            deadline = yield
            is_done = runner.run(target, deadline)

    def _stop_making(self) -> None:
        if self._making is not None:
            self._making.close()
            self._making = None

    def release(self) -> None:
        """Free the sorter; the engine belongs to someone else. It can be made again."""
        self._stop_making()
        if self._runner is not None:
            self._runner.sorter.release()
            self._runner = None
