"""Jumps by a compute engine beside the engine on show, in slices."""

from collections.abc import Generator
from time import perf_counter

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.storage import COMPUTE_FORMATS
from bitonic_scope.player.runner import Runner, finished


class ComputeJump:
    """Owns the compute engine, created in idle time, or else on first use.

    Attributes:
        is_possible: whether the compute engine exists or can be created.
    """

    def __init__(self, gpu: Gpu, engine: Engine) -> None:
        """Take the engine to move; creates no compute engine yet."""
        self._gpu = gpu
        self._engine = engine
        self._runner: Runner | None = None  # of the compute engine, once created
        self._preparing: Generator[None, float] | None = None
        self._has_input = False
        self._hand_over_seconds = 0.0
        self.is_possible = (
            not isinstance(engine, ComputeEngine)
            and engine.element_format.name in COMPUTE_FORMATS
            and gpu.capabilities.has_compute
        )

    @property
    def wants_idle_time(self) -> bool:
        """Whether a compute engine is possible, but not yet created or without this input."""
        return self.is_possible and not (self._runner is not None and self._has_input)

    @property
    def passes_done(self) -> float:
        """The number of passes done, fractions of a dispatch included."""
        return self._runner.passes_done if self._runner else 0.0

    def seconds(self, target: int) -> float | None:
        """Return the expected seconds to a pass_index; None before the compute engine exists."""
        if self._runner is None:
            return None
        reached = self._runner.reached if self._has_input else 0
        calls = self._runner.engine.call_count(reached if reached <= target else 0, target)
        return calls * self._runner.seconds_each + self._hand_over_seconds

    def forget_input(self) -> None:
        """Mark the input as out of date; idle time uploads the new one."""
        self._stop_preparing()
        self._has_input = False

    def run(self, target: int, deadline: float) -> bool:
        """Run dispatches towards a pass_index until the deadline; creates the compute engine first.

        Returns:
            Whether the engine on show has the state of that pass_index.

        Raises:
            ProgramError: no memory, or the driver refuses the shader; not tried again.
        """
        if self._runner is None or not self._has_input:
            self.prepare(deadline)
            return False
        if not self._runner.run(target, deadline):
            return False
        compute = self._runner.engine
        assert isinstance(compute, ComputeEngine)
        start = perf_counter()
        self._engine.set_state(compute.buffer, target)
        self._gpu.ctx.finish()
        self._hand_over_seconds = perf_counter() - start
        return True

    def prepare(self, deadline: float) -> None:
        """Do a step of creating the compute engine, or of uploading its input.

        Raises:
            ProgramError: no memory, or the driver refuses the shader; not tried again.
        """
        try:
            if self._preparing is None:
                self._preparing = self._upload(self._runner) if self._runner else self._make()
                next(self._preparing)
            else:
                self._preparing.send(deadline)
        except StopIteration:
            self._preparing = None
        except (ProgramError, MemoryError) as error:
            self._preparing, self.is_possible = None, False
            raise ProgramError(str(error) or "out of memory") from error

    def _make(self) -> Generator[None, float]:
        """Create the compute engine in the shortest possible steps; `send` takes a deadline."""
        kind = self._engine.kind
        engine = ComputeEngine(
            self._gpu, self._engine.layout, has_texture=False, allocates=False, **kind
        )
        runner = Runner(self._gpu.ctx, engine)
        try:
            for _ in engine.allocate_steps():
                deadline = yield
            while not engine.is_ready_by(deadline):
                deadline = yield
            yield from finished(self._gpu.ctx, engine.load_steps(self._engine.elements))
            yield
            if engine.network.pass_count:
                engine.run_shares(engine.network.pass_count, 0, 1)  # drivers finish compiling now
                self._gpu.ctx.finish()
                yield from self._measure(runner)
            engine.rewind()
        except BaseException:  # GeneratorExit included: the engine is no longer wanted
            engine.release()
            raise
        self._runner, self._has_input = runner, True

    def _upload(self, runner: Runner) -> Generator[None, float]:
        """Upload new input to the existing engine."""
        steps = runner.engine.load_steps(self._engine.elements)
        yield from finished(self._gpu.ctx, steps)
        runner.forget()
        self._has_input = True

    def _measure(self, runner: Runner) -> Generator[None, float]:
        """Time a dispatch of the last stage, typical of most dispatches; the data do not matter."""
        engine = runner.engine
        last_stage = engine.network.stage_starts[-2]
        steps = engine.set_state_steps(self._engine.elements, last_stage)
        yield from finished(self._gpu.ctx, steps)
        target = engine.next_stop(engine.network.pass_count)
        while not runner.run(target, deadline=(yield)):
            pass

    def _stop_preparing(self) -> None:
        if self._preparing is not None:
            self._preparing.close()
            self._preparing = None

    def release(self) -> None:
        """Free the compute engine; the next use creates another."""
        self._stop_preparing()
        if self._runner is not None:
            self._runner.engine.release()
            self._runner = None
