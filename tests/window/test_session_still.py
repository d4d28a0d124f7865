"""Ctrl+S: the picture is saved beside the window, and is that of the moment of the key."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import moderngl
import pytest
from pyglet.window import key as symbols

from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import DisplaySettings, SortSettings, recorded_look
from bitonic_scope.recording.snapshot import snapshot_bytes
from tests.support.pilot import Pilot

SAVED = "bitonic-4x4-seed-3-at-2.1.png"


@pytest.fixture
def pilot(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Pilot]:
    """A window that does one part of its work between two frames, at pass 2."""
    settings, display = SortSettings(4, 4, seed=3), DisplaySettings(view="bars")
    with closing(Pilot(ctx, settings, tmp_path, display=display, position=2)) as pilot:
        pilot.settle()
        monkeypatch.setattr("bitonic_scope.window.session.WORK_SECONDS", 0.0)
        yield pilot


def save(pilot: Pilot) -> None:
    """Press Ctrl+S; the picture is then being drawn."""
    pilot.key(symbols.S, "ctrl")
    assert pilot.session._still.is_making


def test_a_picture_is_drawn_in_parts_and_its_state_waits(pilot: Pilot, tmp_path: Path) -> None:
    save(pilot)
    pilot.key(symbols.RIGHT)
    assert pilot.session._still.is_making
    assert (pilot.position, pilot.session.player.engine.pass_index) == (3, 2)
    pilot.settle()
    assert pilot.session.player.engine.pass_index == 3
    assert pilot.session.state.message == f"Saved {tmp_path / SAVED}"
    session = pilot.session
    look = recorded_look("bars", session.state.display.marks, session.theme)
    plan = RecordingPlan("bars", look, first=2, last=2)
    expected = snapshot_bytes(session._gpu, session.player.start_data, plan, ".png")
    assert (tmp_path / SAVED).read_bytes() == expected


def test_the_same_key_stops_it_and_nothing_stays(pilot: Pilot, tmp_path: Path) -> None:
    save(pilot)
    pilot.key(symbols.S, "ctrl")
    pilot.settle()
    assert pilot.session.state.message == "The picture is not saved"
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_loses_its_data_says_so(pilot: Pilot, tmp_path: Path) -> None:
    save(pilot)
    pilot.key(symbols.N)
    pilot.settle()
    assert pilot.session.state.message == "the data of the picture are gone; save it again"
    assert list(tmp_path.iterdir()) == []


def test_the_window_closes_once_the_picture_is_saved(pilot: Pilot, tmp_path: Path) -> None:
    save(pilot)
    pilot.session.ask_to_close()
    pilot.frames()
    assert not pilot.session.should_close
    while not pilot.session.should_close:
        pilot.frames()
    assert [path.name for path in tmp_path.iterdir()] == [SAVED]


def test_what_takes_long_is_told(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitonic_scope.recording.still.USUAL_SECONDS", -1.0)
    save(pilot)
    assert pilot.session.state.message == "Drawing the picture; Ctrl+S again stops it"
    pilot.settle()
    assert pilot.session.state.message.startswith("Saved ")
