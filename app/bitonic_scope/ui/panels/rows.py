"""The lines of a panel: a label and its value, as many as have room."""

from collections.abc import Sequence
from typing import NamedTuple

from bitonic_scope.network.schedule import Direction
from bitonic_scope.ui.ink import Ink

FIRST_ROW_Y = 6.5  # u: the middle of the first line, from the top of the panel
ROW = 4.0  # u: from line to line


class Row(NamedTuple):
    """A line of the panel.

    Attributes:
        label: what the value is.
        value: the value, in words.
        direction: the direction whose colour the value has; None for the colour of text.
        bits: an index in binary; empty for none.
        lit: the compared bits of that index, as a mask.
        is_spare: whether a low panel may leave the line out; the last such line goes first.
    """

    label: str
    value: str
    direction: Direction | None = None
    bits: str = ""
    lit: int = 0
    is_spare: bool = False


def fitting(ink: Ink, rows: Sequence[Row], height: float) -> list[Row]:
    """Return the rows that have room in a panel of that many logical pixels, in their order."""
    room = int((height / ink.unit - FIRST_ROW_Y + ROW / 2) / ROW)
    kept = list(rows)
    for row in [row for row in reversed(rows) if row.is_spare]:
        if len(kept) > room:
            kept.remove(row)
    return kept[: max(room, 0)]
