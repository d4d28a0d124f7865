"""The panel behind Record: what it offers is what is recorded, where it says."""

import json
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import moderngl
import pytest
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_choice import FILMS, PictureSize, RecordingChoice, Span
from bitonic_scope.model.recording_plan import Every
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.recording.film import SUFFIXES
from bitonic_scope.system import folders
from bitonic_scope.ui.panels.recording_choice import path_lines
from bitonic_scope.ui.state import Closing, Entry, Field
from bitonic_scope.window.folder_chooser import has_dialog
from tests.support.pilot import Pilot
from tests.support.program import run_here, run_program

NAME = "bitonic-4x4-seed-3"


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    settings, display = SortSettings(4, 4, seed=3), DisplaySettings(view="texture")
    with closing(Pilot(ctx, settings, tmp_path, display=display, position=4)) as pilot:
        yield pilot


def enter(pilot: Pilot, text: str) -> None:
    """Type into the field that has the keyboard, in place of what stands there."""
    for character in text:
        pilot.session.input.text(character)
    while pilot.session.input.has_pending:
        pilot.frames()
    pilot.key(symbols.RETURN, text="\r")


def start(pilot: Pilot) -> None:
    pilot.click("start recording")
    pilot.settle()


def frames_told(folder: Path) -> list[int]:
    told = json.loads((folder / "frames.json").read_text())
    assert told["complete"] is True
    return [frame["pass_index"] for frame in told["frames"]]


