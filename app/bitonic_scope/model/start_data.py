"""Start data: the input of a sort, generated or the user's own, in the storage format."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.distributions import chunks, whole_number_chunks
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.elements import MAX_UINT32, Elements, Values, store, values_of
from bitonic_scope.data.gray_scale import gray_keys, value_range
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.storage import Storage
from bitonic_scope.network.schedule import Direction


@dataclass(frozen=True, slots=True, eq=False)
class StartData:
    """The input of a sort, ready to load.

    Attributes:
        settings: the settings of the sort.
        storage: the storage format.
        elements: the elements in that format, in order of the element index, padding included.
        gray_keys: the smallest sort key of each gray from 1; see `gray_scale`.
        colours: (height, width, 3) uint8 RGB of a picture, top row first; None for numbers.
        distinct_counts: the numbers of distinct values before and after storing; None without
            rounding.
    """

    settings: SortSettings
    storage: Storage
    elements: Elements
    gray_keys: tuple[int, ...]
    colours: NDArray[np.uint8] | None = None
    distinct_counts: tuple[int, int] | None = None

    def values(self, elements: Elements) -> Values:
        """Return the values of a state without the padding, in the type of the input.

        Args:
            elements: a state of this sort, in order of the element index.

        Returns:
            (count,) float32 or uint32.
        """
        own, is_whole = self.settings.own, self.settings.has_whole_numbers
        # Floats without fractions may be sorted as whole numbers; then pairs hold no float keys.
        found = values_of(self.storage.element_format, elements, as_floats=not is_whole)
        is_given_whole = is_whole if own is None else own.values.dtype == np.uint32
        if is_given_whole:
            return found.astype(np.uint32, copy=False)
        return found.astype(np.float32, copy=False)


def make_start_data(settings: SortSettings, storage: Storage) -> StartData:
    """Make start data at once; see `start_data_steps`."""
    *_, data = start_data_steps(settings, storage)
    assert isinstance(data, StartData)
    return data


def start_data_steps(settings: SortSettings, storage: Storage) -> Iterator[float | StartData]:
    """Make the start data of settings.

    Yields:
        The part done, 0 to 1, now and then; the start data last.
    """
    element_format, own = storage.element_format, settings.own
    is_whole = settings.has_whole_numbers
    if own is None:
        make = whole_number_chunks if is_whole else chunks
        parts: list[Values] = []
        done = 0
        for chunk in make(settings.data, settings.seed, settings.real_count):
            parts.append(chunk)
            done += chunk.size
            yield 0.9 * done / settings.real_count
        stored_values: Values = np.concatenate(parts, dtype=parts[0].dtype)  # type: ignore[assignment]
        shown = (0, MAX_UINT32) if is_whole else (0.0, 1.0)
    else:
        values = own.values
        stored_values = values.astype(np.uint32, copy=False) if is_whole else values
        shown = value_range(stored_values)
        yield 0.9
    elements = store(
        element_format,
        stored_values,
        element_count=settings.element_count,
        descending=settings.order is Direction.DESCENDING,
        places=_places(settings),
    )
    distinct_counts = None
    if element_format.name is FormatName.HALF:
        yield 0.95
        distinct_counts = (
            np.unique(stored_values).size,
            np.unique(values_of(element_format, elements)).size,
        )
    colours = None if own is None or own.colours is None else own.colours.reshape(*own.shape, 3)
    keys = gray_keys(*shown, as_floats=stored_values.dtype == np.float32)
    yield StartData(settings, storage, elements, keys, colours, distinct_counts)


def _places(settings: SortSettings) -> NDArray[np.int64] | None:
    """Return the element index of each pixel of a picture that fits: (count,); None otherwise."""
    own = settings.own
    if own is None or own.colours is None:
        return None
    height, width = own.shape
    if width > settings.width or height > settings.height:
        return None
    layout = TextureLayout(settings.width, settings.height)
    rows, columns = np.divmod(np.arange(own.count, dtype=np.int64), width)
    places: NDArray[np.int64] = ((height - 1 - rows) << layout.log2_width) | columns
    return places
