"""Runs the program as a user does, in a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
TIME_LIMIT_SECONDS = 120  # far above what anything takes: a test that hangs has failed


def environment(changes: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """Return this environment, without a display, with changes; None removes a variable."""
    wanted: dict[str, str | None] = dict(os.environ)
    search_path = os.pathsep.join(
        filter(None, (str(ROOT / "app"), str(ROOT), os.environ.get("PYTHONPATH")))
    )
    wanted |= {"DISPLAY": None, "WAYLAND_DISPLAY": None, "PYTHONPATH": search_path}
    wanted |= changes or {}
    return {name: value for name, value in wanted.items() if value is not None}


def restore_signals() -> None:
    """Undo in a new process what nohup and shells do to signals: `preexec_fn` of subprocess."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def run_program(
    *arguments: str | Path,
    folder: Path,
    changes: Mapping[str, str | None] | None = None,
    limit_seconds: float = TIME_LIMIT_SECONDS,
    stdout: int | IO[str] = subprocess.PIPE,
) -> subprocess.CompletedProcess[str]:
    """Run `python -m bitonic_scope` in a folder, without a display, and wait for its end."""
    return subprocess.run(
        [sys.executable, "-m", "bitonic_scope", *map(str, arguments)],
        cwd=folder,
        env=environment(changes),
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=limit_seconds,
    )


def assert_one_line(text: str) -> None:
    """Assert that a message is one line, and no traceback."""
    assert "Traceback" not in text, text
    assert len(text.strip().splitlines()) == 1, text
