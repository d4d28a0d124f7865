"""Which element format a sort runs in, and why."""

from typing import NamedTuple

from bitonic_scope.data.element_format import FORMATS, ElementFormat, FormatName
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.model.settings import SortSettings


class Storage(NamedTuple):
    """How the elements of a sort are stored.

    Attributes:
        element_format: the format that the textures have.
        reason: why it is not the one that was asked for, in a few words; empty where it is.
        reads_packed: whether float textures have to be packed to be read back.
    """

    element_format: ElementFormat
    reason: str = ""
    reads_packed: bool = False


def choose_storage(
    settings: SortSettings,
    float_path: FloatPath = FloatPath.FLOAT,
    *,
    needs_places: bool = False,
) -> Storage:
    """Return the format for what is sorted on this driver.

    Args:
        settings: what is sorted.
        float_path: what the driver's float textures can do.
        needs_places: whether it must be known where each element came from.

    Raises:
        ValueError: the format that was asked for cannot hold it; the message says why.
    """
    has_colours = settings.own is not None and settings.own.colours is not None
    needs_places = needs_places or settings.stable or has_colours
    name, reason = settings.element_format, ""
    if name is FormatName.AUTO:
        name, reason = _automatic(settings, float_path, needs_places=needs_places)
    _check(settings, FORMATS[name], needs_places=needs_places)
    if name is FormatName.UINT32 and settings.padding_count:
        name, reason = FormatName.PAIR, "uint32 has no bit pattern to spare for padding"
    reads_packed = float_path is FloatPath.READ_PACKED and FORMATS[name].texture_dtype in (
        "f2",
        "f4",
    )
    return Storage(FORMATS[name], reason, reads_packed)


def _automatic(
    settings: SortSettings, float_path: FloatPath, *, needs_places: bool
) -> tuple[FormatName, str]:
    if needs_places:
        return FormatName.PAIR, "each element carries the place that it came from"
    if settings.has_whole_numbers:
        return FormatName.UINT32, "whole numbers beyond the floats"
    if float_path is FloatPath.PACKED:
        return FormatName.PACKED, "this driver cannot sort float textures"
    if float_path is FloatPath.READ_PACKED:
        return FormatName.FLOAT32, "packed once, for reading only"
    return FormatName.FLOAT32, "float textures work throughout"


def _check(settings: SortSettings, element_format: ElementFormat, *, needs_places: bool) -> None:
    name = element_format.name
    if needs_places and not element_format.has_tag:
        raise ValueError(
            "only the format pair keeps the place that each element came from, "
            f"got format {name}; try: pair or auto"
        )
    own = settings.own
    if own is not None and settings.has_whole_numbers and element_format.holds_floats_only:
        raise ValueError(
            f"{own.name}: {own.element(own.first_no_float())}: these whole numbers "
            f"are not all exact as floats, got format {name}; try: uint32, pair or auto"
        )
    if settings.padding_count and not element_format.takes_all_floats:
        raise ValueError(
            f"format {name} has no NaN to fill up {settings.real_count} elements to "
            f"{settings.element_count}; try: packed, or a power of two of elements"
        )
