"""What a person chooses: frozen values, validated when they are made.

Imports no numpy, so that the command line can refuse a value in a fraction of a second.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Self

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.limits import (
    COUNT,
    MAX_SIDE,
    MAX_UI_SCALE,
    MIN_UI_SCALE,
    SEED,
    SIDE,
    size_for_count,
)
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

if TYPE_CHECKING:
    from bitonic_scope.data.own_data import OwnData  # at run time it would load numpy

DEFAULT_VIEW = "texture"  # a name of `views.catalogue`

_network = cache(BitonicNetwork)  # it is asked for many times a frame


class EngineName(StrEnum):
    """What runs the passes."""

    FRAGMENT = "fragment"  # a draw a pass
    COMPUTE = "compute"  # a dispatch takes as many passes as it can
    COMPUTE_SIMPLE = "compute-simple"  # a comparator a thread, as textbooks have it


@dataclass(frozen=True, slots=True)
class SortSettings:
    """What is sorted, and which way.

    Together with a position they determine every bit of the sort texture. Each `with_...` returns
    the settings after one choice: what depends on the choice changes too, so that all stays valid.

    Attributes:
        width, height: of the sort texture in texels, powers of two from 1 to 16384.
        seed: of the start data, 0 to 2^63 - 1.
        order: which way the network sorts.
        network_kind: which network sorts.
        data: how the start data are made from the seed.
        count: how many elements there are, the others are padding; None where all are real.
        element_format: how elements are stored.
        stable: whether equal elements end in the order of the input; in pairs only.
        own: what a person brought along, instead of generated data.
        engine: what runs the passes.

    Raises:
        ValueError: a value is out of its range.
    """

    width: int = 16
    height: int = 16
    seed: int = 1
    order: Direction = Direction.ASCENDING
    network_kind: NetworkKind = NetworkKind.ALTERNATING
    data: DataKind = DataKind.UNIFORM
    count: int | None = None
    element_format: FormatName = FormatName.AUTO
    stable: bool = False
    own: "OwnData | None" = None
    engine: EngineName = EngineName.FRAGMENT

    def __post_init__(self) -> None:
        SIDE.check(self.width)
        SIDE.check(self.height)
        SEED.check(self.seed)
        if self.count is not None:
            COUNT.check(self.count)
        if self.real_count > self.element_count:
            width, height = size_for_count(self.real_count)
            raise ValueError(
                f"size must hold all {self.real_count} elements, got {self.width}x{self.height} = "
                f"{self.element_count}; smallest: {width}x{height}"
            )
        if self.stable and not self.element_format.may_keep_places:
            raise ValueError(
                "stable needs the place that each element came from, which only the format pair "
                f"has, got format {self.element_format}"
            )

    @property
    def element_count(self) -> int:
        """How many elements the network sorts, padding among them."""
        return self.width * self.height

    @property
    def real_count(self) -> int:
        """How many of them are no padding."""
        if self.own is not None:
            return self.own.count
        return self.element_count if self.count is None else self.count

    @property
    def padding_count(self) -> int:
        """How many of them only fill up to a power of two."""
        return self.element_count - self.real_count

    @property
    def has_whole_numbers(self) -> bool:
        """Whether the values are whole numbers of 32 bits, not floats."""
        if self.own is not None and self.own.values.dtype.kind == "u":
            return True
        return self.element_format is FormatName.UINT32

    @property
    def network(self) -> BitonicNetwork:
        """The network that sorts them."""
        return _network(self.element_count.bit_length() - 1, self.network_kind)

    def with_size(self, width: int, height: int) -> Self:
        """Choose a size, clamped to its range; where own data do not fit, nothing changes."""
        width, height = min(max(width, 1), MAX_SIDE), min(max(height, 1), MAX_SIDE)
        if self.own is not None and self.own.count > width * height:
            return self
        count = self.count if self.count is not None and self.count < width * height else None
        return replace(self, width=width, height=height, count=count)

    def with_count(self, count: int) -> Self:
        """Choose how many elements there are; the size stays where it is the right one.

        Raises:
            ValueError: own data have their own number.
        """
        if self.own is not None:
            raise ValueError("own data have their own number of elements; a kind of data has any")
        width, height = self.width, self.height
        if not width * height // 2 < count <= width * height:
            width, height = size_for_count(count)
        real_count = None if count == width * height else count
        return replace(self, width=width, height=height, count=real_count)

    def with_seed(self, seed: int) -> Self:
        """Choose a seed, of generated data."""
        return replace(self, seed=seed, own=None)

    def with_data(self, kind: DataKind) -> Self:
        """Choose a kind of generated data."""
        return replace(self, data=kind, own=None)

    def with_own(self, own: "OwnData", size: tuple[int, int] | None = None) -> Self:
        """Choose a person's own data.

        Args:
            own: the data.
            size: width and height of the texture; None for the smallest.

        Raises:
            ValueError: the size does not hold them all.
        """
        width, height = size_for_own(own) if size is None else size
        return replace(self, width=width, height=height, count=None, own=own)

    def with_format(self, name: FormatName) -> Self:
        """Choose a format; where it cannot keep places, the sort is not stable."""
        return replace(self, element_format=name, stable=self.stable and name.may_keep_places)

    def with_stable(self, *, stable: bool) -> Self:
        """Choose whether equal elements keep their order; if so, in a format that keeps places."""
        keeps_format = not stable or self.element_format.may_keep_places
        name = self.element_format if keeps_format else FormatName.PAIR
        return replace(self, stable=stable, element_format=name)


def size_for_own(own: "OwnData") -> tuple[int, int]:
    """Return the smallest texture for a person's own data; a picture stays upright in it."""
    if own.colours is not None:
        height, width = (1 << (side - 1).bit_length() for side in own.shape)
        if max(width, height) <= MAX_SIDE:
            return width, height
    return size_for_count(own.count)


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """How the window shows it.

    Attributes:
        ui_scale: factor on the size of text and controls, 0.5 to 4; beside the window's own scale.
        view: the name of the view, as in `views.catalogue`.
        fullscreen: whether the window fills the screen.
        help_open: whether the overlay of keys is shown.
        driver_open: whether the page about the driver is shown.

    Raises:
        ValueError: a value is out of its range.
    """

    ui_scale: float = 1.0
    view: str = DEFAULT_VIEW
    fullscreen: bool = False
    help_open: bool = False
    driver_open: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.ui_scale) and MIN_UI_SCALE <= self.ui_scale <= MAX_UI_SCALE):
            raise ValueError(
                f"ui-scale must be from {MIN_UI_SCALE} to {MAX_UI_SCALE}, got {self.ui_scale}"
            )
