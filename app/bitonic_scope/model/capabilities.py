"""What this driver and this machine's memory allow, as values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

# Two textures of 4 bytes an element, the input, its making, and a canvas of one pixel a texel; and
# all of it twice, while one size follows another, or while a recording runs beside the window.
BYTES_PER_ELEMENT = 2 * (4 + 4 + 4 + 4 + 4)
BYTES_PER_PAIR = 2 * (8 + 8 + 8 + 8 + 4)
BYTES_PER_MB = 10**6

COMPUTE_VERSION = 430  # OpenGL 4.3 brought compute shaders; as moderngl counts versions


class FloatPath(StrEnum):
    """What float textures can be used for on a driver."""

    FLOAT = "float textures throughout"
    READ_PACKED = "float textures, with one last pass that packs them for reading only"
    PACKED = "packed into bytes throughout"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The limits on a sort texture, and what it may hold.

    Attributes:
        max_side: the driver's largest texture, in texels a side.
        max_element_count: how many elements of 4 bytes the memory that is free now can hold.
        float_path: how floats are stored.
        version_code: the version of OpenGL: 330 for 3.3.
    """

    max_side: int
    max_element_count: int
    float_path: FloatPath = FloatPath.FLOAT
    version_code: int = 330

    @property
    def has_compute(self) -> bool:
        """Whether there are compute shaders."""
        return self.version_code >= COMPUTE_VERSION

    def allows(self, width: int, height: int, *, has_pairs: bool = False) -> bool:
        """Tell whether a texture of that many texels can be sorted here."""
        fits = width * height <= self._most_elements(has_pairs=has_pairs)
        return max(width, height) <= self.max_side and fits

    def _most_elements(self, *, has_pairs: bool) -> int:
        if not has_pairs:
            return self.max_element_count
        return max(self.max_element_count * BYTES_PER_ELEMENT // BYTES_PER_PAIR, 1)

    def refusal(self, width: int, height: int, *, has_pairs: bool = False) -> str | None:
        """Say in one line why a size cannot be sorted here, or None where it can."""
        if self.allows(width, height, has_pairs=has_pairs):
            return None
        got = f"{width}x{height} = {width * height}"
        if max(width, height) > self.max_side:
            limit = f"this driver's textures have at most {self.max_side} texels a side"
        else:
            kind = "pairs" if has_pairs else "elements"
            most = self._most_elements(has_pairs=has_pairs)
            limit = f"the free memory holds at most {most} {kind}"
            got += f", which take about {needed_mb(width, height, has_pairs)} MB"
        return f"{limit}, got {got}; nearest: {self._nearest(width, height, has_pairs)}"

    def _nearest(self, width: int, height: int, has_pairs: bool) -> str:
        """Return the largest allowed size that halving the longer side leads to."""
        while not self.allows(width, height, has_pairs=has_pairs):
            width, height = (width // 2, height) if width >= height else (width, height // 2)
        return f"{width}x{height}"


def needed_mb(width: int, height: int, has_pairs: bool) -> int:
    """Return how many megabytes a size takes, with all that belongs to it, rounded up."""
    bytes_each = BYTES_PER_PAIR if has_pairs else BYTES_PER_ELEMENT
    return -(-width * height * bytes_each // BYTES_PER_MB)


class TextureSupport(NamedTuple):
    """What a driver can do with the textures of one element format.

    Attributes:
        can_be_made: it accepts such a texture.
        can_be_drawn: a pass of the sort can draw to it.
        keeps_bits: what a pass moves arrives with every bit, the rarest values included.
        can_be_read: its elements come back to the host without a detour.
    """

    can_be_made: bool
    can_be_drawn: bool
    can_be_read: bool
    keeps_bits: bool
