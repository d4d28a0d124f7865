"""Work in another thread, so that a window goes on answering."""

from collections.abc import Callable, Iterator
from math import inf
from threading import Event, Thread
from time import perf_counter
from typing import Generic, TypeVar

Result = TypeVar("Result")


def _start_thread(work: Callable[[], None]) -> None:
    Thread(target=work, name="task", daemon=True).start()


class Task(Generic[Result]):
    """One piece of work; numpy and Pillow leave the other threads alone while they work.

    Attributes:
        part: how much is done, 0 to 1.
    """

    def __init__(
        self,
        steps: Callable[[], Iterator[float | Result]],
        start: Callable[[Callable[[], None]], object] = _start_thread,
    ) -> None:
        """Begin.

        Args:
            steps: yields the part that is done now and then, and the result last.
            start: runs what it gets in another thread; without it, a thread is made.
        """
        self.part = 0.0
        self._steps = steps
        self._result: Result | None = None
        self._fault: Exception | None = None
        self._is_done = Event()
        self._is_cancelled = False
        start(self._run)

    def _run(self) -> None:
        try:
            steps = self._steps()
            while not self._is_cancelled:
                step = next(steps, None)
                if step is None:
                    return
                if isinstance(step, float):
                    self.part = step
                else:
                    self._result = step
        except Exception as error:  # told to the thread that waits
            self._fault = error
        finally:
            self._is_done.set()

    @property
    def is_done(self) -> bool:
        """Whether it has come to its end, well or not."""
        return self._is_done.is_set()

    def is_done_by(self, deadline: float) -> bool:
        """Wait for its end, at the latest until a time by perf_counter(); tell whether it is there.

        Args:
            deadline: infinity for as long as it takes.
        """
        seconds = None if deadline == inf else max(deadline - perf_counter(), 0.0)
        return self._is_done.wait(seconds)

    def wait(self, seconds: float | None = 0.0) -> Result | None:
        """Return the result, or None where it is not there within that time.

        Args:
            seconds: how long to wait; None for as long as it takes.

        Raises:
            Exception: what the work raised.
        """
        if not self._is_done.wait(None if seconds is None else max(seconds, 0.0)):
            return None
        if self._fault is not None:
            raise self._fault
        return self._result

    def cancel(self) -> None:
        """Stop at the next step; nobody waits any more."""
        self._is_cancelled = True
