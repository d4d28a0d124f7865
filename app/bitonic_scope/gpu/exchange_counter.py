"""Counts on the GPU how many pairs the next pass will exchange."""

from collections.abc import Generator

import moderngl
import numpy as np

from bitonic_scope.gpu.allocation import allocate_target
from bitonic_scope.gpu.context import bind_target, release_target
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.gpu import Gpu

SHADER = "sort/count_exchanges.frag"
SIDE = 64  # of the square of invocations: 4096 keep a GPU busy, and are read back at once
PART_PAIRS = 1 << 18  # 3 ms on two cores of software GL


class ExchangeCounter:
    """Owns the small texture in which each texel counts a share of the pairs."""

    def __init__(self, gpu: Gpu) -> None:
        """Count on this GPU; the first count allocates."""
        self._gpu = gpu
        self._target: moderngl.Framebuffer | None = None

    def count_steps(self, engine: Engine) -> Generator[None, None, int]:
        """Count the exchanges of the pass after the engine's state, which must not change.

        Yields:
            Between parts of a large sort.

        Returns:
            The number of pairs that the pass exchanges; 0 if all passes are done.

        Raises:
            ProgramError: the driver has no memory, or refuses the shader.
        """
        if engine.pass_index >= engine.network.pass_count:
            return 0
        pair_count = engine.layout.element_count // 2
        total = 0
        for first in range(0, pair_count, PART_PAIRS):
            if first:
                yield
            total += self._count(engine, first, min(first + PART_PAIRS, pair_count))
        return total

    def _count(self, engine: Engine, first_pair: int, end_pair: int) -> int:
        if self._target is None:
            what = f"a texture of {SIDE}x{SIDE}"
            self._target = allocate_target(self._gpu.ctx, (SIDE, SIDE), 1, "u4", what=what)
        defines = ("STABLE",) if engine.stable else ()
        program = self._gpu.programs.get(SHADER, engine.element_format, *defines)
        program.set_uniforms(
            **engine.pass_uniforms(),
            first_pair=first_pair,
            end_pair=end_pair,
            counters_across=SIDE,
            counter_count=SIDE * SIDE,
        )
        bind_target(self._gpu.ctx, self._target, (0, 0, SIDE, SIDE))
        engine.sort_texture.use(0)
        program.draw()
        counts = np.empty(SIDE * SIDE, np.uint32)
        self._target.read_into(counts.view(np.uint8).data, components=1, dtype="u4")
        return int(counts.sum())

    def release(self) -> None:
        """Free the texture; a second call does nothing."""
        if self._target is not None:
            release_target(self._gpu.ctx, self._target)
            self._target = None
