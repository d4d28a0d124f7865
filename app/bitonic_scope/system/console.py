"""The standard streams: a message that cannot be printed never stops the work.

Notes and progress go to stderr. If stderr is full, closed or without a reader, they are lost, and
the work goes on. Only a command whose result goes to stdout fails if stdout does.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

_ESCAPE = "backslashreplace"  # write characters that a stream cannot encode as escapes


class _LossyFile(io.FileIO):
    """A file that takes everything, and loses what cannot be written."""

    def write(self, data: Any) -> int:
        try:
            written = super().write(data)
        except OSError:  # a full disk, or a reader or a terminal that is gone
            written = None
        return len(data) if written is None else written


def mend_streams() -> None:
    """Make stderr lossy, escape characters that a stream cannot encode, and open closed streams.

    A closed stream becomes the null device: in the order of file descriptors, so no file or driver
    gets the descriptor of a closed stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = open(os.devnull, mode, errors=_ESCAPE)  # noqa: SIM115 (open until exit)
            setattr(sys, name, nowhere)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPE)
    if isinstance(sys.stderr, io.TextIOWrapper):
        lossy = io.BufferedWriter(_LossyFile(sys.stderr.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(
            lossy, sys.stderr.encoding, errors=_ESCAPE, line_buffering=True
        )


def note(line: str) -> None:
    """Print a line to stderr."""
    print(line, file=sys.stderr, flush=True)


def announce(line: str) -> None:
    """Print the path of a result to stdout; the result is in its file, even if stdout fails."""
    try:
        print(line, flush=True)
    except OSError:
        give_up_stdout()


def give_up_stdout() -> None:
    """Discard stdout's buffer and all later output: Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Progress:
    """Shows the progress of some work: a bar on a terminal, else a line at start and end."""

    def __init__(self, total: int, unit: str, bar_format: str | None = None) -> None:
        """Show that nothing is done yet.

        Args:
            total: the number of units.
            unit: the name of one unit.
            bar_format: the look of the bar, in tqdm's format; None for the default.
        """
        self._total = total
        self._unit = unit
        self._done: float = 0
        self._bar: Any = None
        if sys.stderr.isatty():
            from tqdm import tqdm  # importing it takes a third as long as a short recording

            tqdm.monitor_interval = 0  # starts no thread
            self._bar = tqdm(
                total=total, unit=unit, file=sys.stderr, leave=False, bar_format=bar_format
            )
        else:
            self._tell()

    def _tell(self) -> None:
        note(f"{self._done}/{self._total} {self._unit}s")

    def update(self, done: float) -> None:
        """Show how many units are done."""
        self._done = done
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def describe(self, doing: str) -> None:
        """Name the current work beside the bar, on a terminal."""
        if self._bar is not None:
            self._bar.set_description_str(doing)

    def print(self, text: str) -> None:
        """Print a result to stdout, above the bar.

        Raises:
            OSError: stdout fails.
        """
        with self.aside():
            print(text, flush=True)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Return a context in which lines can be printed, above the bar."""
        if self._bar is not None:
            self._bar.clear()
        yield
        if self._bar is not None:
            self._bar.refresh()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._done == self._total:
            self._tell()
