"""Reads a file that a person has dropped or named, in another thread."""

from pathlib import Path

from bitonic_scope.data.own_data import OwnData
from bitonic_scope.system.task import Task


class FileReader:
    """Owns at most one file that is being read.

    It is a worker of the session, though its work is only to notice that the file has been read.
    """

    def __init__(self) -> None:
        self._task: Task[OwnData] | None = None

    def start(self, path: Path) -> None:
        """Begin to read a file; one that is still being read is given up."""
        if self._task is not None:
            self._task.cancel()
        from bitonic_scope.files.reading import read_input  # loads Pillow, which few need

        self._task = Task(lambda: iter([read_input(path)]))

    @property
    def wants_work(self) -> bool:
        """Whether a file is being read, or waits to be taken."""
        return self._task is not None

    @property
    def is_done(self) -> bool:
        """Whether a file has been read, well or not."""
        return self._task is not None and self._task.is_done

    def work(self, deadline: float) -> bool:
        """Return whether a file has been read."""
        return self.is_done

    def take(self) -> OwnData:
        """Return what was read, once `is_done`.

        Raises:
            ProgramError: it cannot be read, or holds what cannot be sorted.
        """
        task, self._task = self._task, None
        own = task.wait() if task is not None else None
        assert own is not None, "is_done comes first"
        return own
