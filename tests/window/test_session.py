"""The screen, driven without a window: what hand and eye meet is what the reference says."""

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from threading import Event

import moderngl
import numpy as np
import psutil
import pytest
from numpy.typing import NDArray
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make, uniform
from bitonic_scope.model.look import Marks
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import MAX_SPEED, MIN_SPEED, Playing
from bitonic_scope.network.schedule import passes_before_stage
from bitonic_scope.recording import frame_files
from bitonic_scope.recording.png import write_png
from bitonic_scope.ui.layout import Rect, layout
from bitonic_scope.ui.state import Closing
from bitonic_scope.ui.widgets.rects import control_rects
from bitonic_scope.views.catalogue import VIEWS
from bitonic_scope.window import pacing
from bitonic_scope.window.pacing import FRAMES_AFTER_EVENT, TOOLTIP_SECONDS
from tests.support.oracle import bits, expected_frames, gray_picture, values_at_every_pass
from tests.support.picture_place import shown_texels, texture_spot
from tests.support.pilot import Modifiers, Pilot
from tests.support.program import TIME_LIMIT_SECONDS

SIZE = (1280, 800)


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    with closing(Pilot(ctx, SortSettings(16, 16, seed=7), tmp_path, size=SIZE)) as pilot:
        yield pilot


def picture_on_screen(pilot: Pilot) -> NDArray[np.uint8]:
    """Cut the elements out of the screen: (height, width, 3) uint8, top row first."""
    return texture_spot(pilot.size, pilot.session.state.settings).cut(pilot.pixels())


def texels_on_screen(pilot: Pilot) -> NDArray[np.uint8]:
    """Return the gray of each element on the screen: (height, width) uint8, top row first."""
    pilot.session.input.mouse_left()  # which marks what it points at
    pilot.frames(3)
    settings = pilot.session.state.settings
    texels = shown_texels(pilot.pixels(), texture_spot(pilot.size, settings), settings)
    assert texels is not None, "a cell is not of one gray"
    return texels


def assert_picture_is_right(pilot: Pilot) -> None:
    """Assert that the screen shows the reference's state at the position, cell for cell."""
    pilot.settle()
    settings = pilot.session.state.settings
    values = uniform(settings.seed, settings.element_count)
    state = list(values_at_every_pass(values, settings.order))[pilot.position]
    expected = gray_picture(state, settings.width, pixels_per_texel=1)
    assert np.array_equal(texels_on_screen(pilot), expected)


def test_opens_paused_at_pass_0_with_the_unsorted_picture(pilot: Pilot) -> None:
    pilot.frames(30, dt_seconds=1.0)
    assert pilot.position == 0
    assert pilot.session.state.timeline.playing is Playing.PAUSED
    assert_picture_is_right(pilot)


@pytest.mark.parametrize(
    ("symbol", "modifiers", "positions"),
    [
        (symbols.RIGHT, (), [1, 2, 3]),
        (symbols.DOWN, (), [1, 2, 3]),
        (symbols.PAGEDOWN, (), [1, 2, 3]),
        (symbols.RIGHT, ("shift",), [1, 3, 6]),
        (symbols.END, (), [36, 36]),
        (symbols.LEFT, (), [0, 0]),
        (symbols.HOME, (), [0]),
    ],
)
def test_each_key_press_is_one_step(
    pilot: Pilot, symbol: int, modifiers: tuple[str, ...], positions: list[int]
) -> None:
    for position in positions:
        pilot.key(symbol, *modifiers)
        assert pilot.position == position
        assert_picture_is_right(pilot)


def test_keys_lead_back_again(pilot: Pilot) -> None:
    pilot.key(symbols.END)
    for symbol, modifiers, position in (
        (symbols.LEFT, (), 35),
        (symbols.UP, (), 34),
        (symbols.PAGEUP, (), 33),
        (symbols.LEFT, ("shift",), 28),
        (symbols.LEFT, ("shift",), 21),
        (symbols.RIGHT, ("shift",), 28),
        (symbols.R, (), 0),
    ):
        pilot.key(symbol, *modifiers)
        assert pilot.position == position
        assert_picture_is_right(pilot)


