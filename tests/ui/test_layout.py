"""Where everything stands in the window: parts never overlap and never leave it."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.ui.layout import Layout, Rect, layout, unit_of, with_panels
from bitonic_scope.ui.theme import LABEL
from bitonic_scope.views.arrangement import (
    Rooms,
    both_panes,
    free_pane,
    line_rooms,
    texture_pane,
    texture_rooms,
)
from bitonic_scope.views.catalogue import VIEWS

MIN_WIDTH, MIN_HEIGHT = 480, 400  # a window cannot be made smaller by hand
EDGE = 0.01  # logical pixels: of rounding
WIDE = [(1280, 720), (1920, 1080), (3840, 2160), (1024, 576)]
USUAL = [*WIDE, (1024, 600), (800, 600), (800, 1000), (480, 400), (1280, 800), (1000, 500)]

widths = st.integers(MIN_WIDTH, 7680)
heights = st.integers(MIN_HEIGHT, 4320)
scales = st.floats(0.5, 4.0)
views = st.sampled_from(sorted(VIEWS))


def whole_layout(
    width: int, height: int, ui_scale: float, view: str, *, sides: tuple[int, int] = (16, 16)
) -> Layout:
    """Return the layout of a window, with the panels of its view as the session adds them."""
    parts = layout(width, height, ui_scale=ui_scale, view=view)
    if not parts.has_panels:
        return parts
    look = look_of(parts, width, height)
    picture = parts.picture
    place = TextureLayout(*sides), int(picture.width), int(picture.height)
    pane = free_pane(*place, look, is_alone=view == "texture")
    free = Rect(picture.x + pane.left, picture.y + pane.top, pane.width, pane.height)
    return with_panels(parts, free)


def look_of(parts: Layout, width: int, height: int) -> Look:
    return Look(
        marks=Marks.DIRECTIONS,
        unit=parts.unit,
        type_scale=parts.type_unit / parts.unit,
        has_labels=True,
        has_panels=parts.has_panels,
        is_upright=width < height,
    )


def parts_of(whole: Layout) -> dict[str, Rect]:
    return {name: part for name, part in whole._asdict().items() if isinstance(part, Rect)}


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one.right > other.x + EDGE
        and other.right > one.x + EDGE
        and one.bottom > other.y + EDGE
        and other.bottom > one.y + EDGE
    )


def holds(outer: Rect, inner: Rect) -> bool:
    return (
        inner.x >= outer.x - EDGE
        and inner.y >= outer.y - EDGE
        and inner.right <= outer.right + EDGE
        and inner.bottom <= outer.bottom + EDGE
    )


def check_parts(whole: Layout, width: int, height: int) -> None:
    """Check that parts lie in the window and apart; the drawer and a large triangle lie over."""
    parts = parts_of(whole)
    window = Rect(0, 0, width, height)
    for name, part in parts.items():
        assert part.width > 0, name
        assert part.height > 0, name
        assert holds(window, part), name
    rows = ("header", "picture", "caption", "strip", "transport")
    panels = [name for name in ("pointed", "triangle", "counters") if name in parts]
    for one, other in combinations([name for name in rows if name in parts], 2):
        assert not overlap(parts[one], parts[other]), (one, other)
    for one, other in combinations(panels, 2):
        assert not overlap(parts[one], parts[other]), (one, other)
    for one in panels:
        for other in ("header", "caption", "strip", "transport"):
            assert not overlap(parts[one], parts[other]), (one, other)


@given(widths, heights, scales, views)
def test_no_part_covers_another_or_leaves_the_window(
    width: int, height: int, ui_scale: float, view: str
) -> None:
    whole = whole_layout(width, height, ui_scale, view)
    check_parts(whole, width, height)
    assert {"header", "picture", "caption", "strip", "transport", "drawer"} <= set(parts_of(whole))


@given(widths, heights, scales, st.booleans())
def test_a_class_sees_picture_caption_and_strip_alone(
    width: int, height: int, ui_scale: float, has_square: bool
) -> None:
    whole = layout(width, height, ui_scale=ui_scale, is_presenting=True, has_square=has_square)
    check_parts(whole, width, height)
    assert set(parts_of(whole)) == {"picture", "caption", "strip"}
    usual = layout(width, height, ui_scale=ui_scale)
    assert whole.picture.height >= usual.picture.height


@given(
    widths,
    heights,
    scales,
    st.sampled_from(["both", "texture"]),
    st.sampled_from([(16, 16), (4, 2), (1024, 1), (1, 64), (64, 16)]),
)
def test_panels_stand_over_the_part_that_a_view_leaves_free(
    width: int, height: int, ui_scale: float, view: str, sides: tuple[int, int]
) -> None:
    whole = whole_layout(width, height, ui_scale, view, sides=sides)
    check_parts(whole, width, height)
    panels = [whole.pointed, whole.triangle, whole.counters, whole.large_triangle]
    pictures = pictures_of(whole, look_of(whole, width, height), view, TextureLayout(*sides))
    for part in panels:
        assert part is None or holds(whole.picture, part)
        assert part is None or not any(overlap(part, one) for one in pictures[:1])


def pictures_of(whole: Layout, look: Look, view: str, elements: TextureLayout) -> list[Rect]:
    """Return the places of texture and line in the window, with all that lies around them."""
    work = whole.picture
    size = int(work.width), int(work.height)
    rooms, (line_top, line_bottom) = texture_rooms(look), line_rooms(look)
    if view == "texture":
        around = [(texture_pane(elements, *size, look), rooms)]
    else:
        texture, line = both_panes(elements, *size, look)
        around = [(texture, rooms), (line, Rooms(0, line_top, 0, line_bottom))]
    return [
        Rect(
            work.x + pane.left - room.left,
            work.y + pane.top - room.top,
            room.left + pane.width + room.right,
            room.top + pane.height + room.bottom,
        )
        for pane, room in around
    ]


def test_beside_a_square_a_class_reads_the_caption_and_the_square_is_larger() -> None:
    for width, height in WIDE:
        beside = layout(width, height, ui_scale=1.0, is_presenting=True, has_square=True)
        usual = layout(width, height, ui_scale=1.0, is_presenting=True)
        assert beside.caption.x > beside.picture.right
        assert beside.picture.height >= 1.1 * usual.picture.height


@pytest.mark.parametrize("view", ["bars", "dots", "network"])
def test_the_other_views_take_the_whole_work_area(view: str) -> None:
    whole = layout(1280, 720, ui_scale=1.0, view=view)
    assert (whole.pointed, whole.triangle, whole.counters) == (None, None, None)
    assert whole.picture == layout(1280, 720, ui_scale=1.0).picture


@pytest.mark.parametrize(("width", "height"), WIDE)
def test_the_work_area_has_three_fifths_of_a_wide_window(width: int, height: int) -> None:
    for ui_scale, share in ((1.0, 0.6), (1.5, 0.45)):
        picture = layout(width, height, ui_scale=ui_scale).picture
        assert picture.width * picture.height >= share * width * height


SHAPES = [
    (16, 16),
    (256, 256),
    (4, 4),
    (1024, 1),
    (2, 8192),
    (32, 16),
    (16, 32),
    (64, 16),
    (64, 8),
    (64, 4),
]

CROWDED = {("both", (64, 16)), ("both", (64, 8))}  # two wide pictures leave panels less room


@pytest.mark.parametrize("sides", SHAPES)
@pytest.mark.parametrize("view", ["both", "texture"])
def test_at_most_a_tenth_of_the_work_area_is_empty(view: str, sides: tuple[int, int]) -> None:
    for width, height in WIDE:
        whole = whole_layout(width, height, 1.0, view, sides=sides)
        assert whole.type_unit == pytest.approx(whole.unit)
        assert None not in panels_of(whole) or (view, sides) in CROWDED
        assert full_share(whole, look_of(whole, width, height), view, sides) >= 0.9, (width, height)


@pytest.mark.parametrize("sides", SHAPES)
@pytest.mark.parametrize("view", ["both", "texture"])
def test_little_is_empty_at_large_type_and_in_an_upright_window(
    view: str, sides: tuple[int, int]
) -> None:
    """Texels of a whole number of pixels lose up to half of what this leaves."""
    for width, height, ui_scale in (*((*size, 1.5) for size in WIDE), (800, 1000, 1.0)):
        whole = whole_layout(width, height, ui_scale, view, sides=sides)
        assert full_share(whole, look_of(whole, width, height), view, sides) >= 0.83, whole


def panels_of(whole: Layout) -> list[Rect | None]:
    return [whole.pointed, whole.triangle, whole.counters]


def full_share(whole: Layout, look: Look, view: str, sides: tuple[int, int]) -> float:
    """Return the share of the work area that pictures and panels take."""
    work = whole.picture
    pictures = pictures_of(whole, look, view, TextureLayout(*sides))
    is_full = np.zeros((int(work.height), int(work.width)), bool)
    for part in [*pictures, *(panel for panel in panels_of(whole) if panel is not None)]:
        x, y = max(part.x - work.x, 0), max(part.y - work.y, 0)
        is_full[int(y) : int(y + part.height), int(x) : int(x + part.width)] = True
    return float(is_full.mean())


@given(widths, heights, scales)
def test_the_picture_keeps_two_fifths_of_the_height_of_any_window(
    width: int, height: int, ui_scale: float
) -> None:
    picture = layout(width, height, ui_scale=ui_scale).picture
    assert picture.height >= 0.4 * height
    assert picture.width >= 0.95 * width


def test_the_rows_are_those_of_the_grid() -> None:
    whole = layout(1920, 1080, ui_scale=1.0)
    assert (whole.unit, whole.type_unit) == (8.0, 8.0)
    assert whole.header == Rect(24, 0, 1872, 64)
    assert whole.picture == Rect(24, 80, 1872, 708)
    assert whole.caption == Rect(24, 788, 1872, 120)
    assert whole.strip == Rect(24, 908, 1872, 64)
    assert whole.transport == Rect(24, 996, 1872, 64)


@pytest.mark.parametrize(
    ("width", "height", "unit"),
    [(1920, 1080, 8.0), (1280, 720, 16 / 3), (1024, 600, 40 / 9), (800, 600, 40 / 9)],
)
def test_the_unit_follows_the_shorter_side(width: int, height: int, unit: float) -> None:
    assert unit_of(width, height) == pytest.approx(unit)


@pytest.mark.parametrize(("width", "height"), [size for size in USUAL if size != (480, 400)])
def test_labels_are_at_least_a_fiftieth_of_the_height(width: int, height: int) -> None:
    assert LABEL * layout(width, height, ui_scale=1.0).type_unit >= height / 50 - EDGE


@given(st.floats(1.0, 1.4))
def test_the_ui_scale_multiplies_type_and_controls_only(ui_scale: float) -> None:
    whole = layout(1920, 1080, ui_scale=ui_scale)
    assert whole.type_unit == pytest.approx(8.0 * ui_scale)
    assert (whole.unit, whole.picture.x) == (8.0, 24.0)
    assert whole.header is not None
    assert whole.header.height == pytest.approx(64 * ui_scale)


def test_counters_go_before_the_pointed_pair_and_the_triangle_stays() -> None:
    found = []
    for width in (1280, 1000, 800):
        whole = whole_layout(width, 600, 1.0, "both")
        found.append((whole.counters is not None, whole.pointed is not None, whole.triangle))
    assert [parts[:2] for parts in found] == [(True, True), (False, True), (False, False)]
    assert all(triangle is not None for _, _, triangle in found)


def test_the_cells_of_a_large_triangle_have_six_pixels_in_a_small_window() -> None:
    whole = whole_layout(1024, 600, 1.0, "both", sides=(4096, 4096))
    assert whole.triangle is not None
    heading = 4.4 * whole.type_unit
    assert min(whole.triangle.width, whole.triangle.height - heading) >= 24 * 6


def test_an_upright_window_has_its_transport_in_two_rows_and_no_panels() -> None:
    whole = layout(600, 1200, ui_scale=1.0)
    assert whole.transport is not None
    assert whole.transport.height == pytest.approx(18 * whole.type_unit)
    assert not whole.has_panels


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 1000), (1000, 1), (100, 100)])
def test_a_window_too_small_for_anything_still_has_a_picture(width: int, height: int) -> None:
    picture = layout(width, height, ui_scale=1.0).picture
    assert picture.width > 0
    assert picture.height > 0
