"""The GPU as one value: its context, programs and capabilities."""

from dataclasses import dataclass

import moderngl

from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities


@dataclass(frozen=True, slots=True)
class Gpu:
    """A context, its programs and its limits, for code that sorts or draws.

    From `driver.probe`: `probe` takes a context, `headless_gpu` needs no window.

    Attributes:
        ctx: the context.
        programs: the shader programs of that context, each compiled on first use.
        capabilities: the limits of the driver and of the free memory.
    """

    ctx: moderngl.Context
    programs: Programs
    capabilities: Capabilities