def test_500_quick_presses_each_way_are_all_counted(pilot: Pilot) -> None:
    session = pilot.session
    for symbol, count, position in (
        (symbols.RIGHT, 20, 20),
        (symbols.LEFT, 5, 15),
        (symbols.LEFT, 500, 0),
        (symbols.RIGHT, 500, 36),
    ):
        for _ in range(count):
            for is_down in (True, False):
                session.input.key(symbol, is_down=is_down, modifiers=type("M", (), _NONE)())
        while session.input.has_pending:
            pilot.frames()
        assert pilot.position == position
    assert_picture_is_right(pilot)


_NONE = {"ctrl": False, "shift": False, "alt": False}


def test_a_short_press_after_a_long_rest_is_one_step(pilot: Pilot) -> None:
    none = type("M", (), _NONE)()
    for symbol, position in ((symbols.RIGHT, 1), (symbols.LEFT, 0)):
        pilot.frames(1, dt_seconds=60.0)
        pilot.session.input.key(symbol, is_down=True, modifiers=none)
        pilot.frames(1, dt_seconds=60.0)
        pilot.frames(1, dt_seconds=0.05)
        pilot.session.input.key(symbol, is_down=False, modifiers=none)
        pilot.frames(1, dt_seconds=60.0)
        assert pilot.position == position
    x, y = pilot.middle_of("NEXT_PASS")
    pilot.session.input.mouse_position(x, y)
    pilot.frames(2)
    pilot.session.input.mouse_button(x, y, 0, is_down=True)
    pilot.frames(1, dt_seconds=60.0)
    pilot.session.input.mouse_button(x, y, 0, is_down=False)
    pilot.frames(2)
    assert pilot.position == 1


def test_a_held_key_repeats_and_stops_at_the_end(pilot: Pilot) -> None:
    none = type("M", (), _NONE)()
    pilot.session.input.key(symbols.RIGHT, is_down=True, modifiers=none)
    pilot.frames(60)
    assert 5 < pilot.position < 36
    pilot.frames(60, dt_seconds=0.1)
    assert pilot.position == 36
    pilot.session.input.key(symbols.RIGHT, is_down=False, modifiers=none)
    pilot.frames(30)
    assert_picture_is_right(pilot)


def test_click_on_play_and_then_space_toggle_exactly_once_each_ten_times(pilot: Pilot) -> None:
    for _ in range(10):
        pilot.click("PLAY")
        assert pilot.session.state.timeline.playing is Playing.FORWARDS
        pilot.key(symbols.SPACE, text=" ")
        assert pilot.session.state.timeline.playing is Playing.PAUSED  # type: ignore[comparison-overlap]  # a key changed it
    pilot.key(symbols.SPACE, "shift", text=" ")
    assert pilot.session.state.timeline.playing is Playing.BACKWARDS


def test_typing_in_the_seed_field_triggers_nothing_else(pilot: Pilot) -> None:
    pilot.key(symbols.RIGHT)
    pilot.click("data")
    pilot.click("seed")
    pilot.type_text("12")
    pilot.key(symbols.SPACE, text=" ")
    pilot.type_text("rnhogs+-?")
    for symbol in (symbols.LEFT, symbols.RIGHT, symbols.UP, symbols.HOME, symbols.END):
        pilot.key(symbol)
    state = pilot.session.state
    assert (state.timeline.position, state.timeline.playing) == (1, Playing.PAUSED)
    assert state.settings.seed == 7
    assert not state.display.help_open
    assert state.timeline.passes_per_second == 3.0


def test_a_seed_that_is_typed_is_taken_with_enter_and_can_be_taken_back(pilot: Pilot) -> None:
    pilot.key(symbols.S, text="s")
    pilot.type_text("12")
    pilot.key(symbols.RETURN, text="\r")
    assert pilot.session.state.settings.seed == 12
    assert_picture_is_right(pilot)
    pilot.click("data")
    pilot.click("PREVIOUS_SEED")
    assert pilot.session.state.settings.seed == 7
    pilot.key(symbols.ESCAPE)
    assert_picture_is_right(pilot)
    pilot.key(symbols.N, text="n")
    assert pilot.session.state.settings.seed != 7
    pilot.key(symbols.N, "shift", text="N")
    assert pilot.session.state.settings.seed == 7


