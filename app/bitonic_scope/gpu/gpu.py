"""The GPU as one value: its context, the programs compiled for it, and what it can do."""

from dataclasses import dataclass

import moderngl

from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities


@dataclass(frozen=True, slots=True)
class Gpu:
    """What everything that sorts or draws needs to know of the GPU.

    `driver.probe` makes one from a context, and `headless_gpu` one without a window.

    Attributes:
        ctx: the context.
        programs: the shader programs of that context, each compiled on first use.
        capabilities: the limits of the driver and of the free memory.
    """

    ctx: moderngl.Context
    programs: Programs
    capabilities: Capabilities
