"""What a person chooses: frozen values, validated when they are made.

Imports no numpy, so that the command line can refuse a value in a fraction of a second.
"""

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind

if TYPE_CHECKING:
    from bitonic_scope.data.own_data import OwnData  # at run time it would load numpy

MAX_SIDE = 16384  # texels; 16384 x 16384 is 2^28 elements, the most that a network here sorts
MAX_ELEMENT_COUNT = MAX_SIDE * MAX_SIDE
MAX_SEED = 2**63 - 1
MIN_UI_SCALE, MAX_UI_SCALE = 0.5, 4.0
DEFAULT_VIEW = "texture"  # a name of `views.catalogue`

_WHOLE_NUMBER = re.compile(
    r"[+-]?[0-9]{1,30}"
)  # int() alone takes "1_000" and other scripts' digits


_network = cache(BitonicNetwork)  # it is asked for many times a frame


def nearest_side(side: int) -> int:
    """Return the allowed side that is nearest to a number, the larger one of two."""
    if side < 1:
        return 1
    below = 1 << min(side.bit_length() - 1, MAX_SIDE.bit_length() - 1)
    return below if side - below < 2 * below - side else min(2 * below, MAX_SIDE)


def check_side(side: int) -> int:
    """Return the side of a texture if it is allowed.

    Raises:
        ValueError: it is not a power of two from 1 to 16384.
    """
    if not 1 <= side <= MAX_SIDE or side & (side - 1):
        raise ValueError(
            f"size must be a power of two from 1 to {MAX_SIDE}, got {side}; "
            f"nearest: {nearest_side(side)}"
        )
    return side


def size_from_text(text: str) -> tuple[int, int]:
    """Read a size as the command line has it, "W" or "WxH".

    Returns:
        (width, height) in texels.

    Raises:
        ValueError: a side is not a power of two from 1 to 16384.
    """
    sides = text.strip().lower().split("x")
    if not 1 <= len(sides) <= 2 or not all(_WHOLE_NUMBER.fullmatch(side) for side in sides):
        raise ValueError(
            f"size must be W or WxH, each a power of two from 1 to {MAX_SIDE}, got '{text}'; "
            "for example: 16 or 32x16"
        )
    return check_side(int(sides[0])), check_side(int(sides[-1]))


def check_seed(seed: int) -> int:
    """Return the seed if it is allowed.

    Raises:
        ValueError: it is not from 0 to 2^63 - 1.
    """
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(
            f"seed must be a whole number from 0 to {MAX_SEED}, got {seed}; "
            f"nearest: {min(max(seed, 0), MAX_SEED)}"
        )
    return seed


def seed_from_text(text: str) -> int:
    """Read a seed as it is typed, in the window and on the command line alike.

    Raises:
        ValueError: it is not a whole number from 0 to 2^63 - 1.
    """
    if not _WHOLE_NUMBER.fullmatch(text.strip()):
        raise ValueError(
            f"seed must be a whole number from 0 to {MAX_SEED}, got '{text}'; for example: 1"
        )
    return check_seed(int(text))


def check_count(count: int) -> int:
    """Return the number of elements if it is allowed.

    Raises:
        ValueError: it is not from 1 to 2^28.
    """
    if not 1 <= count <= MAX_ELEMENT_COUNT:
        raise ValueError(
            f"count must be a whole number from 1 to {MAX_ELEMENT_COUNT}, got {count}; "
            f"nearest: {min(max(count, 1), MAX_ELEMENT_COUNT)}"
        )
    return count


def count_from_text(text: str) -> int:
    """Read a number of elements as it is typed, in the window and on the command line alike.

    Raises:
        ValueError: it is not a whole number from 1 to 2^28.
    """
    if not _WHOLE_NUMBER.fullmatch(text.strip()):
        raise ValueError(
            f"count must be a whole number from 1 to {MAX_ELEMENT_COUNT}, got '{text}'; "
            "for example: 100"
        )
    return check_count(int(text))


def size_for_count(count: int) -> tuple[int, int]:
    """Return the smallest texture for that many elements: square, or twice as wide as high."""
    bits = (count - 1).bit_length()
    return 1 << (bits + 1) // 2, 1 << bits // 2


class EngineName(StrEnum):
    """What runs the passes."""

    FRAGMENT = "fragment"  # a draw a pass
    COMPUTE = "compute"  # a dispatch takes as many passes as it can
    COMPUTE_SIMPLE = "compute-simple"  # a comparator a thread, as textbooks have it


@dataclass(frozen=True, slots=True)
class SortSettings:
    """What is sorted, and which way.

    Together with a position they determine every bit of the sort texture.

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
        check_side(self.width)
        check_side(self.height)
        check_seed(self.seed)
        if self.count is not None:
            check_count(self.count)
        if self.real_count > self.element_count:
            width, height = size_for_count(self.real_count)
            raise ValueError(
                f"size must hold all {self.real_count} elements, got {self.width}x{self.height} = "
                f"{self.element_count}; smallest: {width}x{height}"
            )
        if self.stable and self.element_format not in (FormatName.AUTO, FormatName.PAIR):
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


def size_for_own(own: "OwnData") -> tuple[int, int]:
    """Return the smallest texture for a person's own data; a picture stays upright in it."""
    if own.colours is not None:
        height, width = (1 << (side - 1).bit_length() for side in own.shape)
        if max(width, height) <= MAX_SIDE:
            return width, height
    return size_for_count(own.count)


def with_own(
    settings: SortSettings, own: "OwnData", size: tuple[int, int] | None = None
) -> SortSettings:
    """Return settings that sort a person's own data.

    Args:
        settings: all the rest.
        own: the data.
        size: width and height of the texture; None for the smallest.

    Raises:
        ValueError: the size does not hold them all.
    """
    width, height = size_for_own(own) if size is None else size
    return replace(settings, width=width, height=height, count=None, own=own)


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
