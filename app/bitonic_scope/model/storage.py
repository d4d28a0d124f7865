"""Decides which settings a machine can sort, and in which format; nothing else decides this."""

from typing import NamedTuple

from bitonic_scope.data.element_format import FORMATS, ElementFormat, FormatName
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.capabilities import Capabilities, FloatPath
from bitonic_scope.model.settings import EngineName, SortSettings

COMPUTE_FORMATS = (FormatName.FLOAT32, FormatName.UINT32, FormatName.PAIR)


class Storage(NamedTuple):
    """The storage format of a sort.

    Attributes:
        element_format: the format.
        reason: why it differs from the chosen format, in a few words; empty if it does not.
    """

    element_format: ElementFormat
    reason: str = ""


def choose_storage(
    settings: SortSettings, capabilities: Capabilities, *, needs_places: bool = False
) -> Storage:
    """Choose the storage format of settings on this machine, or refuse them.

    Args:
        settings: the settings.
        capabilities: the limits of this machine.
        needs_places: whether the result must include the index of each element in the input.

    Raises:
        ProgramError: this machine cannot sort so; the message names the limit and a remedy.
    """
    own = settings.own
    needs_places |= settings.stable or (own is not None and own.colours is not None)
    _check(capabilities.refusal(settings.width, settings.height))
    storage = _choose(settings, capabilities.float_path, needs_places=needs_places)
    element_format = storage.element_format
    _check(capabilities.refusal(settings.width, settings.height, has_pairs=element_format.has_tag))
    if own is not None:
        _check(own.refusal(element_format, as_whole_numbers=settings.has_whole_numbers))
    if settings.engine is not EngineName.FRAGMENT:
        _check(_compute_refusal(element_format, capabilities))
    return storage


def _check(refusal: str | None) -> None:
    if refusal:
        raise ProgramError(refusal)


def _choose(settings: SortSettings, float_path: FloatPath, *, needs_places: bool) -> Storage:
    name, reason = settings.element_format, ""
    if name is FormatName.AUTO:
        name, reason = _automatic(settings, float_path, needs_places=needs_places)
    _check(_format_refusal(settings, FORMATS[name], needs_places=needs_places))
    if name is FormatName.UINT32 and settings.padding_count:
        name, reason = FormatName.PAIR, "uint32 has no bit pattern to spare for padding"
    return Storage(FORMATS[name], reason)


def _automatic(
    settings: SortSettings, float_path: FloatPath, *, needs_places: bool
) -> tuple[FormatName, str]:
    if needs_places:
        return FormatName.PAIR, "each element carries its place in the input"
    if settings.has_whole_numbers:
        return FormatName.UINT32, "some numbers are not exact as floats"
    if float_path is FloatPath.PACKED:
        return FormatName.PACKED, "this driver cannot sort float textures"
    return FormatName.FLOAT32, f"this driver has {float_path}"


def _format_refusal(
    settings: SortSettings, element_format: ElementFormat, *, needs_places: bool
) -> str | None:
    """Return why a format cannot hold the elements; None if it can."""
    name = element_format.name
    if needs_places and not element_format.has_tag:
        return (
            "only the format pair keeps the place that each element came from, "
            f"got format {name}; try: pair or auto"
        )
    own = settings.own
    if own is not None and settings.has_whole_numbers and element_format.holds_floats_only:
        return (
            f"{own.name}: {own.element(own.first_no_float())}: these whole numbers "
            f"are not all exact as floats, got format {name}; try: uint32, pair or auto"
        )
    if settings.padding_count and not element_format.takes_all_floats:
        return (
            f"format {name} has no NaN to fill up {settings.real_count} elements to "
            f"{settings.element_count}; try: packed, or a power of two of elements"
        )
    return None


def _compute_refusal(element_format: ElementFormat, capabilities: Capabilities) -> str | None:
    """Return why the compute engines cannot sort a format here; None if they can."""
    if not capabilities.has_compute:
        major, minor = divmod(capabilities.version_code // 10, 10)
        return (
            f"compute shaders need OpenGL 4.3, this context has {major}.{minor}; "
            "try the fragment engine"
        )
    if element_format.name not in COMPUTE_FORMATS:
        return (
            f"the compute engine sorts {', '.join(COMPUTE_FORMATS)}, got format "
            f"{element_format.name}; try --engine fragment"
        )
    return None
