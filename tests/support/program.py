"""Runs the program as a user does: in a process of its own, or its `main` in this one."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import (
    ExitStack,
    chdir,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
)
from io import StringIO
from math import inf
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from unittest.mock import patch

from bitonic_scope.cli.main import main
from bitonic_scope.gpu.gpu import Gpu
from tests.support.forked import ForkedProgram

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


def run_program(
    *arguments: str | Path,
    folder: Path,
    changes: Mapping[str, str | None] | None = None,
    limit_seconds: float = TIME_LIMIT_SECONDS,
    stdout: IO[str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the program in a folder, without a display, and wait for its end.

    Python and the program are started anew only where variables are changed, which may be theirs.
    """
    command = [str(argument) for argument in arguments]
    with TemporaryFile("w+") as answer, TemporaryFile("w+") as messages:
        written = stdout or answer
        if changes is None:
            process = ForkedProgram(
                *command, folder=folder, environment=environment(), stdout=written, stderr=messages
            )
            exit_code = process.wait(limit_seconds)
        else:
            exit_code = subprocess.run(
                [sys.executable, "-m", "bitonic_scope", *command],
                cwd=folder,
                env=environment(changes),
                stdout=written,
                stderr=messages,
                check=False,
                timeout=limit_seconds,
            ).returncode
        answer.seek(0)
        messages.seek(0)
        return subprocess.CompletedProcess(command, exit_code, answer.read(), messages.read())


def run_here(
    *arguments: str | Path, folder: Path, gpu: Gpu | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `main` in this process, without a display: for tests of what it says and writes.

    Args:
        arguments: of the command line.
        folder: where to run it.
        gpu: on a context that is there already; None where it ends before it needs one.
    """
    messages, answer = StringIO(), StringIO()
    with ExitStack() as changed:
        changed.enter_context(patch.dict(os.environ))
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        changed.enter_context(chdir(folder))
        changed.enter_context(redirect_stdout(answer))
        changed.enter_context(redirect_stderr(messages))
        changed.enter_context(_kept_signal_handlers())
        if gpu is not None:
            changed.enter_context(
                patch("bitonic_scope.driver.probe.headless_gpu", lambda: nullcontext(gpu))
            )
        changed.enter_context(  # on a slow machine there would be progress between the lines
            patch("bitonic_scope.cli.record.SECONDS_WITHOUT_PROGRESS", inf)
        )
        exit_code = main([*map(str, arguments)])
    told, said = messages.getvalue(), answer.getvalue()
    return subprocess.CompletedProcess(arguments, exit_code, said, told)


@contextmanager
def _kept_signal_handlers() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    handlers = [signal.getsignal(number) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, handlers, strict=True):
            signal.signal(number, handler)


def assert_one_line(text: str) -> None:
    """Assert that a message is one line, and no traceback."""
    assert "Traceback" not in text, text
    assert len(text.strip().splitlines()) == 1, text
