"""The command line of a state: the parser reads it back as the same settings and position."""

import shlex
from pathlib import Path

import numpy as np
import pytest

from bitonic_scope import PROGRAM
from bitonic_scope.cli.main import parse
from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.files.notation import Comma
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.text import values_from_text
from bitonic_scope.model.command_line import command_line, record_line
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.kept import Kept
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan
from bitonic_scope.model.settings import EngineName, SortSettings, recorded_look
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.text.positions import position_label

SETTINGS = [
    SortSettings(),
    SortSettings(32, 8, seed=2**63 - 1),
    SortSettings(1, 1),
    SortSettings().with_count(11),
    SortSettings(data=DataKind.FEW_DISTINCT, element_format=FormatName.HALF),
    SortSettings(order=Direction.DESCENDING, network_kind=NetworkKind.FLIP),
    SortSettings(engine=EngineName.COMPUTE).with_stable(stable=True),
    *(example.settings for example in EXAMPLES),
]


def read_back(command: str) -> tuple[SortSettings, int, str | None]:
    """Return the settings, the position and the view that the program takes from a command."""
    program, *arguments = shlex.split(command)
    assert program == PROGRAM
    run, _ = parse(arguments)
    options = run.args[0]  # type: ignore[attr-defined]  # a partial of the command's run
    assert not options.is_fresh
    settings = options.sort.read_settings()
    return settings, options.timeline(settings, Kept()).position, options.view


PLANS = [
    RecordingPlan(scale=3),
    RecordingPlan("both", recorded_look("both", Marks.PAIRS, Theme.LIGHT), picture=(640, 640)),
    RecordingPlan(scale=1, every=Every.STAGE, first=1, last=3, has_captions=True),
]


@pytest.mark.parametrize("plan", PLANS)
def test_the_command_of_a_recording_records_the_same(plan: RecordingPlan) -> None:
    for settings in SETTINGS[:-1]:
        if plan.last is not None and plan.last > settings.network.pass_count:
            continue
        program, *arguments = shlex.split(record_line(settings, plan, scale=plan.scale))
        assert program == PROGRAM
        run, _ = parse(arguments)
        options = run.args[0]  # type: ignore[attr-defined]  # a partial of the command's run
        found = options.sort.read_settings()
        assert without_own(found) == without_own(settings)
        assert options.plan_for(found) == plan
        assert options.out == Path("frames")


def test_the_command_of_a_recording_does_not_tell_where_a_file_lies(tmp_path: Path) -> None:
    path = tmp_path / "my cat #1.txt"
    path.write_text("3 1 2")
    line = record_line(SortSettings().with_own(read_input(path)), RecordingPlan(), scale=128)
    told = "bitonic-scope record --input 'my cat #1.txt' --scale 128 --out frames"
    assert line == told


def without_own(settings: SortSettings) -> dict[str, object]:
    names = set(SortSettings.__slots__) - {"own"}
    return {name: getattr(settings, name) for name in names}


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_command_opens_the_same_state(settings: SortSettings) -> None:
    last = settings.network.pass_count
    for position in {0, last // 2, last}:
        at = position_label(settings.network, position)
        found, place, view = read_back(command_line(settings, at=at, view="bars"))
        assert without_own(found) == without_own(settings)
        assert (place, view) == (position, "bars")
        if settings.own is not None:
            assert found.own is not None
            assert np.array_equal(found.own.values, settings.own.values)


def test_decimal_commas_are_named(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("3,14\n1,05\n")
    own = read_input(tmp_path / "own.csv", round_values=True, comma=Comma.DECIMAL)
    found, _, _ = read_back(command_line(SortSettings().with_own(own), at="0", view="texture"))
    assert found.own is not None
    assert found.own.values.tolist() == own.values.tolist()


@pytest.mark.parametrize("name", ["my numbers.csv", "it's; $HOME `x` 数.csv", "-n.csv"])
def test_own_data_are_named_by_their_path(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("3 1 2 0.1 16777217.5\n")
    own = read_input(tmp_path / name, round_values=True)
    settings = SortSettings().with_own(own).with_size(16, 4)
    found, _, _ = read_back(command_line(settings, at="0", view="texture"))
    assert found.own is not None
    assert found.own.path == tmp_path / name
    assert found.own.values.tobytes() == own.values.tobytes()
    assert without_own(found) == without_own(settings)


@pytest.mark.parametrize(
    "text", ["-5 3 -0.25", "1e30 -1e-30 0", "4294967295 7", "inf -inf 2", "-inf 1"]
)
def test_typed_numbers_come_back_bit_for_bit(text: str) -> None:
    settings = SortSettings().with_own(values_from_text(text))
    found, _, _ = read_back(command_line(settings, at="0", view="texture"))
    assert found.own is not None
    assert settings.own is not None
    assert found.own.values.tobytes() == settings.own.values.tobytes()


def test_the_usual_choices_are_left_out_and_words_are_quoted() -> None:
    numbers = command_line(EXAMPLES[0].settings, at="2.2", view="network")
    assert numbers == "bitonic-scope --values '5 2 8 1 9 3 7 4' --at 2.2 --view network"
    assert command_line(SortSettings(), at="5.2", view="both") == (
        "bitonic-scope --size 16 --seed 1 --at 5.2 --view both"
    )
