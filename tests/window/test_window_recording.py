"""The window: what it records, and that closing it loses nothing."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.model.settings import SortSettings
from tests.support.program import assert_one_line, run_program
from tests.support.window_driver import ANSWER_S, Program, running_program
from tests.support.x_display import XDisplay, wait_until

pytestmark = pytest.mark.display

RECORD_S = 60.0  # writers of frames give way to all else on a busy machine
LONG = SortSettings(width=32, height=128)  # 79 frames of 512x2048 pixels take seconds
LONG_FOLDER = "bitonic-32x128-seed-1"


@pytest.fixture(scope="module")
def display() -> Iterator[XDisplay]:
    with XDisplay() as display:
        yield display


@pytest.fixture
def program(display: XDisplay, tmp_path: Path) -> Iterator[Program]:
    with running_program(display, tmp_path) as program:
        yield program


@pytest.fixture
def recording(display: XDisplay, tmp_path: Path) -> Iterator[Program]:
    """A program that has just begun to record LONG."""
    with running_program(display, tmp_path, "--size", "32x128", settings=LONG) as program:
        for answer in ("Finish, then close", "Stop and close", "Stay"):
            ask(program, answer, only_prepare=True)
        start_recording(program, tmp_path)
        yield program


RECORD = ("CHOOSE_RECORDING", "start recording")


def record(program: Program) -> None:
    """Record by the mouse."""
    program.click(RECORD[0])
    program.window.click(*program.centre_of(RECORD[1], RECORD[:1]))


def start_recording(program: Program, folder: Path) -> None:
    program.window.key("e", ["Control_L"])
    wait_until(lambda: any(folder.glob(f"work/{LONG_FOLDER}/*.png")), RECORD_S, "the first frame")


def ask(program: Program, answer: str, *, only_prepare: bool = False) -> None:
    """Ask the window to close while it records, and click an answer."""
    place = program.centre_of(answer, RECORD, is_closing=True)
    if not only_prepare:
        ask_to_close(program)
        program.window.click(*place)


def ask_to_close(program: Program) -> None:
    """Ask the window to close, and wait for the question over the picture, which stands still."""

    def picture() -> NDArray[np.uint8]:
        return program.spot.cut(program.window.screenshot())

    before = picture()
    program.window.ask_to_close()
    wait_until(lambda: np.any(picture() != before), ANSWER_S, "a question over the picture")


def wait_for_manifest(folder: Path) -> dict[str, object]:
    wait_until((folder / "frames.json").exists, RECORD_S, f"the end of {folder}")
    manifest: dict[str, object] = json.loads((folder / "frames.json").read_text())
    return manifest


def names_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_records_the_bytes_that_record_would_and_nothing_else(
    display: XDisplay, tmp_path: Path
) -> None:
    work, theme = tmp_path / "work", ("--theme", "light")
    with running_program(display, tmp_path, *theme) as program:
        assert names_in(work) == []
        program.window.key("Right")
        program.window.key("h")
        program.window.key("e", ["Control_L"])
        manifest = wait_for_manifest(work / "bitonic-16x16-seed-1")
        program.window.key("h")
        program.wait_for(1)
        program.window.key("q", ["Control_L"])
        assert program.exit_code() == 0
    assert manifest["complete"] is True

    shown = ("--view", "texture", "--marks", "directions", *theme)
    run_program("record", "--out", "expected", *shown, folder=tmp_path)
    expected = sorted((tmp_path / "expected").iterdir())
    assert len(expected) == 38
    for path in expected:
        assert (work / "bitonic-16x16-seed-1" / path.name).read_bytes() == path.read_bytes()
    assert names_in(work) == [
        "bitonic-16x16-seed-1",
        *(f"bitonic-16x16-seed-1/{path.name}" for path in expected),
    ]


def test_a_second_recording_goes_to_a_folder_of_its_own(program: Program, tmp_path: Path) -> None:
    for name in ("bitonic-16x16-seed-1", "bitonic-16x16-seed-1-2"):
        record(program)
        assert wait_for_manifest(tmp_path / "work" / name)["complete"] is True


def test_a_cancelled_recording_keeps_its_whole_frames(recording: Program, tmp_path: Path) -> None:
    recording.window.key("e", ["Control_L"])
    folder = tmp_path / "work" / LONG_FOLDER
    manifest = wait_for_manifest(folder)
    frames = manifest["frames"]
    assert isinstance(frames, list)
    assert manifest["complete"] is False
    assert names_in(folder) == sorted(["frames.json", *(frame["file"] for frame in frames)])


def test_finish_then_close_completes_the_recording(recording: Program, tmp_path: Path) -> None:
    ask(recording, "Finish, then close")
    assert recording.exit_code() == 0
    manifest = wait_for_manifest(tmp_path / "work" / LONG_FOLDER)
    assert manifest["complete"] is True
    assert len(names_in(tmp_path / "work" / LONG_FOLDER)) == 80


def test_stop_and_close_keeps_the_whole_frames(recording: Program, tmp_path: Path) -> None:
    ask(recording, "Stop and close")
    assert recording.exit_code() == 0
    assert wait_for_manifest(tmp_path / "work" / LONG_FOLDER)["complete"] is False


def test_stay_goes_on_recording(recording: Program, tmp_path: Path) -> None:
    ask(recording, "Stay")
    assert wait_for_manifest(tmp_path / "work" / LONG_FOLDER)["complete"] is True
    assert recording.process.poll() is None
    recording.window.ask_to_close()
    assert recording.exit_code() == 0


def test_the_sort_can_be_worked_while_it_is_recorded(display: XDisplay, tmp_path: Path) -> None:
    settings = SortSettings(width=16, height=64)
    with running_program(display, tmp_path, "--size", "16x64", settings=settings) as program:
        program.window.key("e", ["Control_L"])
        program.window.key("End")
        program.window.key("s")
        program.window.type_text("5\n")
        program.settings = SortSettings(width=16, height=64, seed=5)
        program.wait_for(settings.network.pass_count)
        manifest = wait_for_manifest(tmp_path / "work" / "bitonic-16x64-seed-1")
    assert manifest["complete"] is True
    settings_recorded = manifest["settings"]
    assert isinstance(settings_recorded, dict)
    assert settings_recorded["seed"] == 1


def test_the_title_bar_closes(program: Program) -> None:
    program.window.ask_to_close()
    assert program.exit_code() == 0
    assert program.messages == ""


def test_ctrl_q_closes(program: Program) -> None:
    program.window.key("q", ["Control_L"])
    assert program.exit_code() == 0
    assert program.messages == ""


@pytest.mark.parametrize(
    ("number", "exit_code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it_with_one_line(
    program: Program, number: signal.Signals, exit_code: int
) -> None:
    program.process.send_signal(number)
    assert program.exit_code() == exit_code
    assert len(program.messages.splitlines()) == 1, program.messages
    assert program.messages.startswith("bitonic-scope: ")


def assert_wound_up(folder: Path) -> None:
    """Assert that a folder holds the frames of its manifest, which is not complete, and no more."""
    manifest = wait_for_manifest(folder)
    frames = manifest["frames"]
    assert isinstance(frames, list)
    assert manifest["complete"] is False
    assert names_in(folder) == sorted(["frames.json", *(frame["file"] for frame in frames)])


@pytest.mark.parametrize(("number", "exit_code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_while_it_records_leaves_whole_frames(
    recording: Program, tmp_path: Path, number: signal.Signals, exit_code: int
) -> None:
    recording.process.send_signal(number)
    assert recording.exit_code() == exit_code
    assert_wound_up(tmp_path / "work" / LONG_FOLDER)


def assert_tells_of_the_lost_display(program: Program) -> None:
    assert program.exit_code() == 1
    assert_one_line(program.messages)
    assert program.messages.startswith("bitonic-scope: the display ':")
    assert "is gone" in program.messages


@pytest.mark.parametrize("arguments", [(), ("--play", "--speed", "60")], ids=" ".join)
def test_a_lost_display_is_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with (
        XDisplay() as display,
        running_program(display, tmp_path, *arguments) as program,
    ):
        display.kill()
        assert_tells_of_the_lost_display(program)


@pytest.mark.parametrize("is_asked", [False, True], ids=["at once", "while it asks"])
def test_a_display_that_is_lost_while_it_records_leaves_whole_frames(
    tmp_path: Path, is_asked: bool
) -> None:
    with (
        XDisplay() as display,
        running_program(display, tmp_path, "--size", "32x128", settings=LONG) as program,
    ):
        start_recording(program, tmp_path)
        if is_asked:  # as at the end of a session, where nobody answers
            ask_to_close(program)
        display.kill()
        assert_tells_of_the_lost_display(program)
    assert_wound_up(tmp_path / "work" / LONG_FOLDER)
