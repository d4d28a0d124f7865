"""The workbench: what the groups of lines that need a GL context share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from bitonic_scope.bench.contest import Contestant, contest
from bitonic_scope.bench.effort import Effort
from bitonic_scope.bench.forecast import Forecast
from bitonic_scope.bench.gpu_clock import GpuClock, find_clock
from bitonic_scope.bench.line import Line
from bitonic_scope.bench.rounds import Rounds
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.text.numbers import as_time

FIRST_SIDES = (8, 256)  # elements a side, of the passes that the first forecasts come from
FIRST_PASSES = 3
WARM_UP_SECONDS = 0.3  # of a sort; above, the first run of smaller ones has to do

Checkpoint = Callable[[str], None]  # takes what is being done; raises to end it all


@dataclass(frozen=True, slots=True)
class Workbench:
    """All that a group of lines needs.

    Attributes:
        gpu: where it measures.
        effort: how much to measure.
        checkpoint: called now and then with what is being done; it may raise to end it all.
        forecast: what sorts are going to take.
        clock: what tells GPU times.
    """

    gpu: Gpu
    effort: Effort
    checkpoint: Checkpoint
    forecast: Forecast
    clock: GpuClock

    def refusal(self, side: int) -> str:
        """Say why sorts of side x side elements are not measured; empty where they are."""
        budget = self.effort.sort_budget_seconds
        return self._refusal(side, "a sort", self._sort_seconds(side), budget)

    def pass_refusal(self, side: int) -> str:
        """Say why the passes of a last stage are not measured; empty where they are."""
        stage_count = (side * side).bit_length() - 1
        seconds = stage_count * self.forecast.pass_seconds(side * side)
        return self._refusal(side, "a last stage", seconds, self.effort.stage_budget_seconds)

    def _refusal(self, side: int, work: str, seconds: float, budget_seconds: float) -> str:
        if refusal := self.gpu.capabilities.refusal(side, side):
            return refusal
        if seconds <= budget_seconds:
            return ""
        return f"{work} would take about {as_time(seconds)}, more than {as_time(budget_seconds)}"

    def contest(
        self, group: str, side: int, contestants: Sequence[Contestant], rounds: Rounds | None = None
    ) -> list[Line]:
        """Let contestants take turns at side x side elements."""
        case = f"{side}x{side}"
        return contest(
            group,
            contestants,
            rounds or self.effort.rounds,
            lambda: self.checkpoint(f"{group} {case}"),
            case=case,
            warm_up=self._sort_seconds(side) < WARM_UP_SECONDS,
        )

    def float_refusal(self) -> str:
        """Say why float textures are not measured; empty where they are."""
        path = self.gpu.capabilities.float_path
        return "" if path is FloatPath.FLOAT else f"this driver has {path}"

    def largest(self, sides: tuple[int, ...], budget: float) -> int:
        """Return the largest of sides at which a sort takes no more seconds, at least the first."""
        allowed = [
            side for side in sides if not self._refusal(side, "", self._sort_seconds(side), budget)
        ]
        return max(allowed, default=sides[0])

    def _sort_seconds(self, side: int) -> float:
        return self.forecast.sort_seconds(side * side)


def make_workbench(gpu: Gpu, effort: Effort, checkpoint: Checkpoint) -> Workbench:
    """Measure what has to be known before anything else."""
    checkpoint("the clock of the GPU")
    forecast = Forecast()
    for side in FIRST_SIDES:
        forecast.learn(side * side, _pass_seconds(gpu, side))
    return Workbench(gpu, effort, checkpoint, forecast, find_clock(gpu))


def _pass_seconds(gpu: Gpu, side: int) -> float:
    settings = SortSettings(width=side, height=side)
    data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
    engine = new_engine(gpu, settings, data.storage)
    engine.load(data.elements)
    seconds = []
    for _ in range(1 + FIRST_PASSES):
        start = perf_counter()
        engine.run_pass()
        gpu.ctx.finish()
        seconds.append(perf_counter() - start)
    engine.release()
    return min(seconds[1:])  # the first one compiles
