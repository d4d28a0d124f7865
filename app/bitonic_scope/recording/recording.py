"""A recording: draws every pass of one sort and writes it, a frame at a time.

Drawing happens in the caller's thread, which owns the GL context: a frame at a time, or where a
window goes on beside it, a part of a frame. Enlarging, packing and writing happen in worker
threads. The number of frames on their way is bounded, and so is memory.
"""

import os
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.enlarge import enlarge
from bitonic_scope.recording.folder import MANIFEST_NAME, check_folder, clear_folder, frame_name
from bitonic_scope.recording.frame_drawer import FrameDrawer
from bitonic_scope.recording.manifest import write_manifest
from bitonic_scope.recording.png import write_png
from bitonic_scope.recording.writers import Writers
from bitonic_scope.system.task import Task

MAX_FRAMES_ON_THEIR_WAY = 8
MAX_WRITERS = 4
MIN_SHORTER_SIDE = 512  # pixels, of a frame at the default scale
MAX_FRAME_SIDE = 16384  # pixels: more is not opened by viewers
OUT_OF_ROOM = (OSError, MemoryError)  # what may befall a writer: no disk, no memory


def default_scale(layout: TextureLayout) -> int:
    """Return the smallest scale that makes the shorter side at least 512 pixels.

    Where that would make the longer side more than 16384 pixels, the largest scale that does not.
    """
    wanted = -(-MIN_SHORTER_SIDE // min(layout.width, layout.height))
    return max(1, min(wanted, MAX_FRAME_SIDE // max(layout.width, layout.height)))


def _check_size(layout: TextureLayout, scale: int) -> None:
    width, height = layout.width * scale, layout.height * scale
    if max(width, height) > MAX_FRAME_SIDE:
        raise ProgramError(
            f"a frame of {width}x{height} pixels is larger than {MAX_FRAME_SIDE} a side; "
            "try a smaller --scale"
        )


def _write_frame(path: Path, colours: NDArray[np.uint8], scale: int) -> Iterator[Path]:
    """Do what a writer does for a frame, in one step; yields the file."""
    write_png(path, enlarge(colours, scale))
    yield path


def _fault_of(writing: Task[Path]) -> Exception | None:
    try:
        writing.wait(None)
    except Exception as fault:
        return fault
    return None


class Recording:
    """Owns what draws the frames of one recording, and what writes them.

    Attributes:
        folder: where the frames go, as a full path.
        frame_count: how many frames there will be, P + 1.
        frames_done: how many frames, from the first on, are complete in the folder.
        is_closed: whether it has ended, complete or not.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        settings: SortSettings,
        capabilities: Capabilities,
        *,
        start_data: StartData,
        folder: Path,
        scale: int | None = None,
        force: bool = False,
        wait: bool = True,
    ) -> None:
        """Get everything ready, then clear the folder; writes no frame yet.

        Args:
            ctx: the GL context of this thread.
            programs: of that context.
            settings: what is sorted.
            capabilities: of that context.
            start_data: the input.
            folder: where the frames go; made if need be.
            scale: pixels a side for each element; None for the default.
            force: replace the frames that the folder holds.
            wait: until everything is ready. Otherwise that is done by the first steps, which may
                raise what is said here; and the window, that goes on beside, comes first.

        Raises:
            ProgramError: the folder cannot take the frames, or they are too large, or the driver
                cannot draw them.
        """
        self.folder = folder.absolute()
        check_folder(self.folder, force=force)
        layout = TextureLayout(settings.width, settings.height)
        self._ctx = ctx
        self._settings = settings
        self._force = force
        self._scale = default_scale(layout) if scale is None else scale
        _check_size(layout, self._scale)
        self._drawer = FrameDrawer(ctx, programs, settings, capabilities, start_data)
        self._parts = self._drawer.parts()
        self._next_frame = 0
        self._is_cancelled = False
        self._manifest_fault: OSError | MemoryError | None = None
        self._on_their_way: deque[Task[Path]] = deque()
        self.frame_count = settings.network.pass_count + 1
        self.frames_done = 0
        self.is_closed = False
        self._has_window = not wait
        self._preparing: Generator[None, None, None] | None = self._prepare()
        while wait and self._preparing is not None:
            self._go_on_preparing()

    def _prepare(self) -> Generator[None, None, None]:
        yield from self._drawer.prepare()
        check_folder(self.folder, force=self._force)  # others may have found it since
        clear_folder(self.folder)
        cores = os.cpu_count() or 1
        writer_count = max(1, cores - 1) if self._has_window else cores
        self._writers = Writers(min(MAX_WRITERS, writer_count), are_nice=self._has_window)

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
        """Whether the folder is its own, and frames are drawn."""
        return self._preparing is None

    @property
    def frames_drawn(self) -> int:
        """How many frames have been handed to a writer."""
        return self._next_frame

    @property
    def _is_drawn(self) -> bool:
        return self._next_frame == self.frame_count

    @property
    def is_complete(self) -> bool:
        """Whether every frame is in the folder."""
        return self.frames_done == self.frame_count

    def step(self, *, wait: bool = True) -> bool:
        """Draw the next frame and hand it to a writer; close after the last one is written.

        Args:
            wait: for room among the frames on their way. Otherwise do nothing while there is none,
                and else only one part of getting ready or of a frame: of its pass, of its colours,
                or of reading it back.

        Returns:
            Whether there was anything to do; if not, the writers are behind.

        Raises:
            ProgramError: a frame could not be written, or nothing can be, as `__init__` says; the
                recording is closed.
            MemoryError: there is none to get ready; the recording is closed.
            Exception: what else a writer raised; the recording is closed as well.
        """
        if self._is_cancelled:
            if all(writing.is_done for writing in self._on_their_way):
                self.close()
            return self.is_closed
        if self._preparing is not None:
            self._go_on_preparing()
            return True
        done_before = self.frames_done
        try:
            self._collect(wait=wait)
            if len(self._on_their_way) < MAX_FRAMES_ON_THEIR_WAY and not self._is_drawn:
                self._draw(is_whole=wait)
                return True
        except OUT_OF_ROOM as error:
            self._end()
            raise self._write_error(error) from error
        except Exception:
            self._end()
            raise
        if self._is_drawn and not self._on_their_way:
            self.close()
        return self.is_closed or self.frames_done > done_before

    def cancel(self) -> None:
        """Draw no more; the steps that follow close it once the frames on their way are written."""
        self._is_cancelled = True

    def _write_error(self, error: OSError | MemoryError) -> ProgramError:
        """Tell why it has ended, once it has."""
        so_far = self._so_far()
        if self._manifest_fault is not None and self._manifest_fault is not error:
            so_far += f"; {MANIFEST_NAME} could not be written either"
        if isinstance(error, OSError):
            reason = error.strerror or error
            return ProgramError(f"cannot write {error.filename or self.folder}: {reason}; {so_far}")
        name = MANIFEST_NAME  # of what is missing first
        if not self.is_complete:
            name = frame_name(self.frames_done, self.frame_count)
        smaller = "--scale" if self._scale > 1 else "--size"
        return ProgramError(
            f"cannot write {self.folder / name}: out of memory; {so_far}; try a smaller {smaller}"
        )

    def _so_far(self) -> str:
        return f"{self.frames_done} of {self.frame_count} frames are complete in {self.folder}"

    def summary(self) -> str:
        """Say how far it came, and whether it lacks the manifest."""
        lacks = "" if self._manifest_fault is None else f"; {MANIFEST_NAME} could not be written"
        return self._so_far() + lacks

    def _draw(self, *, is_whole: bool) -> None:
        """Draw the next frame to its end, or do the next part of it."""
        colours = next(self._parts)
        while is_whole and colours is None:
            colours = next(self._parts)
        if colours is None:
            self._ctx.finish()  # otherwise all parts would take their time in the last one
        else:
            self._hand_over(colours)

    def _hand_over(self, colours: NDArray[np.uint8]) -> None:
        """Let a writer have a frame."""
        path = self.folder / frame_name(self._next_frame, self.frame_count)
        work = partial(_write_frame, path, colours, self._scale)
        self._on_their_way.append(Task(work, self._writers.start))
        self._next_frame += 1

    def _collect(self, *, wait: bool) -> None:
        """Count the frames that have been written, in order."""
        is_full = len(self._on_their_way) >= MAX_FRAMES_ON_THEIR_WAY
        must_wait = wait and (is_full or self._is_drawn)
        while self._on_their_way and (must_wait or self._on_their_way[0].is_done):
            self._on_their_way[0].wait(None)  # a failed one stays, and marks the gap
            self._on_their_way.popleft()
            self.frames_done += 1
            must_wait = wait and self._is_drawn

    def close(self) -> None:
        """End it, complete or not: no half-written file stays, and the manifest says how far.

        A frame that could not be written for want of room is no fault here: it counts as missing.

        Raises:
            ProgramError: the manifest cannot be written.
            Exception: what else a writer raised.
        """
        if self.is_closed:
            return
        for fault in self._end():
            if not isinstance(fault, OUT_OF_ROOM):
                raise fault
        if self._manifest_fault is not None:
            raise self._write_error(self._manifest_fault) from self._manifest_fault

    def _end(self) -> list[Exception]:
        """Close without a word; return what the writers of frames not yet counted raised."""
        self.is_closed = True
        if self._preparing is not None:
            self._preparing.close()  # now, not when Python comes to it: GL objects are freed by it
        self._drawer.release()
        if not self.is_ready:  # there is nothing to be told of in the folder
            return []
        self._writers.close()
        faults = self._count_what_was_written()
        try:
            write_manifest(
                self.folder,
                self._settings,
                pixels_per_texel=self._scale,
                frames_done=self.frames_done,
            )
        except OUT_OF_ROOM as fault:
            self._manifest_fault = fault
        return faults

    def _count_what_was_written(self) -> list[Exception]:
        """Keep frames without a gap: those after the first that is missing are removed."""
        faults: list[Exception] = []
        for frame, writing in enumerate(self._on_their_way, self.frames_done):
            fault = _fault_of(writing)
            if fault is not None:
                faults.append(fault)
            elif not faults:
                self.frames_done += 1
            else:
                with suppress(OSError):  # the first fault is reported already
                    (self.folder / frame_name(frame, self.frame_count)).unlink()
        self._on_their_way.clear()
        return faults