def test_all_choices_end_in_the_files(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click("CHOOSE_RECORDING")
    pilot.click("folder")
    enter(pilot, f"{tmp_path}/for class 5/new")
    pilot.click("span")
    pilot.click("span from here to the end")
    pilot.click("every")
    pilot.click("every every stage")
    pilot.click("picture")
    enter(pilot, "320x240")
    pilot.click("captions")
    start(pilot)
    folder = tmp_path / "for class 5" / "new" / NAME
    assert frames_told(folder) == [6, 10]
    pictures = sorted(folder.glob("*.png"))
    assert [Image.open(picture).size for picture in pictures] == [(320, 240)] * 2
    assert not pilot.session.state.display.recording_open


def test_enter_records_with_the_last_choices_and_so_does_ctrl_e(
    pilot: Pilot, tmp_path: Path
) -> None:
    pilot.key(symbols.E, "ctrl", "shift")
    pilot.click("span")
    pilot.click("span this stage")
    pilot.key(symbols.RETURN)
    pilot.settle()
    assert frames_told(tmp_path / NAME) == [3, 4, 5, 6]
    assert pilot.position == 4
    pilot.key(symbols.E, "ctrl")
    pilot.settle()
    assert frames_told(tmp_path / f"{NAME}-2") == [3, 4, 5, 6]


def test_a_film_is_made_beside_pictures_or_alone(pilot: Pilot, tmp_path: Path) -> None:
    pilot.change(recording=RecordingChoice(size=PictureSize("8")))
    pilot.click("CHOOSE_RECORDING")
    pilot.click("film")
    pilot.click("film GIF film")
    start(pilot)
    assert len(frames_told(tmp_path / NAME)) == 11
    first = (tmp_path / f"{NAME}.gif").read_bytes()
    pilot.click("CHOOSE_RECORDING")
    pilot.click("frames")
    start(pilot)
    assert (tmp_path / f"{NAME}-2.gif").read_bytes() == first
    with Image.open(tmp_path / f"{NAME}.gif") as film:
        assert film.n_frames == 11  # type: ignore[attr-defined]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {NAME, f"{NAME}.gif", f"{NAME}-2.gif"}


def test_a_film_is_made_as_the_panel_says_and_again_by_ctrl_e(
    pilot: Pilot, gpu: Gpu, tmp_path: Path
) -> None:
    display = replace(pilot.session.state.display, view="dots", marks=Marks.NONE)
    pilot.change(display=display, recording=RecordingChoice(size=PictureSize("80x60")))
    pilot.click("CHOOSE_RECORDING")
    pilot.click("frames")  # which stay on, while no film is chosen
    pilot.click("film")
    pilot.click("film GIF film")
    for name, text in (("rate", "10 fps"), ("hold", "0.5"), ("glide", "1 picture")):
        pilot.click(name)
        enter(pilot, text)
    pilot.click("slow film")
    start(pilot)
    pilot.key(symbols.E, "ctrl")
    pilot.settle()
    choices = ("--fps", "10", "--hold", "0.5", "--glide", "1", "--slow-first", "--view", "dots")
    data = ("--size", "4", "--seed", "3", "--picture", "80x60", "--film", "expected.gif")
    assert run_here("record", *data, *choices, folder=tmp_path, gpu=gpu).returncode == 0
    expected = (tmp_path / "expected.gif").read_bytes()
    assert (tmp_path / f"{NAME}.gif").read_bytes() == expected
    assert (tmp_path / f"{NAME}-2.gif").read_bytes() == expected


def test_what_one_would_not_expect_of_a_film_is_told(pilot: Pilot) -> None:
    plan = FilmPlan(Fraction(60))
    pilot.change(recording=RecordingChoice(film=".gif", film_plan=plan, size=PictureSize("8")))
    pilot.settle()
    pilot.key(symbols.E, "ctrl")
    assert pilot.session.state.message.startswith("Film: 50 pictures per second instead of 60")


def test_a_film_has_what_its_kind_can_do() -> None:
    full = FilmPlan(Fraction(25), 0.0, is_slow_first=True, is_lossless=True)
    choice = RecordingChoice(film=".mp4", film_plan=full, glide=5)
    network, large = SortSettings(4, 4).network, SortSettings(16, 16).network
    assert choice.possible_film_plan == full
    for suffix in (".gif", ".webp"):
        assert not replace(choice, film=suffix).possible_film_plan.is_lossless
    by_stage = replace(choice, every=Every.STAGE)
    assert not by_stage.possible_film_plan.is_slow_first
    glides = [
        chosen.plan(where, 0, view=view, marks=Marks.NONE, theme=Theme.DARK).glide
        for chosen, where, view in (
            (choice, network, "bars"),
            (choice, network, "texture"),
            (choice, large, "bars"),
            (by_stage, network, "bars"),
            (replace(choice, film=""), network, "bars"),
        )
    ]
    assert glides == [5, 0, 0, 0, 0]


def test_every_film_of_the_recorder_is_offered() -> None:
    assert set(FILMS) == {"", *SUFFIXES}


def test_esc_closes_the_panel_and_nothing_is_recorded(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click("CHOOSE_RECORDING")
    pilot.key(symbols.ESCAPE)
    assert not pilot.session.state.display.recording_open
    assert list(tmp_path.iterdir()) == []


def test_plain_is_what_the_command_records_by_default(pilot: Pilot, tmp_path: Path) -> None:
    pilot.click("CHOOSE_RECORDING")
    pilot.click("recorded look")
    pilot.click("recorded look plain")
    start(pilot)
    run_program("record", "--size", "4", "--seed", "3", "--out", "expected", folder=tmp_path)
    for frame in (tmp_path / "expected").iterdir():
        assert (tmp_path / NAME / frame.name).read_bytes() == frame.read_bytes()


def test_a_refused_folder_and_a_refused_size_stay_in_their_fields(
    pilot: Pilot, tmp_path: Path
) -> None:
    (tmp_path / "a file").touch()
    pilot.click("CHOOSE_RECORDING")
    before = RecordingChoice(film=".gif")
    pilot.change(recording=before)
    for name, field, text in (
        ("folder", Field.FOLDER, f"{tmp_path}/a file"),
        ("picture", Field.PICTURE, "0x9"),
        ("picture", Field.PICTURE, "20000"),
        ("rate", Field.RATE, "61"),
        ("hold", Field.HOLD, "ever"),
    ):
        pilot.click(name)
        enter(pilot, text)
        state = pilot.session.state
        assert state.message
        assert state.entry == Entry(field, text)
        assert state.recording == before


def test_a_dropped_folder_takes_the_recording(pilot: Pilot, tmp_path: Path) -> None:
    place = tmp_path / "dropped, 50%"
    place.mkdir()
    pilot.session.drop(place)
    pilot.frames(3)
    start(pilot)
    assert len(frames_told(place / NAME)) == 11


def test_a_folder_can_be_chosen_in_a_dialog_of_the_system(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "chosen here").mkdir()
    dialog = tmp_path / "bin" / "zenity"
    dialog.write_text(f'#!/bin/sh\n[ "$1" = --version ] || echo "{tmp_path}/chosen here"\n')
    dialog.chmod(dialog.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{dialog.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")  # without one, no dialog is looked for
    has_dialog.cache_clear()
    pilot.click("CHOOSE_RECORDING")
    pilot.click("choose folder")
    while not pilot.session.state.recording.folder:
        pilot.frames()
    start(pilot)
    assert len(frames_told(tmp_path / "chosen here" / NAME)) == 11
    has_dialog.cache_clear()


def test_without_a_dialog_no_button_offers_one(monkeypatch: pytest.MonkeyPatch) -> None:
    has_dialog.cache_clear()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert not has_dialog()
    has_dialog.cache_clear()


def test_the_note_opens_the_folder_and_goes_away_with_the_next_deed(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []

    def note(folder: Path) -> bool:
        opened.append(folder)
        return len(opened) == 1

    monkeypatch.setattr("bitonic_scope.window.recordings.open_folder", note)
    pilot.key(symbols.E, "ctrl")
    pilot.settle()
    pilot.click("recording")
    assert opened == [tmp_path / NAME]
    assert pilot.session.state.message == ""
    pilot.click("recording")
    assert pilot.session.state.message == f"cannot open {tmp_path / NAME}"
    pilot.key(symbols.RIGHT)
    pilot.frames(2)
    assert pilot.known.recording is None


def test_esc_and_enter_answer_the_question_before_closing(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.window.session.WORK_SECONDS", 0.0)  # so that it lasts
    pilot.session.change(pilot.session.state)
    pilot.change(record=True)
    pilot.session.tick(0.0)
    pilot.session.ask_to_close()
    pilot.frames(2)
    answers = [pilot.session.state.closing]
    for _ in range(2):
        pilot.key(symbols.ESCAPE)
        answers.append(pilot.session.state.closing)
    assert answers == [Closing.ASKED, Closing.NO, Closing.NO]
    assert pilot.known.recording is not None
    assert pilot.known.recording.is_running
    pilot.session.ask_to_close()
    pilot.frames(2)
    pilot.key(symbols.RETURN)
    while not pilot.session.should_close:
        pilot.frames()
    assert len(frames_told(tmp_path / NAME)) == 11


@pytest.mark.parametrize(
    ("span", "position", "expected"),
    [
        (Span.ALL, 4, list(range(11))),
        (Span.REST, 4, list(range(4, 11))),
        (Span.REST, 10, [10]),
        (Span.STAGE, 0, [0, 1]),
        (Span.STAGE, 1, [1, 2, 3]),
        (Span.STAGE, 5, [3, 4, 5, 6]),
        (Span.STAGE, 6, [6, 7, 8, 9, 10]),
        (Span.STAGE, 10, [6, 7, 8, 9, 10]),
    ],
)
def test_spans(span: Span, position: int, expected: list[int]) -> None:
    network = SortSettings(4, 4).network
    plan = RecordingChoice(span=span).plan(
        network, position, view="texture", marks=Marks.NONE, theme=Theme.DARK
    )
    assert list(plan.pass_indexes(network)) == expected
    stages = RecordingChoice(span=span, every=Every.STAGE).plan(
        network, position, view="texture", marks=Marks.NONE, theme=Theme.DARK
    )
    ends = [index for index in expected if index in (0, 1, 3, 6, 10)]
    assert list(stages.pass_indexes(network)) == ends


@pytest.mark.parametrize(
    ("text", "scale", "picture"),
    [("", None, None), (" 8 ", 8, None), ("16384", 16384, None), ("640X480", None, (640, 480))],
)
def test_sizes(text: str, scale: int | None, picture: tuple[int, int] | None) -> None:
    size = PictureSize(text)
    assert (size.scale, size.picture) == (scale, picture)


@pytest.mark.parametrize("text", ["0", "16385", "-1", "8x", "x8", "1.5", "wide", "1x16385", "٣"])
def test_other_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="pixels"):
        PictureSize(text)


class Letters:
    """Measures a text: ten pixels a letter."""

    def width(self, text: str) -> float:
        return 10.0 * len(text)


def test_a_path_is_broken_between_folders_only() -> None:
    path = "into /home/a b/a folder whose name is very long indeed/x"
    lines = path_lines(Letters(), path, 200)  # type: ignore[arg-type]
    assert lines == ["into /home/a b/", "a folder whose name is very long indeed/", "x"]


def test_the_folder_of_pictures_is_the_desktops_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "Bilder"))
    assert folders.pictures_folder() == tmp_path / "Bilder"
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "file"))
    monkeypatch.chdir(tmp_path)
    assert folders.pictures_folder() == tmp_path
