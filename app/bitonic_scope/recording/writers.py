"""Threads that pack and write frames, each frame in one of them.

Not those of concurrent.futures, which loads logging: as long as it takes to write a dozen frames.
"""

import os
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

Work = Callable[[], None]

NICENESS = 10  # added to that of the program


class Writers:
    """A few threads that take work in the order in which it comes."""

    def __init__(self, count: int, *, are_nice: bool = False) -> None:
        """Start the threads.

        Args:
            count: how many.
            are_nice: whether all others come first, where the system can tell threads apart.
        """
        self._are_nice = are_nice and sys.platform == "linux"
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        self._threads = [Thread(target=self._run, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _run(self) -> None:
        if self._are_nice:
            os.nice(NICENESS)  # of this thread alone; elsewhere it would be of the whole program
        while (work := self._work.get()) is not None:
            work()

    def start(self, work: Work) -> None:
        """Let a thread do it; it must not raise."""
        self._work.put(work)

    def close(self) -> None:
        """Wait until all is done."""
        for _ in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join()
