"""The painter: exact colours, crisp edges, and text where it belongs."""

from collections.abc import Callable, Iterator

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import FULLSCREEN
from bitonic_scope.gpu.shader_source import load_shader
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import (
    Align,
    Box,
    Disc,
    Drawing,
    Label,
    Line,
    Towards,
    Triangle,
)
from bitonic_scope.views.fonts import capital_height, readable, text_width
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.viewport import Viewport
from tests.support.parts import result_of

WIDTH, HEIGHT = 80, 40
GROUND = (10, 20, 30)
RED, BLUE = (201, 1, 3), (2, 4, 253)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)

Paint = Callable[[Drawing], NDArray[np.uint8]]


@pytest.fixture
def painter(gpu: Gpu) -> Iterator[Painter]:
    painter = Painter(gpu)
    yield painter
    painter.release()
    painter.release()


@pytest.fixture
def paint(gpu: Gpu, painter: Painter) -> Iterator[Paint]:
    """Paint on a canvas of WIDTH x HEIGHT; return its pixels, top row first."""
    canvas = Canvas(gpu.ctx)

    def painted(drawing: Drawing) -> NDArray[np.uint8]:
        canvas.begin(WIDTH, HEIGHT)
        canvas.clear(GROUND)
        painter.draw(drawing, canvas.framebuffer)
        return result_of(canvas.read_in_bands(3))

    yield painted
    canvas.release()


