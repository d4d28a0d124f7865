"""A recording: draws every pass of one sort and writes it, frame by frame.

The caller's thread, which owns the GL context, draws: frame by frame, or in parts of a frame while
a window runs. Worker threads enlarge, compress and write. A limit on frames in flight bounds
memory.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from math import inf
from pathlib import Path
from time import perf_counter

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.folder import check_folder, claim_folder, clear_folder
from bitonic_scope.recording.frame_drawer import DrawnFrame, FrameDrawer
from bitonic_scope.recording.manifest import (
    MANIFEST_NAME,
    MARKER_NAME,
    frame_name,
    write_manifest,
)
from bitonic_scope.recording.png import write_png
from bitonic_scope.system.task import Task
from bitonic_scope.system.threads import Workers
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.view import Picture

MAX_IN_FLIGHT = 8
MAX_WRITERS = 4
NICENESS = 10  # of writers while a window runs, added to the program's
OUT_OF_ROOM = (OSError, MemoryError)  # what a writer raises when disk or memory runs out


def _write_frame(path: Path, picture: Callable[[], Picture]) -> Iterator[Path]:
    """Compress and write a frame in one step; yields its path."""
    write_png(path, picture())
    yield path


class Recording:
    """Draws and writes the frames of one sort.

    Attributes:
        folder: the absolute path of the frames' folder.
        frame_count: the number of frames in a complete recording: P + 1 if every state is recorded.
        frames_done: how many frames are complete in the folder, counted from the first.
        is_closed: whether the recording has ended, complete or not.
    """

    def __init__(
        self,
        gpu: Gpu,
        start_data: StartData,
        *,
        folder: Path,
        plan: RecordingPlan | None = None,
        force: bool = False,
        in_background: bool = False,
    ) -> None:
        """Allocate everything, then claim and clear the folder; writes no frame yet.

        Args:
            gpu: the GPU of this thread.
            start_data: the input, with its settings.
            folder: the folder for the frames; created if needed.
            plan: what to record; None for a plain recording of all states.
            force: whether to replace an earlier recording in the folder.
            in_background: whether a window runs and has priority. If so, the first calls of `work`
                allocate and clear, and may raise the errors below.

        Raises:
            ProgramError: the folder cannot take the frames, they are too large, or the driver
                cannot draw them.
            ValueError: the network has no state of the plan.
        """
        self.folder = folder.absolute()
        self._force = force
        self._settings = start_data.settings
        self._check_folder()
        self._ctx = gpu.ctx
        self._plan = plan or RecordingPlan()
        self._drawer = FrameDrawer(gpu, start_data, self._plan)
        self._parts = self._drawer.parts()
        self._claim = ExitStack()
        self._next_frame = 0
        self._is_cancelled = False
        self._manifest_fault: OSError | MemoryError | None = None
        self._in_flight: deque[Task[Path]] = deque()  # frames at the writers, oldest first
        self.frame_count = len(self._drawer.pass_indexes)
        self.frames_done = 0
        self.is_closed = False
        self._in_background = in_background
        self._preparing: Generator[None] | None = self._prepare()
        while not in_background and self._preparing is not None:
            self._go_on_preparing()

    def _check_folder(self) -> None:
        own = self._settings.own
        check_folder(self.folder, force=self._force, inputs=[own.path if own else None])

    def _prepare(self) -> Generator[None]:
        yield from self._drawer.prepare_steps()
        self._claim.callback(os.close, claim_folder(self.folder))
        self._check_folder()  # another program may have written to it since
        clear_folder(self.folder, self.frame_count)
        cores = os.cpu_count() or 1
        writer_count = max(1, cores - 1) if self._in_background else cores
        # Only Linux has a niceness per thread; elsewhere it would apply to the whole process.
        is_nice = self._in_background and sys.platform == "linux"
        begin = partial(os.nice, NICENESS) if is_nice else None
        self._writers = Workers(min(MAX_WRITERS, writer_count), begin)

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
        """Whether every frame is complete in the folder."""
        return self.frames_done == self.frame_count

    @property
    def wants_work(self) -> bool:
        """Whether `work` has anything to do; if not, it is closed or must wait for its writers."""
        if self.is_closed:
            return False
        if self._is_cancelled:
            return all(writing.is_done for writing in self._in_flight)
        if not self.is_ready or not self._in_flight or self._in_flight[0].is_done:
            return True
        return self._can_draw

    @property
    def _can_draw(self) -> bool:
        return len(self._in_flight) < MAX_IN_FLIGHT and not self._is_drawn

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
            self._do_part(is_timed=deadline < inf)
            if perf_counter() >= deadline:
                break
        return self.is_closed or self.frames_done > done_before

    def wait(self, seconds: float) -> None:
        """Wait until the writers finish their oldest frame, at most that many seconds."""
        if self._in_flight:
            self._in_flight[0].is_done_by(perf_counter() + seconds)

    def _do_part(self, *, is_timed: bool) -> None:
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
                elif is_timed:
                    self._ctx.finish()  # else all queued work would be timed as the last part
                return
        except OUT_OF_ROOM as error:
            self._end()
            raise self._write_error(error) from error
        except Exception:
            self._end()
            raise
        if self._is_drawn and not self._in_flight:
            self.close()

    def cancel(self) -> None:
        """Stop drawing; `work` closes the recording once the frames in flight are written."""
        self._is_cancelled = True

    def _write_error(self, error: OSError | MemoryError) -> ProgramError:
        """Return the error to raise, after `_end`."""
        so_far = self._so_far()
        if self._manifest_fault is not None and self._manifest_fault is not error:
            so_far += f"; {MANIFEST_NAME} cannot be written either"
        if isinstance(error, OSError):
            reason = error.strerror or error
            return ProgramError(
                f"cannot write {shown_path(error.filename or self.folder)}: {reason}; {so_far}"
            )
        name = MANIFEST_NAME  # the first missing file
        if not self.is_complete:
            name = frame_name(self.frames_done, self.frame_count)
        smaller = self._drawer.size.remedy
        return ProgramError(
            f"cannot write {shown_path(self.folder / name)}: out of memory; {so_far}; "
            f"try a smaller {smaller}"
        )

    def _so_far(self) -> str:
        where = shown_path(self.folder)
        return f"{self.frames_done} of {self.frame_count} frames are complete in {where}"

    def summary(self) -> str:
        """Return how many frames are complete, and whether the manifest is missing."""
        lacks = "" if self._manifest_fault is None else f"; {MANIFEST_NAME} could not be written"
        return self._so_far() + lacks

    def _hand_over(self, drawn: DrawnFrame) -> None:
        """Queue a frame for the writers."""
        path = self.folder / frame_name(self._next_frame, self.frame_count)
        self._in_flight.append(
            Task(partial(_write_frame, path, drawn.picture), self._writers.submit)
        )
        self._next_frame += 1

    def _collect(self) -> None:
        """Count the written frames, in order."""
        while self._in_flight and self._in_flight[0].is_done:
            self._in_flight[0].wait(inf)  # a failed frame raises here and stays, to mark the gap
            self._in_flight.popleft()
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
        with self._claim:
            if not self.is_ready:  # the folder holds no frames to describe
                return []
            self._writers.shutdown()
            faults = self._count_what_was_written()
            self._replace_marker_by_manifest()
        return faults

    def _replace_marker_by_manifest(self) -> None:
        try:
            write_manifest(
                self.folder,
                self._settings,
                self._plan,
                pixels_per_texel=self._drawer.size.scale,
                frames_done=self.frames_done,
            )
        except OUT_OF_ROOM as fault:
            self._manifest_fault = fault  # the marker stays, so the frames remain known as ours
            return
        with suppress(OSError):  # a marker too many does no harm
            (self.folder / MARKER_NAME).unlink()

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
            else:
                with suppress(OSError):  # the first error is already reported
                    (self.folder / frame_name(frame, self.frame_count)).unlink()
        self._in_flight.clear()
        return faults
