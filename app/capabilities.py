"""What this driver and this machine's memory allow, as values."""

from dataclasses import dataclass
from enum import StrEnum


class FloatPath(StrEnum):
    """What float textures can be used for on a driver."""

    FLOAT = "float textures throughout"
    READ_PACKED = "float textures, with one last pass that packs them for reading only"
    PACKED = "packed into bytes throughout"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The limits on a sort texture.

    Attributes:
        max_side: the driver's largest texture, in texels a side.
        max_element_count: how many elements the memory that is free now can hold.
    """

    max_side: int
    max_element_count: int
    float_path: FloatPath = FloatPath.FLOAT

    def allows(self, width: int, height: int) -> bool:
        """Tell whether a texture of that many texels can be sorted here."""
        return max(width, height) <= self.max_side and width * height <= self.max_element_count

    def refusal(self, width: int, height: int) -> str | None:
        """Say in one line why a size cannot be sorted here, or None where it can."""
        if self.allows(width, height):
            return None
        if max(width, height) > self.max_side:
            limit = f"this driver's textures have at most {self.max_side} texels a side"
        else:
            limit = f"the free memory holds at most {self.max_element_count} elements"
        got = f"{width}x{height} = {width * height}"
        return f"{limit}, got {got}; nearest: {self._nearest(width, height)}"

    def _nearest(self, width: int, height: int) -> str:
        """Return the largest allowed size that halving the longer side leads to."""
        while not self.allows(width, height):
            width, height = (width // 2, height) if width >= height else (width, height // 2)
        return f"{width}x{height}"