@pytest.mark.parametrize("text", ["-1", "9223372036854775808", "abc", "1_0"])
def test_a_wrong_seed_is_refused_in_a_line_and_changes_nothing(pilot: Pilot, text: str) -> None:
    pilot.click("data")
    pilot.click("seed")
    for character in text:
        pilot.session.input.text(character)
    pilot.frames(3)
    pilot.key(symbols.RETURN, text="\r")
    assert pilot.session.state.settings.seed == 7
    assert pilot.session.state.message.startswith("seed must be a whole number from 0 to")
    pilot.key(symbols.ESCAPE)
    pilot.key(symbols.RIGHT)
    assert pilot.session.state.message == ""


@pytest.mark.parametrize(
    ("text", "position"), [("3.1", 4), ("36", 36), ("8.0", 28), ("0", 0), ("99999", 2), ("x", 2)]
)
def test_a_position_can_be_typed(pilot: Pilot, text: str, position: int) -> None:
    pilot.key(symbols.RIGHT)
    pilot.key(symbols.RIGHT)
    pilot.key(symbols.G, text="g")
    for character in text:
        pilot.session.input.text(character)
    pilot.frames(3)
    pilot.key(symbols.RETURN, text="\r")
    assert pilot.position == position
    assert bool(pilot.session.state.message) == (text in ("99999", "x"))


def test_plus_and_minus_are_known_by_what_they_type(pilot: Pilot) -> None:
    for text, speed in (("+", 5.0), ("+", 8.0), ("-", 5.0), ("-", 3.0), ("-", 2.0)):
        pilot.session.input.text(text)
        pilot.frames(2)
        assert pilot.session.state.timeline.passes_per_second == speed


def test_the_speed_slider_stays_in_its_range(pilot: Pilot) -> None:
    pilot.drag("speed", 0.5, 2.0)
    assert pilot.session.state.timeline.passes_per_second == MAX_SPEED
    pilot.drag("speed", 0.5, -1.0)
    assert pilot.session.state.timeline.passes_per_second == MIN_SPEED


def test_ctrl_and_a_click_on_the_slider_type_nothing(pilot: Pilot) -> None:
    pilot.session.input.key(symbols.LCTRL, is_down=True, modifiers=Modifiers())
    pilot.click("speed")
    speed = pilot.session.state.timeline.passes_per_second
    pilot.session.input.key(symbols.LCTRL, is_down=False, modifiers=Modifiers(ctrl=True))
    pilot.session.input.text("99999")
    pilot.key(symbols.RETURN, text="\r")
    assert MIN_SPEED < speed < MAX_SPEED
    assert pilot.session.state.timeline.passes_per_second == speed


def test_the_strip_reaches_both_ends_and_the_middle(pilot: Pilot) -> None:
    pilot.drag("strip", 0.001, 1.1)
    assert pilot.position == 36
    pilot.drag("strip", 0.99, 0.5)
    assert pilot.position == 17
    assert_picture_is_right(pilot)
    pilot.drag("strip", 0.5, -0.1)
    assert pilot.position == 0


def test_a_click_on_a_stage_stands_before_its_first_pass(pilot: Pilot) -> None:
    for stage, position in ((3, 3), (1, 0), (5, 10)):
        pilot.click(f"stage {stage}")
        assert pilot.position == position
        assert_picture_is_right(pilot)


def test_sizes_are_chosen_from_lists_and_restart_at_pass_0(pilot: Pilot) -> None:
    pilot.key(symbols.END)
    pilot.click("DRAWER")
    pilot.click("width")
    pilot.click("width 32")
    pilot.settle()
    settings = pilot.session.state.settings
    assert (settings.width, settings.height, pilot.position) == (32, 16, 0)
    pilot.click("height")
    pilot.click("height 1")
    pilot.settle()
    pilot.key(symbols.ESCAPE)
    assert_picture_is_right(pilot)
    assert pilot.session.state.settings.height == 1
    pilot.key(symbols.UP, "ctrl")
    pilot.key(symbols.LEFT, "ctrl")
    settings = pilot.session.state.settings
    assert (settings.width, settings.height, pilot.position) == (16, 2, 0)


