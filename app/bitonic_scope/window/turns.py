"""The turns: the workers share the working time of a tick.

The workers are the file reader, the folder chooser, the player (which sorts), the tally (which
counts what the passes do), the presenter (which draws the picture of a state), the still saver
(which saves one) and the recorder.
Each works until it has nothing to do or the time is spent; then the next tick begins with the
worker whose turn is next. So each worker waits for at most one turn of each other worker, and a
tick with little to do ends early. The player waits while a picture is drawn, because the texture
being drawn must not change.
"""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple, Protocol

from bitonic_scope.errors import ProgramError
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import Tally
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.recording.still import StillSaver
from bitonic_scope.views.presenter import Presenter
from bitonic_scope.window.file_reader import FileReader
from bitonic_scope.window.folder_chooser import FolderChooser


class Worker(Protocol):
    """Works in slices, between the frames of the window."""

    @property
    def wants_work(self) -> bool:
        """Whether `work` has anything to do now."""

    def work(self, deadline: float) -> bool:
        """Work until a time of perf_counter(), at least one indivisible part.

        Returns:
            Whether there is something new to show.
        """


class Done(NamedTuple):
    """What the workers have done: whether there is anything new, and a new picture."""

    has_changed: bool
    has_new_picture: bool


class Turns:
    """Lets the workers take turns."""

    def __init__(
        self,
        reader: FileReader,
        chooser: FolderChooser,
        player: Player,
        tally: Tally,
        presenter: Presenter,
        still: StillSaver,
        recorder: BackgroundRecorder,
        on_fault: Callable[[ProgramError | MemoryError], None],
    ) -> None:
        """Order the workers.

        Args:
            reader, chooser, player, tally, presenter, still, recorder: the workers, in their order.
            on_fault: is told why a worker could not go on.
        """
        self._workers: tuple[Worker, ...] = (
            *(reader, chooser, player),
            *(tally, presenter, still, recorder),
        )
        self._player, self._tally, self._presenter = player, tally, presenter
        self._makers: tuple[Presenter | StillSaver, ...] = (presenter, still)
        self._on_fault = on_fault
        self._turn = 0  # index of the worker that is next

    def take(self, deadline: float, *, is_hidden: bool) -> Done:
        """Let the workers work until a time of perf_counter(), or until no work is left.

        Args:
            deadline: the time.
            is_hidden: whether the window is minimised, so that nobody sees the counters.
        """
        for maker in self._makers:
            if maker.is_making and not self._player.is_loaded:
                maker.drop()  # its data are gone
        has_changed = has_new_picture = False
        first, self._turn = self._turn, 0
        for number in range(first, first + len(self._workers)):
            worker = self._workers[number % len(self._workers)]
            if not self._may_work(worker, is_hidden=is_hidden):
                continue
            is_new = self._try(worker, deadline)
            if worker is self._presenter:
                has_new_picture |= is_new
            else:
                has_changed |= is_new
            if perf_counter() >= deadline:
                self._turn = (number + 1) % len(self._workers)
                break
        return Done(has_changed, has_new_picture)

    def _may_work(self, worker: Worker, *, is_hidden: bool) -> bool:
        if worker is self._player and any(maker.is_making for maker in self._makers):
            return False  # the state must stay until its picture is complete
        if worker is self._tally and not self._tally.is_busy and self._presenter.wants_work:
            return False  # counts that take long come after the picture
        if worker is self._tally and is_hidden:
            return False  # nobody sees the counters
        return worker.wants_work

    def _try(self, worker: Worker, deadline: float) -> bool:
        """Let a worker work; on an error, pause the sort."""
        try:
            return worker.work(deadline)
        except (ProgramError, MemoryError) as error:
            self._player.stay()
            self._on_fault(error)
            return True
