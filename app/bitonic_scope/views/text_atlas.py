"""The text atlas: a texture that holds each line of text once, in each size and weight."""

from typing import NamedTuple

import moderngl
import numpy as np

from bitonic_scope.gpu.allocation import new_texture
from bitonic_scope.views.fonts import LONGEST_TEXT, text_image

WIDTH = LONGEST_TEXT + 1  # every driver of the last ten years has more
FIRST_HEIGHT = 64
KEPT_HEIGHT = 512  # beyond, the next drawing starts afresh: a megabyte or two of old text
GAP = 1  # pixels between texts


class PlacedText(NamedTuple):
    """Where the pixels of a text are in the atlas, and where they belong.

    Attributes:
        x, y: the top left of the pixels in the atlas.
        width, height: their size.
        left, top: the offset from the beginning of the baseline to the top left.
    """

    x: int
    y: int
    width: int
    height: int
    left: int
    top: int


class TextAtlas:
    """Owns the texture, R8, and fills it row by row."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._pixels = np.zeros((FIRST_HEIGHT, WIDTH), np.uint8)
        self._places: dict[tuple[str, float, bool, float], PlacedText] = {}
        self._x = self._y = self._row_height = 0
        self._first_changed: int | None = None  # row of pixels
        self._texture: moderngl.Texture | None = None

    def begin(self) -> None:
        """Begin a drawing; forgets old texts if there are many."""
        if self._y > KEPT_HEIGHT:
            self._places.clear()
            self._x = self._y = self._row_height = 0

    def place(
        self, text: str, size: float, *, is_medium: bool, width_part: float = 1.0
    ) -> PlacedText:
        """Return the place of a text, which is in the texture after `upload`."""
        key = (text, size, is_medium, width_part)
        if key not in self._places:
            self._places[key] = self._add(*key)
        return self._places[key]

    def _add(self, text: str, size: float, is_medium: bool, width_part: float) -> PlacedText:
        image = text_image(text, size, is_medium=is_medium, width_part=width_part)
        coverage = image.coverage[:, :LONGEST_TEXT]
        height, width = coverage.shape
        if self._x + width > WIDTH:
            self._x, self._y = 0, self._y + self._row_height + GAP
            self._row_height = 0
        self._row_height = max(self._row_height, height)
        while self._y + height > len(self._pixels):
            self._pixels = np.concatenate([self._pixels, np.zeros_like(self._pixels)])
        x, y = self._x, self._y
        self._pixels[y : y + height, x : x + width] = coverage
        self._x += width + GAP
        self._first_changed = y if self._first_changed is None else min(self._first_changed, y)
        return PlacedText(x, y, width, height, image.left, image.top)

    def upload(self) -> moderngl.Texture:
        """Return the texture with all texts."""
        height = len(self._pixels)
        if self._texture is None or self._texture.height != height:
            self.release()
            self._texture = new_texture(self._ctx, (WIDTH, height), 1)
            self._first_changed = 0
        if self._first_changed is not None:
            first, end = self._first_changed, min(self._y + self._row_height, height)
            if end > first:
                rows = self._pixels[first:end]
                self._texture.write(rows.data, viewport=(0, first, WIDTH, end - first))
            self._first_changed = None
        return self._texture

    def release(self) -> None:
        """Free the texture; a second call does nothing."""
        if self._texture is not None:
            self._texture.release()
            self._texture = None