def test_an_open_list_has_the_keys_and_esc_closes_it_first(pilot: Pilot) -> None:
    pilot.key(symbols.F11)
    pilot.click("elements")
    control_rects.clear()
    pilot.key(symbols.RIGHT)
    assert pilot.position == 0
    assert "elements 64" in control_rects
    pilot.key(symbols.ESCAPE)
    assert pilot.session.state.display.fullscreen
    control_rects.clear()
    pilot.key(symbols.RIGHT)
    assert pilot.position == 1
    assert "elements 64" not in control_rects


def test_what_is_typed_right_after_the_key_of_a_field_goes_into_it(pilot: Pilot) -> None:
    none = type("M", (), _NONE)()
    for symbol, text in (
        (symbols.S, "s"),
        (symbols._1, "1"),
        (symbols._3, "3"),
        (symbols.RETURN, "\r"),
        (symbols.G, "g"),
        (symbols._1, "1"),
        (symbols._2, "2"),
        (symbols.RETURN, "\r"),
        (symbols.RIGHT, ""),
    ):
        pilot.session.input.key(symbol, is_down=True, modifiers=none)
        pilot.session.input.text(text)
        pilot.session.input.key(symbol, is_down=False, modifiers=none)
    pilot.settle()
    assert pilot.session.state.settings.seed == 13
    assert pilot.position == 13
    assert_picture_is_right(pilot)


def test_the_smallest_and_oblong_sizes_are_shown(pilot: Pilot) -> None:
    for width, height in ((1, 1), (1, 2), (64, 32)):
        pilot.change(settings=SortSettings(width, height))
        pilot.key(symbols.END)
        pilot.settle()
        assert pilot.session.state.settings.width == width
        pilot.key(symbols.END)
        pilot.settle()
        assert_picture_is_right(pilot)
        pilot.key(symbols.SPACE)
        pilot.key(symbols.SPACE)


def test_kinds_of_data_are_chosen_from_a_list_and_by_key(pilot: Pilot) -> None:
    pilot.click("data")
    pilot.click("data reversed")
    pilot.settle()
    assert pilot.session.state.settings.data is DataKind.REVERSED
    expected = gray_picture(make(DataKind.REVERSED, 7, 256), 16, pixels_per_texel=1)
    assert np.array_equal(texels_on_screen(pilot), expected)
    pilot.key(symbols.D, text="d")
    assert str(pilot.session.state.settings.data) == "nearly-sorted"


def test_all_equal_is_one_valid_gray_at_every_pass(pilot: Pilot) -> None:
    pilot.click("data")
    pilot.click("data all equal")
    for key in (symbols.HOME, symbols.RIGHT, symbols.END):
        pilot.key(key)
        pilot.settle()
        assert set(texels_on_screen(pilot).ravel().tolist()) == {128}


def test_order_can_be_turned_round(pilot: Pilot) -> None:
    pilot.click("network")
    pilot.click("order descending")
    pilot.key(symbols.END)
    pilot.settle()
    assert_picture_is_right(pilot)
    texels = texels_on_screen(pilot)
    assert texels[-1, 0] > texels[0, -1]


@pytest.mark.parametrize(("symbol", "text"), [(symbols.H, "h"), (symbols.F1, ""), (0, "?")])
def test_the_help_overlay_opens_by_its_keys_and_esc_closes_it_first(
    pilot: Pilot, symbol: int, text: str
) -> None:
    pilot.key(symbols.F11)
    pilot.key(symbol, text=text)
    assert pilot.session.state.display.help_open
    pilot.key(symbols.ESCAPE)
    assert not pilot.session.state.display.help_open
    assert pilot.session.state.display.fullscreen
    pilot.key(symbols.ESCAPE)
    assert not pilot.session.state.display.fullscreen
    pilot.key(symbols.ESCAPE)
    assert not pilot.session.should_close


