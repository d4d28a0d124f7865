"""Handling of SIGINT (Ctrl-C) and SIGTERM: exit at once, or shut down in order."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from bitonic_scope import PROGRAM
from bitonic_scope.errors import EXIT_INTERRUPTED, EXIT_TERMINATED, Terminated

_EXIT_CODES = {signal.SIGINT: EXIT_INTERRUPTED, signal.SIGTERM: EXIT_TERMINATED}


def end_at_once() -> None:
    """Make signals end the program with one line.

    For use while nothing can be lost: while libraries load and contexts are created.
    """
    for number in _EXIT_CODES:
        signal.signal(number, _exit)


class NotedSignals:
    """Makes signals wait until `check` is called.

    Python would raise at any moment, even in native code that calls back into Python, where the GL
    and window libraries then crash.
    """

    def __init__(self) -> None:
        self._noted: type[KeyboardInterrupt] | None = None
        signal.signal(signal.SIGINT, self._note)
        signal.signal(signal.SIGTERM, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted = Terminated if number == signal.SIGTERM else KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt, or its subclass Terminated, if a signal has arrived."""
        if self._noted is not None:
            raise self._noted


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    sys.stderr.write(f"{PROGRAM}: interrupted\n")
    sys.stderr.flush()
    os._exit(_EXIT_CODES[signal.Signals(number)])
