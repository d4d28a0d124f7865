"""A recording: draws every pass of one sort and writes it, frame by frame: to files, or a film.

The caller's thread, which owns the GL context, draws: frame by frame, or in parts of a frame while
a window runs. Worker threads enlarge, compress and write. A limit on frames in flight bounds
memory: they have MAX_BYTES_IN_FLIGHT together, or there are MIN_IN_FLIGHT of them, and a writer has
two more copies of the frame that it packs.
"""

import os
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.film import Encoded, Film, FilmOrder, check_film
from bitonic_scope.recording.film_notes import film_notes
from bitonic_scope.recording.film_writer import FilmShape
from bitonic_scope.recording.frame_drawer import DrawnFrame, FrameDrawer
from bitonic_scope.recording.frame_files import FrameFiles
from bitonic_scope.recording.manifest import MANIFEST_NAME
from bitonic_scope.system.task import Task
from bitonic_scope.system.threads import Workers
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.palette import PALETTES

MAX_WRITERS = 8  # beyond, the drawing thread is the limit
MAX_IN_FLIGHT = 2 * MAX_WRITERS  # frames
MIN_IN_FLIGHT = 3  # one drawn, one on its way back, one at the writers
MAX_BYTES_IN_FLIGHT = 1 << 28
MAX_BYTES_PER_PIXEL = 3
NICENESS = 10  # of writers while a window runs, added to the program's
OUT_OF_ROOM = (OSError, MemoryError)  # what a writer raises when disk or memory runs out


def writer_count(*, in_background: bool) -> int:
    """Return the number of threads that compress and write; a window keeps a core for itself."""
    cores = os.cpu_count() or 1
    return min(MAX_WRITERS, max(1, cores - 1) if in_background else cores)


def in_flight_limit(width: int, height: int) -> int:
    """Return how many frames of a size in pixels may be drawn and not yet written."""
    fitting = MAX_BYTES_IN_FLIGHT // (width * height * MAX_BYTES_PER_PIXEL)
    return max(MIN_IN_FLIGHT, min(fitting, MAX_IN_FLIGHT))


