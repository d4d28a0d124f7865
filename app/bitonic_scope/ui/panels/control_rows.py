"""Rows of controls, each with its label."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT

ROW_GAP = 0.7  # u
LABEL_WIDTH = 20.0  # u


@dataclass(slots=True)
class Rows:
    """Places rows one under the other: a label, and a control right of it."""

    ink: Ink
    left: float
    width: float
    y: float

    def place(self, label: str, height: float = CONTROL_HEIGHT) -> Rect:
        """Draw the label of the next row, and return the place of its control."""
        unit = self.ink.unit
        rect = Rect(self.left, self.y, self.width, height * unit)
        self.y = rect.bottom + ROW_GAP * unit
        indent = LABEL_WIDTH * unit
        if label:
            self.ink.text(label, rect.x, rect.middle[1], self.ink.colours.quiet_text)
        return rect._replace(x=rect.x + indent, width=rect.width - indent)

    def split(self, label: str, parts: int) -> list[Rect]:
        """Return the places of several controls side by side."""
        rect, gap = self.place(label), self.ink.unit
        width = (rect.width - gap * (parts - 1)) / parts
        return [rect._replace(x=rect.x + n * (width + gap), width=width) for n in range(parts)]

    def spread(self, label: str, widths: Sequence[float]) -> list[Rect]:
        """Return the places of controls of these widths, equally far apart."""
        rect = self.place(label)
        gap = (rect.width - sum(widths)) / len(widths)
        lefts = accumulate(widths, lambda x, width: x + width + gap, initial=rect.x)
        return [rect._replace(x=x, width=width) for x, width in zip(lefts, widths, strict=False)]
