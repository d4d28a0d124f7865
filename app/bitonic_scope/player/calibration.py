"""Measures this machine on small samples, in a few milliseconds, before the first jump."""

from time import perf_counter
from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state

SMALL_SIDE = 8  # texels: a draw of next to nothing
LARGE_SIDES = (256, 1024)  # of some work; the larger where a quick GPU takes no notice of the other
CLEARLY_MORE = 3.0  # times as long as next to nothing
PASS_COUNT = 3
SAMPLE_STAGES = 14  # of the closed form: 16,384 elements
LATE = 3  # passes before the end: late states take longest


class Calibration(NamedTuple):
    """What the samples took, in seconds.

    Attributes:
        one_pass: what an element adds to a pass.
        closed_form: what an element adds to the closed form of a state.
        draw: what any pass takes, however few elements there are.
    """

    one_pass: float
    closed_form: float
    draw: float = 0.0

    def pass_seconds(self, element_count: int) -> float:
        """Return what a pass over that many elements should take."""
        return self.draw + self.one_pass * element_count


def calibrate(
    ctx: moderngl.Context, programs: Programs, float_path: FloatPath = FloatPath.FLOAT
) -> Calibration:
    """Measure a few passes of a small and of a larger texture, and one closed form."""
    is_packed = float_path is FloatPath.PACKED  # such a driver may not draw to float textures
    element_format = FORMATS[FormatName.PACKED] if is_packed else FLOAT32
    draw = _pass_seconds(ctx, programs, element_format, SMALL_SIDE)
    for side in LARGE_SIDES:
        seconds = _pass_seconds(ctx, programs, element_format, side)
        if seconds > CLEARLY_MORE * draw:
            break
    one_pass = max(seconds - draw, 0.0) / (side * side - SMALL_SIDE * SMALL_SIDE)
    return Calibration(one_pass, _closed_form_seconds(), draw)


def _pass_seconds(
    ctx: moderngl.Context, programs: Programs, element_format: ElementFormat, side: int
) -> float:
    layout = TextureLayout(side, side)
    sorter = FragmentSorter(ctx, programs, layout, element_format=element_format)
    elements = store(
        element_format,
        _scrambled(layout.element_count),
        element_count=layout.element_count,
        descending=False,
    )
    sorter.load(elements)
    sorter.run_pass()  # the first one compiles
    ctx.finish()
    seconds = []
    for _ in range(PASS_COUNT):
        start = perf_counter()
        sorter.run_pass()
        ctx.finish()
        seconds.append(perf_counter() - start)
    sorter.release()
    return min(seconds)  # whatever else the machine does only adds to it


def _scrambled(count: int) -> NDArray[np.float32]:
    """Return numbers out of order; to load numpy's generators would take longer than the samples.

    By multiplicative hashing, source: Knuth, The Art of Computer Programming 3, 6.4.
    """
    return (np.arange(count, dtype=np.uint32) * np.uint32(2654435769) >> 8).astype(np.float32)


def _closed_form_seconds() -> float:
    """Return the seconds for an element."""
    network = BitonicNetwork(SAMPLE_STAGES)
    elements = _scrambled(network.element_count)
    start = perf_counter()
    predicted_state(
        FLOAT32,
        elements,
        network.pass_count - LATE,
        order=Direction.ASCENDING,
        network_kind=NetworkKind.ALTERNATING,
    )
    return (perf_counter() - start) / network.element_count
