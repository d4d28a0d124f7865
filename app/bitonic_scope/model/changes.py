"""How one choice changes settings: what depends on it changes too, so that all stays valid."""

from dataclasses import replace

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.settings import MAX_SIDE, SortSettings, size_for_count

_PAIRS = (FormatName.AUTO, FormatName.PAIR)


def with_size(settings: SortSettings, width: int, height: int) -> SortSettings:
    """Choose a size; where it is too small for own data, nothing changes."""
    width, height = min(max(width, 1), MAX_SIDE), min(max(height, 1), MAX_SIDE)
    if settings.own is not None and settings.own.count > width * height:
        return settings
    count = settings.count
    count = count if count is not None and count < width * height else None
    return replace(settings, width=width, height=height, count=count)


def with_count(settings: SortSettings, count: int) -> SortSettings:
    """Choose how many elements there are; the size stays where it is the right one.

    Raises:
        ValueError: own data have their own number.
    """
    if settings.own is not None:
        raise ValueError("own data have their own number of elements; a kind of data has any")
    width, height = settings.width, settings.height
    if not width * height // 2 < count <= width * height:
        width, height = size_for_count(count)
    real = None if count == width * height else count
    return replace(settings, width=width, height=height, count=real)


def with_seed(settings: SortSettings, seed: int) -> SortSettings:
    """Choose a seed, of generated data."""
    return replace(settings, seed=seed, own=None)


def with_data(settings: SortSettings, kind: DataKind) -> SortSettings:
    """Choose a kind of generated data."""
    return replace(settings, data=kind, own=None)


def with_format(settings: SortSettings, name: FormatName) -> SortSettings:
    """Choose a format; only pairs can be stable."""
    return replace(settings, element_format=name, stable=settings.stable and name in _PAIRS)


def with_stable(settings: SortSettings, *, stable: bool) -> SortSettings:
    """Choose whether equal elements keep their order, which takes pairs."""
    name = settings.element_format
    needs_pairs = stable and name not in _PAIRS
    name = FormatName.PAIR if needs_pairs else name
    return replace(settings, stable=stable, element_format=name)
