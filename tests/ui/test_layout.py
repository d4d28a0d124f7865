"""Where everything stands in the window: parts never overlap and never leave it."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.ui.layout import Layout, Rect, automatic_scale, layout

MIN_WIDTH, MIN_HEIGHT = 480, 400  # a window cannot be made smaller by hand
EDGE = 0.01  # logical pixels: of rounding

widths = st.integers(MIN_WIDTH, 7680)
heights = st.integers(MIN_HEIGHT, 4320)


def parts_of(whole: Layout) -> dict[str, Rect]:
    return {name: part for name, part in whole._asdict().items() if isinstance(part, Rect)}


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one.x + one.width > other.x + EDGE
        and other.x + other.width > one.x + EDGE
        and one.y + one.height > other.y + EDGE
        and other.y + other.height > one.y + EDGE
    )


def check_parts(whole: Layout, width: int, height: int) -> None:
    parts = parts_of(whole)
    assert len(parts) == 6
    for name, part in parts.items():
        assert part.width >= 0, name
        assert part.height >= 0, name
        assert part.x >= -EDGE, name
        assert part.y >= -EDGE, name
        assert part.x + part.width <= width + EDGE, name
        assert part.y + part.height <= height + EDGE, name
    for one, other in combinations(parts, 2):
        assert not overlap(parts[one], parts[other]), (one, other)


@given(widths, heights, st.floats(0.5, 1.0), st.booleans())
def test_no_part_covers_another_or_leaves_the_window(
    width: int, height: int, ui_scale: float, has_message: bool
) -> None:
    whole = layout(width, height, ui_scale=ui_scale, has_message=has_message)
    check_parts(whole, width, height)


def test_no_part_leaves_the_window_at_the_largest_ui_scale() -> None:
    check_parts(layout(1280, 800, ui_scale=4.0, has_message=False), 1280, 800)


@pytest.mark.parametrize("ui_scale", [1.5, 2.0])
def test_every_panel_has_room_at_larger_ui_scales(ui_scale: float) -> None:
    parts = parts_of(layout(1280, 800, ui_scale=ui_scale, has_message=False))
    assert min(part.height for part in parts.values()) > 20


def test_the_usual_window_gives_most_of_itself_to_the_picture() -> None:
    whole = layout(1280, 800, ui_scale=1.0, has_message=False)
    assert whole.scale == 1.0
    assert whole.picture == Rect(256, 12, 1012, 596)
    assert whole.picture.width * whole.picture.height > 0.55 * 1280 * 800


@given(widths, heights)
def test_the_picture_keeps_a_quarter_of_any_window(width: int, height: int) -> None:
    picture = layout(width, height, ui_scale=1.0, has_message=False).picture
    assert picture.width * picture.height >= 0.25 * width * height


def test_controls_stand_left_in_a_wide_window_and_below_in_an_upright_one() -> None:
    wide = layout(1280, 800, ui_scale=1.0, has_message=False)
    assert wide.settings.x + wide.settings.width <= wide.picture.x
    upright = layout(800, 1280, ui_scale=1.0, has_message=False)
    assert upright.picture.y + upright.picture.height <= upright.settings.y
    assert upright.picture.width == 800 - 2 * 12 * upright.scale


def test_a_message_takes_its_room_from_the_list_of_stages_only() -> None:
    without = layout(1280, 800, ui_scale=1.0, has_message=False)
    with_message = layout(1280, 800, ui_scale=1.0, has_message=True)
    assert with_message.settings.height == without.settings.height + 64
    assert with_message.stages.height == without.stages.height - 64
    assert with_message.recording.height == without.recording.height
    for name in ("picture", "caption", "transport"):
        assert getattr(with_message, name) == getattr(without, name)


def test_a_recording_takes_its_room_from_the_list_of_stages_and_its_button_stays() -> None:
    before = layout(1280, 800, ui_scale=1.0, has_message=False, has_recording=False)
    after = layout(1280, 800, ui_scale=1.0, has_message=False, has_recording=True)
    assert (after.recording.x, after.recording.y) == (before.recording.x, before.recording.y)
    assert after.recording.height - before.recording.height == 82
    assert before.stages.height - after.stages.height == 82
    for name in ("settings", "picture", "caption", "transport"):
        assert getattr(after, name) == getattr(before, name)


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [
        (1280, 800, 1.0),
        (1920, 1080, 1.25),
        (3840, 2160, 2.625),
        (1280, 400, 0.625),
        (640, 400, 0.625),
        (1, 1, 0.625),
        (1e6, 1e6, 6.0),
    ],
)
def test_text_grows_with_the_window_in_steps(width: float, height: float, scale: float) -> None:
    assert automatic_scale(width, height) == scale


@given(st.floats(0.625, 1.5))
def test_the_ui_scale_multiplies_the_automatic_one(ui_scale: float) -> None:
    assert layout(1280, 800, ui_scale=ui_scale, has_message=False).scale == ui_scale


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (480, 400), (600, 900)])
def test_no_scale_enlarges_beyond_what_the_window_holds(width: int, height: int) -> None:
    whole = layout(width, height, ui_scale=4.0, has_message=False)
    check_parts(whole, width, height)
    assert min(whole.picture.width, whole.picture.height) >= 60
    assert whole.stages.height >= 50


def test_a_narrow_window_gets_its_transport_in_two_rows() -> None:
    wide = layout(1280, 800, ui_scale=1.0, has_message=False).transport
    narrow = layout(1280, 800, ui_scale=1.25, has_message=False).transport
    assert wide.height == 40 + 54
    assert narrow.height == (40 + 2 * 54) * 1.25


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 1000), (1000, 1), (100, 100)])
def test_a_window_too_small_for_anything_still_has_a_picture(width: int, height: int) -> None:
    picture = layout(width, height, ui_scale=1.0, has_message=True).picture
    assert picture.width >= 1
    assert picture.height >= 1
