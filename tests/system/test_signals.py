"""Ctrl-C, SIGTERM and SIGHUP at any moment: one line, the right exit code, never a traceback."""

import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.support.forked import restore_signals
from tests.support.program import environment
from tests.support.x_display import XDisplay, wait_until

SLEEPS = (0.0, 0.1, 0.2, 0.3, 0.45)  # seconds: while libraries load, and while the window opens


def catches(process: "subprocess.Popen[str]", number: signal.Signals) -> bool:
    """Tell whether the process has set up a handler of its own yet."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


@pytest.mark.display
@pytest.mark.parametrize(
    ("number", "exit_code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("command", [("window",), ("record", "--size", "512", "--out", "out")])
def test_a_signal_while_it_starts_is_one_line_and_no_traceback(
    tmp_path: Path, command: tuple[str, ...], number: signal.Signals, exit_code: int
) -> None:
    with XDisplay() as display:
        for attempt, sleep_seconds in enumerate(SLEEPS):
            folder = tmp_path / str(attempt)
            folder.mkdir()
            process = subprocess.Popen(
                [sys.executable, "-m", "bitonic_scope", *command],
                cwd=folder,
                env=environment({"DISPLAY": display.name}),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                preexec_fn=restore_signals,
            )
            # SIGTERM, because Python itself catches SIGINT before the program is there
            wait_until(partial(catches, process, signal.SIGTERM), 10, "a handler")
            time.sleep(sleep_seconds)
            process.send_signal(number)
            _, messages = process.communicate(timeout=30)
            assert process.returncode == exit_code, (sleep_seconds, messages)
            assert "Traceback" not in messages, (sleep_seconds, messages)
            assert "interrupted" in messages.splitlines()[-1]
            assert not list(folder.rglob(".*"))


@pytest.mark.parametrize("size", ["512", "16"])
def test_a_hang_up_under_nohup_is_ignored(tmp_path: Path, size: str) -> None:
    command = [sys.executable, "-m", "bitonic_scope", "record", "--size", size, "--scale", "1"]
    process = subprocess.Popen(
        ["nohup", *command, "--out", "out"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(partial(catches, process, signal.SIGTERM), 10, "a handler")
    if size == "512":
        wait_until(lambda: any(tmp_path.glob("out/*.png")), 30, "the first frame")
    process.send_signal(signal.SIGHUP)
    printed, messages = process.communicate(timeout=60)
    assert process.returncode == 0, messages
    assert " frames in " in printed


def test_signals_wait_for_a_check_and_each_has_its_interrupt() -> None:
    code = """
import signal
from bitonic_scope.errors import interrupt_exit_code
from bitonic_scope.system.signals import NotedSignals

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signals = NotedSignals()
    signals.check()
    signal.raise_signal(number)
    try:
        signals.check()
    except KeyboardInterrupt as interrupt:
        print(128 + number == interrupt_exit_code(interrupt))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=restore_signals,
    )
    assert done.stdout == "True\n" * 3


def test_a_terminal_that_is_gone_does_not_change_the_exit_code(tmp_path: Path) -> None:
    code = """
import os, signal
from bitonic_scope.system.signals import end_at_once

end_at_once()
signal.raise_signal(signal.SIGHUP)
"""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment(),
            stderr=full,
            check=False,
            preexec_fn=restore_signals,
        )
    assert done.returncode == 129


SIGNAL_IN_MID_SORT = """
import signal, sys
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.cli.main import main

seek = FragmentEngine.seek

def seek_and_signal(engine, pass_index):
    seek(engine, pass_index)
    if pass_index > 1:
        signal.raise_signal(int(sys.argv[1]))

FragmentEngine.seek = seek_and_signal
sys.exit(main(["sort", "--size", "8", "--out", "a.npy", "--indices", "b.npy"]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_mid_sort_leaves_no_file(tmp_path: Path, number: signal.Signals) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGNAL_IN_MID_SORT, str(int(number))],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=restore_signals,
    )
    assert done.returncode == 128 + number, done.stderr
    assert done.stderr == "bitonic-scope: interrupted\n"
    assert not list(tmp_path.iterdir())
