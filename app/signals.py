"""What SIGINT (Ctrl-C) and SIGTERM do: they end the program at once, or let it wind up."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from app.errors import EXIT_INTERRUPTED, EXIT_TERMINATED, Terminated

_EXIT_CODES = {signal.SIGINT: EXIT_INTERRUPTED, signal.SIGTERM: EXIT_TERMINATED}


def end_at_once() -> None:
    """From now on a signal ends the program with one line.

    For the time while libraries are loaded: nothing is open yet, and an exception out of the
    middle of their native code would abort the process.
    """
    for number in _EXIT_CODES:
        signal.signal(number, _exit)


def wind_up() -> None:
    """From now on a signal raises KeyboardInterrupt, SIGTERM its subclass Terminated."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _raise_terminated)


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    sys.stderr.write("bitonic-scope: interrupted\n")
    sys.stderr.flush()
    os._exit(_EXIT_CODES[signal.Signals(number)])


def _raise_terminated(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated
