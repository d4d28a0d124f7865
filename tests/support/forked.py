"""Runs the program in a process forked from one that has imported it, which saves a second each."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any, NoReturn
from unittest.mock import patch

import bitonic_scope.window.loop  # noqa: F401  # what the first process is to import
from bitonic_scope.__main__ import main

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__])


class ForkedProgram:
    """The program, running: what its tests need of `subprocess.Popen`.

    Args:
        arguments: Of the command line.
        folder: Its working directory.
        environment: All variables that it has.
        stderr: A file for its messages.
        stdout: A file for its answers; None leaves that of the tests.
    """

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        environment: Mapping[str, str],
        stderr: IO[Any],
        stdout: IO[Any] | None = None,
    ) -> None:
        streams = {2: stderr.fileno()} | ({} if stdout is None else {1: stdout.fileno()})
        self._process: BaseProcess = FORKS.Process(
            target=_run, args=(arguments, folder, dict(environment), _Streams(streams))
        )
        with patch.dict(os.environ, environment):  # has the path to import this checkout by
            self._process.start()

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Return its exit code, or a signal's negative number; None while it runs."""
        return self._process.exitcode

    def wait(self, seconds: float) -> int:
        """Wait for its end, and return what `poll` returns.

        Raises:
            AssertionError: It still ran after so many seconds, and was killed.
        """
        self._process.join(seconds)
        exit_code = self.poll()
        if exit_code is None:
            self.kill()
            raise AssertionError(f"the program still ran after {seconds:g} s")
        return exit_code

    def send_signal(self, number: int) -> None:
        """Send it a signal; none once it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once, and wait until it has ended."""
        self._process.kill()
        self._process.join()


class _Streams:
    """Files of this process on the way to descriptors of a forked one: theirs to ours."""

    def __init__(self, descriptors: Mapping[int, int]) -> None:
        self._descriptors = descriptors

    def __reduce__(self) -> tuple[Any, ...]:
        return _Received, ({theirs: DupFd(ours) for theirs, ours in self._descriptors.items()},)


class _Received:
    def __init__(self, files: Mapping[int, Any]) -> None:
        for theirs, file in files.items():
            ours = file.detach()
            os.dup2(ours, theirs)
            os.close(ours)


def restore_signals() -> None:
    """Undo in a new process what nohup and shells do to signals: `preexec_fn` of subprocess."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _run(
    arguments: tuple[str, ...], folder: Path, environment: Mapping[str, str], _: _Received
) -> NoReturn:
    os.setsid()
    restore_signals()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[1:] = arguments
    sys.stdout = os.fdopen(1, "w", closefd=False)  # those there belong to other files
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    main()
