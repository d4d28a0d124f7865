"""Work that takes longer than a frame: workers take turns, and the hand comes first."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from math import inf
from pathlib import Path
from time import perf_counter

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray
from pyglet.window import key as symbols

from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import MAX_SPEED, Playing
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import Tally
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.views.presenter import Presenter
from bitonic_scope.window import pacing as frame_pacing
from bitonic_scope.window import session as session_module
from bitonic_scope.window import turns as turns_module
from bitonic_scope.window.file_reader import FileReader
from tests.support.oracle import expected_frames
from tests.support.pilot import FRAME_SECONDS, Modifiers, Pilot, Turn, note_turns
from tests.window.test_session import assert_picture_is_right, picture_on_screen

SIDE = 16
WORKERS = (FileReader, Player, Tally, Presenter, BackgroundRecorder)  # in the order of their turns
MAX_SECONDS = 60  # of a test in which somebody could wait for ever


@pytest.fixture
def pilot(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Pilot]:
    """A session with so small a budget that a tick is one part: of a pass, or of a picture."""
    for module in ("views.canvas", "recording.frame_drawer"):
        monkeypatch.setattr(f"bitonic_scope.{module}.BAND_PIXELS", 40_000)
    monkeypatch.setattr(session_module, "WORK_SECONDS", 0.0)
    with closing(Pilot(ctx, SortSettings(SIDE, SIDE, seed=7), tmp_path)) as pilot:
        pilot.settle()
        yield pilot


@pytest.fixture
def turns(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    return note_turns(monkeypatch)


def workers_of(turns: list[Turn]) -> list[type]:
    return [turn.worker for turn in turns]


def is_drawing(turns: list[Turn]) -> bool:
    """Tell whether a picture is begun and not complete."""
    of_presenter = [turn for turn in turns if turn.worker is Presenter]
    return bool(of_presenter) and not of_presenter[-1].is_new


def begin_a_picture(pilot: Pilot, turns: list[Turn]) -> None:
    """Step on by a pass, and let the first part of its picture be drawn."""
    pilot.session.input.key(symbols.RIGHT, is_down=True, modifiers=Modifiers())
    pilot.session.input.key(symbols.RIGHT, is_down=False, modifiers=Modifiers())
    while not is_drawing(turns):
        pilot.session.tick(FRAME_SECONDS)


def draw_now(pilot: Pilot, dt_seconds: float = 0.0) -> NDArray[np.uint8]:
    """Let a tick go by, draw its frame, and return the picture of the sort that it shows."""
    pilot.session.tick(dt_seconds)
    pilot.session.draw(pilot.target)
    return picture_on_screen(pilot)


def caption_position(pilot: Pilot) -> int:
    return pilot.known.picture_readout.timeline.position


def read_for_ever(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Stand for a worker that uses up the budget of each of its turns.

    Returns:
        The session's clock, in seconds: only this worker moves it, so no test depends on time.
    """
    now = perf_counter()

    def work(self: FileReader, deadline: float) -> bool:
        nonlocal now
        now = deadline
        return False

    for module in (session_module, turns_module):
        monkeypatch.setattr(module, "perf_counter", lambda: now)
    monkeypatch.setattr(FileReader, "wants_work", True)
    monkeypatch.setattr(FileReader, "work", work)
    return lambda: now


def test_a_state_stays_until_its_picture_is_complete_and_the_caption_with_it(
    pilot: Pilot, turns: list[Turn]
) -> None:
    before = draw_now(pilot)
    begin_a_picture(pilot, turns)
    pilot.key(symbols.SPACE)
    assert pilot.session.state.timeline.playing is Playing.FORWARDS
    turns_before = len(turns)
    while is_drawing(turns):
        assert pilot.session.player.engine.pass_index == 1
        shown = draw_now(pilot, 0.01)
        if is_drawing(turns):
            assert np.array_equal(shown, before)
            assert caption_position(pilot) == 0
    ticks = turns[turns_before:]
    assert len(ticks) >= 2
    assert set(workers_of(ticks)) == {Presenter}
    pilot.session.draw(pilot.target)
    assert caption_position(pilot) == 1
    assert not np.array_equal(picture_on_screen(pilot), before)
    assert_picture_is_right(pilot)


def test_the_time_of_a_picture_counts_for_play(pilot: Pilot, turns: list[Turn]) -> None:
    pilot.change(timeline=pilot.session.state.timeline.with_speed(5).play())
    seconds = 0.0
    while pilot.position < 10:
        pilot.frames(dt_seconds=0.01)
        seconds += 0.01
    pictures = [turn for turn in turns if turn.worker is Presenter]
    assert len(pictures) > 50  # for half of the time, pictures are being drawn
    assert seconds == pytest.approx(10 / 5, rel=0.2)


