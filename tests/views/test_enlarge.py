"""Enlarging on the processor equals what the shader of the window draws; padding gets stripes."""

import tracemalloc

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.enlarge import STRIPE, enlarge
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.texture_view import TextureView
from tests.support.parts import do_all, result_of
from tests.views.bars_oracle import hatch_picture

PADDING = (38, 97, 217)
MAX_BYTES_PER_PIXEL = 3 + 6  # of the RGB that is returned, and beside it while it is made


@pytest.mark.parametrize("pixels", [1, 2, 3, 4, 5, 8, 16, 33])
@pytest.mark.parametrize("count", [None, 1, 77])
def test_it_equals_the_texture_view(gpu: Gpu, pixels: int, count: int | None) -> None:
    settings = SortSettings(16, 8, data=DataKind.PERMUTATION, count=count)
    data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
    engine = new_engine(gpu, settings, data.storage)
    engine.load(data.elements)
    frame = Frame(data, 0, engine.sort_texture)
    view, colours = TextureView(gpu), ElementColours(gpu)
    large, small = Canvas(gpu.ctx), Canvas(gpu.ctx)
    size = view.recorded_size(engine.layout, pixels)
    large.begin(*size)
    do_all(view.parts(frame, Look(), large))
    do_all(colours.parts(frame, small))
    shown = result_of(large.read_in_bands(3))
    each = result_of(small.read_in_bands(4))
    enlarged = enlarge(each, pixels)
    assert shown.shape == enlarged.shape == (8 * pixels, 16 * pixels, 3)
    is_padding = np.kron(each[:, :, 3] == 0, np.ones((pixels, pixels), bool))
    assert np.array_equal(enlarged[~is_padding], shown[~is_padding])
    recorded = result_of(view.pixels(frame, Look(), size))()()
    assert np.array_equal(recorded, enlarged if count else enlarged[:, :, 0])
    if count is None:
        gray = result_of(small.read_in_bands(1))
        assert np.array_equal(enlarge(gray, pixels), enlarged[:, :, 0])
    else:
        height, width = is_padding.shape
        along = np.arange(width) + np.arange(height)[::-1, np.newaxis]  # from the bottom left
        is_stripe = along // max(pixels // 8, 2) % 2 == 0
        expected = np.where((is_stripe & (pixels >= 4))[:, :, np.newaxis], STRIPE, PADDING)
        assert np.array_equal(enlarged[is_padding], expected[is_padding])
        hatch = hatch_picture(16 * pixels, 8 * pixels)
        assert np.array_equal(shown[is_padding], hatch[is_padding])
    for owner in (view, colours, large, small, engine):
        owner.release()


@pytest.mark.parametrize("pixels", [1, 2, 3, 4, 16, 1024])
def test_it_takes_little_more_memory_than_the_picture(pixels: int) -> None:
    side = 1024 // pixels
    colours = np.zeros((side, side, 4), np.uint8)  # padding all over
    tracemalloc.start()
    try:
        picture = enlarge(colours, pixels)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert picture.base is None, "a part of a larger picture keeps all of it"
    assert peak_bytes < MAX_BYTES_PER_PIXEL * (side * pixels) ** 2
