"""Work in another thread, if one can be started, so the window stays responsive."""

from collections.abc import Callable, Iterator
from math import inf
from threading import Event
from time import perf_counter
from typing import Generic, TypeVar

from bitonic_scope.system.threads import run_in_thread

Result = TypeVar("Result")


class Task(Generic[Result]):
    """One piece of work in a thread; numpy and Pillow release the GIL while they work.

    Attributes:
        part: the part done, 0 to 1.
    """

    def __init__(
        self,
        steps: Callable[[], Iterator[float | Result]],
        start: Callable[[Callable[[], None]], object] = run_in_thread,
    ) -> None:
        """Start the work.

        Args:
            steps: a generator function that yields the part done now and then, and last the result.
            start: runs a function in another thread, or at once; by default in a new thread.
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
        except Exception as error:  # raised in the waiting thread
            self._fault = error
        finally:
            self._is_done.set()

    @property
    def is_done(self) -> bool:
        """Whether the work has ended, successfully or not."""
        return self._is_done.is_set()

    def is_done_by(self, deadline: float) -> bool:
        """Wait for the work to end, at most until the deadline; return whether it has ended.

        Args:
            deadline: a time of perf_counter(); infinity to wait without limit.
        """
        seconds = None if deadline == inf else max(deadline - perf_counter(), 0.0)
        return self._is_done.wait(seconds)

    def wait(self, seconds: float = 0.0) -> Result | None:
        """Return the result, or None if the work does not end in time.

        Args:
            seconds: the longest time to wait; infinity to wait without limit.

        Raises:
            Exception: the exception that the work raised.
        """
        if not self._is_done.wait(None if seconds == inf else max(seconds, 0.0)):
            return None
        if self._fault is not None:
            raise self._fault
        return self._result

    def cancel(self) -> None:
        """Stop the work at its next step and abandon the result."""
        self._is_cancelled = True