def test_time_before_play_was_pressed_does_not_count(pilot: Pilot, turns: list[Turn]) -> None:
    begin_a_picture(pilot, turns)
    pilot.session.tick(0.2)
    assert is_drawing(turns)
    pilot.change(timeline=pilot.session.state.timeline.with_speed(240).play())
    for _ in range(30):
        pilot.session.tick(0.0)
    assert pilot.position == 1


@pytest.mark.parametrize(
    ("settings", "position"),
    [(SortSettings(SIDE, SIDE, seed=9), 1), (SortSettings(SIDE, 2 * SIDE, seed=7), 0)],
)
def test_other_data_drop_a_picture_that_was_begun(
    pilot: Pilot, turns: list[Turn], settings: SortSettings, position: int
) -> None:
    old = pilot.session.state.settings
    begin_a_picture(pilot, turns)
    pilot.change(settings=settings)
    assert pilot.position == position
    shown = set()
    while pilot.session.is_busy:
        pilot.session.wake()
        pilot.frames()
        readout = pilot.known.picture_readout
        shown.add((readout.settings, readout.timeline.position))
    pilot.frames(2)  # on a loaded machine, the last frame may have been put off
    readout = pilot.known.picture_readout
    assert (old, 1) not in shown
    assert readout.settings == settings
    assert_picture_is_right(pilot)


def test_a_session_that_is_hidden_sorts_but_makes_no_pictures(
    pilot: Pilot, turns: list[Turn]
) -> None:
    pilot.session.is_hidden = True
    pilot.key(symbols.END)
    for _ in range(100):
        pilot.session.tick(FRAME_SECONDS)
    assert not pilot.session.is_busy
    assert pilot.session.player.readout().is_sorted
    assert set(workers_of(turns)) == {Player}
    pilot.session.is_hidden = False
    assert pilot.session.is_busy
    assert_picture_is_right(pilot)


def test_the_hand_comes_before_long_work_but_not_twice_in_a_row(
    pilot: Pilot, turns: list[Turn]
) -> None:
    pilot.session.is_hidden = True  # so that there is no other work than the sort
    pilot.change(timeline=pilot.session.state.timeline.with_speed(8).play())
    pilot.session.tick(0.0)
    turns.clear()
    worked = []
    for tick in range(12):
        pilot.session.input.mouse_position(float(tick), 5.0)  # a mouse that never rests
        before = len(turns)
        pilot.session.tick(1 / 16)  # a pass takes two ticks
        worked.append(len(turns) > before)
    assert worked == [False, True] * 6
    assert pilot.position == 6  # no time is lost


