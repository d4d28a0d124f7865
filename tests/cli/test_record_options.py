"""The options of `record` make a plan, or are refused before anything loads."""

from typing import Any

import pytest

from bitonic_scope.cli.main import parse
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan
from bitonic_scope.model.settings import SortSettings, recorded_look

BOTH = recorded_look("both", Marks.PAIRS, Theme.LIGHT)


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
    ],
)
def test_options_that_make_no_plan_are_usage_errors(
    capsys: pytest.CaptureFixture[str], arguments: str, complaint: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        options_of(*arguments.split())
    assert complaint in capsys.readouterr().err