def test_a_whole_sort_under_the_help_overlay_ends_bit_for_bit_right(pilot: Pilot) -> None:
    pilot.key(symbols.H, text="h")
    covered = pilot.pixels()
    pilot.session.input.text("+" * 12)
    pilot.frames(14)
    pilot.key(symbols.SPACE, text=" ")
    while pilot.position < 36:
        pilot.frames()
    pilot.settle()
    assert not np.array_equal(pilot.pixels(), covered)
    state = pilot.elements()
    assert np.array_equal(bits(state), bits(np.sort(uniform(7, 256))))
    pilot.key(symbols.H, text="h")
    assert_picture_is_right(pilot)


def test_ctrl_leaves_the_plain_key_alone(pilot: Pilot) -> None:
    pilot.key(symbols.RIGHT)
    for symbol in (symbols.R, symbols.N, symbols.H, symbols.SPACE, symbols.O):
        pilot.key(symbol, "ctrl")
        pilot.key(symbol, "alt")
    for character in "+-?":
        pilot.key(0, "ctrl", text=character)
        pilot.key(0, "alt", text=character)
    state = pilot.session.state
    assert (state.timeline.position, state.timeline.playing) == (1, Playing.PAUSED)
    assert state.timeline.passes_per_second == 3.0
    assert state.settings == SortSettings(16, 16, seed=7)
    assert not state.display.help_open


def test_ctrl_e_records_what_the_command_records_while_the_window_goes_on(
    pilot: Pilot, tmp_path: Path
) -> None:
    pilot.change(display=replace(pilot.session.state.display, marks=Marks.NONE))
    pilot.key(symbols.RIGHT)
    pilot.key(symbols.E, "ctrl")
    assert pilot.session.state.record
    pilot.key(symbols.RIGHT)
    assert pilot.position == 2
    pilot.settle()
    folder = tmp_path / "bitonic-16x16-seed-7"
    frames = sorted(folder.glob("frame_*.png"))
    pictures = [np.asarray(Image.open(frame)) for frame in frames]
    assert np.array_equal(pictures, expected_frames(7, 16, 16, pixels_per_texel=32))
    assert_picture_is_right(pilot)
    pilot.click("CHOOSE_RECORDING")
    pilot.click("start recording")
    pilot.settle()
    again = tmp_path / "bitonic-16x16-seed-7-2"
    for frame in frames:
        assert frame.read_bytes() == (again / frame.name).read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {folder.name, again.name}


@pytest.mark.parametrize("size", [(1000, 500), (500, 1000)])
def test_a_window_of_any_shape_records_the_same_frames(
    ctx: moderngl.Context, tmp_path: Path, size: tuple[int, int]
) -> None:
    display = DisplaySettings(view="texture", marks=Marks.NONE)
    with closing(
        Pilot(ctx, SortSettings(8, 8, seed=7), tmp_path, size=size, display=display)
    ) as pilot:
        pilot.click("CHOOSE_RECORDING")
        pilot.click("start recording")
        pilot.settle()
    frames = sorted((tmp_path / "bitonic-8x8-seed-7").glob("frame_*.png"))
    pictures = [np.asarray(Image.open(frame)) for frame in frames]
    assert np.array_equal(pictures, expected_frames(7, 8, 8, pixels_per_texel=64))


def test_a_recording_can_be_cancelled_and_keeps_whole_frames(pilot: Pilot, tmp_path: Path) -> None:
    pilot.key(symbols.E, "ctrl")
    pilot.key(symbols.E, "ctrl")
    assert not pilot.session.state.record
    pilot.settle()
    status = pilot.known.recording
    assert status is not None
    assert not status.is_running
    frames = list((tmp_path / "bitonic-16x16-seed-7").glob("*.png"))
    assert len(frames) == status.frames_done < 37
    assert not list((tmp_path / "bitonic-16x16-seed-7").glob(".*"))


