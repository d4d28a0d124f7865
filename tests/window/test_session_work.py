"""Work that takes longer than a frame: the screen answers meanwhile and shows whole states."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from math import inf
from pathlib import Path

import moderngl
import numpy as np
import pytest
from pyglet.window import key as symbols

from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Playing
from bitonic_scope.player.player import Player
from bitonic_scope.views.presenter import Showcase
from bitonic_scope.window import pacing as frame_pacing
from bitonic_scope.window import session as screen_module
from tests.support.oracle import expected_frames
from tests.support.pilot import FRAME_SECONDS, Pilot
from tests.window.test_session import assert_picture_is_right

SIDE = 16


@pytest.fixture
def pilot(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Pilot]:
    """A screen whose pictures and passes are made in parts, one a tick."""
    for module in ("views.canvas", "views.downsample", "recording.frame_drawer"):
        monkeypatch.setattr(f"bitonic_scope.{module}.BAND_PIXELS", 40_000)
    monkeypatch.setattr(screen_module, "PICTURE_BUDGET_SECONDS", 0.0)
    with closing(Pilot(ctx, SortSettings(SIDE, SIDE, seed=7), tmp_path)) as pilot:
        pilot.settle()
        yield pilot


def begin_a_picture(pilot: Pilot) -> None:
    pilot.screen.input.key(symbols.RIGHT, is_down=True, modifiers=NO_MODIFIERS)
    pilot.screen.input.key(symbols.RIGHT, is_down=False, modifiers=NO_MODIFIERS)
    while not pilot.screen._showcase.is_making:
        pilot.screen.tick(FRAME_SECONDS)


class NoModifiers:
    ctrl = shift = alt = False


NO_MODIFIERS = NoModifiers()


def test_a_state_stays_until_its_picture_is_complete_and_the_caption_with_it(pilot: Pilot) -> None:
    begin_a_picture(pilot)
    before = pilot.pixels()
    player = pilot.screen._player
    pilot.key(symbols.SPACE)
    ticks = 0
    while pilot.screen._showcase.is_making:
        assert player.sorter.pass_index == 1
        assert pilot.screen._known().picture_readout.timeline.position == 0
        pilot.screen.tick(0.01)
        ticks += 1
    assert ticks >= 2
    assert pilot.screen._known().picture_readout.timeline.position == 1
    pilot.frames(1, dt_seconds=0.0)
    assert not np.array_equal(pilot.pixels(), before)
    assert_picture_is_right(pilot)


def test_the_time_of_a_picture_counts_for_play(pilot: Pilot) -> None:
    pilot.screen.state = replace(
        pilot.screen.state, timeline=pilot.screen.state.timeline.with_speed(20).play()
    )
    pilot.screen._take(pilot.screen.state)
    seconds = 0.0
    while pilot.position < 30:
        pilot.frames(dt_seconds=0.01)
        seconds += 0.01
    assert seconds == pytest.approx(30 / 20, rel=0.2)


def test_time_before_play_was_pressed_does_not_count(pilot: Pilot) -> None:
    begin_a_picture(pilot)
    pilot.screen.tick(0.2)
    assert pilot.screen._showcase.is_making
    fast = pilot.screen.state.timeline.with_speed(240).play()
    pilot.screen._take(replace(pilot.screen.state, timeline=fast))
    for _ in range(30):
        pilot.screen.tick(0.0)
    assert pilot.position == 1


def test_other_data_drop_a_picture_that_was_begun(pilot: Pilot) -> None:
    for settings in (
        replace(pilot.screen.state.settings, seed=9),
        replace(pilot.screen.state.settings, width=SIDE, height=2 * SIDE),
    ):
        begin_a_picture(pilot)
        begun = pilot.screen._showcase._making
        pilot.screen._take(replace(pilot.screen.state, settings=settings))
        pilot.frames()
        assert pilot.screen._showcase._making is not begun
        assert pilot.position == 0
        pilot.settle()
        assert pilot.screen._showcase.readout is not None
        assert pilot.screen._showcase.readout.settings == settings


def test_a_screen_that_is_hidden_sorts_but_makes_no_pictures(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Showcase, "begin", lambda *_: pytest.fail("nobody sees it"))
    pilot.screen.is_hidden = True
    pilot.key(symbols.END)
    for _ in range(100):
        pilot.screen.tick(FRAME_SECONDS)
    assert not pilot.screen.is_busy
    assert pilot.screen._player.readout().is_sorted
    monkeypatch.undo()
    pilot.screen.is_hidden = False
    assert pilot.screen.is_busy
    assert_picture_is_right(pilot)


def test_the_hand_comes_before_long_work_but_not_twice_in_a_row(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    updates = []
    update = Player.update

    def slow(self: Player, dt_seconds: float) -> bool:
        updates.append(dt_seconds)
        return update(self, dt_seconds)

    monkeypatch.setattr(Player, "update", slow)
    monkeypatch.setattr(screen_module, "LONG_WORK_SECONDS", 1e-9)  # all work takes long
    drawn = []
    for tick in range(12):
        pilot.screen.input.mouse_position(float(tick), 5.0)  # a mouse that never rests
        before = len(updates)
        pilot.screen.tick(0.5)
        drawn.append(len(updates) > before)
    assert drawn == [False, True] * 6
    assert updates == [1.0] * 6  # no time is lost


def test_the_frame_after_very_long_work_waits_for_what_came_meanwhile(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = pilot.screen
    monkeypatch.setattr(screen_module, "VERY_LONG_WORK_SECONDS", -1.0)  # all work is very long
    monkeypatch.setattr(frame_pacing, "MAX_PUT_OFF_SECONDS", inf)
    pilot.frames(10)
    screen.wake()
    assert not any(screen.tick(FRAME_SECONDS) for _ in range(5))
    screen.input.mouse_position(5.0, 5.0)
    assert screen.tick(FRAME_SECONDS)  # an event is answered at once
    screen.draw(pilot.target)
    monkeypatch.setattr(screen_module, "VERY_LONG_WORK_SECONDS", inf)
    assert screen.tick(FRAME_SECONDS)  # what was put off is not forgotten
    monkeypatch.setattr(screen_module, "VERY_LONG_WORK_SECONDS", -1.0)
    monkeypatch.setattr(frame_pacing, "MAX_PUT_OFF_SECONDS", 0.0)
    assert screen.tick(FRAME_SECONDS)  # nor is it put off for ever


@pytest.mark.parametrize("playing", [Playing.FORWARDS, Playing.BACKWARDS])
def test_after_very_long_work_the_picture_comes_before_more_of_it(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, playing: Playing
) -> None:
    pilot.key(symbols.END if playing is Playing.BACKWARDS else symbols.HOME)
    pilot.settle()
    monkeypatch.setattr(screen_module, "VERY_LONG_WORK_SECONDS", -1.0)  # all work is very long
    pilot.screen.state = replace(
        pilot.screen.state, timeline=pilot.screen.state.timeline.with_speed(20).play(playing)
    )
    pilot.screen._take(pilot.screen.state)
    seen = set()
    for _ in range(300):
        pilot.screen.tick(0.01)
        readout = pilot.screen._showcase.readout
        assert readout is not None
        seen.add(readout.timeline.position)
    assert len(seen) > 8
    monkeypatch.undo()
    pilot.settle()
    assert_picture_is_right(pilot)


def test_recorder_and_player_take_turns_where_both_work_long(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []
    for name in ("_work_on_sort", "_work_on_recording"):
        work = getattr(pilot.screen, name)

        def noted(*arguments: float, work: object = work, name: str = name) -> bool:
            done.append(name)
            result: bool = work(*arguments)  # type: ignore[operator]
            return result

        monkeypatch.setattr(pilot.screen, name, noted)
    pilot.screen.state = replace(pilot.screen.state, record=True)
    pilot.frames(1)
    monkeypatch.setattr(screen_module, "LONG_WORK_SECONDS", 1e-9)
    done.clear()
    for _ in range(4):
        pilot.screen.tick(0.01)
    assert done == ["_work_on_sort", "_work_on_recording"] * 2
    monkeypatch.undo()
    pilot.settle()
    pictures = sorted(tmp_path.glob("*/*.png"))
    assert len(pictures) == len(expected_frames(7, SIDE, SIDE, pixels_per_texel=1))
