"""Reads the user's file in another thread."""

from pathlib import Path

from bitonic_scope.data.own_data import OwnData
from bitonic_scope.system.task import Task


class FileReader:
    """Owns at most one reading thread.

    A worker of the session, whose only work is to notice that the thread is done.
    """

    def __init__(self) -> None:
        self._task: Task[OwnData] | None = None

    def start(self, path: Path) -> None:
        """Start reading a file; abandon any earlier file."""
        if self._task is not None:
            self._task.cancel()
        from bitonic_scope.files.reading import read_input  # loads Pillow, which few runs need

        self._task = Task(lambda: iter([read_input(path)]))

    @property
    def wants_work(self) -> bool:
        """Whether a file is being read, or its data waits for `take`."""
        return self._task is not None

    @property
    def is_done(self) -> bool:
        """Whether reading has ended, in data or an error."""
        return self._task is not None and self._task.is_done

    def work(self, deadline: float) -> bool:
        """Return whether reading has ended."""
        return self.is_done

    def take(self) -> OwnData:
        """Return the data, once `is_done`.

        Raises:
            ProgramError: the file cannot be read, or its content cannot be sorted.
        """
        task, self._task = self._task, None
        own = task.wait() if task is not None else None
        assert own is not None, "is_done comes first"
        return own
