"""The user's choices, as frozen values validated on creation.

Imports no numpy, so the command line refuses values in a fraction of a second.
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
from bitonic_scope.model.look import Look, Marks, Theme, ThemeChoice
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

if TYPE_CHECKING:
    from bitonic_scope.data.own_data import OwnData  # importing it at run time would load numpy

DEFAULT_VIEW = "texture"  # a name in `views.catalogue`

_network = cache(BitonicNetwork)  # panels read it many times per frame


class EngineName(StrEnum):
    """The engine that runs the passes."""

    FRAGMENT = "fragment"  # one draw per pass
    COMPUTE = "compute"  # as many passes per dispatch as possible
    COMPUTE_SIMPLE = "compute-simple"  # one comparator per thread, as in textbooks


@dataclass(frozen=True, slots=True)
class SortSettings:
    """What to sort, and how.

    Settings and a position determine every bit of the sort texture. Each `with_...` returns the
    settings after one choice, and adapts dependent settings so that the result is valid.

    Attributes:
        width, height: the size of the sort texture in texels, powers of two from 1 to 16384.
        seed: the seed of generated data, 0 to 2^63 - 1.
        order: the sort direction.
        network_kind: the kind of network.
        data: the kind of generated data.
        count: the number of elements, the rest is padding; None for no padding. Own data have
            their own count.
        element_format: the storage format.
        stable: whether equal elements keep the order of the input; pairs only.
        own: the user's own data; None for generated data.
        engine: the engine that runs the passes.

    Raises:
        ValueError: a value is out of range, or two values contradict.
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
        """The number of elements in the network, padding included."""
        return self.width * self.height

    @property
    def real_count(self) -> int:
        """The number of elements without padding."""
        if self.own is not None:
            return self.own.count
        return self.element_count if self.count is None else self.count

    @property
    def padding_count(self) -> int:
        """The number of padding elements, which fill up to a power of two."""
        return self.element_count - self.real_count

    @property
    def has_whole_numbers(self) -> bool:
        """Whether the values are 32-bit whole numbers rather than floats."""
        if self.own is not None and self.own.values.dtype.kind == "u":
            return True
        return self.element_format is FormatName.UINT32

    @property
    def network(self) -> BitonicNetwork:
        """The sorting network."""
        return _network(self.element_count.bit_length() - 1, self.network_kind)

    def with_size(self, width: int, height: int) -> Self:
        """Choose a size, clamped to its range; no change if own data do not fit."""
        width, height = min(max(width, 1), MAX_SIDE), min(max(height, 1), MAX_SIDE)
        if self.own is not None and self.own.count > width * height:
            return self
        count = self.count if self.count is not None and self.count < width * height else None
        return replace(self, width=width, height=height, count=count)

    def with_count(self, count: int) -> Self:
        """Choose the number of elements; keeps the size if it is the right one.

        Raises:
            ValueError: own data have their own number of elements.
        """
        if self.own is not None:
            raise ValueError("your own data have their own number of elements; try generated data")
        width, height = self.width, self.height
        if not width * height // 2 < count <= width * height:
            width, height = size_for_count(count)
        real_count = None if count == width * height else count
        return replace(self, width=width, height=height, count=real_count)

    def with_seed(self, seed: int) -> Self:
        """Choose a seed, and generated data."""
        return replace(self, seed=seed, own=None)

    def with_data(self, kind: DataKind) -> Self:
        """Choose a kind of generated data."""
        return replace(self, data=kind, own=None)

    def with_own(self, own: "OwnData", size: tuple[int, int] | None = None) -> Self:
        """Choose the user's own data.

        Args:
            own: the data.
            size: (width, height) of the texture; None for the smallest.

        Raises:
            ValueError: the data do not fit the size.
        """
        width, height = size_for_own(own) if size is None else size
        return replace(self, width=width, height=height, count=None, own=own)

    def with_format(self, name: FormatName) -> Self:
        """Choose a format; a format that cannot keep places makes the sort unstable."""
        return replace(self, element_format=name, stable=self.stable and name.may_keep_places)

    def with_stable(self, *, stable: bool) -> Self:
        """Choose whether equal elements keep their order; if so, the format must keep places."""
        keeps_format = not stable or self.element_format.may_keep_places
        name = self.element_format if keeps_format else FormatName.PAIR
        return replace(self, stable=stable, element_format=name)


def size_for_own(own: "OwnData") -> tuple[int, int]:
    """Return the smallest (width, height) for own data; keeps pictures upright where possible."""
    if own.colours is not None:
        height, width = (1 << (side - 1).bit_length() for side in own.shape)
        if max(width, height) <= MAX_SIDE:
            return width, height
    return size_for_count(own.count)


def recorded_look(view: str, marks: Marks, theme: Theme) -> Look:
    """Return how a view is recorded.

    Labels would take room from the texture: its frames are for other people's layouts.
    """
    return Look(theme, marks, has_labels=view != DEFAULT_VIEW)


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """How the window looks.

    Attributes:
        ui_scale: factor on the size of text and controls, 0.5 to 4; on top of the window's scale.
        view: the name of the view in `views.catalogue`.
        fullscreen: whether the window fills the screen.
        help_open: whether to show the overlay of keys.
        driver_open: whether to show the page about the driver.
        drawer_open: whether to show the drawer of rare settings.
        recording_open: whether to show the choices of a recording.
        theme: the user's choice of a theme.
        marks: what is marked on the picture.
        is_presenting: whether to show only the picture, the caption and the strip.
        is_blank: whether the screen is blank, so that a class looks elsewhere.
        predicts: whether the next state is hidden until the user asks for it.
        reduces_motion: whether elements jump to their places instead of gliding.

    Raises:
        ValueError: ui_scale is out of range.
    """

    ui_scale: float = 1.0
    view: str = DEFAULT_VIEW
    fullscreen: bool = False
    help_open: bool = False
    driver_open: bool = False
    drawer_open: bool = False
    recording_open: bool = False
    theme: ThemeChoice = ThemeChoice.SYSTEM
    marks: Marks = Marks.DIRECTIONS
    is_presenting: bool = False
    is_blank: bool = False
    predicts: bool = False
    reduces_motion: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.ui_scale) and MIN_UI_SCALE <= self.ui_scale <= MAX_UI_SCALE):
            raise ValueError(
                f"ui-scale must be from {MIN_UI_SCALE} to {MAX_UI_SCALE}, got {self.ui_scale}"
            )
