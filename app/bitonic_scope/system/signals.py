"""What SIGINT (Ctrl-C) and SIGTERM do: end the program at once, or let it wind up."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from bitonic_scope import PROGRAM
from bitonic_scope.errors import EXIT_INTERRUPTED, EXIT_TERMINATED, Terminated

_EXIT_CODES = {signal.SIGINT: EXIT_INTERRUPTED, signal.SIGTERM: EXIT_TERMINATED}


def end_at_once() -> None:
    """From now on a signal ends the program with one line.

    For as long as nothing is open that could be lost: while libraries are loaded and contexts made.
    """
    for number in _EXIT_CODES:
        signal.signal(number, _exit)


class NotedSignals:
    """From now on a signal is only noted, until `check` is called.

    Python would raise at any moment, in the middle of native code that calls Python too: the GL
    and window libraries then crash.
    """

    def __init__(self) -> None:
        self._noted: type[KeyboardInterrupt] | None = None
        signal.signal(signal.SIGINT, self._note)
        signal.signal(signal.SIGTERM, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted = Terminated if number == signal.SIGTERM else KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt, or its subclass Terminated, if a signal has come."""
        if self._noted is not None:
            raise self._noted


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    sys.stderr.write(f"{PROGRAM}: interrupted\n")
    sys.stderr.flush()
    os._exit(_EXIT_CODES[signal.Signals(number)])
