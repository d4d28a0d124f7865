"""A process of the bench: it runs a command, and says why it failed."""

import os
import subprocess
from pathlib import Path

from bitonic_scope import PROGRAM

LIMIT_SECONDS = 60.0  # a process that takes longer hangs
PACKAGE_FOLDER = Path(__file__).resolve().parents[2]


class Process:
    """Runs a command in a given folder, and keeps its last run as `done`."""

    def __init__(self, folder: str, *command: str, limit_seconds: float = LIMIT_SECONDS) -> None:
        self._folder = folder
        self._limit_seconds = limit_seconds
        self._command = command
        self.done = subprocess.CompletedProcess(command, -1, "", "")

    def run(self) -> None:
        """Run the command, and wait for its end."""
        search_path = filter(None, (str(PACKAGE_FOLDER), os.environ.get("PYTHONPATH")))
        try:
            self.done = subprocess.run(
                self._command,
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(search_path)},
                capture_output=True,
                text=True,
                check=False,
                timeout=self._limit_seconds,
            )
        except subprocess.TimeoutExpired:
            self._fail(f"no end after {self._limit_seconds:.0f} s")
        except OSError as error:  # such as a limit of processes
            self._fail(f"cannot start a process: {error.strerror}")

    def _fail(self, fault: str) -> None:
        self.done = subprocess.CompletedProcess(self._command, -1, "", fault)

    @property
    def has_succeeded(self) -> bool:
        """Whether the last run exited with 0."""
        return self.done.returncode == 0

    @property
    def fault(self) -> str:
        """The last line of its standard error."""
        lines = self.done.stderr.strip().splitlines() or ["it failed without a message"]
        return lines[-1].removeprefix(f"{PROGRAM}: ")
