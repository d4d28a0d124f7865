"""Ctrl-C and SIGTERM at any moment: one line, the right exit code, never a traceback."""

import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.support.program import environment
from tests.support.x_display import XDisplay, wait_until

SLEEPS = (0.0, 0.1, 0.2, 0.3, 0.45)  # seconds: while libraries load, and while the window opens


def catches(process: "subprocess.Popen[str]", number: signal.Signals) -> bool:
    """Tell whether the process has set up a handler of its own yet."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


@pytest.mark.display
@pytest.mark.parametrize(("number", "exit_code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
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
