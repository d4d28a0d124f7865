"""A contact sheet: pictures of one size in rows, with a line of words under each; for papers."""

from collections.abc import Sequence
from functools import cached_property
from math import ceil, log

from bitonic_scope.errors import ProgramError
from bitonic_scope.model.look import Theme
from bitonic_scope.model.recording_plan import MAX_PICTURE_SIDE
from bitonic_scope.views.drawing import Align, Box, Drawing, Label
from bitonic_scope.views.fonts import LONGEST_TEXT, text_width
from bitonic_scope.views.palette import PALETTES

SHAPE = 1.5  # width by height that a sheet should have
GAP_PART = 0.04  # of the sheet's width per column: between pictures
TEXT_PART = 1 / 64  # of the sheet's width: 7 points where a sheet takes the width of a page
MIN_TEXT = 9.0  # pixels
LEADING = 1.8  # of the size of text: height of a line


class ContactSheet:
    """Where everything stands on a sheet, in pixels from the top left.

    Attributes:
        columns, rows: of pictures.
        size: width and height.
        places: x and y of each picture.
    """

    def __init__(
        self, picture: tuple[int, int], names: Sequence[str], theme: Theme, *, footer: str = ""
    ) -> None:
        """Arrange pictures.

        Args:
            picture: width and height of each, in pixels.
            names: what each shows.
            theme: the colours.
            footer: a line below all; empty for none.

        Raises:
            ProgramError: the sheet would be too large.
        """
        self._picture, self._names, self._theme, self._footer = picture, names, theme, footer
        width, height = picture
        self.columns = min(
            range(1, len(names) + 1), key=lambda columns: self._misfit(width, height, columns)
        )
        self.rows = ceil(len(names) / self.columns)
        self._gap = max(round(width * GAP_PART), 1)
        sheet_width = self.columns * (width + self._gap) + self._gap
        self._text = self._text_size(sheet_width)
        self._line = round(LEADING * self._text)
        row = height + self._line
        below = self._line if footer else 0
        self.size = (sheet_width, self._gap + self.rows * row + below + self._gap // 2)
        if max(self.size) > MAX_PICTURE_SIDE:
            raise ProgramError(
                f"a sheet of {self.size[0]}x{self.size[1]} pixels exceeds {MAX_PICTURE_SIDE} per "
                "side; try a smaller --scale or --strip"
            )
        self.places = [
            (
                self._gap + index % self.columns * (width + self._gap),
                self._gap + index // self.columns * row,
            )
            for index in range(len(names))
        ]

    def _misfit(self, width: int, height: int, columns: int) -> tuple[float, int]:
        """Return how far a sheet with that many columns is from its shape, and how empty it is."""
        rows = ceil(len(self._names) / columns)
        shape = columns * width / (rows * height)
        empty = rows * columns - len(self._names)
        return abs(log(shape / SHAPE)) + 0.1 * empty, columns

    def _text_size(self, sheet_width: int) -> float:
        """Return the size of text: the same for all lines, which fit their places."""
        wanted = max(TEXT_PART * sheet_width, MIN_TEXT)
        lines = [(name, self._picture[0]) for name in self._names]
        lines += [(self._footer, min(sheet_width - 2 * self._gap, LONGEST_TEXT))]
        fits = [room / text_width(text, wanted) for text, room in lines if text]
        return max(wanted * min(1.0, *fits), MIN_TEXT)

    @cached_property
    def drawing(self) -> Drawing:
        """The ground and the words, without the pictures."""
        palette, half = PALETTES[self._theme], self._line / 2
        width, height = self._picture
        drawing: Drawing = [Box(0, 0, *self.size, fill=palette.ground)]
        for name, (x, y) in zip(self._names, self.places, strict=True):
            middle = (x + width / 2, y + height + half)
            drawing.append(Label(name, *middle, self._text, palette.text, Align.MIDDLE))
        if self._footer:
            bottom = self.size[1] - self._gap // 2 - half
            drawing.append(Label(self._footer, self._gap, bottom, self._text, palette.quiet_text))
        return drawing
