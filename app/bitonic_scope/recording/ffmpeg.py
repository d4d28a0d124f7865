"""ffmpeg: where it is, and its process, which reads pictures from a pipe."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from bitonic_scope import PROGRAM
from bitonic_scope.errors import ProgramError
from bitonic_scope.system.task import Task
from bitonic_scope.system.threads import start_thread

NICENESS = 10  # while a window runs, added to the program's
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows only, as the next one
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
MESSAGES = 8  # lines that are kept: the first ones say what is wrong
MESSAGE_SECONDS = 1.0  # until a process that has ended has said everything
PIPE_BYTES = 1 << 16
FULL_DISK = os.strerror(errno.ENOSPC)


def find_ffmpeg() -> str:
    """Return the path of ffmpeg: of the package imageio-ffmpeg, or else of the system.

    Raises:
        ProgramError: there is none.
    """
    with suppress(ImportError, RuntimeError):  # not installed, or without its own ffmpeg
        from imageio_ffmpeg import get_ffmpeg_exe

        return str(get_ffmpeg_exe())
    from shutil import which  # loads more than all else of a recording

    found = which("ffmpeg")
    if found is None:
        raise ProgramError(
            f"an .mp4 film needs ffmpeg, which is not installed; try: pip install "
            f"'{PROGRAM}[film]', or a film that ends in .webp or .gif"
        )
    return found


class Ffmpeg:
    """A process that reads from us, and ends when we do."""

    def __init__(self, arguments: Sequence[str], *, in_background: bool = False) -> None:
        """Start it, out of reach of the terminal's Ctrl-C: we say when it ends.

        Args:
            arguments: what follows ffmpeg's name.
            in_background: whether it should leave the processor to others.

        Raises:
            OSError: it cannot be started.
            ProgramError: there is no ffmpeg.
        """
        program = find_ffmpeg()
        try:
            self._process = subprocess.Popen(
                [program, "-nostdin", "-hide_banner", "-loglevel", "error", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=NEW_GROUP | NO_WINDOW,
            )
        except OSError as error:
            raise OSError(error.errno, f"{program} cannot be started: {error.strerror}") from error
        # Without a thread, its messages are lost.
        self._messages = Task(self._listen, start_thread)
        if in_background and sys.platform != "win32":
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICENESS)

    def _listen(self) -> Iterator[list[str]]:
        """Read its messages to the end, so that its pipe never fills up; yields the first ones."""
        assert self._process.stderr is not None
        first = [line.decode(errors="replace") for line in islice(self._process.stderr, MESSAGES)]
        while self._process.stderr.read(PIPE_BYTES):
            pass
        yield first

    def write(self, data: bytes | memoryview) -> None:
        """Feed the process.

        Raises:
            OSError: it has ended; the error says why.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
        except OSError as error:
            raise self._fault() from error

    def finish(self) -> None:
        """End its input, and wait for its end.

        Raises:
            OSError: it has failed; the error says why.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except OSError as error:
            raise self._fault() from error
        if self._process.wait() != 0:
            raise self._fault()

    def kill(self) -> None:
        """End it now, in any thread; a second call does nothing."""
        self._process.kill()
        self._process.wait()

    def release(self) -> None:
        """End it and free everything, once no thread feeds it."""
        self.kill()
        self._messages.wait(MESSAGE_SECONDS)
        with suppress(OSError):  # what it has not read is lost
            self._process.__exit__(None, None, None)

    def _fault(self) -> OSError:
        """Return why the process has failed, once it has ended."""
        exit_code = self._process.wait()
        lines = self._messages.wait(MESSAGE_SECONDS) or []
        if any(FULL_DISK in line for line in lines):
            return OSError(errno.ENOSPC, FULL_DISK)
        if exit_code < 0:
            return OSError(errno.EIO, f"signal {-exit_code} ended ffmpeg")
        said = next((line.strip() for line in lines if line.strip()), f"exit code {exit_code}")
        return OSError(errno.EIO, f"ffmpeg failed: {said}")
