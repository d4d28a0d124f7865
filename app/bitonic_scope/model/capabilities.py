"""The limits of the driver and of this machine's memory, as values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

# Two textures, the input, a temporary copy while making it, and a canvas of one pixel per texel;
# twice, for a change of size or a recording beside the window.
BYTES_PER_ELEMENT = 2 * (4 + 4 + 4 + 4 + 4)
BYTES_PER_PAIR = 2 * (8 + 8 + 8 + 8 + 4)
BYTES_PER_MB = 10**6

COMPUTE_VERSION = 430  # OpenGL 4.3 introduced compute shaders; moderngl's version code


class FloatPath(StrEnum):
    """How a driver can store floats."""

    FLOAT = "float textures throughout"
    READ_PACKED = "float textures, with one last pass that packs them for reading only"
    PACKED = "packed into bytes throughout"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The limits on a sort.

    Attributes:
        max_side: the largest side of a sort texture, in texels.
        max_element_count: how many 4-byte elements can be sorted in the free memory.
        float_path: how to store floats.
        version_code: the OpenGL version: 330 for 3.3.
    """

    max_side: int
    max_element_count: int
    float_path: FloatPath = FloatPath.FLOAT
    version_code: int = 330

    @property
    def has_compute(self) -> bool:
        """Whether the context has compute shaders."""
        return self.version_code >= COMPUTE_VERSION

    def allows(self, width: int, height: int, *, has_pairs: bool = False) -> bool:
        """Return whether a texture of this size can be sorted."""
        fits = width * height <= self._most_elements(has_pairs=has_pairs)
        return max(width, height) <= self.max_side and fits

    def _most_elements(self, *, has_pairs: bool) -> int:
        if not has_pairs:
            return self.max_element_count
        return max(self.max_element_count * BYTES_PER_ELEMENT // BYTES_PER_PAIR, 1)

    def refusal(self, width: int, height: int, *, has_pairs: bool = False) -> str | None:
        """Return why a size cannot be sorted, in one line; None if it can."""
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
        """Return the largest allowed size, found by halving the longer side."""
        while not self.allows(width, height, has_pairs=has_pairs):
            width, height = (width // 2, height) if width >= height else (width, height // 2)
        return f"{width}x{height}"


def needed_mb(width: int, height: int, has_pairs: bool) -> int:
    """Return the memory that a size takes, canvas and copies included, in megabytes rounded up."""
    bytes_each = BYTES_PER_PAIR if has_pairs else BYTES_PER_ELEMENT
    return -(-width * height * bytes_each // BYTES_PER_MB)


class TextureSupport(NamedTuple):
    """What a driver can do with textures of one element format.

    Attributes:
        can_be_made: the driver accepts such a texture.
        can_be_drawn: a pass of the sort can draw to it.
        keeps_bits: a pass preserves every bit, even of rare values.
        can_be_read: elements can be read back directly.
    """

    can_be_made: bool
    can_be_drawn: bool
    can_be_read: bool
    keeps_bits: bool
