"""Undo and the kept place, presenting, blank, predicting, the glide: what a lecturer relies on."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui
from numpy.typing import NDArray
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.data.element_format import FormatName
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.history import Place
from bitonic_scope.model.look import Marks, Theme, ThemeChoice
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import DisplaySettings, SortSettings, recorded_look
from bitonic_scope.model.timeline import MIN_SPEED, Playing
from bitonic_scope.recording.snapshot import snapshot_bytes
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.panels.strip import STAGE_GAP, strip_cells
from bitonic_scope.ui.state import Closing
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.window.session import FLICKER_HINT
from tests.support.picture_place import picture_spot
from tests.support.pilot import Pilot, assert_state_is_right

SIZE = (640, 480)
NOTED = SortSettings(16, 16, seed=7)


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    with closing(Pilot(ctx, NOTED, tmp_path, size=SIZE)) as pilot:
        yield pilot


@pytest.fixture
def by_hand(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    display = DisplaySettings(view="network")
    settings = EXAMPLES[0].settings
    with closing(Pilot(ctx, settings, tmp_path, size=SIZE, display=display)) as pilot:
        yield pilot


def place_of(pilot: Pilot) -> Place:
    state = pilot.session.state
    return Place(state.settings, state.timeline.position)


def do(pilot: Pilot, action: Action) -> None:
    """Do what an action does, as its key and its button would."""
    pilot.session.change(action.change(pilot.session.state))
    pilot.frames(1)


# -- undo -----------------------------------------------------------------------------------------

DEEDS = [
    *(Action.TO_END, Action.TO_START, Action.RESTART, Action.NEXT_STAGE),
    *(Action.PREVIOUS_STAGE, Action.NEXT_PASS, Action.PREVIOUS_PASS, Action.NEW_SEED),
    *(Action.NEXT_EXAMPLE, Action.NEXT_DATA, Action.NEXT_FORMAT, Action.STABLE, Action.WIDER),
    *(Action.NARROWER, Action.HIGHER, Action.LOWER, Action.TURN_ORDER, Action.OTHER_NETWORK),
    Action.NEXT_ENGINE,
]


@pytest.mark.parametrize("action", DEEDS)
def test_undo_leads_back_from_every_key_and_redo_there_again(pilot: Pilot, action: Action) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(12))
    before = place_of(pilot)
    do(pilot, action)
    after = place_of(pilot)
    assert after != before
    pilot.key(symbols.Z, "ctrl")
    assert place_of(pilot) == before
    assert_state_is_right(pilot)
    pilot.key(symbols.Y, "ctrl")
    assert place_of(pilot) == after
    pilot.key(symbols.Z, "ctrl")
    pilot.key(symbols.Z, "ctrl", "shift")
    assert place_of(pilot) == after
    assert_state_is_right(pilot)


def typed(symbol: int, text: str) -> Callable[[Pilot], None]:
    """Return the deed of typing a value into the field of a key."""

    def deed(pilot: Pilot) -> None:
        pilot.key(symbol)
        pilot.type_text(text)
        pilot.key(symbols.RETURN, text="\r")

    return deed


def chosen(*controls: str) -> Callable[[Pilot], None]:
    """Return the deed of clicking controls one after the other."""

    def deed(pilot: Pilot) -> None:
        for control in controls:
            pilot.click(control)

    return deed


PANEL_DEEDS = [
    *(typed(symbols.G, "30"), typed(symbols.S, "12"), typed(symbols.C, "11")),
    *(chosen("stage 2"), chosen("NEXT_STAGE"), chosen("PREVIOUS_PASS")),
    *(chosen("elements", "elements 64"), chosen("data", "data sorted")),
    *(chosen("data", "examples Zeros and ones"), chosen("network", "network flip")),
    *(chosen("network", "order descending"), chosen("DRAWER", "width", "width 4")),
]


@pytest.mark.parametrize("deed", PANEL_DEEDS)
def test_undo_leads_back_from_every_panel(
    ctx: moderngl.Context, tmp_path: Path, deed: Callable[[Pilot], None]
) -> None:
    with closing(Pilot(ctx, NOTED, tmp_path, size=(1280, 720))) as pilot:
        pilot.change(timeline=pilot.session.state.timeline.seek(12))
        before = place_of(pilot)
        deed(pilot)
        assert place_of(pilot) != before
        pilot.key(symbols.ESCAPE)
        pilot.key(symbols.Z, "ctrl")
        assert place_of(pilot) == before
        assert_state_is_right(pilot)


def test_steps_in_a_row_are_one_deed_and_play_is_another(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(10))
    for _ in range(5):
        pilot.key(symbols.RIGHT)
    stood = pilot.position
    pilot.key(symbols.SPACE)
    pilot.frames(30, dt_seconds=0.1)
    pilot.key(symbols.RIGHT)  # which ends the play, and belongs to it
    assert pilot.position > stood
    positions = []
    for _ in range(4):
        pilot.key(symbols.Z, "ctrl")
        positions.append(pilot.position)
    assert (stood, positions) == (15, [15, 10, 0, 0])


def test_a_drag_is_one_deed(pilot: Pilot) -> None:
    pilot.drag("strip", 0.1, 0.9)
    far = pilot.position
    pilot.drag("strip", 0.9, 0.5)
    half = pilot.position
    pilot.key(symbols.Z, "ctrl")
    back = pilot.position
    pilot.key(symbols.Z, "ctrl")
    assert (back, pilot.position) == (far, 0)
    assert half != far


@pytest.mark.parametrize(
    "jump", [typed(symbols.G, "13"), lambda pilot: pilot.click_at(*after_cell(pilot, 13))]
)
def test_a_jump_to_the_next_pass_is_undone_alone(
    pilot: Pilot, jump: Callable[[Pilot], None]
) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(10))
    pilot.key(symbols.RIGHT)
    pilot.key(symbols.RIGHT)
    jump(pilot)
    assert pilot.position == 13
    pilot.key(symbols.RIGHT)
    positions = []
    for _ in range(4):
        pilot.key(symbols.Z, "ctrl")
        positions.append(pilot.position)
    assert positions == [13, 12, 10, 0]


def after_cell(pilot: Pilot, position: int) -> tuple[float, float]:
    """Return the point of the strip that leads to a position."""
    strip, network = pilot.parts.strip, pilot.session.state.settings.network
    cell = strip_cells(network, strip.width, STAGE_GAP * pilot.parts.type_unit)[position]
    return strip.x + cell.x + cell.width / 2, strip.y + 4


def test_a_view_that_gave_way_to_a_size_comes_back_with_it(by_hand: Pilot) -> None:
    def size_and_view() -> tuple[int, str]:
        state = by_hand.session.state
        return state.settings.element_count, state.display.view

    do(by_hand, Action.NEXT_EXAMPLE)
    assert size_and_view() == (256, "both")
    do(by_hand, Action.UNDO)
    assert size_and_view() == (8, "network")
    do(by_hand, Action.REDO)
    assert size_and_view() == (256, "both")
    by_hand.change(settings=SortSettings(8, 8))
    assert size_and_view() == (64, "network")
    do(by_hand, Action.UNDO)
    do(by_hand, Action.VIEW_DOTS)
    do(by_hand, Action.VIEW_BOTH)
    do(by_hand, Action.UNDO)
    assert size_and_view() == (8, "both")  # the user has chosen it meanwhile


def test_a_refused_size_changes_no_view(by_hand: Pilot) -> None:
    arithmetic = SortSettings(4, 4, element_format=FormatName.PACKED_ARITHMETIC)
    by_hand.change(settings=arithmetic)
    by_hand.change(pinned=3)
    by_hand.change(settings=arithmetic.with_count(100))
    state = by_hand.session.state
    assert state.settings == arithmetic
    assert (state.display.view, state.pinned) == ("network", 3)
    assert "no NaN to fill up 100 elements" in state.message


def test_no_key_loses_the_place_for_good(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(12))
    before, view = place_of(pilot), pilot.session.state.display.view
    moving = set()
    for action in set(Action) - {Action.UNDO, Action.REDO, Action.RECORD, Action.SAVE_PICTURE}:
        do(pilot, action)
        pilot.change(closing=Closing.NO, focus=None, display=DisplaySettings(view=view))
        if place_of(pilot) != before:
            moving.add(action)
            do(pilot, Action.UNDO)
        pilot.change(timeline=pilot.session.state.timeline.pause())
        assert place_of(pilot) == before, action
    assert moving >= set(DEEDS)
    assert_state_is_right(pilot)


def test_a_hundred_moves_with_own_files_are_undone_and_redone(pilot: Pilot, tmp_path: Path) -> None:
    places = [place_of(pilot)]
    for number in range(110):
        if number % 10 == 0:
            np.save(tmp_path / f"{number}.npy", np.arange(16 + number, dtype=np.float32))
            pilot.session.open_file(tmp_path / f"{number}.npy")
            while pilot.session.state.settings == places[-1].settings:
                pilot.session.tick(0.01)
        elif number % 3:
            pilot.change(timeline=pilot.session.state.timeline.seek(number % 3 * 3))
        else:
            pilot.session.change(Action.TURN_ORDER.change(pilot.session.state))
        places.append(place_of(pilot))
    assert len(set(places)) > 50
    for action, expected in ((Action.UNDO, places[-2::-1]), (Action.REDO, places[11:])):
        for place in expected[:100]:
            pilot.session.change(action.change(pilot.session.state))
            assert place_of(pilot) == place
    assert_state_is_right(pilot)


def test_undo_returns_to_the_users_own_file(pilot: Pilot, tmp_path: Path) -> None:
    np.save(tmp_path / "mine.npy", np.arange(256, dtype=np.float32)[::-1].copy())
    pilot.session.open_file(tmp_path / "mine.npy")
    pilot.settle()
    pilot.change(timeline=pilot.session.state.timeline.seek(20))
    pilot.key(symbols.N, text="n")
    assert pilot.session.state.settings.own is None
    pilot.key(symbols.Z, "ctrl")
    own = pilot.session.state.settings.own
    assert own is not None
    assert (own.name, own.path) == ("mine.npy", tmp_path / "mine.npy")
    assert pilot.position == 20
    assert_state_is_right(pilot)


def test_a_refused_change_is_no_deed(pilot: Pilot) -> None:
    pilot.change(settings=SortSettings(4, 4, count=11))
    before = pilot.session.state.history
    pilot.change(settings=SortSettings(4, 4, count=11).with_format(FormatName.PACKED_ARITHMETIC))
    assert "11 elements" in pilot.session.state.message
    assert pilot.session.state.history == before


def test_no_order_of_deeds_undos_and_redos_shows_a_wrong_state(pilot: Pilot) -> None:
    chance = random.Random(5)
    for _ in range(60):
        do(pilot, chance.choice([*DEEDS, Action.UNDO, Action.UNDO, Action.REDO]))
        if pilot.session.state.settings.element_count > 4096:
            pilot.change(settings=NOTED)
    assert_state_is_right(pilot)


# -- the kept place -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("symbol", "modifiers"),
    [
        *((symbol, ()) for symbol in (symbols.O, symbols.F, symbols.E, symbols.M, symbols.D)),
        (symbols.N, ()),
        (symbols.B, ("shift",)),
    ],
)
def test_a_key_that_keeps_the_number_of_elements_keeps_the_place(
    pilot: Pilot, symbol: int, modifiers: tuple[str, ...]
) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(17))
    pilot.settle()
    pilot.key(symbol, *modifiers)
    assert pilot.session.state.settings != NOTED
    assert pilot.position == 17
    assert_state_is_right(pilot)


def test_the_old_picture_stays_until_the_state_of_the_new_settings_is_there(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(17))
    pilot.settle()
    seen = set()
    pilot.change(settings=SortSettings(16, 16, seed=8))
    while pilot.session.is_busy:
        pilot.session.wake()
        pilot.frames()
        shown = pilot.known.picture_readout
        seen.add((shown.settings.seed, shown.timeline.position))
    pilot.frames()
    assert seen <= {(7, 17), (8, 17)}


def test_size_then_seed_then_both_while_playing_leave_nothing_of_the_old_data(
    pilot: Pilot,
) -> None:
    for settings, keeps_place in (
        (SortSettings(32, 16, seed=7), False),
        (SortSettings(32, 16, seed=9), True),
        (SortSettings(16, 8, seed=11), False),
    ):
        pilot.change(timeline=pilot.session.state.timeline.play())
        pilot.frames(20, dt_seconds=0.25)
        reached = pilot.position
        assert reached > 3
        pilot.change(settings=settings)
        state = pilot.session.state
        assert state.timeline.playing is Playing.PAUSED
        assert state.timeline.pass_count == settings.network.pass_count
        assert state.timeline.position == (reached if keeps_place else 0)
        assert pilot.known.readout.is_sorted is None
        assert_state_is_right(pilot)


def test_500_steps_back_and_500_forward_with_undo_between_stay_exact(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(36))
    for action, end in ((Action.PREVIOUS_PASS, 0), (Action.NEXT_PASS, 36)):
        for _ in range(500):
            pilot.session.change(action.change(pilot.session.state))
        assert pilot.position == end
    assert_state_is_right(pilot)
    assert len(pilot.session.state.history.past) == 2  # the jump, and one run of steps
    pilot.key(symbols.Z, "ctrl")
    assert_state_is_right(pilot)


def test_every_way_to_a_position_shows_the_same_state(pilot: Pilot) -> None:
    """Steps forward give the states; steps back, stages and jumps, also while playing, give them
    again."""
    seen = {}
    for position in range(37):
        pilot.settle()
        assert pilot.position == position
        seen[position] = pilot.elements().tobytes()
        pilot.key(symbols.RIGHT)
    chance = random.Random(3)
    ways = [Action.PREVIOUS_PASS, Action.PREVIOUS_STAGE, Action.NEXT_STAGE, Action.TO_START]
    ways += [Action.NEXT_PASS, Action.TO_END, Action.UNDO, Action.PLAY, Action.PLAY_BACKWARDS]
    for _ in range(60):
        do(pilot, chance.choice(ways))
        if chance.random() < 0.5:
            target = chance.randrange(37)
            pilot.change(timeline=pilot.session.state.timeline.seek(target))
        playing = pilot.session.state.timeline.playing
        pilot.change(timeline=pilot.session.state.timeline.pause())
        pilot.settle()
        assert pilot.elements().tobytes() == seen[pilot.position]
        if playing is not Playing.PAUSED:
            pilot.change(timeline=pilot.session.state.timeline.play(playing))


def test_the_window_makes_no_sound(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.play())
    pilot.frames(20, dt_seconds=0.1)
    sounding = ("pyglet.media", "sounddevice", "pygame.mixer", "winsound", "ossaudiodev")
    assert not set(sounding) & set(sys.modules)


# -- what a clicker does --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("symbol", "text"), [(symbols.B, "b"), (symbols.PERIOD, "."), (symbols.PAGEDOWN, "")]
)
def test_a_blank_screen_is_one_colour_and_each_key_of_a_clicker_brings_the_picture_back(
    pilot: Pilot, symbol: int, text: str
) -> None:
    pilot.key(symbols.RIGHT)
    pilot.settle()
    pilot.key(symbols.PERIOD, text=".")
    pilot.settle()
    assert {tuple(pixel) for pixel in pilot.pixels().reshape(-1, 3).tolist()} == {
        PALETTES[Theme.DARK].ground
    }
    pilot.key(symbol, text=text)
    pilot.settle()
    assert not pilot.session.state.display.is_blank
    assert pilot.position == 1  # nothing has moved unseen
    assert len(np.unique(pilot.pixels())) > 10
    pilot.key(symbols.PAGEDOWN)
    assert pilot.position == 2


def test_a_click_brings_the_picture_back_and_does_nothing_else(pilot: Pilot) -> None:
    x, y = pilot.middle_of("NEXT_PASS")
    pilot.key(symbols.B, text="b")
    pilot.click_at(x, y)
    assert not pilot.session.state.display.is_blank
    assert pilot.position == 0


def test_a_clickers_keys_present_step_blank_and_end(pilot: Pilot) -> None:
    pilot.key(symbols.F5)
    display = pilot.session.state.display
    assert (display.is_presenting, display.fullscreen) == (True, True)
    pilot.key(symbols.PAGEDOWN)
    pilot.key(symbols.PAGEDOWN)
    pilot.key(symbols.PAGEUP)
    assert pilot.position == 1
    pilot.key(symbols.ESCAPE)
    display = pilot.session.state.display
    assert display == DisplaySettings(fullscreen=True)
    pilot.key(symbols.ESCAPE)
    assert pilot.session.state.display == DisplaySettings()


def test_the_hint_about_flicker_comes_once(pilot: Pilot) -> None:
    messages = []
    for text in ("+", "-", "+", "+"):
        pilot.session.input.text(text)
        pilot.frames(3)
        messages.append(pilot.session.state.message == FLICKER_HINT)
        pilot.key(symbols.RIGHT)
    assert messages == [True, False, False, False]


def test_the_slowest_play_answers_every_key_at_once(pilot: Pilot) -> None:
    timeline = pilot.session.state.timeline.with_speed(MIN_SPEED)
    pilot.change(timeline=timeline.play())
    pilot.frames(3)
    pilot.key(symbols.RIGHT)
    state = pilot.session.state.timeline
    assert (state.position, state.playing) == (1, Playing.PAUSED)
    pilot.key(symbols.SPACE, text=" ")
    assert pilot.session.state.timeline.playing is Playing.FORWARDS


def grays_of(pilot: Pilot) -> NDArray[np.int64]:
    """Return the picture on the screen without its hues, and nothing pointed at."""
    pilot.settle()
    pilot.session.input.mouse_left()
    pilot.frames(3)
    spot = picture_spot(pilot.size, view=pilot.session.state.display.view)
    gray = Image.fromarray(spot.cut(pilot.pixels())).convert("L")
    return np.asarray(gray).astype(np.int64)


@pytest.mark.parametrize("theme", [ThemeChoice.DARK, ThemeChoice.LIGHT])
def test_without_hue_each_mark_and_each_direction_is_seen(
    ctx: moderngl.Context, tmp_path: Path, theme: ThemeChoice
) -> None:
    def differs(now: NDArray[np.int64], before: NDArray[np.int64]) -> bool:
        return int((np.abs(now - before) >= 60).sum()) >= 20

    settings, size = SortSettings(8, 4, seed=7), (1280, 720)
    display = DisplaySettings(view="texture", theme=theme, marks=Marks.NONE)
    with closing(Pilot(ctx, settings, tmp_path, size=size, display=display)) as pilot:
        seen = grays_of(pilot)
        for _ in range(len(Marks) - 1):
            pilot.key(symbols.X)
            before, seen = seen, grays_of(pilot)
            assert differs(seen, before)
        for view in ("texture", "bars", "dots", "network"):
            pilot.change(display=replace(pilot.session.state.display, view=view))
            before = grays_of(pilot)
            pilot.key(symbols.O)
            assert differs(grays_of(pilot), before), view
            pilot.key(symbols.O)


def test_enter_plays_to_the_end_of_the_stage(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(7))
    pilot.key(symbols.RETURN, text="\r")
    assert pilot.session.state.timeline.playing is Playing.FORWARDS
    pilot.frames(40, dt_seconds=0.1)
    assert (pilot.position, pilot.session.state.timeline.playing) == (10, Playing.PAUSED)
    assert_state_is_right(pilot)


def test_a_loop_begins_again_by_itself(by_hand: Pilot) -> None:
    state = by_hand.session.state
    timeline = replace(state.timeline, loops=True).play()
    by_hand.change(timeline=timeline)
    seen = []
    for _ in range(60):
        by_hand.frames(1, dt_seconds=0.1)
        seen.append(by_hand.position)
    assert seen.count(6) >= 10  # a while at the end, in calm
    assert 0 in seen[seen.index(6) :]
    assert_state_is_right(by_hand)


# -- predicting -----------------------------------------------------------------------------------


def test_a_class_predicts_then_space_reveals(by_hand: Pilot) -> None:
    by_hand.key(symbols.Q, text="q")
    by_hand.settle()
    question = by_hand.known.question
    assert question is not None
    assert set(question.offered) <= set("52819374")
    by_hand.click(f"answer {question.right}")
    assert by_hand.session.state.answer == question.right
    by_hand.key(symbols.SPACE, text=" ")
    by_hand.settle()
    assert by_hand.position == 1
    assert by_hand.known.question != question
    state = by_hand.session.state
    assert state.answer is None
    assert state.timeline.playing is Playing.PAUSED
    shown = by_hand.elements()[question.element]
    assert f"{shown:.0f}" == question.offered[question.right]
    by_hand.key(symbols.END)
    by_hand.settle()
    assert by_hand.known.question is None


def test_the_question_is_asked_only_while_predicting(by_hand: Pilot) -> None:
    by_hand.settle()
    assert by_hand.known.question is None


def test_larger_sorts_hide_the_next_state_and_ask_nothing(pilot: Pilot) -> None:
    pilot.key(symbols.Q, text="q")
    pilot.settle()
    assert pilot.known.question is None
    assert pilot.shown.look.hides_next
    pilot.key(symbols.END)
    pilot.settle()
    assert not pilot.shown.look.hides_next


# -- the glide ------------------------------------------------------------------------------------


def glides_of(pilot: Pilot, seconds: float) -> list[float]:
    """Let time go by and return how far the elements had moved in each picture."""
    parts = []
    for _ in range(round(seconds / 0.05)):
        pilot.frames(1, dt_seconds=0.05)
        shown = pilot.shown
        if shown.pass_index == pilot.position:
            parts.append(round(shown.look.glide, 3))
    return parts


def test_after_a_step_the_elements_glide_to_their_places_and_rest(by_hand: Pilot) -> None:
    by_hand.settle()
    by_hand.session.change(Action.NEXT_PASS.change(by_hand.session.state))
    parts = glides_of(by_hand, 0.5)
    assert parts == sorted(parts)
    assert len(set(parts)) > 3
    assert parts[-1] == 1.0
    assert not by_hand.session.is_busy


@pytest.mark.parametrize("view", ["network", "bars"])
def test_a_step_back_glides_back_from_what_was_shown(by_hand: Pilot, view: str) -> None:
    by_hand.change(display=DisplaySettings(view=view, marks=Marks.NONE))
    by_hand.change(timeline=by_hand.session.state.timeline.seek(3))
    by_hand.settle()
    rested = picture_of(by_hand)
    by_hand.session.change(Action.PREVIOUS_PASS.change(by_hand.session.state))
    while by_hand.session.is_busy:
        by_hand.frames(1, dt_seconds=0.0)
    shown = by_hand.shown
    assert (shown.pass_index, shown.look.glide, shown.look.glides_back) == (2, 0.0, True)
    assert np.array_equal(shown_picture(by_hand), rested)
    parts = glides_of(by_hand, 0.5)
    assert parts == sorted(parts)
    assert len(set(parts)) > 3
    arrived = picture_of(by_hand)
    for position in (6, 2):  # jumps
        by_hand.change(timeline=by_hand.session.state.timeline.seek(position))
        by_hand.settle()
    assert np.array_equal(picture_of(by_hand), arrived)


def picture_of(pilot: Pilot) -> NDArray[np.uint8]:
    """Return the picture itself, once there is nothing to do."""
    pilot.settle()
    return shown_picture(pilot)


def shown_picture(pilot: Pilot) -> NDArray[np.uint8]:
    """Return the picture alone, as it is shown now: (height, width, 3) uint8."""
    pilot.session.draw(pilot.target)
    place = pilot.parts.picture
    top, left = round(place.y), round(place.x)
    return pilot.pixels()[top : top + round(place.height), left : left + round(place.width)].copy()


@pytest.mark.parametrize("action", [Action.TO_END, Action.TO_START])
def test_a_jump_does_not_glide(by_hand: Pilot, action: Action) -> None:
    by_hand.change(timeline=by_hand.session.state.timeline.seek(3))
    by_hand.settle()
    by_hand.session.change(action.change(by_hand.session.state))
    assert set(glides_of(by_hand, 0.3)) == {1.0}


def test_nothing_glides_with_reduced_motion_or_in_fast_play(by_hand: Pilot) -> None:
    by_hand.change(display=DisplaySettings(view="network", reduces_motion=True))
    by_hand.settle()
    for action in (Action.NEXT_PASS, Action.PREVIOUS_PASS):
        by_hand.session.change(action.change(by_hand.session.state))
        assert set(glides_of(by_hand, 0.3)) == {1.0}
    by_hand.change(display=DisplaySettings(view="network"))
    by_hand.change(timeline=by_hand.session.state.timeline.with_speed(8).play())
    assert set(glides_of(by_hand, 1.0)) == {1.0}


# -- the picture and the command line -------------------------------------------------------------


def test_the_picture_is_saved_as_a_snapshot_and_never_over_another(
    pilot: Pilot, gpu: Gpu, tmp_path: Path
) -> None:
    pilot.change(display=replace(pilot.session.state.display, view="bars"))
    pilot.change(timeline=pilot.session.state.timeline.seek(12))
    pilot.settle()
    for _ in range(2):
        pilot.key(symbols.S, "ctrl")
        pilot.settle()
    names = ["bitonic-16x16-seed-7-at-5.2.png", "bitonic-16x16-seed-7-at-5.2-2.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert pilot.session.state.message == f"Saved {tmp_path / names[1]}"
    session = pilot.session
    look = recorded_look("bars", session.state.display.marks, session.theme)
    plan = RecordingPlan("bars", look, first=12, last=12)
    saved = snapshot_bytes(gpu, session.player.start_data, plan, ".png")
    assert (tmp_path / names[0]).read_bytes() == saved
    assert (tmp_path / names[1]).read_bytes() == saved


def test_a_picture_that_cannot_be_saved_says_so(ctx: moderngl.Context, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with closing(Pilot(ctx, SortSettings(4, 4), tmp_path / "file", size=SIZE)) as pilot:
        pilot.settle()
        pilot.key(symbols.S, "ctrl")
        pilot.settle()
        assert pilot.session.state.message.startswith("cannot ")


def test_the_command_line_is_copied(pilot: Pilot) -> None:
    pilot.change(timeline=pilot.session.state.timeline.seek(12))
    pilot.key(symbols.C, "ctrl")
    command = "bitonic-scope --size 16 --seed 7 --at 5.2 --view texture"
    assert imgui.get_clipboard_text() == command
    assert pilot.session.state.message == f"Copied: {command}"


# -- the theme and the start ----------------------------------------------------------------------


def test_the_theme_follows_the_choice_and_else_the_system(pilot: Pilot) -> None:
    found = {}
    for choice in ThemeChoice:
        pilot.change(display=DisplaySettings(theme=choice))
        found[choice] = pilot.session.theme
    assert found == {
        ThemeChoice.DARK: Theme.DARK,
        ThemeChoice.LIGHT: Theme.LIGHT,
        ThemeChoice.SYSTEM: Theme.DARK,
    }


@pytest.mark.parametrize("symbol", [symbols.RIGHT, symbols.SPACE, symbols.V, symbols.N])
def test_a_fresh_window_is_fresh_until_the_first_deed(
    ctx: moderngl.Context, tmp_path: Path, symbol: int
) -> None:
    with closing(Pilot(ctx, EXAMPLES[0].settings, tmp_path, size=SIZE, is_fresh=True)) as pilot:
        pilot.settle()
        pilot.session.input.mouse_position(300, 200)
        pilot.frames(3)
        assert pilot.session.state.is_fresh
        pilot.key(symbol)
        assert not pilot.session.state.is_fresh
