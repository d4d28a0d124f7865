"""Work in a thread of its own, so that a window goes on answering."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Task(Generic[Result]):
    """One piece of work; numpy and Pillow leave the other threads alone while they work.

    Attributes:
        part: how much is done, 0 to 1.
    """

    def __init__(self, steps: Callable[[], Iterator[float | Result]]) -> None:
        """Begin.

        Args:
            steps: yields the part that is done now and then, and the result last.
        """
        self.part = 0.0
        self._steps = steps
        self._result: Result | None = None
        self._fault: Exception | None = None
        self._is_done = Event()
        self._is_cancelled = False
        Thread(target=self._run, name="task", daemon=True).start()

    def _run(self) -> None:
        try:
            for step in self._steps():
                if self._is_cancelled:
                    return
                if isinstance(step, float):
                    self.part = step
                else:
                    self._result = step
        except Exception as error:  # told to the thread that waits
            self._fault = error
        finally:
            self._is_done.set()

    def wait(self, seconds: float = 0.0) -> Result | None:
        """Return the result, or None where it is not there within that time.

        Raises:
            Exception: what the work raised.
        """
        if not self._is_done.wait(max(seconds, 0.0)):
            return None
        if self._fault is not None:
            raise self._fault
        return self._result

    def cancel(self) -> None:
        """Stop at the next step; nobody waits any more."""
        self._is_cancelled = True
