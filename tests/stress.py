"""Sorts again and again on every engine: `python -m tests.stress [RUNS]`.

A barrier that is missing works everywhere until it does not, so once is not enough. Each run has
data of its own, and must end as numpy sorts them, bit for bit. Not part of the tests: it takes
minutes on software GL.
"""

import sys
from collections.abc import Iterator

import numpy as np
from tqdm import tqdm

from bitonic_scope.data.distributions import uniform
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.limits import size_for_count
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.schedule import NetworkKind

RUNS = 100
BITS = range(10, 21)  # 2^10 to 2^20 elements


def faults_of(gpu: Gpu, name: EngineName, bits: int, runs: int) -> Iterator[int]:
    """Yield 0 for each run that ends as it should, else 1; the networks take turns."""
    engines = []
    for network_kind in NetworkKind:
        size = size_for_count(1 << bits)
        settings = SortSettings(*size, network_kind=network_kind, engine=name)
        storage = choose_storage(settings, gpu.capabilities)
        engines.append(new_engine(gpu, settings, storage))
    for run in range(runs):
        engine = engines[run % len(engines)]
        elements = uniform(1000 * bits + run, 1 << bits)
        engine.load(elements)
        engine.seek(engine.network.pass_count)
        yield int(engine.read_back().tobytes() != np.sort(elements).tobytes())
    for engine in engines:
        engine.release()


def main() -> int:
    """Run all; print a line for each size and engine, and return 1 if any run was wrong."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    wrong = 0
    try:
        with headless_gpu() as gpu:
            info = gpu.ctx.info
            print(f"{info['GL_RENDERER']}, OpenGL {info['GL_VERSION']}")
            names = list(EngineName)
            if not gpu.capabilities.has_compute:
                names = [EngineName.FRAGMENT]
                print("no compute shaders here: the fragment engine alone")
            for name in names:
                for bits in BITS:
                    steps = faults_of(gpu, name, bits, runs)
                    faults = sum(tqdm(steps, total=runs, leave=False, file=sys.stderr))
                    wrong += faults
                    print(f"{name}: 2^{bits}: {runs - faults} of {runs} equal numpy.sort")
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    print("all equal" if wrong == 0 else f"{wrong} runs are WRONG")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
