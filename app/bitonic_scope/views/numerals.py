"""The number and the colour that people see for each element, on the CPU."""

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import PADDING_BIT, Elements, is_padding, sort_keys, values_of
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.palette import Colour

MAX_FIGURES = 3  # of whole numbers; where one has more, ranks take their place
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def shows_ranks(data: StartData) -> bool:
    """Return whether people see ranks: not all values are whole numbers of few figures."""
    values = _values(data, data.elements)
    limit = 10**MAX_FIGURES
    is_short = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < limit)
    return not bool(is_short.all())


def numerals(data: StartData, elements: Elements) -> list[str]:
    """Return the number to show for each element, empty for padding.

    That is the value where all values are whole numbers of few figures. Else it is the rank: 1 for
    the least value, the same for equal values.

    Args:
        data: the start data.
        elements: a state of the sort, in order of the element index.
    """
    element_format = data.storage.element_format
    real = ~is_padding(element_format, elements)
    if shows_ranks(data):
        start = _keys(data, data.elements)[~is_padding(element_format, data.elements)]
        ranks = np.searchsorted(np.sort(start), _keys(data, elements)[real]) + 1
        shown = [str(rank) for rank in ranks]
    else:
        shown = [f"{value:.0f}" for value in _values(data, elements)]
    texts = iter(shown)
    return [next(texts) if is_real else "" for is_real in real]


def element_colours(data: StartData, elements: Elements) -> list[Colour]:
    """Return the colour of each element as `element_colour.frag` draws it; padding is black."""
    real = ~is_padding(data.storage.element_format, elements)
    if data.colours is not None:
        pixels = elements[:, 1] & ~PADDING_BIT
        colours = data.colours.reshape(-1, 3)[np.where(real, pixels, 0)]
    else:
        grays = np.searchsorted(data.gray_keys, _keys(data, elements), side="right")
        colours = np.repeat(grays[:, None], 3, axis=1)
    return [tuple(colour) for colour in np.where(real[:, None], colours, 0).tolist()]


def contrasting(colour: Colour) -> Colour:
    """Return black or white, whichever is easier to read on a colour: at least 4.5:1."""
    return BLACK if luminance(colour) > 0.179 else WHITE


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, 0 to 1, as WCAG 2 defines it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _values(data: StartData, elements: Elements) -> NDArray[np.float64]:
    as_floats = not data.settings.has_whole_numbers
    values = values_of(data.storage.element_format, elements, as_floats=as_floats)
    return values.astype(np.float64)


def _keys(data: StartData, elements: Elements) -> NDArray[np.uint32]:
    keys = sort_keys(data.storage.element_format, elements) >> np.uint64(32)
    return keys.astype(np.uint32)