def test_what_is_quick_goes_on_under_a_hand_that_never_rests(
    pilot: Pilot, turns: list[Turn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "WORK_SECONDS", 1e6)  # no tick overruns that
    pilot.session.is_hidden = True
    pilot.change(timeline=pilot.session.state.timeline.with_speed(8).play())
    for tick in range(6):
        pilot.session.input.mouse_position(float(tick), 5.0)
        pilot.session.tick(1 / 8)
        assert len(turns) == tick + 1
    assert pilot.position == 6


def test_the_frame_after_a_very_long_call_waits_for_what_came_meanwhile(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = pilot.session
    monkeypatch.setattr(session_module, "LATE_SECONDS", -1.0)  # all calls take very long
    monkeypatch.setattr(frame_pacing, "MAX_PUT_OFF_SECONDS", inf)
    pilot.frames(10)
    session.wake()
    assert not any(session.tick(FRAME_SECONDS) for _ in range(5))
    session.input.mouse_position(5.0, 5.0)
    assert session.tick(FRAME_SECONDS)  # an event is answered at once
    session.draw(pilot.target)
    monkeypatch.setattr(session_module, "LATE_SECONDS", inf)
    assert session.tick(FRAME_SECONDS)  # what was put off is not forgotten
    monkeypatch.setattr(session_module, "LATE_SECONDS", -1.0)
    monkeypatch.setattr(frame_pacing, "MAX_PUT_OFF_SECONDS", 0.0)
    assert session.tick(FRAME_SECONDS)  # nor is it put off for ever


@pytest.mark.parametrize("playing", [Playing.FORWARDS, Playing.BACKWARDS])
def test_after_very_long_work_the_picture_comes_before_more_of_it(
    pilot: Pilot, turns: list[Turn], monkeypatch: pytest.MonkeyPatch, playing: Playing
) -> None:
    pilot.key(symbols.END if playing is Playing.BACKWARDS else symbols.HOME)
    pilot.settle()
    monkeypatch.setattr(session_module, "LATE_SECONDS", -1.0)  # all calls take very long
    pilot.change(timeline=pilot.session.state.timeline.with_speed(20).play(playing))
    shown: list[int] = []
    settled: list[int] = []
    states = {Presenter: shown, Player: settled}
    for _ in range(600):
        before = len(turns)
        pilot.session.tick(0.01)
        assert len(turns) <= before + 1  # a worker a tick
        for turn in turns[before:]:
            if turn.is_new and turn.worker in states and pilot.session.player.is_settled:
                states[turn.worker].append(pilot.session.player.engine.pass_index)
    assert len(set(shown)) > 8
    assert shown in (settled, settled[:-1])
    monkeypatch.setattr(session_module, "LATE_SECONDS", inf)
    pilot.change(timeline=pilot.session.state.timeline.pause())
    pilot.settle()
    assert_picture_is_right(pilot)


def test_recorder_and_player_take_turns_where_both_work_long(
    pilot: Pilot, turns: list[Turn], tmp_path: Path
) -> None:
    pilot.session.is_hidden = True
    pilot.change(record=True, timeline=pilot.session.state.timeline.with_speed(1).play())
    pilot.session.tick(0.01)
    turns.clear()
    for tick in range(1, 9):
        pilot.session.tick(0.01)
        assert len(turns) == tick
    both = {Player: BackgroundRecorder, BackgroundRecorder: Player}
    workers = workers_of(turns)
    assert all(both[one] is next_one for one, next_one in pairwise(workers))
    pilot.session.is_hidden = False
    pilot.settle()
    pictures = sorted(tmp_path.glob("*/*.png"))
    assert len(pictures) == len(expected_frames(7, SIDE, SIDE, pixels_per_texel=1))


def test_no_worker_starves_beside_others_that_always_have_work(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_for_ever(monkeypatch)
    monkeypatch.setattr(session_module, "WORK_SECONDS", 1e-4)
    turns = note_turns(monkeypatch)
    # So fast that the player has work whenever no picture is being drawn.
    pilot.change(record=True, timeline=pilot.session.state.timeline.with_speed(MAX_SPEED).play())
    end = perf_counter() + MAX_SECONDS
    while pilot.session.state.record or pilot.session.state.timeline.playing:
        assert perf_counter() < end, "somebody starves"
        pilot.session.tick(FRAME_SECONDS)
    workers = workers_of(turns)
    assert set(workers) == set(WORKERS)
    readings = [index for index, worker in enumerate(workers) if worker is FileReader]
    for first, last in pairwise(readings):
        between = workers[first + 1 : last]
        assert between == [worker for worker in WORKERS if worker in between]  # each once
    assert pilot.position == 36


def test_all_workers_of_a_tick_share_one_budget(
    pilot: Pilot, turns: list[Turn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "WORK_SECONDS", 1e6)
    pilot.session.input.key(symbols.END, is_down=True, modifiers=Modifiers())
    pilot.session.input.key(symbols.END, is_down=False, modifiers=Modifiers())
    start = perf_counter()
    while pilot.position != 36 or not turns:
        pilot.session.tick(FRAME_SECONDS)
    assert workers_of(turns) == [Player, Tally, Presenter]  # a tick does all that there is to do
    assert turns[-1].is_new
    (deadline,) = {turn.deadline for turn in turns}
    assert start + 1e6 <= deadline <= perf_counter() + 1e6
    assert not pilot.session.is_busy
    assert perf_counter() - start < 1e5  # nobody waits for the end of the budget


def test_a_worker_that_spends_the_budget_ends_the_tick_and_the_next_begins_after_it(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = read_for_ever(monkeypatch)
    monkeypatch.setattr(session_module, "WORK_SECONDS", 0.005)
    turns = note_turns(monkeypatch)
    pilot.session.is_hidden = True
    pilot.change(timeline=pilot.session.state.timeline.with_speed(1).play())
    ticks = []
    for _ in range(6):
        start, before = clock(), len(turns)
        pilot.session.tick(0.01)
        ticks.append(workers_of(turns[before:]))
        assert clock() == start + 0.005
    assert ticks[0] == [FileReader]
    assert ticks[1:] == [[Player, FileReader]] * 5


def test_no_time_is_spent_where_nobody_has_work(pilot: Pilot, turns: list[Turn]) -> None:
    for _ in range(20):
        pilot.session.tick(1.0)
    assert turns == []
    assert not pilot.session.is_busy