def test_a_recording_that_cannot_start_says_so_and_the_window_goes_on(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with closing(Pilot(ctx, SortSettings(4, 4), tmp_path / "file")) as pilot:
        pilot.key(symbols.E, "ctrl")
        pilot.settle()
        status = pilot.known.recording
        assert status is not None
        assert "cannot prepare" in status.fault
        assert not pilot.session.state.record
        for _ in range(3):  # the same fault again is a fault again
            pilot.key(symbols.E, "ctrl")
            pilot.settle()
            assert not pilot.session.state.record
        pilot.key(symbols.RIGHT)
        assert pilot.position == 1


@pytest.fixture
def may_write(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event that frames of a recording wait for, so that none ends before a test says so."""
    event, write = Event(), write_png

    def write_later(path: Path, picture: NDArray[np.uint8], texts: Mapping[str, str]) -> None:
        event.wait(TIME_LIMIT_SECONDS)
        write(path, picture, texts)

    monkeypatch.setattr(frame_files, "write_png", write_later)
    return event


def test_closing_asks_while_a_recording_runs(
    pilot: Pilot, tmp_path: Path, may_write: Event
) -> None:
    pilot.key(symbols.E, "ctrl")
    pilot.session.ask_to_close()
    pilot.frames(2)
    assert not pilot.session.should_close
    assert pilot.session.state.closing is Closing.ASKED
    pilot.click("Finish, then close")
    may_write.set()
    while not pilot.session.should_close:
        pilot.frames()
    assert len(list((tmp_path / "bitonic-16x16-seed-7").glob("*.png"))) == 37


def test_a_recording_that_fails_keeps_the_window_open_that_waits_for_it(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path, *content: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(frame_files, "write_png", fails)
    pilot.key(symbols.E, "ctrl")
    pilot.session.ask_to_close()
    pilot.settle()
    pilot.frames(3)
    status = pilot.known.recording
    assert status is not None
    assert "No space left on device" in status.fault
    pilot.key(symbols.Q, "ctrl")
    assert pilot.session.should_close


def test_a_failure_that_nobody_has_seen_yet_keeps_the_window_open(
    pilot: Pilot, may_write: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.key(symbols.E, "ctrl")
    pilot.session.ask_to_close()
    pilot.frames(2)
    pilot.click("Finish, then close")

    def fails(path: Path, *content: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(frame_files, "write_png", fails)
    may_write.set()
    pilot.settle()
    assert not pilot.session.should_close
    assert pilot.session.state.closing is Closing.NO


def test_stop_and_close_keeps_whole_frames(pilot: Pilot, tmp_path: Path, may_write: Event) -> None:
    pilot.key(symbols.E, "ctrl")
    pilot.session.ask_to_close()
    pilot.frames(2)
    pilot.click("Stop and close")
    may_write.set()
    while not pilot.session.should_close:
        pilot.frames()
    folder = tmp_path / "bitonic-16x16-seed-7"
    assert (folder / "frames.json").exists()
    assert not list(folder.glob(".*"))


def test_closing_without_a_recording_closes_at_once(pilot: Pilot) -> None:
    pilot.key(symbols.Q, "ctrl")
    assert pilot.session.should_close


@pytest.mark.parametrize("has_key", [True, False])
def test_an_esc_that_comes_with_the_wish_to_close_does_not_cancel_it(
    pilot: Pilot, *, has_key: bool
) -> None:
    held = Modifiers(ctrl=True)
    pilot.key(symbols.SLASH, text="?")
    if has_key:
        pilot.session.input.key(symbols.LCTRL, is_down=True, modifiers=Modifiers())
        pilot.session.input.key(symbols.Q, is_down=True, modifiers=held)
        pilot.session.input.key(symbols.Q, is_down=False, modifiers=held)
        pilot.session.input.key(symbols.LCTRL, is_down=False, modifiers=held)
    for _ in range(2):
        pilot.session.input.key(symbols.ESCAPE, is_down=True, modifiers=Modifiers())
        pilot.session.input.key(symbols.ESCAPE, is_down=False, modifiers=Modifiers())
    if not has_key:
        pilot.session.ask_to_close()
    pilot.frames(4)
    assert pilot.session.should_close


def test_nothing_is_drawn_while_nothing_happens(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = time.perf_counter() + TOOLTIP_SECONDS
    monkeypatch.setattr(pacing, "perf_counter", lambda: later)
    pilot.frames(FRAMES_AFTER_EVENT)
    assert not any(pilot.session.tick(1 / 60) for _ in range(20))


@pytest.mark.parametrize("size", [(480, 400), (560, 900), (1920, 1080), (3840, 2160), (1000, 500)])
@pytest.mark.parametrize("ui_scale", [0.5, 1.0, 2.0, 4.0])
def test_controls_stay_in_the_window_and_off_the_picture_at_any_size(
    ctx: moderngl.Context, tmp_path: Path, size: tuple[int, int], ui_scale: float
) -> None:
    display = DisplaySettings(ui_scale=ui_scale)
    control_rects.clear()
    settings = SortSettings(8, 8)
    with closing(Pilot(ctx, settings, tmp_path, size=size, display=display)):
        spot = texture_spot(size, settings, ui_scale=ui_scale)
        work_area = layout(*size, ui_scale=ui_scale, view="texture").picture
        assert {"elements", "data", "network", "PLAY", "speed", "position"} <= set(control_rects)
        rects = {name: rect for name, rect in control_rects.items() if "stage " not in name}
        for name, (left, top, right, bottom) in rects.items():
            assert left >= 0, name
            assert top >= 0, name
            assert right <= size[0] + 1, name
            assert bottom <= size[1] + 1, name
            picture = Rect(*spot) if name.startswith("triangle") else work_area
            covers = (
                left < picture.right
                and right > picture.x
                and top < picture.bottom
                and bottom > picture.y
            )
            assert not covers, name
        for (one, here), (other, there) in combinations(rects.items(), 2):
            if "strip" not in (one, other) and "recording" not in (one, other):
                assert not (
                    here[0] < there[2] - 1
                    and there[0] < here[2] - 1
                    and here[1] < there[3] - 1
                    and there[1] < here[3] - 1
                ), (one, other)


def test_60_sizes_and_seeds_leave_no_memory_behind(ctx: moderngl.Context, tmp_path: Path) -> None:
    process, before = psutil.Process(), 0
    with closing(Pilot(ctx, SortSettings(16, 16), tmp_path, size=(640, 400))) as pilot:
        for number in range(60):
            side = 4 << number % 5
            pilot.change(settings=SortSettings(side, 2 * side, seed=number))
            pilot.settle()
            if number == 20:
                before = process.memory_info().rss
        assert process.memory_info().rss - before < 20 * 2**20


def test_a_window_of_no_size_and_of_one_pixel_is_survived(pilot: Pilot) -> None:
    for size in ((0, 0), (1, 1), (2, 700), (1280, 800)):
        pilot.session.resize(size, size)
        pilot.frames(3)
    assert_picture_is_right(pilot)


def test_twice_as_many_pixels_show_the_picture_twice_as_large(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    with closing(Pilot(ctx, SortSettings(16, 16, seed=7), tmp_path, size=(1280, 800))) as pilot:
        pilot.session.resize((640, 400), (1280, 800))
        pilot.frames(4)
        values = gray_picture(uniform(7, 256), 16, pixels_per_texel=1)
        spot = texture_spot((640, 400), SortSettings(16, 16), scale=2.0)
        shown = shown_texels(pilot.pixels(), spot, SortSettings(16, 16))
        assert shown is not None
        assert np.array_equal(shown, values)
        assert spot.width >= 2 * texture_spot((640, 400), SortSettings(16, 16)).width


@pytest.mark.parametrize(
    "control", ["strip", "speed", "position", "PLAY", "CHOOSE_RECORDING", "HELP"]
)
def test_what_explains_a_control_stays_beside_it(pilot: Pilot, control: str) -> None:
    pilot.settle()
    before = pilot.pixels()
    pilot.session.input.mouse_position(*pilot.middle_of(control))
    for _ in range(80):
        pilot.session.wake()
        pilot.frames()
    _, top, _, bottom = control_rects[control]
    rows = np.flatnonzero((pilot.pixels() != before).any(axis=(1, 2)))
    near = 0.2 * SIZE[1]
    assert rows.size > bottom - top  # there is an explanation
    assert top - near <= rows[0]
    assert rows[-1] <= bottom + near


@pytest.mark.parametrize(
    ("row", "position"), [("pass 5", 5), ("stage 5", passes_before_stage(5)), (None, 0)]
)
def test_a_number_that_may_mean_a_pass_or_a_stage_offers_both(
    pilot: Pilot, row: str | None, position: int
) -> None:
    pilot.key(symbols.G, text="g")
    pilot.type_text("5")
    pilot.key(symbols.RETURN, text="\r")
    assert pilot.position == 0
    pilot.frames(2)
    assert pilot.session.state.asked_position == 5
    if row is None:
        pilot.key(symbols.ESCAPE)
    else:
        pilot.click(row)
    assert pilot.position == position
    assert pilot.session.state.asked_position is None
    pilot.key(symbols.RIGHT)
    assert pilot.position == position + 1


def test_tab_goes_through_every_control_and_enter_takes(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    display = DisplaySettings(view="both")
    with closing(Pilot(ctx, SortSettings(16, 16, seed=7), tmp_path, display=display)) as pilot:
        pilot.settle()
        first = focused(pilot)
        found = [first]
        while (name := focused(pilot)) != first:
            found.append(name)
        views = {f"view {name}" for name in VIEWS}
        buttons = {"DRAWER", "HELP", "FULLSCREEN", "PLAY", "NEXT_PASS", "NEXT_STAGE"}
        others = {"elements", "data", "network", "speed", "position", "PRESENT", "strip"}
        others |= {"CHOOSE_RECORDING"}
        assert views | buttons | others <= set(found)
        assert len(found) == len(set(found))
        while focused(pilot) != "NEXT_PASS":
            pass
        pilot.key(symbols.RETURN, text="\r")
        pilot.key(symbols.RETURN, text="\r")
        assert pilot.position == 2
        while focused(pilot) != "speed":
            pass
        pilot.key(symbols.RIGHT)
        assert (pilot.position, pilot.session.state.timeline.passes_per_second) == (2, 5.0)
        pilot.key(symbols.ESCAPE)
        pilot.key(symbols.RIGHT)
        assert pilot.position == 3


def focused(pilot: Pilot) -> str:
    """Press Tab; return the control that has the focus then."""
    pilot.key(symbols.TAB, text="\t")
    return pilot.focus_name


def test_a_message_goes_after_eight_seconds(pilot: Pilot) -> None:
    pilot.change(message="a notice")
    pilot.frames(7, dt_seconds=1.0)
    assert pilot.session.state.message == "a notice"
    pilot.frames(2, dt_seconds=1.0)
    assert pilot.session.state.message == ""


def test_the_wheel_over_the_strip_steps(pilot: Pilot) -> None:
    pilot.session.input.mouse_position(*pilot.middle_of("strip"))
    pilot.frames(2)
    for turn, position in ((-1, 1), (-1, 2), (1, 1)):
        pilot.session.input.mouse_wheel(0, turn)
        pilot.frames(2)
        assert pilot.position == position


def test_the_triangle_leads_to_a_pass_and_its_heading_enlarges_it(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    display = DisplaySettings(view="both")
    with closing(Pilot(ctx, SortSettings(16, 16, seed=7), tmp_path, display=display)) as pilot:
        pilot.settle()
        for _ in range(2):
            left, top, right, bottom = control_rects["triangle"]
            side = (right - left) / 8
            assert bottom - top == right - left
            pilot.click_at(left + 2.5 * side, top + 4.5 * side)
            assert pilot.position == passes_before_stage(5) + 2
            pilot.key(symbols.HOME)
            pilot.click("triangle heading")
            small = right - left
        left, _, right, _ = control_rects["triangle"]
        assert right - left < small
