"""The table of whole sorts: the engines against each other, and against numpy.sort."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, TimeKind, skipped
from bitonic_scope.bench.workbench import Workbench, loaded
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.model.settings import EngineName
from bitonic_scope.text.numbers import three_digits

GROUP = "sorts"
FRAGMENT, COMPUTE = str(EngineName.FRAGMENT), str(EngineName.COMPUTE)
WITH_TRANSFERS = "compute with upload and read back"
NUMPY_SORT = "numpy.sort"
MILLION = 1e6

# Makes one more contestant from the input, the sorted input and the name of the fastest engine.
Rival = Callable[[Elements, Elements, str], Contestant]


def engines(bench: Workbench, rivals: Sequence[Rival] = ()) -> Iterator[Line]:
    """Measure whole sorts of float32 keys at several sizes."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, FRAGMENT, refusal)
        return
    if not bench.gpu.capabilities.has_compute:
        yield skipped(GROUP, COMPUTE, "compute shaders need OpenGL 4.3")
    sides, budget_seconds = bench.effort.sort_sides, bench.effort.sort_budget_seconds
    measure, line = partial(_measure, bench, rivals), Line(GROUP, FRAGMENT)
    yield from bench.ascend(sides, budget_seconds, measure, work="a sort", line=line)


def _measure(bench: Workbench, rivals: Sequence[Rival], side: int) -> tuple[float, list[Line]]:
    elements = uniform(SEED, side * side)
    in_order = np.sort(elements)
    has_compute = bench.gpu.capabilities.has_compute
    fastest = COMPUTE if has_compute else FRAGMENT
    layout = TextureLayout(side, side)
    keys = np.empty_like(elements)

    def note(seconds: float) -> str:
        return f"{three_digits(side * side / seconds / MILLION)} million/s"

    def is_right(result: Elements) -> bool:
        return same_bits(result, in_order)

    with ExitStack() as owned:

        def on_gpu(name: str, engine: Engine, against: str = "") -> Contestant:
            contestant = bench.whole_sort(name, loaded(owned, engine, elements), is_right, against)
            return replace(contestant, note=note, timer=bench.clock.timer)

        def run_with_transfers(engine: Engine) -> None:
            engine.load(elements)
            engine.seek(engine.network.pass_count)
            np.copyto(keys, engine.read_back())

        contestant = partial(Contestant, is_right=lambda: is_right(keys), unit="a sort", note=note)
        contestants = [on_gpu(FRAGMENT, FragmentEngine(bench.gpu, layout))]
        if has_compute:
            new_compute = partial(ComputeEngine, bench.gpu, layout, has_texture=False)
            simple = new_compute(engine=EngineName.COMPUTE_SIMPLE)
            transfers = partial(run_with_transfers, loaded(owned, new_compute(), elements))
            contestants += [
                on_gpu(EngineName.COMPUTE_SIMPLE, simple, FRAGMENT),
                on_gpu(COMPUTE, new_compute(), FRAGMENT),
                contestant(WITH_TRANSFERS, transfers, against=NUMPY_SORT),
            ]
        copy_input = partial(np.copyto, keys, elements)
        contestants += [
            contestant(NUMPY_SORT, keys.sort, prepare=copy_input, against=fastest),
            *(rival(elements, in_order, fastest) for rival in rivals),
        ]
        lines = bench.contest(GROUP, side, contestants)
    finished = {line.name: line.seconds or 0.0 for line in lines if line.kind is TimeKind.FINISHED}
    bench.sort_seconds[side] = finished[FRAGMENT]
    return finished[FRAGMENT], lines
