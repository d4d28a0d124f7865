"""The README says what the program does: its commands run, its keys and pictures are real."""

import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import numpy as np
import pytest
from imageio_ffmpeg import count_frames_and_secs, get_ffmpeg_exe
from PIL import Image

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make
from bitonic_scope.ui.actions import Action
from tests.support.oracle import expected_frames, gray_picture, values_at_every_pass
from tests.support.program import ROOT, run_program
from tests.support.x_display import XDisplay

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("bitonic-scope")
]


def opens_window(command: str) -> bool:
    return command.startswith("bitonic-scope --")


def test_there_are_commands_to_run() -> None:
    assert len(COMMANDS) == 7


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=pytest.mark.display) if opens_window(command) else command
        for command in COMMANDS
    ],
)
def test_each_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    arguments = shlex.split(command)[1:]
    if opens_window(command):
        with XDisplay() as display:
            arguments += ["--screenshot", "window.png"]
            changes: dict[str, str | None] = {"DISPLAY": display.name}
            result = run_program(*arguments, folder=tmp_path, changes=changes)
    else:
        result = run_program(*arguments, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    results = {"doctor": 0, "bench": 0, "sort": command.count("npy") + command.count("csv")}
    assert len(list(tmp_path.iterdir())) == results.get(arguments[0], 1)


def test_the_line_that_makes_a_film_works_as_written_on_every_system(tmp_path: Path) -> None:
    (line,) = re.findall(r"^ffmpeg .*$", README, re.MULTILINE)
    assert not set("'`$^!\\") & set(line)  # which shells would take for their own
    assert not set("*?&|<>;()#") & set(re.sub(r'"[^"]*"', "", line))
    assert line.count("%") == 1  # in a Windows prompt, two would name a variable
    odd = ("--size", "8x4", "--picture", "85x43")
    assert run_program("record", *odd, "--out", "frames", folder=tmp_path).returncode == 0
    program = tmp_path / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.symlink_to(get_ffmpeg_exe())
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    frame_count, seconds = count_frames_and_secs(str(tmp_path / "film.mp4"))
    assert (frame_count, seconds) == (16, 2.0)


def test_the_keys_of_the_readme_are_the_keys_of_the_program() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", README.split("## Keys")[1], re.MULTILINE)
    assert rows[1:] == [(action.keys_text, action.help) for action in Action]


def test_the_pictures_of_the_readme_are_frames_of_the_recorder() -> None:
    frames = expected_frames(1, 64, 64, pixels_per_texel=3)
    names = re.findall(r"assets/readme/(frame_(\d+)\.png)", README)
    assert len(names) == 5
    for name, index in names:
        picture = np.asarray(Image.open(ROOT / "assets" / "readme" / name))
        assert np.array_equal(picture, frames[int(index)]), name


def test_the_icon_is_a_frame_of_the_recorder_a_bitonic_sequence() -> None:
    keys = make(DataKind.PERMUTATION, 1, 64)
    state = list(values_at_every_pass(keys))[15]
    sides = []
    for path in sorted((ROOT / "assets" / "icon").iterdir()):
        picture = np.asarray(Image.open(path))
        sides.append(len(picture))
        expected = gray_picture(state, 8, pixels_per_texel=len(picture) // 8)
        assert np.array_equal(picture, expected), path.name
        assert path.name == f"icon_{len(picture):03}.png"
    assert sides == [16, 32, 48, 128, 256]
    assert (np.diff(state[:32]) >= 0).all()
    assert (np.diff(state[32:]) <= 0).all()


def test_every_folder_of_the_tree_exists() -> None:
    tree = README.split("## Folders")[1].split("```")[1]
    folders = re.findall(r"^( *)([a-z_/]+)/ ", tree, re.MULTILINE)
    assert len(folders) == 19
    for indent, name in folders:
        assert (ROOT / ("app/bitonic_scope" if indent else "") / name).is_dir(), name


def test_every_path_in_contributing_exists() -> None:
    paths = re.findall(r"`([\w./-]+/[\w./-]*)`", CONTRIBUTING)
    assert len(paths) >= 40
    for path in paths:
        assert (ROOT / path).exists() or (ROOT / "app/bitonic_scope" / path).exists(), path


def test_the_layers_in_contributing_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(c["layers"] for c in contracts["contracts"] if c["type"] == "layers")
    assert CONTRIBUTING.split("## The layers")[1].split("```")[1].split("\n")[1:-1] == layers


def test_there_are_no_files_but_those_of_the_readme_and_no_fonts_without_licence() -> None:
    used = set(re.findall(r"assets/readme/([\w.]+)", README))
    assert {path.name for path in (ROOT / "assets" / "readme").iterdir()} == used
    used = set(re.findall(r"assets/screens/([\w.]+)", README))
    assert {path.name for path in (ROOT / "assets" / "screens").iterdir()} == used
    names = {path.name for path in (ROOT / "assets" / "fonts").iterdir()}
    assert names == {
        "Roboto-Medium.ttf",
        "Roboto-Regular.ttf",
        "Roboto-LICENSE.txt",
        "DroidSansFallback-subset.ttf",
        "DroidSansFallback-LICENSE.txt",
        "Font_Awesome_6_Free-Solid-900.otf",
        "Font-Awesome-LICENSE.txt",
    }
