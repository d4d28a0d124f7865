"""Finds out whether this driver's GPU times can be believed."""

from collections.abc import Mapping
from dataclasses import dataclass

from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.plain_passes import COPY, PlainPasses
from bitonic_scope.bench.timer import GpuTimer, Verdict, try_timer
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.gpu import Gpu

DRAW_SIDE = 512  # of what is copied, texels
DISPATCH_SIDE = 128  # of what is sorted, elements
ELEMENTS_PER_SECOND = 5e11  # no device reads and writes that many


@dataclass(frozen=True, slots=True)
class GpuClock:
    """What tells GPU times.

    Attributes:
        draws: of draws; None where nothing is believed.
        dispatches: of dispatches; None likewise, and where there are none.
        verdicts: what was found out, by kind of work.
    """

    draws: GpuTimer | None
    dispatches: GpuTimer | None
    verdicts: Mapping[str, Verdict]


def find_clock(gpu: Gpu) -> GpuClock:
    """Try the timer on draws, and on dispatches where there are any."""
    timer = GpuTimer(gpu.ctx)
    try:
        verdicts = {"draws": _try_draws(gpu, timer)}
    except ProgramError as error:  # no float texture to draw on
        verdicts = {"draws": Verdict(False, str(error))}
    if gpu.capabilities.has_compute:
        verdicts["dispatches"] = _try_dispatches(gpu, timer)
    return clock_of(timer, verdicts)


def clock_of(timer: GpuTimer, verdicts: Mapping[str, Verdict]) -> GpuClock:
    """Believe a timer as a whole or not at all: one that was wrong once may be wrong again."""
    wrong = [work for work, verdict in verdicts.items() if not verdict.is_true]
    if not wrong:
        return GpuClock(timer, timer if "dispatches" in verdicts else None, verdicts)
    doubted = Verdict(False, f"this clock is wrong about {wrong[0]}")
    return GpuClock(
        None,
        None,
        {work: doubted if verdict.is_true else verdict for work, verdict in verdicts.items()},
    )


def _try_draws(gpu: Gpu, timer: GpuTimer) -> Verdict:
    layout = TextureLayout(DRAW_SIDE, DRAW_SIDE)
    passes = PlainPasses(gpu, layout, COPY)
    passes.load(uniform(SEED, layout.element_count))
    passes.run_pass()
    verdict = try_timer(
        gpu.ctx, timer, passes.run_pass, least_seconds=layout.element_count / ELEMENTS_PER_SECOND
    )
    passes.release()
    return verdict


def _try_dispatches(gpu: Gpu, timer: GpuTimer) -> Verdict:
    engine = ComputeEngine(gpu, TextureLayout(DISPATCH_SIDE, DISPATCH_SIDE), has_texture=False)
    element_count = engine.layout.element_count
    engine.load(uniform(SEED, element_count))

    def work() -> None:
        engine.rewind()
        engine.seek(engine.network.pass_count)

    work()
    verdict = try_timer(gpu.ctx, timer, work, least_seconds=element_count / ELEMENTS_PER_SECOND)
    engine.release()
    return verdict
