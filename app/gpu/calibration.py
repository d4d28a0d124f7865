"""Measures this machine on a small sample, in a few milliseconds, before the first jump."""

from time import perf_counter
from typing import NamedTuple

import moderngl

from app.data.distributions import uniform
from app.data.element_format import FLOAT32
from app.data.texture_layout import TextureLayout
from app.gpu.programs import Programs
from app.gpu.sorter import FragmentSorter
from app.network.schedule import Direction, NetworkKind
from app.predicted_state import predicted_state

SIDE = 128  # of the sample, texels
PASS_COUNT = 4


class Calibration(NamedTuple):
    """What the sample took, in seconds; elements of other numbers take about as much more.

    Attributes:
        one_pass: a pass over an element.
        closed_form: the closed form of a state, for an element.
    """

    one_pass: float
    closed_form: float


def calibrate(ctx: moderngl.Context, programs: Programs) -> Calibration:
    """Measure a few passes and one closed form of a sample of 16,384 elements."""
    layout = TextureLayout(SIDE, SIDE)
    elements = uniform(1, layout.element_count)
    sorter = FragmentSorter(ctx, programs, layout)
    sorter.load(elements)
    sorter.run_pass()  # the first one compiles
    ctx.finish()
    start = perf_counter()
    for _ in range(PASS_COUNT):
        sorter.run_pass()
    ctx.finish()
    middle = perf_counter()
    predicted_state(
        FLOAT32,
        elements,
        sorter.network.pass_count - 3,  # late states take longest
        order=Direction.ASCENDING,
        network_kind=NetworkKind.ALTERNATING,
    )
    end = perf_counter()
    sorter.release()
    count = layout.element_count
    return Calibration((middle - start) / PASS_COUNT / count, (end - middle) / count)
