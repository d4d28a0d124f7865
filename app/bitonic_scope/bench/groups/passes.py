"""The table of passes: a pass of the sort against a plain copy of the same texture."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, TimeKind, skipped
from bitonic_scope.bench.plain_passes import PlainPasses
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.text.numbers import three_digits

GROUP = "passes"
COPY_PASS, FRAGMENT_PASS = "copy pass", "fragment pass"
BYTES_PER_ELEMENT = 8  # one float is read and one written
GIGA = 1e9


@dataclass(frozen=True, slots=True)
class LastStages:
    """The passes that every contestant runs.

    Attributes:
        layout: which element lies in which texel.
        first, last: the pass_index before and after them.
        start: the state before them, (element_count,) float32.
        in_order: the state after them.
        contestant: makes a contestant, given what is its own.
    """

    layout: TextureLayout
    first: int
    last: int
    start: Elements
    in_order: Elements
    contestant: Callable[..., Contestant]


# Makes one more contestant; what it allocates is released with the stack.
Rival = Callable[[Workbench, LastStages, ExitStack], Contestant]


def passes(bench: Workbench, rivals: Sequence[Rival] = ()) -> Iterator[Line]:
    """Measure the last stages of a sort, pass by pass, at several sizes."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, FRAGMENT_PASS, refusal)
        return
    for side in bench.effort.pass_sides:
        if refusal := bench.pass_refusal(side):
            yield skipped(GROUP, FRAGMENT_PASS, refusal, case=f"{side}x{side}")
            continue
        for line in _lines(bench, side, rivals):
            if line.name == FRAGMENT_PASS and line.kind is TimeKind.FINISHED and line.seconds:
                bench.forecast.learn(side * side, line.seconds)
            yield line


def first_pass(network: BitonicNetwork, affordable_passes: int) -> int:
    """Return the start of the earliest stage from which the budget lasts, or of the last stage."""
    starts = network.stage_starts[:-1]
    return next(
        (start for start in starts if network.pass_count - start <= affordable_passes), starts[-1]
    )


def _lines(bench: Workbench, side: int, rivals: Sequence[Rival]) -> list[Line]:
    bench.checkpoint(f"{GROUP} {side}x{side}")
    stages = _last_stages(bench, TextureLayout(side, side))
    with ExitStack() as owned:
        engine = FragmentEngine(bench.gpu, stages.layout)
        owned.callback(engine.release)
        copy = PlainPasses(bench.gpu, stages.layout)
        owned.callback(copy.release)

        def run_copies() -> None:
            for _ in range(stages.first, stages.last):
                copy.run_pass()

        contestants = [
            stages.contestant(
                COPY_PASS,
                run_copies,
                lambda: same_bits(copy.read_back(), stages.start),
                prepare=lambda: copy.load(stages.start),
            ),
            stages.contestant(
                FRAGMENT_PASS,
                lambda: engine.seek(stages.last),
                lambda: same_bits(engine.read_back(), stages.in_order),
                prepare=lambda: engine.set_state(stages.start, stages.first),
                against=COPY_PASS,
                has_submit_line=True,
            ),
            *(rival(bench, stages, owned) for rival in rivals),
        ]
        return bench.contest(GROUP, side, contestants)


def _last_stages(bench: Workbench, layout: TextureLayout) -> LastStages:
    network = BitonicNetwork(layout.element_count.bit_length() - 1)
    affordable = bench.effort.batch_seconds / bench.forecast.pass_seconds(layout.element_count)
    first, last = first_pass(network, int(affordable)), network.pass_count
    elements = uniform(SEED, layout.element_count)
    start = predicted_state(
        FLOAT32,
        elements,
        first,
        order=Direction.ASCENDING,
        network_kind=NetworkKind.ALTERNATING,
    )
    gigabytes = BYTES_PER_ELEMENT * layout.element_count / GIGA
    contestant = partial(
        Contestant,
        finish=bench.gpu.ctx.finish,
        unit="a pass",
        unit_count=last - first,
        note=lambda seconds: f"{three_digits(gigabytes / seconds)} GB/s",
        timer=bench.clock.timer,
    )
    return LastStages(layout, first, last, start, np.sort(elements), contestant)
