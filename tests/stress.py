"""Sorts again and again on both engines: `python -m tests.stress [RUNS]`.

A barrier that is missing works everywhere until it does not, so once is not enough. Each run has
data of its own, and must end as numpy sorts them, bit for bit. Not part of the tests: it takes
minutes on software GL.
"""

import sys
from collections.abc import Iterator

import moderngl
import numpy as np
from tqdm import tqdm

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.compute.limits import is_available
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.limits import size_for_count
from bitonic_scope.network.schedule import NetworkKind

RUNS = 100
BITS = range(10, 21)  # 2^10 to 2^20 elements
Kind = type[FragmentSorter] | type[ComputeEngine]


def faults_of(
    ctx: moderngl.Context, programs: Programs, kind: Kind, bits: int, runs: int
) -> Iterator[int]:
    """Yield 0 for each run that ends as it should, else 1; the networks take turns."""
    engines = [
        kind(ctx, programs, TextureLayout(*size_for_count(1 << bits)), network_kind=network_kind)
        for network_kind in NetworkKind
    ]
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
        with headless_context() as ctx, Programs(ctx) as programs:
            print(f"{ctx.info['GL_RENDERER']}, OpenGL {ctx.info['GL_VERSION']}")
            kinds: list[Kind] = [FragmentSorter]
            if is_available(ctx):
                kinds.append(ComputeEngine)
            else:
                print("no compute shaders here: the fragment engine alone")
            for kind in kinds:
                for bits in BITS:
                    steps = faults_of(ctx, programs, kind, bits, runs)
                    faults = sum(tqdm(steps, total=runs, leave=False, file=sys.stderr))
                    wrong += faults
                    print(f"{kind.__name__}: 2^{bits}: {runs - faults} of {runs} equal numpy.sort")
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    print("all equal" if wrong == 0 else f"{wrong} runs are WRONG")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
