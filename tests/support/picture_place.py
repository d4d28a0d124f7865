"""Where the texture lies in the window, by the layout, and the grays that its cells show."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.ui.layout import layout
from bitonic_scope.views.arrangement import texture_pane
from bitonic_scope.views.photo_frame import photo_frame

# Parts of a cell's height in which neither its value stands nor the border of a block, and of its
# width. Smaller cells have no value, but borders of the same thickness; the smallest have neither.
BANDS = ((0.12, 0.24), (0.77, 0.88))
WIDTH = (0.12, 0.88)
MIN_VALUE_CELL = 13  # pixels: 5u in the least window
MIDDLE = (0.34, 0.66)
MIN_CELL = 4  # pixels


class Spot(NamedTuple):
    """A rectangle of the window: pixels from the top left."""

    left: int
    top: int
    width: int
    height: int

    def cut(self, screenshot: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the part of a screenshot that it covers."""
        return screenshot[self.top : self.top + self.height, self.left : self.left + self.width]


def picture_spot(
    size: tuple[int, int], *, view: str = "texture", ui_scale: float = 1.0, scale: float = 1.0
) -> Spot:
    """Return the place of the picture in a window.

    Args:
        size: of the window, in logical pixels.
        view: its name.
        ui_scale: as in `--ui-scale`.
        scale: pixels of the screen in a logical pixel.
    """
    place = layout(*size, ui_scale=ui_scale, view=view).picture
    bottom = round((size[1] - place.y - place.height) * scale)
    width, height = round(place.width * scale), round(place.height * scale)
    return Spot(round(place.x * scale), round(size[1] * scale) - bottom - height, width, height)


def texture_spot(
    size: tuple[int, int], settings: SortSettings, *, ui_scale: float = 1.0, scale: float = 1.0
) -> Spot:
    """Return the place of the elements in a window that shows the view "texture"."""
    parts = layout(*size, ui_scale=ui_scale, view="texture")
    place = picture_spot(size, ui_scale=ui_scale, scale=scale)
    look = Look(
        marks=Marks.DIRECTIONS,
        unit=parts.unit * scale,
        type_scale=parts.type_unit / parts.unit,
        has_labels=True,
        has_panels=parts.has_panels,
    )
    elements = TextureLayout(settings.width, settings.height)
    part = photo_frame(settings, 0)
    pane = texture_pane(elements, place.width, place.height, look, part)
    return Spot(place.left + pane.left, place.top + pane.top, pane.width, pane.height)


def shown_texels(
    screenshot: NDArray[np.uint8], spot: Spot, settings: SortSettings
) -> NDArray[np.uint8] | None:
    """Return the grays of the cells: (height, width) uint8, top row first.

    None where a cell is not of one gray, as between two sizes, and where something covers it.

    Args:
        screenshot: (height, width, 3) uint8 of the window.
        spot: the place of the elements.
        settings: what is shown.
    """
    height, width = settings.height, settings.width
    picture = spot.cut(screenshot)
    high, wide = spot.height // height, spot.width // width
    if picture.shape != (height * high, width * wide, 3):
        return None
    cells = picture.reshape(height, high, width, wide, 3)
    has_values = min(high, wide) >= MIN_VALUE_CELL
    bands = BANDS if has_values else (MIDDLE,)
    rows = [row for start, end in bands for row in _within(start, end, high)]
    columns = _within(*(WIDTH if has_values else MIDDLE), wide)
    seen = cells[:, rows][:, :, :, columns]
    texels: NDArray[np.uint8] = seen[:, 0, :, 0, 0]
    is_plain = (seen == texels[:, None, :, None, None]).all()
    return texels if is_plain else None


def _within(start: float, end: float, pixels: int) -> list[int]:
    if pixels < MIN_CELL:
        return list(range(pixels))
    first = round(start * pixels)
    return list(range(first, max(round(end * pixels), first + 1)))
