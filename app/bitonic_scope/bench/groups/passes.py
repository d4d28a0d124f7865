"""Lines on passes: a pass of the sort against a plain copy, and against another's arithmetic."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, TimeKind, skipped
from bitonic_scope.bench.plain_passes import COPY, TELLING_1, PlainPasses
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.text.numbers import three_digits

GROUP = "passes"
COPY_PASS, FRAGMENT_PASS, TELLING_1_PASS = "copy pass", "fragment pass", "telling 1 pass"
BYTES_PER_ELEMENT = 8  # one float is read and one written
GIGA = 1e9


def passes(bench: Workbench) -> Iterator[Line]:
    """Measure the last stages of a sort, pass by pass, at several sizes."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, FRAGMENT_PASS, refusal)
        return
    for side in bench.effort.pass_sides:
        if refusal := bench.pass_refusal(side):
            yield skipped(GROUP, FRAGMENT_PASS, refusal, case=f"{side}x{side}")
            continue
        lines = _lines(bench, side)
        for line in lines:
            if line.name == FRAGMENT_PASS and line.kind is TimeKind.FINISHED and line.seconds:
                bench.forecast.learn(side * side, line.seconds)
        yield from lines


def first_pass(network: BitonicNetwork, affordable_passes: int) -> int:
    """Return where to begin so that the last stages fit, at least the last one of them."""
    starts = network.stage_starts[:-1]
    return next(
        (start for start in starts if network.pass_count - start <= affordable_passes), starts[-1]
    )


def _lines(bench: Workbench, side: int) -> list[Line]:
    bench.checkpoint(f"{GROUP} {side}x{side}")
    ctx, layout = bench.gpu.ctx, TextureLayout(side, side)
    network = BitonicNetwork(layout.element_count.bit_length() - 1)
    affordable = bench.effort.batch_seconds / bench.forecast.pass_seconds(layout.element_count)
    first, last = first_pass(network, int(affordable)), network.pass_count
    byte_count = BYTES_PER_ELEMENT * layout.element_count
    elements = uniform(SEED, layout.element_count)
    in_order = np.sort(elements)
    start = predicted_state(
        FLOAT32,
        elements,
        first,
        order=Direction.ASCENDING,
        network_kind=NetworkKind.ALTERNATING,
    )

    with ExitStack() as owned:
        sorter = FragmentEngine(bench.gpu, layout)
        owned.callback(sorter.release)
        copy = PlainPasses(bench.gpu, layout, COPY)
        owned.callback(copy.release)
        telling_1 = PlainPasses(bench.gpu, layout, TELLING_1)
        owned.callback(telling_1.release)

        def run_copies() -> None:
            for _ in range(first, last):
                copy.run_pass()

        contestant = partial(
            Contestant,
            finish=ctx.finish,
            unit="a pass",
            unit_count=last - first,
            note=lambda seconds: f"{three_digits(byte_count / seconds / GIGA)} GB/s",
            timer=bench.clock.draws,
        )
        contestants = [
            contestant(
                COPY_PASS,
                run_copies,
                lambda: same_bits(copy.read_back(), start),
                prepare=lambda: copy.load(start),
            ),
            contestant(
                FRAGMENT_PASS,
                lambda: sorter.seek(last),
                lambda: same_bits(sorter.read_back(), in_order),
                prepare=lambda: sorter.set_state(start, first),
                against=COPY_PASS,
                tells_submit=True,
            ),
            contestant(
                TELLING_1_PASS,
                lambda: telling_1.run_telling_1(first, last),
                lambda: same_bits(telling_1.read_back(), in_order),
                prepare=lambda: telling_1.load(start),
                against=FRAGMENT_PASS,
            ),
        ]
        return bench.contest(GROUP, side, contestants)
