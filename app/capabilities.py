"""What this driver and this machine's memory allow, as values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The limits on a sort texture.

    Attributes:
        max_side: the driver's largest texture, in texels a side.
        max_element_count: how many elements the memory that is free now can hold.
    """

    max_side: int
    max_element_count: int

    def allows(self, width: int, height: int) -> bool:
        """Tell whether a texture of that many texels can be sorted here."""
        return max(width, height) <= self.max_side and width * height <= self.max_element_count

    def refusal(self, width: int, height: int) -> str | None:
        """Say in one line why a size cannot be sorted here, or None where it can."""
        if max(width, height) > self.max_side:
            nearest = f"{min(width, self.max_side)}x{min(height, self.max_side)}"
            return (
                f"this driver's textures have at most {self.max_side} texels a side, "
                f"got {width}x{height}; nearest: {nearest}"
            )
        if width * height > self.max_element_count:
            return (
                f"the free memory holds at most {self.max_element_count} elements, "
                f"got {width}x{height} = {width * height}; try a smaller size"
            )
        return None
