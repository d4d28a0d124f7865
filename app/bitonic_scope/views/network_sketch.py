"""A drawing of the network in the making: what its parts share."""

from math import floor

from bitonic_scope.model.look import Look
from bitonic_scope.views.diagram import Comparator, Diagram
from bitonic_scope.views.drawing import Align, Label
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.network_places import SMALL_TEXT, Places, network_places
from bitonic_scope.views.network_state import NetworkState
from bitonic_scope.views.palette import PALETTES, Colour, Palette

ARROWS_NOTE = "Arrows point to where the larger number goes."
RANKS_NOTE = "The numbers are ranks: 1 is the least."

# In u.
HAIR = 0.12  # wires and outlines
THIN = 0.2  # comparators, brackets and the box
ROUND = 0.5  # radius of corners
POINTED_LINE = 0.5


class Sketch:
    """What the parts of the drawing share: places, colours, and which pass to show.

    Attributes:
        state, look, size: what to draw, how, and on how many pixels.
        unit, type_unit: u, and u of type, in pixels.
        palette: the colours.
        diagram: which comparators stand where.
        glides: whether numbers are on their way.
        notes: the lines under the network.
        places: where everything stands.
        shown: the index of the column to look at; that of no column at the end.
    """

    def __init__(self, state: NetworkState, look: Look, size: tuple[int, int]) -> None:
        self.state, self.look, self.size = state, look, size
        self.unit, self.type_unit = look.unit, look.unit * look.type_scale
        self.palette: Palette = PALETTES[look.theme]
        self.diagram = state.diagram
        self.glides = (
            look.glide < 1
            and len(state.came_from) == self.diagram.wire_count
            and self.diagram.columns_done > 0
        )
        self.notes = self._note_lines()
        self.places = self._places(self.diagram)
        if self.glides:  # the columns move with the numbers
            before = self.diagram._replace(columns_done=self.diagram.columns_done - 1)
            self.places = self._places(before).on_the_way_to(self.places, eased(look.glide))
        # While numbers ride, the pass that moves them is the one to look at.
        self.shown = self.diagram.columns_done - self.glides

    def _places(self, diagram: Diagram) -> Places:
        now = self.state.now
        figures = max(1, *map(len, now.numerals)) if now else 0
        return network_places(
            diagram,
            self.look,
            self.size,
            figures=figures,
            has_inputs=self.state.inputs is not None,
            note_lines=len(self.notes),
        )

    def _note_lines(self) -> list[str]:
        # The note of a large network is long, and speaks of the arrows.
        parts = (self.diagram.note or ARROWS_NOTE, RANKS_NOTE * self.state.are_ranks)
        note = " ".join(part for part in parts if part)
        return _wrapped(note, self.size[0], SMALL_TEXT * self.type_unit)

    @property
    def is_done(self) -> bool:
        """Whether the outputs show numbers instead of question marks."""
        return self.diagram.columns_done == len(self.diagram.columns) and not self.glides

    def direction(self, comparator: Comparator) -> Colour:
        """Return the colour of the direction of a comparator."""
        return self.palette.ascending if comparator.ascending else self.palette.descending

    def text(
        self, text: str, x: float, y: float, colour: Colour, align: Align = Align.LEFT
    ) -> Label:
        """Return a line of small text."""
        return Label(text, x, y, SMALL_TEXT * self.type_unit, colour, align)


def eased(part: float) -> float:
    """Return how far something has moved that starts and ends slowly; both from 0 to 1."""
    part = min(max(part, 0.0), 1.0)
    return part * part * (3 - 2 * part)


def crisp(position: float, thickness: float) -> float:
    """Return the nearest middle of a line whose edges are on whole pixels."""
    half = max(floor(thickness + 0.5), 1) / 2
    return floor(position - half + 0.5) + half


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of at most a width; none for no text."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
