"""Views: exact grays, hard edges, and averages that drop no element."""

from collections.abc import Iterator
from typing import Any, cast

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.gray_scale import gray_keys
from bitonic_scope.data.texture_layout import TextureLayout, picture_rows
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.model.storage import Storage
from bitonic_scope.views.arrangement import texture_pane
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.texel_grid import texel_grid
from bitonic_scope.views.texture_view import TextureView
from tests.support.oracle import gray_picture
from tests.support.parts import do_all, result_of


@pytest.fixture
def canvas(ctx: moderngl.Context) -> Iterator[Canvas]:
    canvas = Canvas(ctx)
    yield canvas
    canvas.release()
    canvas.release()


def draw(
    gpu: Gpu,
    canvas: Canvas,
    values: NDArray[np.float32],
    layout: TextureLayout,
    pixels_per_texel: int,
) -> NDArray[np.uint8]:
    """Draw values as a texture view; return the picture."""
    settings = SortSettings(layout.width, layout.height)
    keys = gray_keys(0.0, 1.0, as_floats=True)
    data = StartData(settings, Storage(FLOAT32), values, keys)
    engine, view = FragmentEngine(gpu, layout), TextureView(gpu)
    engine.load(data.elements)
    canvas.begin(*view.recorded_size(layout, pixels_per_texel))
    do_all(view.parts(Frame(data, 0, engine.sort_texture), Look(), canvas))
    view.release()
    engine.release()
    return result_of(canvas.read_in_bands(1))


def test_the_256_grays_come_out_exactly_black_at_the_bottom_left(gpu: Gpu, canvas: Canvas) -> None:
    ramp = np.arange(256, dtype=np.float32) / np.float32(255)
    picture = draw(gpu, canvas, ramp, TextureLayout(16, 16), 1)
    assert picture[15].tolist() == list(range(16))
    assert picture[0].tolist() == list(range(240, 256))


def test_halves_round_up_and_nothing_wraps(gpu: Gpu, canvas: Canvas) -> None:
    values = np.array([0.5, 1.0, 0.0, 1 - 2**-24], np.float32)
    picture = draw(gpu, canvas, values, TextureLayout(4, 1), 1)
    assert picture.tolist() == [[128, 255, 0, 255]]


def test_grays_are_exact_where_float_arithmetic_would_round(gpu: Gpu, canvas: Canvas) -> None:
    values = uniform(1, 1 << 20)
    in_floats = np.floor(np.float32(255) * values + np.float32(0.5)).astype(np.uint8)
    expected = gray_picture(values, 1024, pixels_per_texel=1)
    assert np.count_nonzero(picture_rows(in_floats.reshape(1024, 1024)) != expected) == 8
    picture = draw(gpu, canvas, values, TextureLayout(1024, 1024), 1)
    assert np.array_equal(picture, expected)


@pytest.mark.parametrize("pixels", [1, 3, 56])
def test_elements_are_hard_edged_squares(gpu: Gpu, canvas: Canvas, pixels: int) -> None:
    values = uniform(6, 16 * 8)
    picture = draw(gpu, canvas, values, TextureLayout(16, 8), pixels)
    assert np.array_equal(picture, gray_picture(values, 16, pixels_per_texel=pixels))


def test_a_driver_without_room_is_one_line_and_nothing_is_kept(
    ctx: moderngl.Context,
) -> None:
    class FullDriver:
        def __getattr__(self, name: str) -> Any:
            return getattr(ctx, name)

        def framebuffer(self, attachments: object) -> None:
            raise moderngl.Error("the framebuffer is not complete (UNSUPPORTED)")

    canvas = Canvas(cast("moderngl.Context", FullDriver()))
    with pytest.raises(
        ProgramError, match=r"cannot allocate a picture of 8x8 .*UNSUPPORTED.*--scale"
    ):
        canvas.begin(8, 8)
    with pytest.raises(AssertionError, match="begin"):
        _ = canvas.texture
    canvas.release()


