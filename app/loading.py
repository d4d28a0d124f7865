"""Makes start data in a thread of its own, so that a window goes on answering."""

from threading import Event, Thread

from app.format_choice import Storage
from app.settings import SortSettings
from app.start_data import StartData, start_data_steps


class Loading:
    """One making of start data; numpy leaves the other threads alone while it works.

    Attributes:
        part: how much is done, 0 to 1.
    """

    def __init__(self, settings: SortSettings, storage: Storage) -> None:
        """Begin."""
        self.part = 0.0
        self._settings = settings
        self._storage = storage
        self._data: StartData | None = None
        self._fault: Exception | None = None
        self._is_done = Event()
        self._is_cancelled = False
        Thread(target=self._run, name="loading", daemon=True).start()

    def _run(self) -> None:
        try:
            for step in start_data_steps(self._settings, self._storage):
                if self._is_cancelled:
                    return
                if isinstance(step, StartData):
                    self._data = step
                else:
                    self.part = step
        except Exception as error:  # told to the thread that waits
            self._fault = error
        finally:
            self._is_done.set()

    def wait(self, seconds: float) -> StartData | None:
        """Return the start data, or None where they are not made within that time.

        Raises:
            MemoryError: there was no room for them.
        """
        self._is_done.wait(max(seconds, 0.0))
        if self._fault is not None:
            raise self._fault
        return self._data

    def cancel(self) -> None:
        """Stop at the next step; nobody waits any more."""
        self._is_cancelled = True
