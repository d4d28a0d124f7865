"""What is shown never stops what is made: streams that are full, closed, or without a reader."""

import json
import os
import pty
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from tests.support.program import assert_one_line, environment, run_program

AT_ONCE = """
import sys
from bitonic_scope.system.console import mend_streams
mend_streams()
import bitonic_scope.cli.record as host
host.SECONDS_WITHOUT_PROGRESS = 0.0
from bitonic_scope.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
EMPTY_BENCH = """
import sys
from bitonic_scope.system.console import mend_streams
mend_streams()
from bitonic_scope.bench import suite
from bitonic_scope.bench.groups import start
suite.WORKBENCH_GROUPS.clear()
start.startup = lambda *ignored, **options: iter(())
from bitonic_scope.cli.main import main
sys.exit(main(["bench", *sys.argv[1:]]))
"""
PROGRAM = ("-m", "bitonic_scope")
RECORD = ("-c", AT_ONCE, "record", "--size", "4", "--scale", "1", "--out", "frames")
SORT = (*PROGRAM, "sort", "--values", "0.1 5 2", "--round", "--out", "a.csv")
BENCH = ("-c", EMPTY_BENCH)


def full(owned: ExitStack) -> IO[bytes]:
    """Return a stream that takes nothing, as a log on a full disk."""
    return owned.enter_context(Path("/dev/full").open("wb"))


def without_reader(owned: ExitStack) -> IO[bytes]:
    """Return a pipe whose reader is gone."""
    reading, writing = os.pipe()
    os.close(reading)
    return owned.enter_context(os.fdopen(writing, "wb"))


def without_terminal(owned: ExitStack) -> IO[bytes]:
    """Return a terminal that was closed at its other end."""
    manager, terminal = pty.openpty()
    os.close(manager)
    return owned.enter_context(os.fdopen(terminal, "wb"))


BROKEN = (full, without_reader, without_terminal)
Broken = Callable[[ExitStack], IO[bytes]]


@pytest.fixture
def owned() -> Iterator[ExitStack]:
    with ExitStack() as owned:
        yield owned


def run(
    *command: str,
    folder: Path,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
    is_unbuffered: bool = False,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment({"PYTHONUNBUFFERED": "1" if is_unbuffered else None}),
        stdout=stdout,
        stderr=stderr,
        text=True,
        check=False,
        timeout=60,
    )


def assert_recorded(folder: Path) -> None:
    manifest = json.loads((folder / "frames" / "frames.json").read_text())
    assert manifest["complete"] is True
    assert len(list(folder.glob("frames/frame_*.png"))) == len(manifest["frames"]) == 11


def assert_sorted(folder: Path) -> None:
    assert (folder / "a.csv").read_text() == "0.1 2.0 5.0\n"


@pytest.mark.parametrize("is_unbuffered", [False, True])
@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize(("command", "check"), [(RECORD, assert_recorded), (SORT, assert_sorted)])
def test_a_result_in_a_file_needs_no_stream(
    tmp_path: Path,
    owned: ExitStack,
    command: tuple[str, ...],
    check: Callable[[Path], None],
    broken: Broken,
    is_unbuffered: bool,
) -> None:
    streams = {"stdout": broken(owned), "stderr": broken(owned)}
    done = run(*command, folder=tmp_path, is_unbuffered=is_unbuffered, **streams)
    assert done.returncode == 0
    check(tmp_path)


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_recording_needs_no_open_stream(tmp_path: Path, closed: str) -> None:
    command = ["/bin/sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, *RECORD]
    assert subprocess.run(command, cwd=tmp_path, env=environment(), timeout=60).returncode == 0
    assert_recorded(tmp_path)


def test_a_reader_that_goes_in_mid_run_does_not_stop_a_recording(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as stderr:
        command = [
            sys.executable,
            "-c",
            AT_ONCE,
            "record",
            "--size",
            "32",
            "--scale",
            "1",
            "--out",
            "frames",
        ]
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=stderr
        )
    with os.fdopen(reading) as reader:
        assert reader.readline() == "0/56 frames\n"
    assert process.wait(60) == 0
    assert len(list(tmp_path.glob("frames/frame_*.png"))) == 56


@pytest.mark.parametrize("broken", BROKEN)
def test_the_tables_of_the_bench_need_no_stderr(
    tmp_path: Path, owned: ExitStack, broken: Broken
) -> None:
    done = run(*BENCH, folder=tmp_path, stderr=broken(owned))
    assert done.returncode == 0
    assert "bitonic-scope" in done.stdout


@pytest.mark.parametrize("is_unbuffered", [False, True])
@pytest.mark.parametrize("broken", [full, without_reader])
@pytest.mark.parametrize(
    "command",
    [BENCH, (*BENCH, "--json"), *((*PROGRAM, name) for name in ("--help", "--version", "doctor"))],
    ids=lambda command: command[-1][:20],
)
def test_a_result_that_stdout_does_not_take_is_one_line_and_exit_1(
    tmp_path: Path,
    owned: ExitStack,
    command: tuple[str, ...],
    broken: Broken,
    is_unbuffered: bool,
) -> None:
    stdout = broken(owned)
    done = run(*command, folder=tmp_path, stdout=stdout, is_unbuffered=is_unbuffered)
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if "groups" not in line]
    reason = "No space left on device" if broken is full else "Broken pipe"
    assert lines == [f"bitonic-scope: cannot print to the standard output: {reason}"]


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize(
    ("arguments", "exit_code"), [(("--size", "3"), 2), (("sort", "--input", "none.npy"), 1)]
)
def test_a_refusal_that_cannot_be_shown_keeps_its_exit_code(
    tmp_path: Path, owned: ExitStack, broken: Broken, arguments: tuple[str, ...], exit_code: int
) -> None:
    out = ("--out", "a.npy") if arguments[0] == "sort" else ()
    done = run(*PROGRAM, *arguments, *out, folder=tmp_path, stderr=broken(owned))
    assert done.returncode == exit_code


@pytest.mark.parametrize(
    ("command", "lines"),
    [(RECORD, ["0/11 frames", "11/11 frames"]), (BENCH, ["0/1 groups", "1/1 groups"])],
)
def test_a_log_has_a_line_at_the_start_and_one_at_the_end(
    tmp_path: Path, command: tuple[str, ...], lines: list[str]
) -> None:
    done = run(*command, folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr.splitlines() == lines


def test_a_recording_that_is_done_at_once_says_nothing_on_stderr(tmp_path: Path) -> None:
    done = run(*PROGRAM, "record", "--size", "2", "--out", "frames", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def on_terminal(*command: str, folder: Path) -> str:
    """Run a command whose stderr is a terminal of 100 columns; return what that shows."""
    manager, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 100))
    with os.fdopen(terminal, "wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=folder,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        )
    shown = b""
    with os.fdopen(manager, "rb", buffering=0) as screen:
        try:
            while part := screen.read(4096):
                shown += part
        except OSError:  # the last program has closed the terminal
            pass
    assert process.wait(60) == 0
    return shown.decode()


def test_a_terminal_has_a_bar_with_frames_rate_and_time_left(tmp_path: Path) -> None:
    shown = on_terminal(*RECORD, folder=tmp_path)
    assert "/11" in shown
    assert "frame/s" in shown
    assert "00:0" in shown
    assert os.listdir(tmp_path) == ["frames"]


def test_a_terminal_has_a_bar_of_the_bench(tmp_path: Path) -> None:
    assert "1/1" in on_terminal(*BENCH, folder=tmp_path)


# -- notes and usage errors -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("sort", "--out", "a.txt", "--at", "99"),
        ("sort", "--out", "a.txt", "--size", "1"),
        ("sort", "--out", "numbers.txt"),
        ("sort", "--out", "a.npy", "--indices", "a.npy"),
        ("window", "--at", "99"),
        ("record", "--out", "frames", "--size", "1"),
    ],
    ids=" ".join,
)
def test_a_usage_error_is_the_only_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "numbers.txt").write_text("0.1 0.2 0.3")
    given = ("--input", "numbers.txt", "--round")
    done = run_program(*arguments, *given, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert_one_line(done.stderr)
    assert "rounded" not in done.stderr
    assert os.listdir(tmp_path) == ["numbers.txt"]


@pytest.mark.parametrize("option", [("--at", "3"), ("--size", "2x1")])
def test_a_usage_error_of_a_later_input_comes_before_the_first_result(
    tmp_path: Path, option: tuple[str, str]
) -> None:
    (tmp_path / "a.txt").write_text("0.1 0.2 0.3")
    (tmp_path / "b.txt").write_text("1 2" if option[0] == "--at" else "1 2 3")
    inputs = ("--input", "a.txt", "b.txt", "--round", "--out", "sorted")
    done = run_program("sort", *inputs, *option, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert_one_line(done.stderr)
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]


def test_several_inputs_are_sorted_to_the_same_position(tmp_path: Path) -> None:
    for name in ("a.npy", "b.npy"):
        np.save(tmp_path / name, np.array([3, 1, 2, 0], np.float32))
    options = ("--input", "a.npy", "b.npy", "--at", "0", "--size", "2", "--out", "sorted")
    done = run_program("sort", *options, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("a.npy", "b.npy"):
        assert np.load(tmp_path / "sorted" / name).tolist() == [3, 1, 2, 0]


@pytest.mark.parametrize("command", [("sort", "--out", "a.txt"), ("record", "--out", "frames")])
def test_the_note_of_rounding_comes_once_all_is_checked(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "numbers.txt").write_text("0.1 0.2 0.3")
    given = ("--input", "numbers.txt", "--round")
    done = run_program(*command, *given, folder=tmp_path)
    assert done.returncode == 0
    assert "numbers.txt: 3 of 3 numbers were rounded" in done.stderr.splitlines()[0]