def shown(
    gpu: Gpu, canvas: Canvas, values: NDArray[np.float32], layout: TextureLayout, side: int
) -> NDArray[np.uint8]:
    """Show values in a square place of that many pixels; return the red channel."""
    data = StartData(
        SortSettings(layout.width, layout.height),
        Storage(FLOAT32),
        values,
        gray_keys(0.0, 1.0, as_floats=True),
    )
    engine, view = FragmentEngine(gpu, layout), TextureView(gpu)
    engine.load(data.elements)
    canvas.begin(side, side)
    do_all(view.parts(Frame(data, 0, engine.sort_texture), Look(), canvas))
    view.release()
    engine.release()
    return result_of(canvas.read_in_bands(1))


def test_a_texture_that_fits_is_shown_in_whole_pixels_in_the_middle(
    gpu: Gpu, canvas: Canvas
) -> None:
    values = uniform(2, 64)
    screen = shown(gpu, canvas, values, TextureLayout(8, 8), 47)
    assert np.array_equal(screen[3:43, 3:43], gray_picture(values, 8, pixels_per_texel=5))
    ground = screen.copy()
    ground[3:43, 3:43] = 0
    assert set(ground.ravel().tolist()) == {0, PALETTES[Theme.DARK].button[0]}


@pytest.mark.parametrize("side", [200, 150, 80, 64, 48, 40, 32])
def test_a_texture_that_does_not_fit_is_averaged_over_all_its_elements(
    gpu: Gpu, canvas: Canvas, side: int
) -> None:
    values = uniform(2, 64 * 64)
    grays = gray_picture(values, 64, pixels_per_texel=1)
    screen = shown(gpu, canvas, values, TextureLayout(64, 64), side)
    weights = np.zeros((side, 64))
    for pixel in range(side):
        for texel in range(64):
            low, high = pixel * 64 / side, (pixel + 1) * 64 / side
            weights[pixel, texel] = max(0.0, min(high, texel + 1) - max(low, texel)) * side / 64
    assert np.abs(screen - weights @ grays @ weights.T).max() <= 0.51


@pytest.mark.parametrize("side", [100, 40])
def test_one_white_element_among_black_ones_never_disappears(
    gpu: Gpu, canvas: Canvas, side: int
) -> None:
    for element in (0, 63, 777, 4095):
        values = np.zeros(4096, np.float32)
        values[element] = 1.0
        screen = shown(gpu, canvas, values, TextureLayout(64, 64), side)
        assert screen.sum() == pytest.approx(255 * (side / 64) ** 2, abs=5), element


def test_many_elements_per_pixel_keep_the_grain_of_noise(gpu: Gpu, canvas: Canvas) -> None:
    layout, side = TextureLayout(512, 512), 50
    values = uniform(2, 512 * 512)
    screen = shown(gpu, canvas, values, layout, side)
    grays = gray_picture(values, 512, pixels_per_texel=1)
    grid = texel_grid(layout, texture_pane(layout, side, side, Look()), Look())
    for y in range(side):
        for x in range(side):
            element = grid.element_at(x + 0.5, y + 0.5)
            assert element is not None
            assert screen[y, x] == grays[511 - element // 512, element % 512]
    assert abs(screen.std() - grays.std()) < 5
    assert abs(screen.mean() - grays.mean()) < 5


@pytest.mark.parametrize("zoom", [2.0, 7.0, 100.0])
def test_a_zoomed_texture_is_exact_to_the_pixel(gpu: Gpu, canvas: Canvas, zoom: float) -> None:
    settings = SortSettings(64, 64)
    values = uniform(2, 64 * 64)
    data = StartData(settings, Storage(FLOAT32), values, gray_keys(0.0, 1.0, as_floats=True))
    layout = TextureLayout(64, 64)
    engine, view = FragmentEngine(gpu, layout), TextureView(gpu)
    engine.load(data.elements)
    look = Look(zoom=zoom, centre=(0.25, 0.6))
    frame = Frame(data, 0, engine.sort_texture)
    canvas.begin(101, 90)
    do_all(view.parts(frame, look, canvas))
    screen = result_of(canvas.read_in_bands(1))
    grays = gray_picture(values, 64, pixels_per_texel=1)
    seen = set()
    for y in range(90):
        for x in range(101):
            element = view.element_at(frame, look, (101, 90), x + 0.5, y + 0.5)
            if element is not None:
                seen.add(element)
                assert screen[y, x] == grays[63 - element // 64, element % 64]
    assert 0 < len(seen) < 64 * 64 / zoom
    view.release()
    engine.release()
