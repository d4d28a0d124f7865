"""The options of `record` make a plan, or are refused before anything loads."""

from fractions import Fraction
from typing import Any

import pytest

from bitonic_scope.cli.main import parse
from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan
from bitonic_scope.model.settings import SortSettings, recorded_look

DOTS = recorded_look("dots", Marks.NONE, Theme.DARK)
BOTH = recorded_look("both", Marks.PAIRS, Theme.LIGHT)


def test_options_make_a_film_plan() -> None:
    options = options_of(
        *["--film", "f.mp4", "--fps", "12.5", "--hold", "0", "--slow-first", "--lossless"]
    )
    assert options.film_plan == FilmPlan(Fraction(25, 2), 0.0, True, True)
    assert options_of("--film", "f.mp4").film_plan == FilmPlan()


def test_a_recording_without_a_place_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(["record", "--size", "4"])
    assert "where to? --out DIR is for frames, --film FILE for a film" in capsys.readouterr().err


def options_of(*arguments: str) -> Any:
    run, _ = parse(["record", "--size", "4", "--out", "none", *arguments])
    return run.args[0]  # type: ignore[attr-defined]  # a partial of the command's run


@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        ("", RecordingPlan()),
        ("--scale 7 --caption", RecordingPlan(scale=7, has_captions=True)),
        ("--picture 640x360 --every stage", RecordingPlan(picture=(640, 360), every=Every.STAGE)),
        ("--from 3.0 --to 3.2", RecordingPlan(first=3, last=5)),
        ("--from 10", RecordingPlan(first=10)),
        ("--view both --marks pairs --theme light", RecordingPlan("both", BOTH)),
        ("--view dots --glide 3", RecordingPlan("dots", DOTS, glide=3)),
    ],
)
def test_options_make_a_plan(arguments: str, plan: RecordingPlan) -> None:
    assert options_of(*arguments.split()).plan_for(SortSettings(4, 4)) == plan


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("--scale 2 --picture 5x5", "--picture: not allowed with argument --scale"),
        ("--picture 5", "argument --picture: picture must be WxH"),
        ("--every minute", "argument --every: invalid choice: 'minute'"),
        ("--from 9.1", "argument --from: position S.p must name a stage from 1 to 4, got '9.1'"),
        ("--to 11", "argument --to: position must be from 0 to 10 passes done, got 11"),
        ("--from 3 --to 2", "arguments --from and --to: the first and the last pass_index must"),
        ("--every stage --from 4 --to 5", "no stage ends between pass_index 4 and 5"),
        ("--fps 5", "argument --fps: only a film has it; add --film FILE"),
        ("--hold 1", "argument --hold: only a film has it; add --film FILE"),
        ("--film f.mp4 --fps 0.4", "argument --fps: fps must be a number from 0.5 to 60"),
        ("--film f.mp4 --hold 61", "argument --hold: hold must be a number from 0 to 60"),
        ("--film f.mp4 --every stage --slow-first", "--slow-first: there are no passes in"),
        ("--glide 3", "argument --glide: no element moves in the view texture; a glide needs one"),
        ("--view bars --glide 3 --every stage", "argument --glide: elements glide from pass to"),
        ("--view bars --glide 3 --size 8x16", "argument --glide: up to 64 elements glide, got 128"),
        ("--glide 61", "argument --glide: glide must be a whole number from 0 to 60, got '61'"),
    ],
)
def test_options_that_make_no_plan_are_usage_errors(
    capsys: pytest.CaptureFixture[str], arguments: str, complaint: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        options_of(*arguments.split())
    assert complaint in capsys.readouterr().err
