"""The workbench: what the groups that need a GL context share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from bitonic_scope.bench.contest import Contestant, contest
from bitonic_scope.bench.effort import Effort
from bitonic_scope.bench.line import Line
from bitonic_scope.driver.gpu_clock import GpuClock, find_clock
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.numbers import as_time

FIRST_SIDES = (8, 256)  # elements a side, of the passes that the first forecasts come from
FIRST_PASSES = 3
WARM_UP_SECONDS = 0.3  # of a sort; longer ones rely on the first run of smaller ones

Checkpoint = Callable[[str], None]  # takes what is being measured; may raise to end the run


class Forecast:
    """Predicts how long sorts take, from the passes that were measured."""

    def __init__(self) -> None:
        self._pass_seconds: dict[int, float] = {}

    def learn(self, element_count: int, pass_seconds: float) -> None:
        """Take the time of a measured pass."""
        self._pass_seconds[element_count] = pass_seconds

    def pass_seconds(self, element_count: int) -> float:
        """Return the expected time of a pass, interpolated between the nearest sizes.

        Beyond the largest size it grows in proportion. That errs on the long side: the overhead of
        a draw call weighs most at small sizes.
        """
        below = max((count for count in self._pass_seconds if count <= element_count), default=0)
        above = min((count for count in self._pass_seconds if count >= element_count), default=0)
        if not (below and above):
            known = below or above
            return self._pass_seconds[known] * element_count / known
        low, high = self._pass_seconds[below], self._pass_seconds[above]
        return low + (high - low) * (element_count - below) / max(above - below, 1)

    def sort_seconds(self, element_count: int) -> float:
        """Return the expected time of a whole sort."""
        network = BitonicNetwork(element_count.bit_length() - 1)
        return network.pass_count * self.pass_seconds(element_count)


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a group needs to measure.

    Attributes:
        gpu: where it measures.
        effort: how much to measure.
        checkpoint: called now and then with what is being measured; may raise to end the run.
        forecast: how long sorts are going to take.
        clock: the GPU's clock.
    """

    gpu: Gpu
    effort: Effort
    checkpoint: Checkpoint
    forecast: Forecast
    clock: GpuClock

    def refusal(self, side: int) -> str:
        """Say why sorts of side x side elements are skipped; empty if they are not."""
        seconds = self.forecast.sort_seconds(side * side)
        return self._refusal(side, "a sort", seconds, self.effort.sort_budget_seconds)

    def pass_refusal(self, side: int) -> str:
        """Say why the passes of a last stage are skipped; empty if they are not."""
        stage_count = (side * side).bit_length() - 1
        seconds = stage_count * self.forecast.pass_seconds(side * side)
        return self._refusal(side, "a last stage", seconds, self.effort.stage_budget_seconds)

    def _refusal(self, side: int, work: str, seconds: float, budget_seconds: float) -> str:
        if refusal := self.gpu.capabilities.refusal(side, side):
            return refusal
        if seconds <= budget_seconds:
            return ""
        return f"{work} would take about {as_time(seconds)}, more than {as_time(budget_seconds)}"

    def contest(self, group: str, side: int, contestants: Sequence[Contestant]) -> list[Line]:
        """Let contestants take turns at side x side elements."""
        case = f"{side}x{side}"
        return contest(
            group,
            contestants,
            self.effort.rounds,
            lambda: self.checkpoint(f"{group} {case}"),
            case=case,
            warm_up=self.forecast.sort_seconds(side * side) < WARM_UP_SECONDS,
        )

    def float_refusal(self) -> str:
        """Say why float textures are skipped; empty if they are not."""
        path = self.gpu.capabilities.float_path
        return "" if path is FloatPath.FLOAT else f"this driver has {path}"

    def largest(self, sides: tuple[int, ...], budget_seconds: float) -> int:
        """Return the largest side whose sort fits the budget, or else the first."""
        allowed = [
            side
            for side in sides
            if not self._refusal(side, "", self.forecast.sort_seconds(side * side), budget_seconds)
        ]
        return max(allowed, default=sides[0])


def make_workbench(gpu: Gpu, effort: Effort, checkpoint: Checkpoint) -> Workbench:
    """Try the GPU's clock, and time the passes that the first forecasts come from."""
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
