"""Handling of SIGINT (Ctrl-C), SIGTERM and SIGHUP: exit at once, or shut down in order."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from bitonic_scope import PROGRAM
from bitonic_scope.errors import HungUp, Terminated, interrupt_exit_code

_INTERRUPTS = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}
if hasattr(signal, "SIGHUP"):  # Windows has none
    _INTERRUPTS[signal.SIGHUP] = HungUp

Handler = Callable[[int, FrameType | None], None]


def end_at_once() -> None:
    """Make signals end the program with one line.

    For use while nothing can be lost: while libraries load and contexts are created.
    """
    _handle(_exit)


class NotedSignals:
    """Makes signals wait until `check` is called.

    Python would raise at any moment, even in native code that calls back into Python, where the GL
    and window libraries then crash.
    """

    def __init__(self) -> None:
        self._noted: type[KeyboardInterrupt] | None = None
        _handle(self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted = _INTERRUPTS[signal.Signals(number)]

    def check(self) -> None:
        """Raise KeyboardInterrupt, Terminated or HungUp if a signal has arrived."""
        if self._noted is not None:
            raise self._noted


def _handle(handler: Handler) -> None:
    for number in _INTERRUPTS:
        is_hangup = _INTERRUPTS[number] is HungUp
        if not (is_hangup and signal.getsignal(number) is signal.SIG_IGN):  # as nohup does
            signal.signal(number, handler)


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    with suppress(OSError):  # the terminal may be gone
        os.write(2, f"{PROGRAM}: interrupted\n".encode())  # sys.stderr may be in use just now
    os._exit(interrupt_exit_code(_INTERRUPTS[signal.Signals(number)]()))
