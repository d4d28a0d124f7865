"""How a view shows a state: theme, marks, sizes, zoom and motion."""

from dataclasses import dataclass
from enum import StrEnum


class ThemeChoice(StrEnum):
    """The user's choice of a theme."""

    DARK = "dark"
    LIGHT = "light"
    SYSTEM = "system"

    def on(self, system: "Theme") -> "Theme":
        """Return the theme to show, on a system that itself shows one."""
        return system if self is ThemeChoice.SYSTEM else Theme(self.value)


class Theme(StrEnum):
    """The two palettes."""

    DARK = "dark"
    LIGHT = "light"


class Marks(StrEnum):
    """What is marked on top of the elements, for the pass to come; each includes those before."""

    NONE = "none"
    BLOCKS = "blocks"  # borders of the blocks
    DIRECTIONS = "directions"  # and the direction of each block
    PAIRS = "pairs"  # and which elements are compared
    EXCHANGES = "exchanges"  # and which of them will be exchanged


@dataclass(frozen=True, slots=True)
class Look:
    """How to show a state; the defaults are those of a plain recording.

    Attributes:
        theme: the palette.
        marks: what is marked.
        unit: u, the unit of sizes on the canvas, in pixels.
        type_scale: factor on the size of text, on top of the unit.
        min_text: the least size of figures, in pixels: smaller ones are left out.
        has_labels: whether the view draws its labels and its legend.
        has_panels: whether the window shows panels below the line of the view "both".
        has_whole_cells: whether elements have a whole number of pixels wherever they have one at
            all, so that a picture of any size stays sharp.
        margin: the room left free around all pictures, in units; the window has its own.
        hides_next: whether to hide what the pass to come does: the user predicts it.
        glide: how far the elements have moved from their places before the pass done, 0 to 1.
        zoom: factor on the texture's size; 1 shows the whole texture.
        centre: the element position in the middle of a zoomed texture, x and y from 0 to 1.
    """

    theme: Theme = Theme.DARK
    marks: Marks = Marks.NONE
    unit: float = 8.0
    type_scale: float = 1.0
    min_text: float = 0.0
    has_labels: bool = False
    has_panels: bool = False
    has_whole_cells: bool = False
    margin: float = 0.0
    hides_next: bool = False
    glide: float = 1.0
    zoom: float = 1.0
    centre: tuple[float, float] = (0.5, 0.5)
