"""Frames without a GPU, for what views work out on the CPU."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import moderngl

from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import Storage
from bitonic_scope.views.frame import MAX_READ_ELEMENTS, Frame
from tests.support.oracle import elements_at_every_pass


def start_data(settings: SortSettings) -> StartData:
    """Return start data: pairs if there is padding or places must be kept, else floats."""
    is_pair = settings.padding_count > 0 or settings.stable or settings.own is not None
    name = FormatName.PAIR if is_pair else FormatName.FLOAT32
    return make_start_data(settings, Storage(FORMATS[name]))


def frames(settings: SortSettings) -> list[Frame]:
    """Return the frame of every state 0..P, computed by the reference."""
    return list(_each_frame(settings))


def first_frame(settings: SortSettings) -> Frame:
    """Return the frame of state 0."""
    return next(_each_frame(settings))


def _each_frame(settings: SortSettings) -> Iterator[Frame]:
    data = start_data(settings)
    texture = SimpleNamespace(width=settings.width, height=settings.height)
    is_small = settings.element_count <= MAX_READ_ELEMENTS
    states = elements_at_every_pass(
        data.storage.element_format,
        data.elements,
        settings.order,
        settings.network_kind,
        stable=settings.stable,
    )
    for index, elements in enumerate(states):
        yield Frame(data, index, cast("moderngl.Texture", texture), elements if is_small else None)
