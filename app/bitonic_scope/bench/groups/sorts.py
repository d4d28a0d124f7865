"""Lines on whole sorts: the engines against each other, and against numpy and torch."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, TimeKind, skipped
from bitonic_scope.bench.torch_sort import NAME as TORCH_SORT
from bitonic_scope.bench.torch_sort import is_installed, torch_contestant
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.numbers import three_digits

GROUP = "sorts"
FRAGMENT, SIMPLE, FAST = "fragment", "compute-simple", "compute"
AROUND = "compute with upload and read back"
NUMPY_SORT = "numpy.sort"
MILLION = 1e6


def engines(bench: Workbench) -> Iterator[Line]:
    """Measure whole sorts of float32 keys at several sizes."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, FRAGMENT, refusal)
        return
    has_compute, has_torch = bench.gpu.capabilities.has_compute, is_installed()
    if not has_compute:
        yield skipped(GROUP, FAST, "compute shaders need OpenGL 4.3")
    if not has_torch:
        yield skipped(GROUP, TORCH_SORT, "torch is not installed")
    for side in bench.effort.sort_sides:
        if refusal := bench.refusal(side):
            yield skipped(GROUP, FRAGMENT, refusal, case=f"{side}x{side}")
            continue
        for line in _lines(bench, side, has_torch=has_torch):
            if line.name == FRAGMENT and line.kind is TimeKind.FINISHED and line.seconds:
                pass_count = BitonicNetwork((side * side).bit_length() - 1).pass_count
                bench.forecast.learn(side * side, line.seconds / pass_count)
            yield line


def _lines(bench: Workbench, side: int, *, has_torch: bool) -> Iterator[Line]:
    bench.checkpoint(f"{GROUP} {side}x{side}")
    elements = uniform(SEED, side * side)
    in_order = np.sort(elements)
    is_right = partial(same_bits, expected=in_order)
    contestant = partial(
        Contestant,
        unit="a sort",
        note=lambda seconds: f"{three_digits(side * side / seconds / MILLION)} million/s",
    )
    with ExitStack() as owned:
        contestants = [_fragment(bench, side, elements, is_right, contestant, owned)]
        fastest = FRAGMENT
        if bench.gpu.capabilities.has_compute:
            contestants += _compute(
                bench, TextureLayout(side, side), elements, is_right, contestant, owned
            )
            fastest = FAST
        contestants.append(_numpy(elements, is_right, contestant, against=fastest))
        if has_torch:
            try:
                contestants.append(torch_contestant(elements, in_order, against=fastest))
            except Exception as error:  # drivers, memory: torch raises what it likes
                line = " ".join(str(error).split())
                yield skipped(GROUP, TORCH_SORT, line, case=f"{side}x{side}")
        yield from bench.contest(GROUP, side, contestants)


def _fragment(
    bench: Workbench,
    side: int,
    elements: Elements,
    is_right: Callable[[Elements], bool],
    contestant: "partial[Contestant]",
    owned: ExitStack,
) -> Contestant:
    sorter = FragmentEngine(bench.gpu, TextureLayout(side, side))
    owned.callback(sorter.release)
    sorter.load(elements)
    return contestant(
        FRAGMENT,
        lambda: sorter.seek(sorter.network.pass_count),
        lambda: is_right(sorter.read_back()),
        prepare=sorter.rewind,
        finish=bench.gpu.ctx.finish,
        timer=bench.clock.draws,
    )


def _compute(
    bench: Workbench,
    layout: TextureLayout,
    elements: Elements,
    is_right: Callable[[Elements], bool],
    contestant: "partial[Contestant]",
    owned: ExitStack,
) -> Iterator[Contestant]:
    def new_engine(engine: EngineName) -> ComputeEngine:
        made = ComputeEngine(bench.gpu, layout, engine=engine, has_texture=False)
        owned.callback(made.release)
        made.load(elements)
        return made

    def measured(name: str, engine: EngineName) -> Contestant:
        sorter = new_engine(engine)
        return contestant(
            name,
            lambda: sorter.seek(sorter.network.pass_count),
            lambda: is_right(sorter.read_back()),
            prepare=sorter.rewind,
            finish=bench.gpu.ctx.finish,
            against=FRAGMENT,
            timer=bench.clock.dispatches,
        )

    yield measured(SIMPLE, EngineName.COMPUTE_SIMPLE)
    yield measured(FAST, EngineName.COMPUTE)

    around, results = new_engine(EngineName.COMPUTE), list[Any]()

    def there_and_back() -> None:
        around.load(elements)
        around.seek(around.network.pass_count)
        results[:] = [around.read_back()]

    yield contestant(
        AROUND,
        there_and_back,
        lambda: is_right(results[0]),
        against=NUMPY_SORT,
    )


def _numpy(
    elements: Elements,
    is_right: Callable[[Elements], bool],
    contestant: "partial[Contestant]",
    *,
    against: str,
) -> Contestant:
    keys = np.empty_like(elements)
    return contestant(
        NUMPY_SORT,
        lambda: keys.sort(),
        lambda: is_right(keys),
        prepare=lambda: np.copyto(keys, elements),
        against=against,
    )