class Recording:
    """Draws and writes the frames of one sort.

    Attributes:
        frame_count: the number of frames in a complete recording: P + 1 if every state is recorded.
        frames_done: how many frames are complete in the folder, counted from the first; if there is
            only a film, how many it has got.
        is_closed: whether the recording has ended, complete or not.
    """

    def __init__(
        self,
        gpu: Gpu,
        start_data: StartData,
        *,
        folder: Path | None,
        film: FilmOrder | None = None,
        plan: RecordingPlan | None = None,
        force: bool = False,
        in_background: bool = False,
    ) -> None:
        """Allocate everything, then claim and clear the folder; writes no frame yet.

        Args:
            gpu: the GPU of this thread.
            start_data: the input, with its settings.
            folder: the folder for the frames, created if needed; None for no such files.
            film: the film to make of the frames; None for none.
            plan: what to record; None for a plain recording of all states.
            force: whether to replace an earlier recording in the folder, and an earlier film.
            in_background: whether a window runs and has priority. If so, the first calls of `work`
                allocate and clear, and may raise the errors below.

        Raises:
            ProgramError: the folder cannot take the frames, or the film cannot be written, they
                are too large, or the driver cannot draw them.
            ValueError: the network has no state of the plan.
        """
        plan = plan or RecordingPlan()
        self._settings = settings = start_data.settings
        self._files = None if folder is None else FrameFiles(folder, settings, plan, force=force)
        self._film_order = film
        self._film: Film | None = None
        self._force = force
        self._check_places()
        self._ctx = gpu.ctx
        self._plan = plan
        self._drawer = FrameDrawer(gpu, start_data, plan)
        self._parts = self._drawer.parts()
        self._in_flight_limit = in_flight_limit(*self._drawer.size.frame)
        self._next_frame = 0
        self._is_cancelled = False
        self._manifest_fault: OSError | MemoryError | None = None
        self._in_flight: deque[Task[Encoded]] = deque()  # frames at the writers, oldest first
        self.frame_count = len(self._drawer.shots)
        self.frames_done = 0
        self.is_closed = False
        self._in_background = in_background
        self._preparing: Generator[None] | None = self._prepare()
        while not in_background and self._preparing is not None:
            self._go_on_preparing()

    @property
    def places(self) -> list[Path]:
        """The absolute paths of the folder and of the film, as far as there are any."""
        film = [] if self._film_order is None else [self._film_order.path.absolute()]
        return film if self._files is None else [self._files.folder, *film]

    def notes(self) -> list[str]:
        """Return a line for each thing that a user would not expect of the film."""
        order = self._film_order
        if order is None:
            return []
        has_rate = order.plan.fps is not None
        return film_notes(order.path, self._film_shape(order), tells_rate=has_rate)

    def _check_places(self) -> None:
        own = self._settings.own
        inputs = [own.path if own else None]
        if self._files is not None:
            self._files.check(inputs)
        if self._film_order is not None:
            check_film(self._film_order, force=self._force, inputs=inputs)

    def _prepare(self) -> Generator[None]:
        yield from self._drawer.prepare_steps()
        if self._files is not None:
            self._files.claim()
        self._check_places()  # another program may have written to them since
        if self._film_order is not None:
            self._film = Film(self._film_order.path, self._film_shape(self._film_order))
        if self._files is not None:
            self._files.clear(self._drawer.size.scale)
        # Only Linux has a niceness per thread; elsewhere it would apply to the whole process.
        is_nice = self._in_background and sys.platform == "linux"
        begin = partial(os.nice, NICENESS) if is_nice else None
        self._writers = Workers(writer_count(in_background=self._in_background), begin)

    def _film_shape(self, order: FilmOrder) -> FilmShape:
        return FilmShape(
            *self._drawer.size.frame,
            order.plan.timing(self._plan, self._settings.network),
            PALETTES[self._plan.look.theme].ground,
            is_lossless=order.plan.is_lossless,
            in_background=self._in_background,
        )

    def _go_on_preparing(self) -> None:
        assert self._preparing is not None
        try:
            next(self._preparing)
        except StopIteration:
            self._preparing = None
        except BaseException:
            self._end()
            raise

    @property
    def is_ready(self) -> bool:
        """Whether memory is allocated and the folder cleared, so that frames can be drawn."""
        return self._preparing is None

    @property
    def _is_drawn(self) -> bool:
        return self._next_frame == self.frame_count

    @property
    def is_complete(self) -> bool:
        """Whether every frame is complete, and the film."""
        return self.frames_done == self.frame_count and not self._lacks_film

    @property
    def _lacks_film(self) -> bool:
        """Whether a film is to be made, and is not complete."""
        return self._film_order is not None and (self._film is None or not self._film.is_finished)

    @property
    def wants_work(self) -> bool:
        """Whether `work` has anything to do; if not, it is closed or must wait for its writers."""
        if self.is_closed:
            return False
        if self._is_cancelled:
            return all(writing.is_done for writing in self._in_flight)
        if not self.is_ready or self._can_draw:
            return True
        return not self._oldest or any(task.is_done for task in self._oldest)

    @property
    def _oldest(self) -> list[Task[Any]]:
        """The oldest frame at the writers, and the oldest at the film, if any."""
        return [queue[0] for queue in (self._in_flight, self._filming) if queue]

    @property
    def _filming(self) -> Sequence[Task[bool]]:
        """What the thread of the film has still to do, oldest first."""
        return () if self._film is None else self._film.tasks

    @property
    def _can_draw(self) -> bool:
        in_flight = len(self._in_flight) + len(self._filming) + self._drawer.waiting_count
        return in_flight < self._in_flight_limit and not self._is_drawn

    def work(self, deadline: float) -> bool:
        """Draw frames for the writers until the deadline, or until the writers fall behind.

        Does at least one part of preparation, a pass, a picture, or its read-back. Closes the
        recording once the last frame is written. Any error closes it, too.

        Returns:
            Whether `frames_done` has grown or the recording is closed.

        Raises:
            ProgramError: a frame cannot be written, or an error of `__init__`.
            MemoryError: preparation ran out of memory.
            Exception: any other error of a writer.
        """
        done_before = self.frames_done
        while self.wants_work:
            self._do_part()
            if perf_counter() >= deadline:
                break
        return self.is_closed or self.frames_done > done_before

    def wait(self, seconds: float) -> None:
        """Wait until the writers finish their oldest frame, at most that many seconds."""
        if self._oldest:
            self._oldest[0].is_done_by(perf_counter() + seconds)

    def _do_part(self) -> None:
        if self._is_cancelled:
            self.close()
            return
        if self._preparing is not None:
            self._go_on_preparing()
            return
        try:
            self._collect()
            if self._can_draw:
                drawn = next(self._parts)
                if drawn is not None:
                    self._hand_over(drawn)
                elif self._in_background:
                    self._ctx.finish()  # else all queued work would be timed as the last part
                return
            if not self._is_drawn or self._in_flight or self._filming:
                return
            if self._film is not None and not self._film.is_ended:
                self._film.end()
                return
            if self._film is not None:
                self._film.commit()
        except OUT_OF_ROOM as error:
            self._end()
            raise self._write_error(error) from error
        except Exception:
            self._end()
            raise
        self.close()

    def cancel(self) -> None:
        """Stop drawing; `work` closes the recording once the frames in flight are written."""
        self._is_cancelled = True

    def _write_error(self, error: OSError | MemoryError) -> ProgramError:
        """Return the error to raise, after `_end`."""
        if self._files is not None and not self._files.folder.exists():
            return ProgramError(
                f"the folder {shown_path(self._files.folder)} was moved or removed while frames "
                "were written to it; record again"
            )
        so_far = self._so_far()
        if self._manifest_fault is not None and self._manifest_fault is not error:
            so_far += f"; {MANIFEST_NAME} cannot be written either"
        if isinstance(error, OSError):
            path = error.filename or self.places[0]
            return ProgramError(
                f"cannot write {shown_path(path)}: {error.strerror or error}; {so_far}"
            )
        # The first missing file.
        path = self.places[0] if self._files is None else self._files.path(self.frames_done)
        return ProgramError(
            f"cannot write {shown_path(path)}: out of memory; {so_far}; "
            f"try a smaller {self._drawer.size.remedy}"
        )

    def _so_far(self) -> str:
        counts = f"{self.frames_done} of {self.frame_count} frames"
        if self._files is None:
            return f"no film was written, after {counts}"
        lacks = "; no film was written" if self._lacks_film else ""
        return f"{counts} are complete in {shown_path(self._files.folder)}{lacks}"

    def summary(self) -> str:
        """Return how many frames are complete, and whether the manifest or the film is missing."""
        lacks = "" if self._manifest_fault is None else f"; {MANIFEST_NAME} could not be written"
        return self._so_far() + lacks

    def _hand_over(self, drawn: DrawnFrame) -> None:
        """Queue a frame for the writers."""
        write = partial(self._write_frame, self._next_frame, drawn)
        self._in_flight.append(Task(write, self._writers.submit))
        self._next_frame += 1

    def _write_frame(self, number: int, drawn: DrawnFrame) -> Iterator[Encoded]:
        """Compress and write a frame in one step; yields what the film takes of it."""
        picture = drawn.picture()
        if self._files is not None:
            self._files.write(number, drawn.shot, picture)
        yield b"" if self._film is None else self._film.encode(number, picture)

    def _collect(self) -> None:
        """Count the written frames, in order, and pass them on to the film."""
        if self._film is not None:
            self._film.collect()
        while self._in_flight and self._in_flight[0].is_done:
            # A failed frame raises here and stays, to mark the gap.
            encoded = self._in_flight[0].wait(inf)
            self._in_flight.popleft()
            if self._film is not None and encoded is not None:
                self._film.take(self.frames_done, encoded)
            self.frames_done += 1

    def close(self) -> None:
        """End the recording, complete or not: write the manifest, leave no half-written file.

        Frames lost to a full disk or lack of memory count as missing, without an error.

        Raises:
            ProgramError: the manifest cannot be written.
            Exception: any other error of a writer.
        """
        if self.is_closed:
            return
        for fault in self._end():
            if not isinstance(fault, OUT_OF_ROOM):
                raise fault
        if self._manifest_fault is not None:
            raise self._write_error(self._manifest_fault) from self._manifest_fault

    def _end(self) -> list[Exception]:
        """Close without raising; return the writers' errors on frames not yet counted."""
        self.is_closed = True
        if self._preparing is not None:
            self._preparing.close()  # frees GL objects now, not at garbage collection
        self._drawer.release()
        if self._film is not None:
            self._film.close()
        faults: list[Exception] = []
        if self.is_ready:
            self._writers.shutdown()
            faults = self._count_what_was_written()
        if self._files is not None:
            if self.is_ready:  # else the folder holds no frames to describe
                try:
                    self._files.end(self.frames_done)
                except OUT_OF_ROOM as fault:
                    self._manifest_fault = fault
            self._files.release()
        return faults

    def _count_what_was_written(self) -> list[Exception]:
        """Count written frames up to the first missing one; remove those after it."""
        faults: list[Exception] = []
        for frame, writing in enumerate(self._in_flight, self.frames_done):
            try:
                writing.wait(inf)
            except Exception as fault:
                faults.append(fault)
                continue
            if not faults:
                self.frames_done += 1
            elif self._files is not None:
                self._files.remove(frame)
        self._in_flight.clear()
        return faults