def where(picture: NDArray[np.uint8], colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = (picture == colour).all(axis=2)
    return same


def filled(*boxes: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """Return which pixels lie in boxes of left, top, right, bottom."""
    inside = np.zeros((HEIGHT, WIDTH), bool)
    for left, top, right, bottom in boxes:
        inside[top:bottom, left:right] = True
    return inside


def covered(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return ~where(picture, GROUND)


def test_a_box_fills_its_pixels_with_its_exact_colour_and_no_others(paint: Paint) -> None:
    for colour in (RED, BLUE, WHITE, BLACK, (127, 128, 129)):
        picture = paint([Box(3, 5, 20, 10, fill=colour)])
        assert np.array_equal(where(picture, colour), filled((3, 5, 23, 15)))
        assert np.array_equal(covered(picture), filled((3, 5, 23, 15)))


def test_an_outline_lies_inside_the_edge(paint: Paint) -> None:
    picture = paint([Box(3, 5, 20, 10, fill=RED, outline=BLUE, thickness=2)])
    assert np.array_equal(where(picture, RED), filled((5, 7, 21, 13)))
    assert np.array_equal(covered(picture), filled((3, 5, 23, 15)))
    hollow = paint([Box(3, 5, 20, 10, outline=BLUE, thickness=2)])
    assert np.array_equal(where(hollow, BLUE), filled((3, 5, 23, 15)) & ~filled((5, 7, 21, 13)))
    assert np.array_equal(covered(hollow), where(hollow, BLUE))


def test_edges_along_an_axis_move_to_whole_pixels(paint: Paint) -> None:
    picture = paint([Box(3.4, 4.6, 20.2, 10.3, fill=RED), Line(40.3, 10.2, 60.6, 10.2, BLUE, 1.2)])
    assert np.array_equal(where(picture, RED), filled((3, 5, 24, 15)))
    assert np.array_equal(where(picture, BLUE), filled((40, 10, 61, 11)))
    assert np.array_equal(covered(picture), where(picture, RED) | where(picture, BLUE))


def test_nothing_becomes_thinner_than_a_pixel(paint: Paint) -> None:
    picture = paint([Box(3, 5, 0.2, 10, fill=RED), Line(40.5, 10, 40.5, 20, BLUE, 0.1)])
    assert np.array_equal(where(picture, RED), filled((3, 5, 4, 15)))
    assert np.array_equal(where(picture, BLUE), filled((40, 10, 41, 20)))
    assert not covered(paint([Box(3, 5, 0, 10, fill=RED)])).any()


def test_a_dashed_line_has_dashes_and_gaps_of_the_same_length(paint: Paint) -> None:
    picture = paint([Line(10, 20, 34, 20, RED, 2, dash=4)])
    dashes = filled((10, 19, 14, 21), (18, 19, 22, 21), (26, 19, 30, 21))
    assert np.array_equal(where(picture, RED), dashes)
    assert np.array_equal(covered(picture), dashes)


def test_hatching_covers_a_part_of_the_inside_and_nothing_outside(paint: Paint) -> None:
    picture = covered(paint([Box(10, 5, 40, 30, fill=RED, is_hatched=True)]))
    inside = filled((10, 5, 50, 35))
    assert not (picture & ~inside).any()
    assert 0.2 < (picture & inside).sum() / inside.sum() < 0.8
    assert np.array_equal(picture[6:34, 12:49], picture[7:35, 11:48])  # lines go up to the right


def test_rounded_corners_leave_out_the_corner_only(paint: Paint) -> None:
    picture = paint([Box(10, 5, 30, 20, fill=RED, radius=6)])
    square = filled((10, 5, 40, 25))
    assert not (covered(picture) & ~square).any()
    for y, x in ((5, 10), (5, 39), (24, 10), (24, 39)):
        assert (picture[y, x] == GROUND).all()
    middle = filled((16, 5, 34, 25), (10, 11, 40, 19))
    assert where(picture, RED)[middle].all()
    cut = picture[5:25, 10:40]
    assert np.array_equal(cut, cut[::-1])
    assert np.array_equal(cut, cut[:, ::-1])


def test_a_disc_is_round_and_has_the_area_of_a_circle(paint: Paint) -> None:
    picture = paint([Disc(40, 20, 12, WHITE)]).astype(float)
    part = (picture[:, :, 0] - GROUND[0]) / (255 - GROUND[0])
    assert part.sum() == pytest.approx(np.pi * 144, rel=0.005)
    assert np.array_equal(part[8:32, 28:52], part[8:32, 28:52].T)
    assert part[20, 40] == 1


@pytest.mark.parametrize("towards", Towards)
def test_a_triangle_points_where_it_says(paint: Paint, towards: Towards) -> None:
    inside = covered(paint([Triangle(40, 20, 20, towards, RED)]))
    turns = {Towards.UP: 0, Towards.LEFT: 1, Towards.DOWN: 2, Towards.RIGHT: 3}[towards]
    upright = np.rot90(inside[8:32, 28:52], -turns)
    widths = upright.sum(axis=1)
    rows = np.flatnonzero(widths)
    assert len(rows) in (17, 18)  # the height of an equilateral triangle of side 20
    assert list(widths[rows]) == sorted(widths[rows])
    assert widths[rows[-1]] in (20, 21, 22)
    assert np.array_equal(upright, upright[:, ::-1])


def test_later_shapes_cover_earlier_ones(paint: Paint) -> None:
    shapes: Drawing = [Line(10, 15, 30, 15, RED, 4), Box(0, 0, 40, 30, fill=BLUE)]
    assert not where(paint(shapes), RED).any()
    assert where(paint(shapes[::-1]), RED).sum() == 80


def test_many_shapes_fill_the_buffer_and_all_are_drawn(paint: Paint) -> None:
    boxes: Drawing = [Box(x, y, 1, 1, fill=(x, y, 7)) for y in range(HEIGHT) for x in range(WIDTH)]
    picture = paint(boxes)
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    assert np.array_equal(picture, np.stack([x, y, np.full_like(x, 7)], axis=2))


@pytest.mark.parametrize("scale", [1.0, 1.75])
def test_shapes_of_whole_pixels_look_the_same_in_a_draw_call_of_their_own(
    gpu: Gpu, scale: float
) -> None:
    whole: Drawing = []
    for i in range(700):
        x, y, hue = i * 7.3 % WIDTH, i * 3.7 % HEIGHT, (i % 256, i // 3, 255 - i % 256)
        whole.append(Line(x, y, x + i % 31, y, hue, 0.3 + i % 4 * 0.6))
        whole.append(Line(x, y + i % 17, x, y, hue, 0.9 + i % 3))
        whole.append(Box(x, y, 0.2 + i % 5, 0.4 + i % 3, fill=hue))
    outside, canvas, pictures = Disc(-99, -99, 1, RED), Canvas(gpu.ctx), []
    canvas.begin(WIDTH, HEIGHT)
    for drawing in (whole, [outside, *whole]):  # the disc goes before, so nothing is apart
        painter = Painter(gpu)
        canvas.clear(GROUND)
        painter.draw(drawing, canvas.framebuffer, scale=scale)
        pictures.append(result_of(canvas.read_in_bands(3)))
        painter.release()
    canvas.release()
    assert np.array_equal(pictures[0], pictures[1])
    assert covered(pictures[0]).any()


def test_a_drawing_is_clipped_to_its_place_and_scaled_with_it(gpu: Gpu, painter: Painter) -> None:
    target = gpu.ctx.simple_framebuffer((60, 50), 4)
    target.clear(0.0, 0.0, 0.0, 1.0)
    place = Viewport(10, 5, 40, 30)  # from the bottom left: its top row is row 15 from the top
    painter.draw([Box(-100, 2, 110, 4, fill=RED)], target, place, scale=2.0)
    raw = np.frombuffer(target.read(components=3, dtype="f1"), np.uint8)
    picture = raw.reshape(50, 60, 3)[::-1]
    assert np.argwhere(where(picture, RED)).min(axis=0).tolist() == [15 + 4, 10]
    assert np.argwhere(where(picture, RED)).max(axis=0).tolist() == [15 + 11, 10 + 19]
    assert where(picture, RED).sum() == 8 * 20
    release_target(gpu.ctx, target)


def test_blending_is_off_after_drawing(gpu: Gpu, paint: Paint) -> None:
    paint([Box(0, 0, 5, 5, fill=RED)])
    target = gpu.ctx.simple_framebuffer((1, 1), 4)
    target.use()
    target.clear(1.0, 1.0, 1.0, 1.0)
    program = gpu.ctx.program(
        vertex_shader=load_shader(FULLSCREEN).text,
        fragment_shader="#version 330 core\nout vec4 c;\nvoid main() { c = vec4(0.0); }",
    )
    triangle = gpu.ctx.vertex_array(program, [])
    triangle.render(moderngl.TRIANGLES, vertices=3)
    assert target.read(components=4, dtype="f1") == bytes(4)
    triangle.release()
    program.release()
    release_target(gpu.ctx, target)


def ink(picture: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is drawn."""
    rows, columns = np.nonzero(covered(picture))
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


@pytest.mark.parametrize("is_medium", [False, True])
@pytest.mark.parametrize("size", [12.2, 14.667, 22.0])
def test_the_middle_of_capitals_is_at_y_and_their_edges_are_crisp(
    paint: Paint, size: float, is_medium: bool
) -> None:
    picture = paint([Label("EH", 10, 20, size, RED, is_medium=is_medium)])
    left, top, right, bottom = ink(picture)
    assert bottom - top == capital_height(size, is_medium=is_medium)
    assert abs((top + bottom) / 2 - 20) <= 0.5
    assert where(picture, RED)[top].sum() > 2  # a whole row of the letters' bars
    assert where(picture, RED)[bottom - 1].sum() > 2
    assert left >= 10
    assert right <= 10 + text_width("EH", size, is_medium=is_medium)


def test_a_label_stands_left_of_right_of_or_around_its_point(paint: Paint) -> None:
    width = text_width("1234", 15)
    left, _, right, _ = ink(paint([Label("1234", 20, 20, 15, RED)]))
    for align, shift in ((Align.MIDDLE, width / 2), (Align.RIGHT, width)):
        moved = ink(paint([Label("1234", 20 + shift, 20, 15, RED, align)]))
        assert (moved[0], moved[2]) == (left, right), align


@pytest.mark.parametrize("is_medium", [False, True])
def test_all_digits_are_equally_wide(is_medium: bool) -> None:
    for size in (12.2, 14.667, 22.0, 63.5):
        widths = {text_width(digit, size, is_medium=is_medium) for digit in "0123456789"}
        assert len(widths) == 1
        assert text_width("5" * 7, size, is_medium=is_medium) == 7 * widths.pop()


def test_letters_that_the_fonts_lack_are_readable_escapes(paint: Paint) -> None:
    assert readable("a中→\n\x7f é Ж…") == "a中\\u2192\\n\\x7f é Ж…"
    assert text_width("→", 15) == text_width("\\u2192", 15)
    assert np.array_equal(
        paint([Label("→", 5, 20, 15, RED)]), paint([Label("\\u2192", 5, 20, 15, RED)])
    )


@pytest.mark.parametrize("letters", ["中文", "あ", "한글"])
def test_letters_of_file_names_in_the_far_east_stand_on_the_line_among_others(
    paint: Paint, letters: str
) -> None:
    before, after = text_width("a", 15), text_width("a" + letters, 15)
    picture = paint([Label(f"a{letters}b", 5, 20, 15, RED)])
    alone = paint([Label("a", 5, 20, 15, RED), Label("b", 5 + after, 20, 15, RED)])
    place = slice(int(5 + before), int(5 + after))
    assert after - before == 15 * len(letters)
    assert (picture[:, place] != alone[:, place]).any()
    picture[:, place] = alone[:, place]
    assert np.array_equal(picture, alone)


def test_text_without_ink_draws_nothing(paint: Paint) -> None:
    assert not covered(paint([Label("", 5, 20, 15, RED), Label("  ", 5, 20, 15, RED)])).any()


def test_text_stays_right_when_the_atlas_grows_and_starts_afresh(paint: Paint) -> None:
    first = paint([Label("27", 5, 20, 15, RED)])
    for start in range(0, 6000, 1000):
        texts: Drawing = [Label(f"{n} in all", 0, -50, 40, RED) for n in range(start, start + 1000)]
        assert np.array_equal(paint([*texts, Label("27", 5, 20, 15, RED)]), first)
