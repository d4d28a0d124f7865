"""Sorts again and again on every engine: `python -m tests.stress [RUNS]`.

A barrier that is missing works everywhere until it does not, so once is not enough. Each run has
data of its own, and must end as numpy sorts them, bit for bit. Pairs with many ties must keep the
order of the input as well, while other processes keep the cores busy, so that the threads of a
driver in software are interrupted anywhere. Not part of the tests: it takes minutes on software GL.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product

import numpy as np
from tqdm import tqdm

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make, uniform
from bitonic_scope.data.elements import Elements, places_of, values_of
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.limits import size_for_count
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.schedule import Direction, NetworkKind

RUNS = 100
BITS = range(10, 21)  # 2^10 to 2^20 elements
STABLE_BITS = (12, 16)
BUSY_LOOPS = 2


def faults_of(gpu: Gpu, name: EngineName, bits: int, runs: int) -> Iterator[int]:
    """Yield 0 for each run that ends as it should, else 1; the networks take turns."""
    engines = [
        _engine(gpu, SortSettings(*size_for_count(1 << bits), network_kind=kind, engine=name))
        for kind in NetworkKind
    ]
    for run in range(runs):
        elements = uniform(1000 * bits + run, 1 << bits)
        result = _sorted(engines[run % len(engines)], elements)
        yield int(result.tobytes() != np.sort(elements).tobytes())
    for engine in engines:
        engine.release()


def stability_faults_of(
    gpu: Gpu, name: EngineName, bits: int, runs: int, order: Direction, network_kind: NetworkKind
) -> Iterator[int]:
    """Yield 0 for each run in which equal pairs keep the order of the input, else 1."""
    size = size_for_count(1 << bits)
    settings = SortSettings(
        *size,
        data=DataKind.FEW_DISTINCT,
        order=order,
        network_kind=network_kind,
        engine=name,
        stable=True,
    )
    storage = choose_storage(settings, gpu.capabilities)
    engine = _engine(gpu, settings)
    for run in range(runs):
        seeded = replace(settings, seed=1000 * bits + run)
        data = make_start_data(seeded, storage)
        values = make(DataKind.FEW_DISTINCT, seeded.seed, 1 << bits)
        expected = np.argsort(values if order is Direction.ASCENDING else -values, kind="stable")
        result = _sorted(engine, data.elements)
        is_right = np.array_equal(places_of(result), expected) and np.array_equal(
            values_of(storage.element_format, result), values[expected]
        )
        yield int(not is_right)
    engine.release()


def _engine(gpu: Gpu, settings: SortSettings) -> Engine:
    return new_engine(gpu, settings, choose_storage(settings, gpu.capabilities))


def _sorted(engine: Engine, elements: Elements) -> Elements:
    engine.load(elements)
    engine.seek(engine.network.pass_count)
    return engine.read_back()


@contextmanager
def busy_cores() -> Iterator[None]:
    """Run busy loops in other processes meanwhile."""
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY_LOOPS)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _count(what: str, runs: int, steps: Iterable[int], claim: str) -> int:
    faults = sum(tqdm(steps, total=runs, leave=False, file=sys.stderr, disable=None))
    print(f"{what}: {runs - faults} of {runs} {claim}", flush=True)
    return faults


def sort_again_and_again(gpu: Gpu, names: Iterable[EngineName], runs: int) -> int:
    """Print a line for each case; return how many runs were wrong."""
    names, wrong = list(names), 0
    for name, bits in product(names, BITS):
        steps = faults_of(gpu, name, bits, runs)
        wrong += _count(f"{name}: 2^{bits}", runs, steps, "equal numpy.sort")
    with busy_cores():
        for name, bits, order, kind in product(names, STABLE_BITS, Direction, NetworkKind):
            steps = stability_faults_of(gpu, name, bits, runs, order, kind)
            what = f"{name}: 2^{bits} pairs, {order}, {kind}"
            wrong += _count(what, runs, steps, "are stable beside busy loops")
    return wrong


def main() -> int:
    """Run all; print a line for each case, and return 1 if any run was wrong."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    try:
        with headless_gpu() as gpu:
            info = gpu.ctx.info
            print(f"{info['GL_RENDERER']}, OpenGL {info['GL_VERSION']}")
            names = list(EngineName)
            if not gpu.capabilities.has_compute:
                names = [EngineName.FRAGMENT]
                print("no compute shaders here: the fragment engine alone")
            wrong = sort_again_and_again(gpu, names, runs)
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    print("all equal" if wrong == 0 else f"{wrong} runs are WRONG")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
