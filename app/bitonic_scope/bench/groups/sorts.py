"""The table of whole sorts: the engines against each other, and against numpy.sort."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, TimeKind, skipped
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import BitonicNetwork
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
    for side in bench.effort.sort_sides:
        if refusal := bench.refusal(side):
            yield skipped(GROUP, FRAGMENT, refusal, case=f"{side}x{side}")
            continue
        for line in _lines(bench, side, rivals):
            if line.name == FRAGMENT and line.kind is TimeKind.FINISHED and line.seconds:
                pass_count = BitonicNetwork((side * side).bit_length() - 1).pass_count
                bench.forecast.learn(side * side, line.seconds / pass_count)
            yield line


def _lines(bench: Workbench, side: int, rivals: Sequence[Rival]) -> list[Line]:
    bench.checkpoint(f"{GROUP} {side}x{side}")
    elements = uniform(SEED, side * side)
    in_order = np.sort(elements)
    fastest = COMPUTE if bench.gpu.capabilities.has_compute else FRAGMENT
    contestant = partial(
        Contestant,
        unit="a sort",
        note=lambda seconds: f"{three_digits(side * side / seconds / MILLION)} million/s",
    )
    with ExitStack() as owned:

        def loaded(engine: Engine) -> Engine:
            owned.callback(engine.release)
            engine.load(elements)
            return engine

        def on_gpu(name: str, engine: Engine, against: str = "") -> Contestant:
            return contestant(
                name,
                lambda: engine.seek(engine.network.pass_count),
                lambda: same_bits(engine.read_back(), in_order),
                prepare=engine.rewind,
                finish=bench.gpu.ctx.finish,
                against=against,
                timer=bench.clock.timer,
            )

        layout = TextureLayout(side, side)
        contestants = [on_gpu(FRAGMENT, loaded(FragmentEngine(bench.gpu, layout)))]
        if bench.gpu.capabilities.has_compute:
            new_compute = partial(ComputeEngine, bench.gpu, layout, has_texture=False)
            simple = loaded(new_compute(engine=EngineName.COMPUTE_SIMPLE))
            contestants += [
                on_gpu(EngineName.COMPUTE_SIMPLE, simple, FRAGMENT),
                on_gpu(COMPUTE, loaded(new_compute()), FRAGMENT),
                _with_transfers(loaded(new_compute()), elements, in_order, contestant),
            ]
        keys = np.empty_like(elements)
        numpy_sort = contestant(
            NUMPY_SORT,
            keys.sort,
            lambda: same_bits(keys, in_order),
            prepare=lambda: np.copyto(keys, elements),
            against=fastest,
        )
        contestants += [numpy_sort, *(rival(elements, in_order, fastest) for rival in rivals)]
        return bench.contest(GROUP, side, contestants)


def _with_transfers(
    engine: Engine, elements: Elements, in_order: Elements, contestant: "partial[Contestant]"
) -> Contestant:
    results: list[Elements] = []

    def run() -> None:
        engine.load(elements)
        engine.seek(engine.network.pass_count)
        results[:] = [engine.read_back()]

    return contestant(
        WITH_TRANSFERS, run, lambda: same_bits(results[0], in_order), against=NUMPY_SORT
    )
