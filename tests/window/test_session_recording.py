"""Recording from the window: the frames show what the window shows."""

from contextlib import closing
from pathlib import Path

import moderngl
import numpy as np
import pytest
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.files.reading import read_input
from bitonic_scope.files.text import values_from_text
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.recording.folder import MAX_NAME, recording_name
from bitonic_scope.ui.state import Closing
from tests.support.pilot import Pilot
from tests.support.program import run_program

SEED = SortSettings(4, 4, seed=3)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("view", "marks", "theme", "size", "ui_scale"),
    [
        ("texture", Marks.DIRECTIONS, "dark", (1280, 800), 1.0),
        ("texture", Marks.NONE, "light", (500, 1000), 1.0),
        ("both", Marks.EXCHANGES, "light", (800, 1000), 1.5),
        ("bars", Marks.BLOCKS, "dark", (1000, 500), 1.0),
        ("dots", Marks.NONE, "light", (1920, 1080), 2.0),
        ("network", Marks.PAIRS, "dark", (1024, 600), 1.0),
    ],
)
def test_ctrl_e_records_the_view_the_marks_and_the_theme_as_the_command_does(
    ctx: moderngl.Context,
    tmp_path: Path,
    view: str,
    marks: Marks,
    theme: str,
    size: tuple[int, int],
    ui_scale: float,
) -> None:
    display = DisplaySettings(
        view=view, marks=marks, theme=ThemeChoice(theme), ui_scale=ui_scale, predicts=True
    )
    with closing(Pilot(ctx, SEED, tmp_path, size=size, display=display, position=2)) as pilot:
        pilot.change(zoom=2.0)
        pilot.key(symbols.E, "ctrl")
        pilot.settle()
    options = ("--view", view, "--marks", marks, "--theme", theme, "--size", "4", "--seed", "3")
    run_program("record", "--out", "expected", *options, folder=tmp_path)
    expected = contents(tmp_path / "expected")
    assert len(expected) == 12
    assert contents(tmp_path / "bitonic-4x4-seed-3") == expected


def test_what_happens_to_the_window_meanwhile_leaves_no_trace_in_the_frames(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    display = DisplaySettings(view="both", theme=ThemeChoice.DARK)
    with closing(Pilot(ctx, SEED, tmp_path, display=display)) as pilot:
        pilot.key(symbols.E, "ctrl")
        pilot.session.ask_to_close()
        pilot.session.resize((500, 400), (1000, 800))  # now on a screen of fine pixels
        pilot.change(zoom=3.0)
        pilot.frames(1)
        pilot.session.is_hidden = True
        pilot.frames(1)
        pilot.session.is_hidden = False
        pilot.session.resize(pilot.size, pilot.size)
        pilot.key(symbols.END)
        assert pilot.known.recording is not None
        assert pilot.session.state.closing is Closing.ASKED
        pilot.key(symbols.RETURN)  # finish, then close
        while not pilot.session.should_close:
            pilot.frames()
    options = ("--view", "both", "--marks", "directions", "--size", "4", "--seed", "3")
    run_program("record", "--out", "expected", *options, folder=tmp_path)
    assert contents(tmp_path / "bitonic-4x4-seed-3") == contents(tmp_path / "expected")


def test_own_data_are_recorded_under_the_name_of_their_file(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    pixels = np.arange(105, dtype=np.uint8).reshape(7, 5, 3)
    Image.fromarray(pixels).save(tmp_path / "my cat.png")
    settings = SortSettings().with_own(read_input(tmp_path / "my cat.png"))
    display = DisplaySettings(view="both", theme=ThemeChoice.DARK)
    with closing(Pilot(ctx, settings, tmp_path, display=display)) as pilot:
        pilot.settle()
        pilot.key(symbols.E, "ctrl")
        pilot.key(symbols.S, "ctrl")
        pilot.settle()
    options = ("--view", "both", "--marks", "directions", "--input", "my cat.png")
    run_program("record", "--out", "expected", *options, folder=tmp_path)
    folder = tmp_path / "bitonic-8x8-my cat"
    assert len(contents(folder)) == 23
    assert contents(folder) == contents(tmp_path / "expected")
    assert (tmp_path / "bitonic-8x8-my cat-at-0.png").exists()


def test_names_of_own_data_are_short_and_typed_ones_are_numbers(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 200}.txt"
    path.write_text("3 1 2 4\n")
    assert (
        recording_name(SortSettings().with_own(read_input(path))) == f"bitonic-2x2-{'x' * MAX_NAME}"
    )
    typed = values_from_text("3 1 2 4")
    assert recording_name(SortSettings().with_own(typed)) == "bitonic-2x2-numbers"
