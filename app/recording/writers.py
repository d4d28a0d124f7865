"""Threads that pack and write frames, each frame in one of them.

Not those of concurrent.futures, which loads logging: as long as it takes to write a dozen frames.
"""

import os
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

Work = Callable[[], None]

NICENESS = 10  # added to that of the program: who draws, or looks on, does not wait for writers


class Writers:
    """A few threads that take work in the order in which it comes."""

    def __init__(self, count: int) -> None:
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        self._threads = [Thread(target=self._run, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _run(self) -> None:
        if sys.platform == "linux":
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
