"""Several inputs in one run of `record`: each in a place of its own, and one failure stops none."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bitonic_scope.cli.arguments import UsageError
from bitonic_scope.cli.main import parse
from bitonic_scope.cli.record_batch import BAR
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.recording.folder import MAX_NAME, names_apart
from bitonic_scope.recording.recording import Recording

Record = Callable[..., None]


class NoSignals:
    """Stands in for `NotedSignals`, which would change how this process handles signals."""

    def check(self) -> None:
        """Find no signal."""


@pytest.fixture
def record(gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    """What runs `record` in this process and in a folder with inputs, on one context."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bitonic_scope.driver.probe.headless_gpu", lambda: nullcontext(gpu))
    monkeypatch.setattr("bitonic_scope.cli.record.SECONDS_WITHOUT_PROGRESS", inf)
    for module in ("record", "record_batch"):
        monkeypatch.setattr(f"bitonic_scope.cli.{module}.NotedSignals", NoSignals)

    def run(*arguments: str) -> None:
        parse(["record", "--scale", "1", *arguments])[0]()

    for number, path in enumerate(("a/x.csv", "b/x.csv", "Grüße 数 100% #1.csv")):
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(f"{number} 5 2 8 1")
    Path("bad.csv").write_text("1 two")
    return run


def contents(folder: str) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def test_each_input_has_its_folder_and_what_fails_is_one_line(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = ("a/x.csv", "bad.csv", "b/x.csv", "Grüße 数 100% #1.csv", "gone.csv")
    with pytest.raises(
        ProgramError, match=r"^3 of 5 inputs are recorded; the lines above"
    ) as raised:
        record("--input", *inputs, "--out", "new/out")
    assert raised.value.exit_code == 1
    told = capsys.readouterr()
    folders = ["x", "x-2", "Grüße 数 100% #1"]
    places = [Path("new/out", name).absolute() for name in folders]
    assert told.out.splitlines() == [f"7 frames in {place}" for place in places]
    assert [line.split(": ")[:2] for line in told.err.splitlines()] == [
        ["bitonic-scope", "bad.csv"],
        ["bitonic-scope", "gone.csv"],
    ]
    assert {path.name for path in Path("new/out").iterdir()} == set(folders)
    record("--input", "b/x.csv", "--out", "alone")
    assert contents("new/out/x-2") == contents("alone")
    assert contents("new/out/x") != contents("alone")


def test_earlier_recordings_stay_unless_forced_and_inputs_stay_always(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    record("--input", "a/x.csv", "b/x.csv", "--out", "out")
    before = contents("out/x")
    with pytest.raises(ProgramError, match=r"^0 of 2 inputs are recorded"):
        record("--input", "a/x.csv", "b/x.csv", "--out", "out", "--order", "descending")
    assert contents("out/x") == before
    assert capsys.readouterr().err.count("use --force to replace them") == 2
    last = ("--input", "a/x.csv", "b/x.csv", "out/x/frame_0006.png", "--out", "out")
    with pytest.raises(ProgramError, match=r"^2 of 3 inputs are recorded"):
        record(*last, "--order", "descending", "--force")
    assert contents("out/x") == before  # one of the inputs is in it
    assert json.loads(contents("out/x-2")["frames.json"])["settings"]["order"] == "descending"


def test_an_interrupt_ends_all_with_what_is_complete(
    record: Record, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[Recording] = []
    work = Recording.work

    def note(recording: Recording, deadline: float) -> bool:
        begun.append(recording)
        return work(recording, 0.0)  # one part

    def interrupt(signals: NoSignals) -> None:
        if len(begun) > 5 and begun[-5].places[0].name == "x-2":  # amid its frames
            raise KeyboardInterrupt

    monkeypatch.setattr(Recording, "work", note)
    monkeypatch.setattr(NoSignals, "check", interrupt)
    with pytest.raises(
        ProgramError, match=r"^interrupted: . of 7 frames .*; 1 of 3 inputs"
    ) as raised:
        record("--input", "a/x.csv", "b/x.csv", "Grüße 数 100% #1.csv", "--out", "out")
    assert raised.value.exit_code == 130
    assert capsys.readouterr().out == f"7 frames in {Path('out/x').absolute()}\n"
    assert {path.name for path in Path("out").iterdir()} == {"x", "x-2"}
    left = contents("out/x-2")
    manifest = json.loads(left["frames.json"])
    assert manifest["complete"] is False
    assert {frame["file"] for frame in manifest["frames"]} == left.keys() - {"frames.json"}


def test_films_of_several_inputs_go_into_a_folder(record: Record) -> None:
    record("--input", "a/x.csv", "b/x.csv", "--film", "films")
    assert contents("films").keys() == {"x.mp4", "x-2.mp4"}
    with pytest.raises(UsageError, match=r"need a folder for their films, got x\.gif"):
        record("--input", "a/x.csv", "b/x.csv", "--film", "x.gif")


def test_one_bar_shows_how_much_of_all_inputs_is_done(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []

    class Bar:
        def __init__(self, *arguments: object) -> None:
            assert arguments == (2, "input", BAR)

        def update(self, done: float, doing: str = "") -> None:
            shown.append((done, doing))

        aside = staticmethod(nullcontext)

        def __enter__(self) -> "Bar":
            return self

        def __exit__(self, *error: object) -> None:
            pass

    monkeypatch.setattr("bitonic_scope.cli.record_batch.LateProgress", Bar)
    record("--input", "a/x.csv", "b/x.csv", "--out", "out")
    assert [done for done, _ in shown] == sorted(done for done, _ in shown)
    assert shown[0] == (0, "x.csv (1 of 2)")
    assert (1.0, "x.csv (1 of 2)") in shown
    assert shown[-1] == (2, "")


def test_names_are_short_and_apart_on_every_system() -> None:
    paths = [
        "a/x.csv",
        "b/X.png",
        "x-2.npy",
        "x.csv",
        "é.csv",
        "e\u0301.csv",
        f"{'长' * 80}.csv",
        "...csv",
    ]
    names = names_apart(map(Path, paths))
    assert names[:6] == ["x", "X-2", "x-2-2", "x-3", "é", "e\u0301-2"]
    assert names[6:] == ["长" * MAX_NAME, "numbers"]
