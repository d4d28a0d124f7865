"""How large a texel is drawn: on the canvas, on the screen, in a recorded frame."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.recording.recording import default_scale
from bitonic_scope.views.canvas import pixels_per_texel
from bitonic_scope.views.viewport import Viewport, fitted

sides = st.integers(0, 14).map(lambda bit: 1 << bit)
lengths = st.integers(1, 4000)


@pytest.mark.parametrize(
    ("width", "height", "place_width", "place_height", "z"),
    [
        (16, 16, 1012, 596, 37),  # fits: the largest whole number
        (16, 16, 64, 64, 4),
        (16, 16, 79, 1000, 4),
        (16, 16, 63, 64, 4),  # fits 3.9 times: the next above
        (16, 16, 48, 48, 3),
        (16, 16, 47, 47, 3),
        (16, 16, 33, 33, 3),
        (16, 16, 32, 32, 2),
        (16, 16, 17, 17, 2),
        (16, 16, 16, 16, 1),
        (16, 16, 15, 15, 1),
        (4096, 4096, 600, 600, 1),
        (64, 2, 640, 640, 10),
        (2, 64, 640, 640, 10),
        (1, 1, 1012, 596, 596),
    ],
)
def test_texels_are_whole_pixels(
    width: int, height: int, place_width: int, place_height: int, z: int
) -> None:
    layout = TextureLayout(width, height)
    found = pixels_per_texel(layout, place_width=place_width, place_height=place_height)
    assert found == z
    assert type(found) is int


@given(sides, sides, lengths, lengths)
def test_from_four_up_it_is_the_largest_that_fits_and_below_the_next_above(
    width: int, height: int, place_width: int, place_height: int
) -> None:
    def fits(scale: int) -> bool:
        return scale * width <= place_width and scale * height <= place_height

    layout = TextureLayout(width, height)
    z = pixels_per_texel(layout, place_width=place_width, place_height=place_height)
    if fits(4):
        assert z >= 4
        assert fits(z)
        assert not fits(z + 1)
    else:
        assert 1 <= z <= 4
        assert z == 1 or fits(z - 1)
        assert not (fits(z) and fits(z + 1))


@pytest.mark.parametrize(
    ("canvas", "place", "shown"),
    [
        ((64, 64), Viewport(0, 0, 100, 100), Viewport(18, 18, 64, 64)),
        ((64, 64), Viewport(10, 20, 100, 200), Viewport(28, 88, 64, 64)),
        ((100, 100), Viewport(5, 5, 100, 100), Viewport(5, 5, 100, 100)),
        ((63, 63), Viewport(0, 0, 100, 100), Viewport(18, 18, 63, 63)),
        ((1024, 1024), Viewport(0, 0, 600, 400), Viewport(100, 0, 400, 400)),
        ((1024, 512), Viewport(0, 0, 400, 400), Viewport(0, 100, 400, 200)),
        ((16384, 1), Viewport(0, 0, 600, 400), Viewport(0, 199, 600, 1)),
        ((1, 16384), Viewport(0, 0, 600, 400), Viewport(299, 0, 1, 400)),
    ],
)
def test_a_canvas_lies_in_the_middle_reduced_where_it_must_be(
    canvas: tuple[int, int], place: Viewport, shown: Viewport
) -> None:
    assert fitted(*canvas, place) == shown


@given(st.integers(1, 16384), st.integers(1, 16384), lengths, lengths)
def test_a_shown_canvas_is_inside_its_place_in_its_shape_and_never_enlarged(
    width: int, height: int, place_width: int, place_height: int
) -> None:
    place = Viewport(7, 3, place_width, place_height)
    shown = fitted(width, height, place)
    assert 1 <= shown.width <= min(width, place_width)
    assert 1 <= shown.height <= min(height, place_height)
    left, right = shown.x - place.x, place_width - (shown.x - place.x) - shown.width
    below, above = shown.y - place.y, place_height - (shown.y - place.y) - shown.height
    assert 0 <= left <= right <= left + 1
    assert 0 <= below <= above <= below + 1
    if width <= place_width and height <= place_height:
        assert (shown.width, shown.height) == (width, height)
    else:
        reduction = max(width / place_width, height / place_height)
        assert abs(shown.width * reduction - width) <= max(reduction, 1) / 2 + reduction
        assert shown.width == place_width or shown.height == place_height


def test_a_place_grows_on_all_sides() -> None:
    assert Viewport(10, 20, 30, 40).grown(2) == Viewport(8, 18, 34, 44)


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


@pytest.mark.parametrize(
    "hole", [Viewport(5, 4, 6, 3), Viewport(2, 3, 12, 8), Viewport(3, 3, 1, 8)]
)
def test_what_lies_around_a_hole_is_covered_once_and_the_hole_never(hole: Viewport) -> None:
    times = np.zeros((20, 20), int)
    for part in Viewport(2, 3, 12, 8).around(hole):
        times[part.y : part.y + part.height, part.x : part.x + part.width] += 1
    expected = np.zeros_like(times)
    expected[3:11, 2:14] = 1
    expected[hole.y : hole.y + hole.height, hole.x : hole.x + hole.width] = 0
    assert np.array_equal(times, expected)
