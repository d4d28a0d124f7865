"""The table of contexts: several sorts on one, against as many contexts of one sort each."""

from collections.abc import Callable, Iterator

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant, Rounds, contest
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line
from bitonic_scope.bench.workbench import Checkpoint
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu

GROUP = "contexts"


def contexts(side: int, count: int, rounds: Rounds, checkpoint: Checkpoint) -> Iterator[Line]:
    """Measure both ways, from making the first context to the last result on the host.

    No other context may be current: releasing one leaves none current.
    """
    inputs = [uniform(SEED + number, side * side) for number in range(count)]
    results: list[Elements] = []

    def on_one_context() -> None:
        with headless_gpu() as gpu:
            results[:] = _sorted_in_turn(gpu, side, inputs)

    def on_many_contexts() -> None:
        for elements in inputs:
            with headless_gpu() as gpu:
                results.extend(_sorted_in_turn(gpu, side, [elements]))

    def is_right() -> bool:
        return len(results) == count and all(
            same_bits(result, np.sort(elements))
            for result, elements in zip(results, inputs, strict=True)
        )

    one, many = f"{count} sorts on one context", f"{count} contexts of one sort"

    def contestant(name: str, run: Callable[[], None], against: str = "") -> Contestant:
        return Contestant(
            name, run, is_right, prepare=results.clear, against=against, unit=f"{count} sorts"
        )

    case = f"{side}x{side}"
    yield from contest(
        GROUP,
        [contestant(one, on_one_context, against=many), contestant(many, on_many_contexts)],
        rounds,
        lambda: checkpoint(f"{GROUP} {case}"),
        case=case,
    )


def _sorted_in_turn(gpu: Gpu, side: int, inputs: list[Elements]) -> list[Elements]:
    engine = FragmentEngine(gpu, TextureLayout(side, side))
    results = []
    for elements in inputs:
        engine.load(elements)
        engine.seek(engine.network.pass_count)
        results.append(engine.read_back())
    engine.release()
    return results
