"""Finds out whether this driver's GPU times can be believed."""

from collections.abc import Mapping
from dataclasses import dataclass

import moderngl
import numpy as np

from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.plain_passes import COPY, PlainPasses
from bitonic_scope.bench.timer import GpuTimer, Verdict, try_timer
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.limits import is_available
from bitonic_scope.gpu.compute.sorter import ComputeSorter, ElementKind
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.network.schedule import BitonicNetwork, Direction

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


def find_clock(ctx: moderngl.Context, programs: Programs) -> GpuClock:
    """Try the timer on draws, and on dispatches where there are any."""
    timer = GpuTimer(ctx)
    try:
        verdicts = {"draws": _try_draws(ctx, programs, timer)}
    except ProgramError as error:  # no float texture to draw on
        verdicts = {"draws": Verdict(False, str(error))}
    if is_available(ctx):
        verdicts["dispatches"] = _try_dispatches(ctx, programs, timer)
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


def _try_draws(ctx: moderngl.Context, programs: Programs, timer: GpuTimer) -> Verdict:
    layout = TextureLayout(DRAW_SIDE, DRAW_SIDE)
    passes = PlainPasses(ctx, programs, layout, COPY)
    passes.load(uniform(SEED, layout.element_count))
    passes.run_pass()
    verdict = try_timer(
        ctx, timer, passes.run_pass, least_seconds=layout.element_count / ELEMENTS_PER_SECOND
    )
    passes.release()
    return verdict


def _try_dispatches(ctx: moderngl.Context, programs: Programs, timer: GpuTimer) -> Verdict:
    network = BitonicNetwork((DISPATCH_SIDE * DISPATCH_SIDE).bit_length() - 1)
    sorter = ComputeSorter(
        ctx,
        network,
        order=Direction.ASCENDING,
        kind=ElementKind.FLOAT32,
        programs=programs.compute,
    )
    sorter.load(uniform(SEED, network.element_count).view(np.uint32))

    def work() -> None:
        sorter.rewind()
        sorter.seek(network.pass_count)

    work()
    verdict = try_timer(ctx, timer, work, least_seconds=network.element_count / ELEMENTS_PER_SECOND)
    sorter.release()
    return verdict
