"""A film of a recording: one file that is whole or absent.

The drawing thread hands over the pictures; a thread of the film writes them, in order.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bitonic_scope.errors import EXIT_USAGE, ProgramError
from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.recording import webp
from bitonic_scope.recording.ffmpeg import find_ffmpeg
from bitonic_scope.recording.file_place import check_file_place
from bitonic_scope.recording.film_writer import FilmShape, FilmWriter
from bitonic_scope.recording.gif import GifWriter
from bitonic_scope.recording.mp4 import Mp4Writer
from bitonic_scope.recording.webp import WebpWriter
from bitonic_scope.system.task import Task
from bitonic_scope.system.threads import Workers
from bitonic_scope.system.whole_file import whole_file
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.view import Picture

MP4, GIF, WEBP = SUFFIXES = (".mp4", ".gif", ".webp")

Encoded = bytes | memoryview  # a picture, ready to be written


class FilmOrder(NamedTuple):
    """Which film to make.

    Attributes:
        path: the file.
        plan: how to show the frames.
    """

    path: Path
    plan: FilmPlan


class _AbandonedError(Exception):
    """Makes `whole_file` remove what has been written."""


def check_film(order: FilmOrder, *, force: bool, inputs: Iterable[Path | None] = ()) -> None:
    """Check that a film can be written; changes nothing.

    Args:
        order: the film.
        force: whether to replace an existing file.
        inputs: the files of the user's data; None for data that come from no file.

    Raises:
        ProgramError: no film has such a name, the file must stay, or ffmpeg is missing.
    """
    path, suffix = order.path, order.path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ProgramError(
            f"the name of a film must end in {', '.join(SUFFIXES)}, got {shown_path(path)}",
            exit_code=EXIT_USAGE,
        )
    if suffix == GIF and order.plan.is_lossless:
        raise ProgramError(
            "a .gif has 256 colours per picture; for a lossless film try .webp or .mp4",
            exit_code=EXIT_USAGE,
        )
    check_file_place("film", path, force=force, inputs=inputs)
    if suffix == MP4:
        find_ffmpeg()


class Film:
    """One film in the making.

    Attributes:
        path: the absolute path of the film.
        is_ended: whether the film is complete, beside its place.
        is_finished: whether it is complete at its place.
        tasks: what the thread of the film has still to do, oldest first.
    """

    def __init__(self, path: Path, shape: FilmShape) -> None:
        """Create the file beside its place, and its folder if needed.

        Args:
            path: the file, which `check_film` has accepted.
            shape: the pictures, and when they are shown.

        Raises:
            ProgramError: the file cannot be created, or its format has no such size.
        """
        self.path = path.absolute()
        self.is_finished = False
        self.is_ended = False
        self.tasks: deque[Task[bool]] = deque()
        self._owned = ExitStack()
        self._check_size(shape)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part = self._owned.enter_context(whole_file(self.path))
            writers: dict[str, Callable[..., FilmWriter]] = {
                MP4: partial(Mp4Writer, path=str(part.name)),
                GIF: GifWriter,
                WEBP: WebpWriter,
            }
            self._writer = writers[path.suffix.lower()](part, shape)
        except OSError as error:
            self._abandon()
            raise ProgramError(f"cannot write {shown_path(path)}: {error.strerror}") from error
        self._thread = Workers(1)

    def _check_size(self, shape: FilmShape) -> None:
        longer = max(shape.width, shape.height)
        if self.path.suffix.lower() == WEBP and longer > webp.MAX_SIDE:
            raise ProgramError(
                f"a .webp has at most {webp.MAX_SIDE} pixels per side, and this film {longer}; "
                "try a smaller --scale or --picture"
            )

    def encode(self, number: int, picture: Picture) -> Encoded:
        """Return what `take` takes of a picture; works in any thread."""
        return self._writer.encode(number, picture)

    def take(self, number: int, encoded: Encoded) -> None:
        """Queue the next picture; returns at once."""
        self._queue(partial(self._writer.write, number, encoded))

    def end(self) -> None:
        """Queue the end of the film; returns at once."""
        self._queue(self._end)

    def _queue(self, work: Callable[[], None]) -> None:
        def steps() -> Iterator[bool]:
            work()
            yield True

        self.tasks.append(Task(steps, self._thread.submit))

    def _end(self) -> None:
        self._writer.finish()
        self.is_ended = True

    def commit(self) -> None:
        """Put a film that has ended at its place, in the thread that tells of it.

        Raises:
            OSError: the film cannot be written; the error's filename is its path.
        """
        self._owned.close()
        self.is_finished = True

    def collect(self) -> None:
        """Forget the tasks that are done.

        Raises:
            OSError: the film cannot be written; the error's filename is its path.
        """
        while self.tasks and self.tasks[0].is_done:
            try:
                self.tasks[0].wait()
            except OSError as error:
                error.filename = str(self.path)
                raise
            self.tasks.popleft()

    def close(self) -> None:
        """End the thread; unless the film is finished, leave nothing of it."""
        if not self.is_ended:
            self._writer.abort()
        self._thread.shutdown()
        self._writer.release()
        self._abandon()

    def _abandon(self) -> None:
        """Remove what has been written, unless it is at its place."""
        with suppress(_AbandonedError, OSError), self._owned:
            raise _AbandonedError
