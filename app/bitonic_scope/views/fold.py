"""The fold of a line: its columns hold no padding, for which one hatched bar stands at the end.

Where the padding is changes with every pass, so a fold belongs to a state. Neighbouring elements
form groups of one size, by default of one element; a group of nothing but padding gets no place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import is_padding
from bitonic_scope.model.look import Look
from bitonic_scope.views.arrangement import Pane, whole
from bitonic_scope.views.drawing import Box, Drawing
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.palette import PALETTES

BAR, BAR_GAP = 2.0, 1.0  # u, of the hatched bar, and between the columns and the bar
MAX_GROUPS = 1 << 14  # texels in a row that every driver can draw
PADDING = 65536  # the greatest height of a group of padding alone; see columns.frag


class Fold(NamedTuple):
    """Where elements stand in a line without padding.

    Attributes:
        pane: the place of the columns.
        bar: the place of the hatched bar.
        kept: the groups that have a place, by their number, ascending.
        group_count: the number of groups.
        element_count: the number of elements, with padding.
    """

    pane: Pane
    bar: Pane
    kept: NDArray[np.int64]
    group_count: int
    element_count: int

    @property
    def columns(self) -> int:
        """The number of columns: one per group, at most one per pixel."""
        return min(len(self.kept), self.pane.width)

    @property
    def is_exact(self) -> bool:
        """Whether each column shows one element."""
        return self.columns == len(self.kept) and self.group_count == self.element_count

    def rank(self, element: int) -> int:
        """Return how many groups before that of an element have a place."""
        return int(np.searchsorted(self.kept, self._group_of(element)))

    def column_of(self, element: int) -> int | None:
        """Return the column of an element; None for padding."""
        rank = self.rank(element)
        if rank == len(self.kept) or self.kept[rank] != self._group_of(element):
            return None
        return ((rank + 1) * self.columns - 1) // len(self.kept)

    def element_of(self, column: int) -> int:
        """Return the index of the first element in a column."""
        group = int(self.kept[column * len(self.kept) // self.columns])
        return group * self.element_count // self.group_count

    def _group_of(self, element: int) -> int:
        """Return the group of an element; see first_element in columns.frag."""
        return ((element + 1) * self.group_count - 1) // self.element_count

    def x_of(self, element: int) -> float:
        """Return where the columns from an element on begin, on the canvas."""
        return self.pane.left + self.pane.width * self.rank(element) / len(self.kept)

    def folded(self, heights: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the least and the greatest height of each column, of those of all groups.

        Args:
            heights: (group_count, 2) uint32.

        Returns:
            (columns, 2) uint32.
        """
        kept = heights[self.kept]
        firsts = np.arange(self.columns) * len(self.kept) // self.columns
        least, greatest = np.minimum.reduceat, np.maximum.reduceat
        return np.stack([least(kept[:, 0], firsts), greatest(kept[:, 1], firsts)], axis=1)


def is_folded(frame: Frame, look: Look) -> bool:
    """Return whether a line leaves out padding: where labels tell the count of it."""
    return look.has_labels and frame.start_data.settings.padding_count > 0


def group_count(frame: Frame, pane: Pane) -> int:
    """Return the number of groups: one per element, as far as more than pixels are of use."""
    settings = frame.start_data.settings
    count = settings.element_count
    if frame.elements is not None:
        return min(count, MAX_GROUPS)
    return min(count, -(-pane.width * count // settings.real_count), MAX_GROUPS)


def fold(frame: Frame, look: Look, pane: Pane, heights: NDArray[np.uint32] | None) -> Fold:
    """Return the fold of a line.

    Args:
        frame: the state.
        look: how it is shown.
        pane: the place of the line, with its hatched bar.
        heights: of the groups; None to look at the frame's own elements.
    """
    if heights is None:
        assert frame.elements is not None
        padding = is_padding(frame.start_data.storage.element_format, frame.elements)
    else:
        padding = heights[:, 1] == PADDING
    kept = np.flatnonzero(~padding)
    width, gap = round(BAR * look.unit), round(BAR_GAP * look.unit)
    columns = pane._replace(width=whole(len(kept), max(1, pane.width - width - gap)))
    bar = pane._replace(left=columns.right + gap, width=width)
    return Fold(columns, bar, kept, len(padding), frame.layout.element_count)


def fold_bar(look: Look, line: Fold) -> Drawing:
    """Return the hatched bar."""
    palette, box = PALETTES[look.theme], Box(*line.bar)
    return [
        box._replace(fill=palette.panel),
        box._replace(fill=palette.edge, is_hatched=True),
    ]
