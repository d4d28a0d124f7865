"""What the compute engine is tested with: elements, and the states to expect of them."""

from functools import cache
from typing import Any

import moderngl
import numpy as np
from bitonic_scope.gpu.compute.sorter import ComputeSorter, ElementKind
from numpy.typing import NDArray

from bitonic_scope.gpu.compute.dispatch_plan import ComputeForm
from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

Words = NDArray[np.uint32]

TOP_BIT = np.uint32(1 << 31)
SPECIAL_FLOATS = np.array(
    [0.0, -0.0, 1e-40, 3e-40, -1e-40, np.inf, -np.inf, 1, -1, 3.4e38, -3.4e38, 7], np.float32
)
SPECIAL_NUMBERS = np.array([0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF], np.uint32)


@cache
def make_words(kind: ElementKind, element_count: int) -> Words:
    """Make elements with ties, and with all that is special in their kind."""
    rng = np.random.default_rng(element_count)
    is_special = rng.random(element_count) < 0.4
    if kind is ElementKind.FLOAT32:
        floats = rng.standard_normal(element_count, np.float32)
        return np.where(is_special, rng.choice(SPECIAL_FLOATS, element_count), floats).view(
            np.uint32
        )
    if kind is ElementKind.UINT32:
        numbers = rng.integers(0, 1 << 32, element_count, np.uint32)
        return np.where(is_special, rng.choice(SPECIAL_NUMBERS, element_count), numbers)
    tags = rng.permutation(element_count).astype(np.uint32)
    tags |= np.where(is_special, TOP_BIT, np.uint32(0))  # padding
    return np.stack([rng.choice(SPECIAL_NUMBERS, element_count), tags], axis=1)


def ranks(words: Words, kind: ElementKind, order: Direction, *, stable: bool) -> Words:
    """Rank elements by what they are compared by; equals have equal ranks."""
    keys = words if kind is not ElementKind.PAIR else words[:, 0]
    ties = np.zeros_like(keys)
    if kind is ElementKind.FLOAT32:
        keys = np.where(words & TOP_BIT, ~words, words | TOP_BIT)
    if kind is ElementKind.PAIR:
        ties = words[:, 1] if stable else words[:, 1] >> np.uint32(31)
        ties = ~ties if order is Direction.DESCENDING else ties
    pairs = keys.astype(np.uint64) << np.uint64(32) | ties
    ranked: Words = np.unique(pairs, return_inverse=True)[1].astype(np.uint32)
    return ranked


@cache
def expected_states(
    m: int, network_kind: NetworkKind, order: Direction, kind: ElementKind, stable: bool
) -> list[Words]:
    words = make_words(kind, 1 << m)
    keys = ranks(words, kind, order, stable=stable)
    return [words[places] for places in states(keys, order=order, network_kind=network_kind)]


def make_sorter(
    ctx: moderngl.Context,
    programs: ComputePrograms,
    m: int,
    form: ComputeForm,
    *,
    network_kind: NetworkKind = NetworkKind.ALTERNATING,
    order: Direction = Direction.ASCENDING,
    kind: ElementKind = ElementKind.FLOAT32,
    **options: Any,
) -> ComputeSorter:
    network = BitonicNetwork(m, network_kind)
    sorter = ComputeSorter(
        ctx, network, order=order, kind=kind, form=form, programs=programs, **options
    )
    sorter.load(make_words(kind, network.element_count))
    return sorter
