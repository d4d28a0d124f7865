"""Questions about a driver's textures, answered by a trial on a few texels.

Drivers may accept a texture and fail to draw to it, or draw to it and change bits. So each question
does what the sort does, and checks the result.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

import moderngl
import numpy as np

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import Values, sort_keys, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.driver.gpu_clock import find_clock
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.readback import FLOAT_TEXTURES
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.network.reference import sources
from bitonic_scope.network.schedule import Direction

TRIAL_SIDE = 4  # texels: holds all easily damaged values
TRIAL_COUNT = TRIAL_SIDE * TRIAL_SIDE
REAL_COUNT = 11  # in formats with padding: odd, so one comparator gets a value and padding

# Signed zeros, smallest and largest subnormal and normal numbers, infinities, the next above 1.
# fmt: off
FLOAT_PATTERNS = (
    0x8000_0000, 0, 1, 0x8000_0001, 0x007F_FFFF, 0x807F_FFFF, 0x0080_0000, 0x7F7F_FFFF,
    0xFF80_0000, 0x7F80_0000, 0x3F80_0001,
)
HALF_PATTERNS = (0x8000, 0, 1, 0x8001, 0x03FF, 0x83FF, 0x0400, 0x7BFF, 0xFC00, 0x7C00, 0x3C01)
# fmt: on
# All bits set, bit patterns of NaN, and a whole number that is not exact as a float.
RARE_WHOLE_PATTERNS = (0xFFFF_FFFF, 0x7F80_0001, 0x0100_0001, 0xFFC0_0001, 0x8000_0001)
WHOLE_PATTERNS = (*RARE_WHOLE_PATTERNS, *FLOAT_PATTERNS)

Question = Callable[[Gpu, ElementFormat], bool]


@contextmanager
def _trial_engine(
    gpu: Gpu, element_format: ElementFormat, *, order: Direction = Direction.ASCENDING
) -> Iterator[FragmentEngine]:
    layout = TextureLayout(TRIAL_SIDE, TRIAL_SIDE)
    engine = FragmentEngine(gpu, layout, element_format=element_format, order=order)
    try:
        yield engine
    finally:
        engine.release()


def _plain_values(element_format: ElementFormat) -> Values:
    """Return values that every format holds exactly, in descending order."""
    numbers = np.arange(TRIAL_COUNT, dtype=np.uint32)[::-1]
    return numbers.astype(np.float32) if element_format.holds_floats_only else numbers


def _rare_values(element_format: ElementFormat) -> Values:
    """Return the values that drivers damage most easily."""
    if not element_format.holds_floats_only:
        count = REAL_COUNT if element_format.has_tag else TRIAL_COUNT
        return np.array(WHOLE_PATTERNS[:count], np.uint32)
    if element_format.array_dtype == "f2":
        return np.array(HALF_PATTERNS, np.uint16).view(np.float16).astype(np.float32)
    return np.array(FLOAT_PATTERNS, np.uint32).view(np.float32)


def _arrives(engine: FragmentEngine, values: Values) -> bool:
    """Return whether the first pass equals the reference in every bit, padding included."""
    element_format, descending = engine.element_format, engine.order is Direction.DESCENDING
    count = engine.layout.element_count
    elements = store(element_format, values, element_count=count, descending=descending)
    engine.load(elements)
    engine.run_pass()
    keys = sort_keys(element_format, elements, descending=descending)
    places = sources(keys, engine.network.pass_at(1), order=engine.order)
    return engine.read_back().tobytes() == elements[places].tobytes()


def can_be_made(gpu: Gpu, element_format: ElementFormat) -> bool:
    """Create a texture; `ask` sees the error if the driver refuses."""
    components, dtype = element_format.component_count, element_format.texture_dtype
    gpu.ctx.texture((TRIAL_SIDE, TRIAL_SIDE), components, dtype=dtype).release()
    return True


def can_be_drawn(gpu: Gpu, element_format: ElementFormat) -> bool:
    """Draw a pass and ignore the result."""
    with _trial_engine(gpu, element_format) as engine:
        engine.rewind()
        engine.run_pass()
    return True


def can_be_read(gpu: Gpu, element_format: ElementFormat) -> bool:
    """Run a pass on plain values, and compare the read-back."""
    with _trial_engine(gpu, element_format) as engine:
        return _arrives(engine, _plain_values(element_format))


def keeps_bits(gpu: Gpu, element_format: ElementFormat) -> bool:
    """Run a pass on rare values and padding in each direction, and compare the read-back."""
    for order in Direction:
        with _trial_engine(gpu, element_format, order=order) as engine:
            if not _arrives(engine, _rare_values(element_format)):
                return False
    return True


def keeps_bits_packed(gpu: Gpu, element_format: ElementFormat) -> bool:
    """Ask the same of an unreadable texture, by way of the packing pass."""
    if element_format.texture_dtype not in FLOAT_TEXTURES:
        return False
    packing = replace(gpu.capabilities, float_path=FloatPath.READ_PACKED)
    return keeps_bits(replace(gpu, capabilities=packing), element_format)


def has_timer(gpu: Gpu) -> bool:
    """Measure known work by the GPU's clock, and judge whether its times can be trusted."""
    return find_clock(gpu).timer is not None


def glsl_compiles(ctx: moderngl.Context, version: int) -> bool:
    """Compile the smallest program of a GLSL version."""
    source = f"#version {version} core\nvoid main() {{ gl_Position = vec4(0.0); }}\n"
    ctx.program(vertex_shader=source).release()
    return True


class Questions(NamedTuple):
    """All questions; see `ask`: an exception or a pending GL error counts as a no."""

    can_be_made: Question = can_be_made
    can_be_drawn: Question = can_be_drawn
    can_be_read: Question = can_be_read
    keeps_bits: Question = keeps_bits
    keeps_bits_packed: Question = keeps_bits_packed
    has_timer: Callable[[Gpu], bool] = has_timer
    glsl_compiles: Callable[[moderngl.Context, int], bool] = glsl_compiles
