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
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.model.storage import Storage
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.downsample import Downsampled, Viewport
from bitonic_scope.views.frame import Frame
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


def shown(gpu: Gpu, canvas: Canvas, size: tuple[int, int], place: Viewport) -> NDArray[np.uint8]:
    """Show a canvas in a place of a target; return the red channel, top row first."""
    target = gpu.ctx.simple_framebuffer(size, 4)
    target.clear(0.0, 0.0, 0.0, 1.0)
    picture = Downsampled(gpu)
    do_all(picture.parts(canvas, place))
    picture.draw(canvas, target, place)
    raw = np.frombuffer(target.read(components=1, dtype="f1"), np.uint8)
    picture.release()
    release_target(gpu.ctx, target)
    return picture_rows(raw.reshape(size[1], size[0]))


def test_a_canvas_that_fits_is_shown_pixel_for_pixel_in_the_middle(
    gpu: Gpu, canvas: Canvas
) -> None:
    drawn = draw(gpu, canvas, uniform(2, 64), TextureLayout(8, 8), 5)
    screen = shown(gpu, canvas, (100, 80), Viewport(10, 20, 81, 53))
    assert np.array_equal(screen[14:54, 30:70], drawn)
    screen = screen.copy()
    screen[14:54, 30:70] = 0
    assert not screen.any()


def test_a_canvas_that_is_too_large_is_averaged_over_all_its_pixels(
    gpu: Gpu, canvas: Canvas
) -> None:
    drawn = draw(gpu, canvas, uniform(2, 64 * 64), TextureLayout(64, 64), 1)
    screen = shown(gpu, canvas, (32, 32), Viewport(0, 0, 32, 32))
    means = drawn.reshape(32, 2, 32, 2).mean(axis=(1, 3))
    assert np.abs(screen - means).max() <= 0.51
    uneven = shown(gpu, canvas, (24, 24), Viewport(0, 0, 24, 24))
    weights = np.zeros((24, 64))
    for pixel in range(24):
        for texel in range(64):
            low, high = pixel * 64 / 24, (pixel + 1) * 64 / 24
            weights[pixel, texel] = max(0.0, min(high, texel + 1) - max(low, texel)) * 24 / 64
    assert np.abs(uneven - weights @ drawn @ weights.T).max() <= 0.51


def test_one_white_element_among_black_ones_never_disappears(gpu: Gpu, canvas: Canvas) -> None:
    for element in (0, 63, 777, 4095):
        values = np.zeros(4096, np.float32)
        values[element] = 1.0
        draw(gpu, canvas, values, TextureLayout(64, 64), 1)
        screen = shown(gpu, canvas, (40, 40), Viewport(0, 0, 40, 40))
        assert screen.sum() == pytest.approx(255 * (40 / 64) ** 2, abs=3), element
