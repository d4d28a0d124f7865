"""The workbench: what all groups that need a GL context share."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import inf

from bitonic_scope.bench.contest import Contestant, Rounds, contest
from bitonic_scope.bench.effort import Effort
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.data.elements import Elements
from bitonic_scope.driver.gpu_clock import GpuClock, find_clock
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.text.numbers import as_time

Checkpoint = Callable[[str], None]  # takes what is being measured; may raise to end the run


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a group needs to measure.

    Attributes:
        gpu: the GPU to measure.
        effort: how much to measure.
        checkpoint: called now and then with what is being measured; may raise to end the run.
        clock: the GPU's clock.
        sort_seconds: how long a whole sort takes, by side; the group of sorts fills it.
    """

    gpu: Gpu
    effort: Effort
    checkpoint: Checkpoint
    clock: GpuClock
    sort_seconds: dict[int, float] = field(default_factory=dict)

    def float_refusal(self) -> str:
        """Return why float textures are skipped; empty if they are not."""
        path = self.gpu.capabilities.float_path
        return "" if path is FloatPath.FLOAT else f"this driver has {path}"

    def ascend(
        self,
        sides: Sequence[int],
        budget_seconds: float,
        measure: Callable[[int], tuple[float, list[Line]]],
        *,
        work: str,
        line: Line,
    ) -> Iterator[Line]:
        """Measure larger and larger sides; skip those that would exceed the budget.

        Args:
            sides: in ascending order; the first one is within any budget.
            budget_seconds: the longest time that the work may take.
            measure: takes a side; returns the seconds of the work, and lines.
            work: the name of the work: "a sort".
            line: gives group and name to the lines of skipped sides.
        """
        done, seconds = sides[0], 0.0
        for side in sides:
            growth = (side // done) ** 2
            why = self.gpu.capabilities.refusal(side, side)
            if growth * seconds > budget_seconds:
                took = f"{work} of {done}x{done} took {as_time(seconds)}"
                why = f"{took}; {growth} times the elements take over {as_time(budget_seconds)}"
            if why:
                yield skipped(line.group, line.name, why, case=f"{side}x{side}")
                continue
            self.checkpoint(f"{line.group} {side}x{side}")
            seconds, lines = measure(side)
            done = side
            yield from lines

    def largest(self, sides: Sequence[int], budget_seconds: float) -> int:
        """Return the largest side whose sort was measured and fits the budget, or the first."""
        seconds = self.sort_seconds
        return max((s for s in sides if seconds.get(s, inf) <= budget_seconds), default=sides[0])

    def contest(
        self,
        group: str,
        side: int,
        contestants: Sequence[Contestant],
        rounds: Rounds | None = None,
    ) -> list[Line]:
        """Let contestants take turns at side x side elements, by default for `effort.rounds`."""
        case = f"{side}x{side}"

        def checkpoint() -> None:
            self.checkpoint(f"{group} {case}")

        return contest(group, contestants, rounds or self.effort.rounds, checkpoint, case=case)

    def start_data(self, settings: SortSettings) -> StartData:
        """Make the input of a sort."""
        return make_start_data(settings, choose_storage(settings, self.gpu.capabilities))

    def whole_sort(
        self, name: str, engine: Engine, is_right: Callable[[Elements], bool], against: str
    ) -> Contestant:
        """Make a contestant that sorts what an engine has loaded; `is_right` takes the result."""
        return Contestant(
            name,
            lambda: engine.seek(engine.network.pass_count),
            lambda: is_right(engine.read_back()),
            prepare=engine.rewind,
            finish=self.gpu.ctx.finish,
            against=against,
            unit="a sort",
        )


def loaded(owned: ExitStack, engine: Engine, elements: Elements) -> Engine:
    """Load an engine that the stack releases, and return it."""
    owned.callback(engine.release)
    engine.load(elements)
    return engine


def make_workbench(gpu: Gpu, effort: Effort, checkpoint: Checkpoint) -> Workbench:
    """Return a workbench, once the GPU's clock is tried."""
    checkpoint("the clock of the GPU")
    return Workbench(gpu, effort, checkpoint, find_clock(gpu))
