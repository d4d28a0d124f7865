"""The arrangement: both pictures on one canvas, nothing cut off, whole texels where they fit."""

from dataclasses import replace
from itertools import product

import pytest

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.views.arrangement import (
    MIN_THICK,
    Pane,
    both_panes,
    free_pane,
    line_pane,
    line_rooms,
    texture_pane,
    texture_rooms,
    thickness_factor,
)

WIDE = (1872, 704, 8.0)  # the work area of 1920x1080, and u
SMALL = (1248, 469, 16 / 3)  # of 1280x720
LOW = (997, 391, 40 / 9)  # of 1024x600
UPRIGHT = (773, 791, 40 / 9)  # of 800x1000
CANVASES = (WIDE, SMALL, LOW, UPRIGHT, (3744, 1408, 16.0))
SHAPES = [(1 << x, 1 << y) for x, y in product(range(14), repeat=2) if x + y <= 24]
WINDOW = Look(has_labels=True, has_panels=True, marks=Marks.DIRECTIONS)


def do_overlap(a: Pane, b: Pane) -> bool:
    return min(a.right, b.right) > max(a.left, b.left) and min(a.bottom, b.bottom) > max(
        a.top, b.top
    )


@pytest.mark.parametrize("has_panels", [True, False])
@pytest.mark.parametrize("canvas", CANVASES)
def test_nothing_is_cut_off_and_nothing_overlaps(
    canvas: tuple[int, int, float], has_panels: bool
) -> None:
    width, height, unit = canvas
    look = replace(WINDOW, unit=unit, has_panels=has_panels)
    for shape in SHAPES:
        layout = TextureLayout(*shape)
        texture, line = both_panes(layout, width, height, look)
        free = free_pane(layout, width, height, look)
        rooms, (line_top, line_bottom) = texture_rooms(look), line_rooms(look)
        assert texture.left >= rooms.left, shape
        assert texture.top >= rooms.top, shape
        assert texture.bottom + rooms.bottom <= height, shape
        assert texture.right + rooms.right <= width, shape
        assert line.left >= 0, shape
        assert line.right <= width, shape
        assert line.top >= line_top, shape
        assert line.bottom + line_bottom <= height, shape
        around_texture = Pane(
            texture.left - rooms.left,
            texture.top - rooms.top,
            rooms.left + texture.width + rooms.right,
            rooms.top + texture.height + rooms.bottom,
        )
        around_line = Pane(
            line.left, line.top - line_top, line.width, line_top + line.height + line_bottom
        )
        assert not do_overlap(around_texture, around_line), shape
        assert not do_overlap(free, around_texture), shape
        assert not do_overlap(free, around_line), shape


@pytest.mark.parametrize("shape", [(16, 16), (32, 32), (64, 64)])
def test_a_wide_window_has_the_grid_of_the_design(shape: tuple[int, int]) -> None:
    width, height, unit = WIDE
    texture, line = both_panes(TextureLayout(*shape), width, height, WINDOW)
    assert texture == (28, 24, 640, 640)  # 80u x 80u
    assert (line.left, line.top, line.height) == (734, 24, 37 * unit)
    assert 120 * unit <= line.width <= 143 * unit
    free = free_pane(TextureLayout(*shape), width, height, WINDOW)
    assert free.left == line.left
    assert free.right == width
    assert free.height >= 43 * unit


@pytest.mark.parametrize("canvas", CANVASES)
def test_texels_have_whole_pixels_from_four_pixels_on(canvas: tuple[int, int, float]) -> None:
    width, height, unit = canvas
    look = replace(WINDOW, unit=unit)
    for shape in SHAPES:
        layout = TextureLayout(*shape)
        if max(shape) > 4 * min(shape):
            continue
        for pane in (
            both_panes(layout, width, height, look)[0],
            texture_pane(layout, width, height, look),
        ):
            assert thickness_factor(layout, pane) == pytest.approx(1.0, rel=0.01), shape
            if pane.width >= 4 * layout.width:
                assert pane.width % layout.width == 0
                assert pane.height == pane.width // layout.width * layout.height


@pytest.mark.parametrize("canvas", CANVASES)
@pytest.mark.parametrize("shape", [(1024, 1), (2, 8192), (1, 4096), (2048, 2), (16384, 1)])
def test_a_longish_texture_is_thick_enough_to_see_and_the_line_has_the_width(
    canvas: tuple[int, int, float], shape: tuple[int, int]
) -> None:
    width, height, unit = canvas
    layout, look = TextureLayout(*shape), replace(WINDOW, unit=unit)
    texture, line = both_panes(layout, width, height, look)
    assert min(texture.width, texture.height) >= int(MIN_THICK * unit)
    assert thickness_factor(layout, texture) > 4
    assert line.width >= 0.9 * (width - 25 * unit)
    if shape[0] > shape[1]:
        assert (texture.left, texture.width) == (line.left, line.width)


def test_up_to_64_elements_the_line_takes_the_width() -> None:
    for shape in ((4, 2), (8, 8), (2, 4), (8, 4)):
        texture, line = both_panes(TextureLayout(*shape), *WIDE[:2], WINDOW)
        assert line.width >= 0.95 * WIDE[0]
        assert thickness_factor(TextureLayout(*shape), texture) == 1.0
        assert texture.top > line.bottom


def test_in_an_upright_window_the_line_is_below_the_texture() -> None:
    width, height, unit = UPRIGHT
    look = replace(WINDOW, unit=unit)
    texture, line = both_panes(TextureLayout(64, 64), width, height, look)
    assert line.top > texture.bottom
    assert line.width >= 0.95 * width
    assert texture.width >= width / 2


def test_a_plain_recording_leaves_no_room_around_the_picture() -> None:
    assert texture_pane(TextureLayout(16, 16), 512, 512, Look()) == (0, 0, 512, 512)
    assert texture_pane(TextureLayout(64, 16), 2048, 512, Look()) == (0, 0, 2048, 512)
    assert line_pane(TextureLayout(16, 16), 512, 288, Look()) == (0, 0, 512, 288)


def test_without_labels_and_marks_both_still_have_a_mat() -> None:
    texture, line = both_panes(TextureLayout(16, 16), 910, 512, Look(unit=5))
    assert texture.left == texture.top == 4
    assert line.top == 0
    assert 512 - texture.bottom >= 4
