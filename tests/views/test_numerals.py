"""What people read of elements: numbers, ranks and colours, as the shaders draw them."""

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.schedule import Direction
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.numerals import (
    contrasting,
    element_colours,
    luminance,
    numerals,
    shows_ranks,
)
from tests.support.parts import do_all, result_of

LIMITS = Capabilities(16384, 1 << 28)
FORMATS = (FormatName.AUTO, FormatName.FLOAT32, FormatName.PAIR, FormatName.HALF)


def start_data(settings: SortSettings) -> StartData:
    return make_start_data(settings, choose_storage(settings, LIMITS))


def own(*values: float, element_format: FormatName = FormatName.AUTO) -> StartData:
    array = np.array(values, np.float32)
    data = OwnData("own", array, array.shape, NumpyForm("<f4"))
    return start_data(SortSettings(4, 2, own=data, element_format=element_format))


@pytest.mark.parametrize("element_format", FORMATS)
def test_whole_numbers_are_shown_as_they_are(element_format: FormatName) -> None:
    data = own(5, -2, 8, 999, 0, 3, -999, element_format=element_format)
    assert not shows_ranks(data)
    assert numerals(data, data.elements) == ["5", "-2", "8", "999", "0", "3", "-999", ""]
    assert numerals(data, data.elements[::-1]) == ["", "-999", "3", "0", "999", "8", "-2", "5"]


@pytest.mark.parametrize("values", [(0.5, 3, 2), (1000, 3, 2), (float("inf"), 3, 2)])
def test_other_numbers_are_shown_by_rank(values: tuple[float, ...]) -> None:
    data = own(*values, *values, -7)
    assert shows_ranks(data)
    ranks = {value: 2 + 2 * index for index, value in enumerate(sorted(values))}
    expected = [str(ranks[value]) for value in values] * 2
    assert numerals(data, data.elements) == [*expected, "1", ""]


def test_a_permutation_has_the_ranks_from_1() -> None:
    data = start_data(SortSettings(8, 8, data=DataKind.PERMUTATION))
    assert sorted(map(int, numerals(data, data.elements))) == list(range(1, 65))


@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("element_format", [*FORMATS, FormatName.UINT32])
def test_colours_are_those_of_the_shader(
    gpu: Gpu, element_format: FormatName, order: Direction
) -> None:
    count = None if element_format is FormatName.UINT32 else 50
    settings = SortSettings(8, 8, element_format=element_format, count=count, order=order)
    data = start_data(settings)
    engine = new_engine(gpu, settings, data.storage)
    engine.load(data.elements)
    colours, canvas = ElementColours(gpu), Canvas(gpu.ctx)
    do_all(colours.parts(Frame(data, 0, engine.sort_texture), canvas))
    picture = result_of(canvas.read_in_bands(4))[::-1].reshape(-1, 4)
    real = picture[:, 3] > 0
    assert real.sum() == settings.real_count
    expected = np.array(element_colours(data, data.elements))
    assert np.array_equal(expected[real], picture[real, :3])
    assert not expected[~real].any()
    for owned in (colours, canvas, engine):
        owned.release()


def test_black_or_white_is_readable_on_every_gray() -> None:
    for gray in range(256):
        on = (gray, gray, gray)
        lighter, darker = sorted((luminance(on), luminance(contrasting(on))), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, gray
