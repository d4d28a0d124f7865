"""Threads, if the system starts any: without them, the caller does the work itself."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread


def run_in_thread(work: Callable[[], None]) -> None:
    """Run a function in a new thread; if none can be started, run it before returning."""
    if not start_thread(work):
        work()


def start_thread(work: Callable[[], None]) -> bool:
    """Run a function in a new thread; return False if none can be started."""
    try:
        Thread(target=work, daemon=True).start()
    except RuntimeError:  # a limit of processes or of address space
        return False
    return True


class Workers:
    """Threads that run functions, first come, first served."""

    def __init__(self, count: int, begin: Callable[[], object] | None = None) -> None:
        """Start threads, as many as can be started.

        Args:
            count: the number of threads.
            begin: what each thread calls first; None for nothing.
        """
        self._begin = begin
        self._works: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._ended: SimpleQueue[None] = SimpleQueue()
        self._count = 0
        while self._count < count and start_thread(self._run):
            self._count += 1

    def _run(self) -> None:
        if self._begin is not None:
            self._begin()
        while (work := self._works.get()) is not None:
            work()
        self._ended.put(None)

    def submit(self, work: Callable[[], None]) -> None:
        """Run a function, which must not raise, in a thread; without threads, at once."""
        if self._count:
            self._works.put(work)
        else:
            work()

    def shutdown(self) -> None:
        """End the threads, once they have run everything."""
        for _ in range(self._count):
            self._works.put(None)
        for _ in range(self._count):
            self._ended.get()
        self._count = 0
