"""The command `snapshot`: what it draws, and which lines refuse the rest before anything loads."""

from pathlib import Path

import pytest

from bitonic_scope.cli.main import parse
from tests.support.program import assert_one_line, run_program

REFUSALS = {
    "--at 3 --out a.gif": "must be a .png, .svg or .pdf file, got a.gif; for example: picture.png",
    "--at 3 --out a.svg": "the view texture has pixels, not shapes; choose a .png, or --view bars, "
    "dots, network or triangle",
    "--out a.png": "one of the arguments --at --strip is required",
    "--at 3 --strip 4 --out a.png": "argument --strip: not allowed with argument --at",
    "--strip 1 --out a.png": "strip must be a whole number from 2 to 100, got '1'",
    "--size 2 --strip 9 --out a.png": "argument --strip: this sort has 4 states to show, got 9",
    "--size 2 --at 9.1 --out a.png": "position S.p must name a stage from 1 to 2, got '9.1'",
    "--at 3 --scale 2 --picture 9x9 --out a.png": "--picture: not allowed with argument --scale",
}


@pytest.mark.parametrize("arguments", REFUSALS)
def test_what_cannot_be_drawn_is_refused_in_one_line(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["snapshot", *arguments.split()])
    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert_one_line(line)
    assert REFUSALS[arguments] in line


def test_a_picture_is_replaced_only_by_force(tmp_path: Path) -> None:
    options = ("snapshot", "--size", "2", "--at", "1", "--scale", "1", "--out", "a.png")
    (tmp_path / "a.png").write_text("mine")
    refused = run_program(*options, folder=tmp_path)
    assert refused.returncode == 1
    assert "a.png exists: choose another name, or use --force to replace it" in refused.stderr
    assert (tmp_path / "a.png").read_text() == "mine"
    done = run_program(*options, "--force", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'a.png'}\n")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
