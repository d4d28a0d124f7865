"""Pointing from end to end: the mouse over the picture, the pair in the panels, pins."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui
from pyglet.window import key as symbols

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.look import Marks
from bitonic_scope.model.readout import PointedPair
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.network.pairs import pair_of
from bitonic_scope.player import tally as tally_module
from bitonic_scope.ui.widgets.rects import control_rects
from tests.support.pilot import Modifiers, Pilot

SIZE = (640, 480)
STEP = 6  # logical pixels between the points that are tried
VIEWS = ["both", "texture", "bars", "dots", "network"]


def make_pilot(
    ctx: moderngl.Context, folder: Path, settings: SortSettings, view: str = "texture"
) -> Pilot:
    display = DisplaySettings(view=view, marks=Marks.NONE)
    return Pilot(ctx, settings, folder, size=SIZE, display=display)


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    settings = SortSettings(4, 4, data=DataKind.PERMUTATION, element_format=FormatName.PAIR)
    with closing(make_pilot(ctx, tmp_path, settings)) as pilot:
        pilot.settle()
        yield pilot


def hover(pilot: Pilot, x: float, y: float) -> PointedPair | None:
    pilot.session.input.mouse_position(x, y)
    pilot.frames(3)
    return pilot.known.readout.pointed


def places_of(pilot: Pilot) -> dict[int, tuple[float, float]]:
    """Look for elements all over the window; return where each was found first."""
    places: dict[int, tuple[float, float]] = {}
    for y in range(STEP // 2, SIZE[1], STEP):
        for x in range(STEP // 2, SIZE[0], STEP):
            element = pilot.known.picture.element_at(x, y)
            if element is not None:
                places.setdefault(element, (x, y))
    return places


@pytest.mark.parametrize("view", VIEWS)
def test_every_element_of_every_view_can_be_pointed_at(
    ctx: moderngl.Context, tmp_path: Path, view: str
) -> None:
    settings = SortSettings(4, 2, data=DataKind.PERMUTATION)
    with closing(make_pilot(ctx, tmp_path, settings, view)) as pilot:
        pilot.settle()
        places = places_of(pilot)
        assert set(places) == set(range(8))
        for element in (0, 3, 7):
            pointed = hover(pilot, *places[element])
            assert pointed is not None
            assert pointed.element == element


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shape", [(1024, 1), (2, 8192)])
def test_long_textures_are_seen_and_pointed_at_in_every_view(
    ctx: moderngl.Context, tmp_path: Path, view: str, shape: tuple[int, int]
) -> None:
    with closing(make_pilot(ctx, tmp_path, SortSettings(*shape), view)) as pilot:
        pilot.settle()
        places = places_of(pilot)
        count = pilot.session.player.settings.element_count
        wires = 2 if view == "network" else 50  # one block of the first pass has two
        assert len(places) >= wires
        if view != "network":
            assert min(places) < count / 20
            assert max(places) > count * 19 / 20
        hover(pilot, 2, 2)
        plain = pilot.pixels()
        assert len(np.unique(plain[100:300].reshape(-1, 3), axis=0)) > 2
        for element in sorted(places)[:: len(places) // 2]:
            pointed = hover(pilot, *places[element])
            assert pointed is not None
            assert pointed.element == element
            assert np.any(pilot.pixels() != plain)


def test_the_mouse_over_a_cell_tells_the_element_whose_gray_is_there(pilot: Pilot) -> None:
    pilot.session.input.mouse_position(2, 2)
    pilot.frames(3)
    picture = pilot.pixels()
    elements = pilot.elements()
    ranks = np.argsort(np.argsort(elements[:, 0]))
    grays = {}
    for element, (x, y) in places_of(pilot).items():
        grays[element] = int(picture[int(y) + STEP, int(x) + STEP, 0])
    by_gray = sorted(grays, key=lambda element: grays[element])
    assert len(grays) == 16
    assert by_gray == sorted(grays, key=lambda element: int(ranks[element]))


def test_the_pair_is_the_one_of_the_pass_to_come(pilot: Pilot) -> None:
    places = places_of(pilot)
    for key in (symbols.RIGHT, symbols.RIGHT, symbols.END):
        for element in (0, 5, 15):
            pointed = hover(pilot, *places[element])
            assert pointed is not None
            network, position = pilot.known.readout.network, pilot.position
            sort_pass = network.pass_to_come(position)
            assert pointed.element == element
            assert sort_pass is not None
            pair = pair_of(element, sort_pass, pilot.session.player.settings.order)
            assert pointed.partner == pair.partner_of(element)
            keys = pilot.elements()[:, 0]
            exchanges = pair.exchanges(int(keys[pair.lower]), int(keys[pair.upper]))
            assert pointed.exchanges == exchanges
        pilot.key(key)
        pilot.settle()
    pointed = hover(pilot, *places[5])
    assert pointed is not None
    assert pointed.partner is None


def test_pointing_marks_the_picture_and_leaving_takes_the_mark_away(pilot: Pilot) -> None:
    places = places_of(pilot)
    hover(pilot, 2, 2)
    plain = pilot.pixels()
    assert hover(pilot, *places[5]) is not None
    assert np.any(pilot.pixels() != plain)
    assert hover(pilot, 2, 2) is None
    assert np.array_equal(pilot.pixels(), plain)


def test_a_click_pins_and_a_second_click_or_escape_unpins(pilot: Pilot) -> None:
    places = places_of(pilot)
    pilot.click_at(*places[5])
    assert pilot.session.state.pinned == 5
    pointed = hover(pilot, *places[9])
    assert pointed is not None
    assert (pointed.element, pointed.is_pinned) == (5, True)
    pilot.click_at(*places[9])  # pins another
    assert pilot.session.state.pinned == 9
    pilot.click_at(*places[9])
    assert pilot.session.state.pinned is None
    pilot.click_at(*places[5])
    pilot.key(symbols.ESCAPE)
    assert pilot.session.state.pinned is None


def test_a_pin_tells_of_its_pair_wherever_the_mouse_is(pilot: Pilot) -> None:
    """In its panel, else in place of the triangle, else in a corner."""
    for view in VIEWS:
        display = replace(pilot.session.state.display, view=view, ui_scale=1.5)
        pilot.change(display=display, pinned=5)
        pilot.session.input.mouse_position(1.0, 1.0)
        pilot.settle()
        windows = [str(drawn._owner_name) for drawn in imgui.get_draw_data().cmd_lists]
        is_in_a_corner = any(name.startswith("##pointed") for name in windows)
        is_for_the_triangle = pilot.parts.triangle is not None and "triangle" not in control_rects
        places = [pilot.parts.pointed is not None, is_for_the_triangle, is_in_a_corner]
        assert places.count(True) == 1, view


def test_a_drag_over_the_picture_pins_nothing(pilot: Pilot) -> None:
    places = places_of(pilot)
    taken = pilot.session.input
    taken.mouse_position(*places[5])
    pilot.frames(2)
    taken.mouse_button(*places[5], 0, is_down=True)
    pilot.frames(2)
    taken.mouse_position(*places[10])
    pilot.frames(2)
    taken.mouse_button(*places[10], 0, is_down=False)
    pilot.frames(2)
    assert pilot.session.state.pinned is None


def test_a_click_that_closes_a_list_or_leaves_a_field_pins_nothing(pilot: Pilot) -> None:
    place = places_of(pilot)[5]
    for opens_list in (True, False):
        pilot.click("network") if opens_list else pilot.key(symbols.G, text="g")
        pilot.click_at(*place)
        assert pilot.session.state.pinned is None
        assert not imgui.get_io().want_text_input
        pilot.click_at(*place)
        assert pilot.session.state.pinned == 5
        pilot.key(symbols.ESCAPE)


def test_the_wheel_steps_a_pass_a_notch_and_small_turns_add_up(pilot: Pilot) -> None:
    pilot.click("view bars")
    pilot.settle()
    place = places_of(pilot)[5]
    pilot.session.input.mouse_position(*place)
    pilot.frames(2)
    turned = []
    for turn in (-1, -3, 2, -0.25, -0.5, -0.25, -0.5, 0.75, 0.25):
        pilot.session.input.mouse_wheel(0, turn)
        pilot.frames(2)
        turned.append(pilot.position)
    assert turned == [1, 4, 2, 2, 2, 3, 3, 3, 2]


def test_ctrl_and_the_wheel_never_step_but_zoom_the_texture_wherever_the_mouse_is(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    with closing(make_pilot(ctx, tmp_path, SortSettings(16, 16), "both")) as pilot:
        pilot.settle()
        strip = pilot.parts.strip.middle
        pilot.session.input.key(symbols.LCTRL, is_down=True, modifiers=Modifiers())
        for view, zoom in (("both", 1.25), ("bars", 1.0)):
            pilot.change(display=DisplaySettings(view=view), zoom=1.0)
            pilot.settle()
            line = max(places_of(pilot).values())
            for place in (strip, line):
                wheel(pilot, *place, 1.0)
            assert (pilot.session.state.zoom, pilot.position) == (zoom, 0)


def test_a_drag_from_the_strip_moves_no_texture(ctx: moderngl.Context, tmp_path: Path) -> None:
    with closing(make_pilot(ctx, tmp_path, SortSettings(64, 64))) as pilot:
        pilot.change(zoom=2.0)
        pilot.settle()
        x, y = middle_of_the_texture(pilot)
        taken, (strip_x, strip_y) = pilot.session.input, pilot.middle_of("strip")
        taken.mouse_position(strip_x, strip_y)
        pilot.frames(2)
        taken.mouse_button(strip_x, strip_y, 0, is_down=True)
        for step in range(3):
            taken.mouse_position(x + 20 * step, y)
            pilot.frames(2)
        assert pilot.session.state.centre == (0.5, 0.5)
        taken.mouse_button(x + 40, y, 0, is_down=False)
        pilot.frames(2)


def test_a_pin_follows_its_pair_to_the_end_and_back(pilot: Pilot) -> None:
    places = places_of(pilot)
    pilot.click_at(*places[5])
    tag = int(pilot.elements()[5, 1])
    for key in (symbols.END, symbols.LEFT, symbols.HOME):
        pilot.key(key)
        pilot.settle()
        pinned = pilot.session.state.pinned
        assert pinned is not None
        assert pilot.elements()[pinned, 1] == tag
    assert pilot.session.state.pinned == 5


def test_a_pin_of_a_larger_sort_is_dropped_with_it(pilot: Pilot) -> None:
    pilot.change(pinned=15)
    pilot.change(settings=SortSettings(2, 2))
    pilot.settle()
    assert pilot.session.state.pinned is None


def test_help_over_the_picture_takes_the_mouse(pilot: Pilot) -> None:
    places = places_of(pilot)
    pilot.key(symbols.F1)
    assert hover(pilot, *places[5]) is None
    pilot.click_at(*places[5])
    assert pilot.session.state.pinned is None


def test_the_counters_stand_in_the_readout_and_follow_steps_and_jumps(pilot: Pilot) -> None:
    seen = []
    for key in (symbols.END, symbols.LEFT, symbols.HOME):
        pilot.key(key)
        pilot.settle()
        counters = pilot.known.readout.counters
        assert counters is not None
        assert counters.passes == pilot.position
        assert counters.comparisons == 8 * pilot.position
        assert counters.nothing_lost
        assert counters.exchanges is not None
        seen.append(counters.exchanges)
    at_end, before, at_start = seen
    assert at_end >= before >= at_start == 0


def middle_of_the_texture(pilot: Pilot) -> tuple[float, float]:
    """Return the middle of the points below which there is another row of elements."""
    element_at, width = pilot.known.picture.element_at, pilot.session.player.settings.width
    points = []
    for y in range(0, SIZE[1], STEP):
        for x in range(0, SIZE[0], STEP):
            here, below = element_at(x, y), element_at(x, y + STEP)
            if here is not None and below is not None and here - below >= width:
                points.append((x, y))
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def wheel(pilot: Pilot, x: float, y: float, turn: float) -> None:
    pilot.session.input.mouse_position(x, y)
    pilot.session.input.mouse_wheel(0, turn)
    pilot.frames(2)
    pilot.settle()


@pytest.mark.parametrize("view", ["both", "texture"])
def test_the_wheel_zooms_small_cells_about_the_mouse_and_fit_brings_all_back(
    ctx: moderngl.Context, tmp_path: Path, view: str
) -> None:
    with closing(make_pilot(ctx, tmp_path, SortSettings(256, 256), view)) as pilot:
        pilot.settle()
        plain = pilot.pixels()
        x, y = middle_of_the_texture(pilot)
        x, y = x - 30, y + 20
        element = pilot.known.picture.element_at(x, y)
        assert element is not None
        for _ in range(6):
            wheel(pilot, x, y, 1.0)
        assert pilot.session.state.zoom > 2
        found = pilot.known.picture.element_at(x, y)
        assert found is not None
        row, column = divmod(element, 256)
        found_row, found_column = divmod(found, 256)
        assert abs(found_row - row) <= 2
        assert abs(found_column - column) <= 2
        assert np.any(pilot.pixels() != plain)
        pilot.click("FIT")
        hover(pilot, 2, 2)
        pilot.settle()
        assert pilot.session.state.zoom == 1
        wheel(pilot, x, y, 1.0)
        for _ in range(3):
            wheel(pilot, x, y, -1.0)
        assert (pilot.session.state.zoom, pilot.session.state.centre) == (1.0, (0.5, 0.5))


def test_a_drag_moves_a_zoomed_texture_with_the_mouse(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    with closing(make_pilot(ctx, tmp_path, SortSettings(256, 256))) as pilot:
        pilot.settle()
        x, y = middle_of_the_texture(pilot)
        for _ in range(8):
            wheel(pilot, x, y, 1.0)
        element = pilot.known.picture.element_at(x, y)
        taken = pilot.session.input
        taken.mouse_position(x, y)
        pilot.frames(2)
        taken.mouse_button(x, y, 0, is_down=True)
        pilot.frames(2)
        for step in range(1, 5):
            taken.mouse_position(x + 10 * step, y + 5 * step)
            pilot.frames(2)
        taken.mouse_button(x + 40, y + 20, 0, is_down=False)
        pilot.frames(2)
        pilot.settle()
        found = pilot.known.picture.element_at(x + 40, y + 20)
        assert element is not None
        assert found is not None
        assert abs(found // 256 - element // 256) <= 1
        assert abs(found % 256 - element % 256) <= 1
        assert pilot.session.state.pinned is None


def test_the_wheel_steps_over_a_line_and_leaves_large_cells_alone(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    with closing(make_pilot(ctx, tmp_path, SortSettings(4, 4), "bars")) as pilot:
        pilot.settle()
        x, y = places_of(pilot)[5]
        wheel(pilot, x, y, -1.0)
        wheel(pilot, x, y, -1.0)
        assert pilot.position == 2
        wheel(pilot, x, y, 1.0)
        assert pilot.position == 1
        wheel(pilot, 2, 2, -1.0)  # beside the picture
        assert pilot.position == 1
    with closing(make_pilot(ctx, tmp_path, SortSettings(4, 4), "texture")) as pilot:
        pilot.settle()
        x, y = places_of(pilot)[5]
        wheel(pilot, x, y, 1.0)
        assert (pilot.session.state.zoom, pilot.position) == (1.0, 0)


def test_ctrl_and_the_wheel_zoom_large_cells_too(pilot: Pilot) -> None:
    x, y = places_of(pilot)[5]
    x, y = x + 2 * STEP, y + 2 * STEP  # well inside its cell
    pilot.session.input.key(symbols.LCTRL, is_down=True, modifiers=Modifiers())
    wheel(pilot, x, y, 1.0)
    wheel(pilot, x, y, 1.0)
    pilot.session.input.key(symbols.LCTRL, is_down=False, modifiers=Modifiers())
    assert pilot.session.state.zoom > 1
    assert pilot.known.picture.element_at(x, y) in (0, 1, 4, 5)  # whole cells move
    for _ in range(9):
        wheel(pilot, x, y, -1.0)
    assert pilot.session.state.zoom == 1


def test_what_the_user_predicts_is_not_counted_before(pilot: Pilot) -> None:
    counters = pilot.known.readout.counters
    assert counters is not None
    assert counters.exchanges_to_come is not None
    pilot.key(symbols.Q)
    counters = pilot.known.readout.counters
    assert counters is not None
    assert counters.exchanges_to_come is None
    assert counters.exchanges == 0


def test_a_click_on_the_counter_checks_a_large_sort(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("MAX_EXAMINED", "MAX_EXAMINED_IN_PLAY"):
        monkeypatch.setattr(tally_module, limit, 100)
    settings, size = SortSettings(16, 16), (1280, 720)
    with closing(
        Pilot(ctx, settings, tmp_path, size=size, display=DisplaySettings(view="both"))
    ) as pilot:
        pilot.frames(20)
        counters = pilot.known.readout.counters
        assert counters is not None
        assert counters.nothing_lost is None
        pilot.click("check")
        for _ in range(200):
            pilot.frames()
            counters = pilot.known.readout.counters
            if counters is not None and counters.nothing_lost is not None:
                break
        assert counters is not None
        assert counters.nothing_lost is True
        assert not counters.asks_for_check
