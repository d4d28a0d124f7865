"""What the compute engine is tested with: elements, and the states to expect of them."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.limits import size_for_count
from bitonic_scope.model.settings import EngineName
from bitonic_scope.model.storage import COMPUTE_FORMATS
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import Direction, NetworkKind

Words = NDArray[np.uint32]

ENGINES = [EngineName.COMPUTE, EngineName.COMPUTE_SIMPLE]
UINT32, PAIR = FORMATS[FormatName.UINT32], FORMATS[FormatName.PAIR]
# Each format, and whether its equal elements end in the order of the input.
FORMS = [(FORMATS[name], False) for name in COMPUTE_FORMATS] + [(PAIR, True)]

TOP_BIT = np.uint32(1 << 31)
SPECIAL_FLOATS = np.array(
    [0.0, -0.0, 1e-40, 3e-40, -1e-40, np.inf, -np.inf, 1, -1, 3.4e38, -3.4e38, 7], np.float32
)
SPECIAL_NUMBERS = np.array([0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF], np.uint32)


@cache
def make_elements(element_format: ElementFormat, element_count: int) -> Elements:
    """Make elements with ties, and with all that is special in their format."""
    rng = np.random.default_rng(element_count)
    is_special = rng.random(element_count) < 0.4
    if element_format.name is FormatName.FLOAT32:
        floats = rng.standard_normal(element_count, np.float32)
        return np.where(is_special, rng.choice(SPECIAL_FLOATS, element_count), floats)
    if element_format.name is FormatName.UINT32:
        numbers = rng.integers(0, 1 << 32, element_count, np.uint32)
        return np.where(is_special, rng.choice(SPECIAL_NUMBERS, element_count), numbers)
    assert element_format.name is FormatName.PAIR
    tags = rng.permutation(element_count).astype(np.uint32)
    tags |= np.where(is_special, TOP_BIT, np.uint32(0))  # padding
    return np.stack([rng.choice(SPECIAL_NUMBERS, element_count), tags], axis=1)


def ranks(
    elements: Elements, element_format: ElementFormat, order: Direction, *, stable: bool
) -> Words:
    """Rank elements by what they are compared by; equals have equal ranks."""
    words = elements.view(np.uint32)
    keys = words[:, 0] if element_format.has_tag else words
    ties = np.zeros_like(keys)
    if element_format.name is FormatName.FLOAT32:
        keys = np.where(words & TOP_BIT, ~words, words | TOP_BIT)
    if element_format.has_tag:
        ties = words[:, 1] if stable else words[:, 1] >> np.uint32(31)
        ties = ~ties if order is Direction.DESCENDING else ties
    pairs = keys.astype(np.uint64) << np.uint64(32) | ties
    ranked: Words = np.unique(pairs, return_inverse=True)[1].astype(np.uint32)
    return ranked


@cache
def expected_states(
    m: int,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
    order: Direction = Direction.ASCENDING,
    element_format: ElementFormat = FLOAT32,
    stable: bool = False,
) -> list[Elements]:
    elements = make_elements(element_format, 1 << m)
    keys = ranks(elements, element_format, order, stable=stable)
    return [elements[places] for places in states(keys, order=order, network_kind=network_kind)]


def same_bits(found: Elements, expected: Elements) -> bool:
    """Tell whether elements are equal to the bit: -0 is not 0."""
    is_alike = (found.dtype, found.shape) == (expected.dtype, expected.shape)
    return is_alike and found.tobytes() == expected.tobytes()


def make_engine(
    gpu: Gpu,
    m: int,
    engine: EngineName,
    *,
    element_format: ElementFormat = FLOAT32,
    **options: Any,
) -> ComputeEngine:
    """Make an engine for 2^m elements, and load them."""
    layout = TextureLayout(*size_for_count(1 << m))
    made = ComputeEngine(gpu, layout, element_format=element_format, engine=engine, **options)
    made.load(make_elements(element_format, 1 << m))
    return made
