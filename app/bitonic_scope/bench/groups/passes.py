"""The table of passes: a pass of the sort against a plain copy of the same texture."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np

from bitonic_scope.bench.checks import same_bits, state_at
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.plain_passes import PlainPasses
from bitonic_scope.bench.workbench import Workbench, loaded
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.numbers import three_digits

GROUP = "passes"
COPY_PASS, FRAGMENT_PASS = "copy pass", "fragment pass"
GIGABYTES_PER_ELEMENT = 8e-9  # one float is read and one written


@dataclass(frozen=True, slots=True)
class LastStages:
    """The passes that every contestant runs.

    Attributes:
        layout: which element lies in which texel.
        first, last: the pass_index before and after the passes.
        start, in_order: the state before and after the passes, (element_count,) float32.
        contestant: makes a contestant; fills in what all contestants have in common.
    """

    layout: TextureLayout
    first: int
    last: int
    start: Elements
    in_order: Elements
    contestant: Callable[..., Contestant]


# Makes one more contestant; the stack releases what it allocates.
Rival = Callable[[Workbench, LastStages, ExitStack], Contestant]


def passes(bench: Workbench, rivals: Sequence[Rival] = ()) -> Iterator[Line]:
    """Measure the last stages of a sort, pass by pass, at several sizes."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, FRAGMENT_PASS, refusal)
        return
    sides, budget_seconds = bench.effort.pass_sides, bench.effort.stage_budget_seconds
    measure, line = partial(_measure, bench, rivals), Line(GROUP, FRAGMENT_PASS)
    yield from bench.ascend(sides, budget_seconds, measure, work="a last stage", line=line)


def first_pass(network: BitonicNetwork, affordable_passes: int) -> int:
    """Return the start of the earliest stage from which the budget lasts, or of the last stage."""
    *starts, last_start = network.stage_starts[:-1]
    fitting = (start for start in starts if network.pass_count - start <= affordable_passes)
    return next(fitting, last_start)


def _measure(bench: Workbench, rivals: Sequence[Rival], side: int) -> tuple[float, list[Line]]:
    layout = TextureLayout(side, side)
    elements = uniform(SEED, layout.element_count)
    with ExitStack() as owned:
        engine = loaded(owned, FragmentEngine(bench.gpu, layout), elements)
        copy = PlainPasses(bench.gpu, layout)
        owned.callback(copy.release)
        stage_seconds = _last_stage_seconds(bench, engine)
        network = engine.network
        affordable = network.stage_count * bench.effort.batch_seconds / stage_seconds
        first, last = first_pass(network, int(affordable)), network.pass_count
        contestant = partial(
            Contestant,
            finish=bench.gpu.ctx.finish,
            unit="a pass",
            unit_count=last - first,
            note=lambda s: f"{three_digits(GIGABYTES_PER_ELEMENT * side * side / s)} GB/s",
            timer=bench.clock.timer,
        )
        start = state_at(elements, first)
        stages = LastStages(layout, first, last, start, np.sort(elements), contestant)

        def run_copies() -> None:
            for _ in range(first, last):
                copy.run_pass()

        contestants = [
            contestant(
                COPY_PASS,
                run_copies,
                lambda: same_bits(copy.read_back(), start),
                prepare=lambda: copy.load(start),
            ),
            contestant(
                FRAGMENT_PASS,
                lambda: engine.seek(last),
                lambda: same_bits(engine.read_back(), stages.in_order),
                prepare=lambda: engine.set_state(start, first),
                against=COPY_PASS,
                has_submit_line=True,
            ),
            *(rival(bench, stages, owned) for rival in rivals),
        ]
        return stage_seconds, bench.contest(GROUP, side, contestants)


def _last_stage_seconds(bench: Workbench, engine: Engine) -> float:
    seconds = 0.0
    for _ in range(2):  # the first one compiles
        engine.set_state(engine.elements, engine.network.stage_starts[-2])
        bench.gpu.ctx.finish()
        start = perf_counter()
        engine.seek(engine.network.pass_count)
        bench.gpu.ctx.finish()
        seconds = perf_counter() - start
    return seconds
