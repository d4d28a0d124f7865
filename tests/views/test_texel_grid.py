"""The texel grid: how large a texel is drawn, and which element a pixel shows."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look
from bitonic_scope.recording.frame_size import default_scale
from bitonic_scope.views.arrangement import Pane, texture_pane
from bitonic_scope.views.texel_grid import Sampling, TexelGrid, texel_grid, zoomed

sides = st.integers(0, 14).map(lambda bit: 1 << bit)
lengths = st.integers(1, 4000)
centres = st.tuples(st.floats(0, 1), st.floats(0, 1))


def grid_of(
    width: int, height: int, place_width: int, place_height: int, look: Look | None = None
) -> TexelGrid:
    layout, look = TextureLayout(width, height), look or Look()
    return texel_grid(layout, texture_pane(layout, place_width, place_height, look), look)


@pytest.mark.parametrize(
    ("width", "height", "place_width", "place_height", "pixels", "sampling"),
    [
        (16, 16, 1012, 596, 37, Sampling.WHOLE),  # fits: the largest whole number
        (16, 16, 64, 64, 4, Sampling.WHOLE),
        (16, 16, 79, 1000, 4, Sampling.WHOLE),
        (16, 16, 48, 48, 3, Sampling.WHOLE),
        (16, 16, 16, 16, 1, Sampling.WHOLE),
        (16, 16, 63, 64, 63 / 16, Sampling.AVERAGED),  # below 4, the place is filled
        (16, 16, 33, 33, 33 / 16, Sampling.AVERAGED),
        (16, 16, 15, 15, 15 / 16, Sampling.AVERAGED),
        (1024, 1024, 600, 600, 600 / 1024, Sampling.AVERAGED),
        (4096, 4096, 600, 600, 600 / 4096, Sampling.PICKED),
        (1, 1, 1012, 596, 596, Sampling.WHOLE),
    ],
)
def test_texels_are_whole_pixels_where_they_fit(
    width: int, height: int, place_width: int, place_height: int, pixels: float, sampling: Sampling
) -> None:
    grid = grid_of(width, height, place_width, place_height)
    assert (grid.pixels_x, grid.pixels_y) == (pixels, pixels)
    assert grid.sampling is sampling
    assert (grid.column, grid.row, grid.columns, grid.rows) == (0, 0, width, height)
    assert grid.elements_per_pixel == pytest.approx(1 / pixels**2)


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [
        (1, 1, 512),
        (16, 16, 32),
        (32, 16, 32),
        (16, 32, 32),
        (64, 64, 8),
        (512, 512, 1),
        (1024, 1024, 1),
        (16384, 16384, 1),
        (2, 256, 64),  # 256 would do for the shorter side, and make the longer one 65536
        (4, 1024, 16),
        (16384, 1, 1),
        (1, 16384, 1),
    ],
)
def test_a_frames_shorter_side_has_512_pixels_unless_the_longer_had_more_than_16384(
    width: int, height: int, scale: int
) -> None:
    assert default_scale(TextureLayout(width, height)) == scale


@given(sides, sides, lengths, lengths, st.floats(1, 5000), centres)
def test_a_zoomed_texture_fills_its_pane_and_stays_inside_the_texture(
    width: int,
    height: int,
    place_width: int,
    place_height: int,
    zoom: float,
    centre: tuple[float, float],
) -> None:
    grid = grid_of(width, height, place_width, place_height, Look(zoom=zoom, centre=centre))
    assert 0 <= grid.column <= grid.column + grid.columns <= width + 1
    assert 0 <= grid.row <= grid.row + grid.rows <= height + 1
    pane = grid.pane
    for x, y in product((pane.left, pane.right - 1), (pane.top, pane.bottom - 1)):
        element = grid.element_at(x + 0.5, y + 0.5)
        assert element is not None
        assert 0 <= element < width * height
    assert grid.element_at(pane.left - 0.5, pane.top + 0.5) is None
    assert grid.element_at(pane.left + 0.5, pane.bottom + 0.5) is None


@pytest.mark.parametrize("zoom", [1.0, 1.7, 3.0, 40.0])
@pytest.mark.parametrize(
    ("width", "height", "place"),
    [
        (16, 16, (640, 480)),
        (32, 8, (640, 480)),
        (4, 2, (333, 222)),
        (1024, 1, (1838, 24)),
        (256, 256, (437, 437)),
        (64, 64, (300, 260)),
    ],
)
def test_the_middle_of_a_texel_shows_its_element(
    width: int, height: int, place: tuple[int, int], zoom: float
) -> None:
    grid = grid_of(width, height, *place, Look(zoom=zoom, centre=(0.3, 0.8)))
    shown = [i for i in range(width * height) if grid.shows(i)]
    assert len(shown) >= 1
    for element in shown:
        left, top, box_width, box_height = grid.box(element)
        if box_width > 0.9 * grid.pixels_x and box_height > 0.9 * grid.pixels_y:
            found = grid.element_at(left + box_width / 2, top + box_height / 2)
            assert found == element
    if zoom == 1.0:
        assert len(shown) == width * height


def test_rows_are_counted_from_the_bottom() -> None:
    grid = grid_of(4, 2, 40, 20)
    assert grid.element_at(0.5, 19.5) == 0
    assert grid.element_at(39.5, 0.5) == 7
    assert grid.box(5) == (10, 0, 10, 10)


def test_a_pixel_of_many_elements_shows_one_that_it_covers() -> None:
    grid = grid_of(4096, 4096, 100, 100)
    picked = set()
    for x, y in product(range(0, 100, 3), repeat=2):
        element = grid.element_at(x + 0.5, y + 0.5)
        assert element is not None
        column, row = element % 4096, element // 4096
        assert x * 4096 // 100 <= column < (x + 1) * 4096 // 100
        assert (99 - y) * 4096 // 100 <= row < (100 - y) * 4096 // 100
        picked.add((column - x * 4096 // 100, row - (99 - y) * 4096 // 100))
    assert len(picked) > 500, "always the same place would show patterns that are not there"


@pytest.mark.parametrize("shape", [(1024, 1), (1, 4096), (2, 8192), (2048, 2)])
def test_of_a_longish_texture_only_the_long_side_is_zoomed(shape: tuple[int, int]) -> None:
    layout, look = TextureLayout(*shape), Look(zoom=20.0)
    pane = Pane(0, 0, 900, 24) if shape[0] > shape[1] else Pane(0, 0, 24, 900)
    grid = texel_grid(layout, pane, look)
    if shape[0] > shape[1]:
        assert (grid.row, grid.rows) == (0, shape[1])
        assert grid.columns < shape[0] / 15
    else:
        assert (grid.column, grid.columns) == (0, shape[0])
        assert grid.rows < shape[1] / 15


@pytest.mark.parametrize("factor", [1.25, 2.0, 4.0])
def test_zooming_keeps_the_texel_under_the_mouse(factor: float) -> None:
    look = Look(zoom=64.0, centre=(0.4, 0.6))
    layout, pane = TextureLayout(4096, 4096), Pane(20, 30, 512, 512)
    grid = texel_grid(layout, pane, look)
    x, y = 150.5, 400.5
    before = grid.element_at(x, y)
    look = Look(zoom=64.0 * factor, centre=zoomed(grid, x, y, factor))
    after = texel_grid(layout, pane, look).element_at(x, y)
    assert before is not None
    assert after is not None
    assert abs(before % 4096 - after % 4096) <= 1
    assert abs(before // 4096 - after // 4096) <= 1
