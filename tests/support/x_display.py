"""A private X server on which a test drives a real window as a person would.

`XDisplay` starts Xvfb, takes screenshots and feeds it with input through the XTEST extension, so
the program cannot tell it from a keyboard and a mouse. There is no window manager.

Coordinates are pixels with the origin in the top left corner; times are seconds.
"""

import contextlib
import io
import mmap
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Self

import numpy as np
from numpy.typing import NDArray
from Xlib import XK, X, Xatom
from Xlib.display import Display
from Xlib.error import BadWindow, ConnectionClosedError

INPUT_PAUSE_S = 0.015  # between two events; no person is quicker, and slow programs keep up
POLL_S = 0.02
SERVER_START_S = 20.0


def wait_until(condition: Callable[[], object], timeout_s: float, what: str) -> None:
    """Return as soon as the condition holds.

    Args:
        condition: Asked about fifty times a second; its truth counts.
        timeout_s: Seconds until the wait is given up.
        what: What was waited for, as it reads after "waited 5 s for".

    Raises:
        AssertionError: The condition still did not hold after `timeout_s`.
    """
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() >= deadline:
            raise AssertionError(f"waited {timeout_s:g} s for {what}, in vain")
        time.sleep(POLL_S)


def cpu_seconds(pid: int) -> float:
    """Processor time that a process used so far, in user and kernel mode, all threads together.

    Raises:
        FileNotFoundError: There is no such process.
    """
    # The second field is the command in brackets and may itself hold blanks and brackets.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user_ticks, system_ticks = int(fields[11]), int(fields[12])
    return (user_ticks + system_ticks) / os.sysconf("SC_CLK_TCK")


class XDisplay:
    """An Xvfb of its own, with OpenGL; use it with `with`.

    Args:
        width: Session width in pixels.
        height: Session height in pixels.

    Raises:
        RuntimeError: On entry: Xvfb is missing or did not start.
    """

    def __init__(self, width: int = 1280, height: int = 800) -> None:
        self.width = width
        self.height = height
        self.name = ""
        self._cleanup = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as started:
            log = started.enter_context(tempfile.TemporaryFile())
            folder = started.enter_context(tempfile.TemporaryDirectory())
            self.name = f":{self._start_server(started, log, folder)}"
            self._screen = self._map_screen(folder)
            self.connection = _connect(self.name)
            started.callback(_disconnect, self.connection)
            self.root = self.connection.screen().root
            self._cleanup = started.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._cleanup.close()

    def kill(self) -> None:
        """Let the server go away, as if it had crashed."""
        self._server.kill()

    def screenshot(self) -> NDArray[np.uint8]:
        """The whole screen.

        Returns:
            (height, width, 3) uint8, red green blue, top row first.
        """
        self.connection.grab_server()  # nothing may be drawn meanwhile
        self.connection.sync()
        screen = self._screen.copy()
        self.connection.ungrab_server()
        self.connection.sync()
        return screen[:, :, 2::-1]

    def send_input(self, event_type: int, detail: int, x: int = 0, y: int = 0) -> None:
        """Feed one event of the XTEST extension to the server and give programs time to see it.

        Args:
            event_type: `X.KeyPress`, `X.ButtonRelease`, `X.MotionNotify` and so on.
            detail: Key code or mouse button; 0 for a motion to an absolute position.
            x: Column on the root window, for a motion.
            y: Row on the root window, for a motion.
        """
        self.connection.xtest_fake_input(event_type, detail, x=x, y=y)
        self.connection.sync()
        time.sleep(INPUT_PAUSE_S)

    def key_code(self, keysym: int) -> tuple[int, bool]:
        """The key that makes a symbol: its code, and whether Shift must be held.

        Raises:
            ValueError: No key of the server's map makes it with Shift or without.
        """
        # The upper level of the keypad, the digits, belongs to Num Lock and not to Shift.
        is_keypad = XK.XK_KP_Space <= keysym <= XK.XK_KP_9
        for code, level in self.connection.keysym_to_keycodes(keysym):
            if level == 0 or (level == 1 and not is_keypad):
                return int(code), level == 1
        raise ValueError(f"no key of {self.name} makes keysym {keysym:#x}, with Shift or without")

    def _start_server(self, started: contextlib.ExitStack, log: IO[bytes], folder: str) -> int:
        """Start Xvfb, register its end, and return the display number that it chose."""
        program = shutil.which("Xvfb")
        if program is None:
            raise RuntimeError("Xvfb is missing; install the Debian package xvfb")
        read_end, write_end = os.pipe()
        # With -terminate the server ends with its last client, so that a killed test leaves none.
        command = [program, "-displayfd", str(write_end), "-nolisten", "tcp", "-terminate"]
        command += ["-screen", "0", f"{self.width}x{self.height}x24", "+extension", "GLX"]
        command += ["-fbdir", folder]  # a screenshot is then a copy of a file in memory
        with os.fdopen(read_end, "rb", buffering=0) as number_source:
            try:
                server = subprocess.Popen(
                    command, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=log
                )
            finally:
                os.close(write_end)  # the server's copy is then the only one, so its death is seen
            started.callback(_end_process, server)
            self._server = server
            line = _read_line(number_source, SERVER_START_S)
        if not line:
            log.seek(0)
            raise RuntimeError(f"Xvfb did not start: {log.read().decode(errors='replace').strip()}")
        return int(line)

    def _map_screen(self, folder: str) -> NDArray[np.uint8]:
        """Map the file in which Xvfb keeps the screen: (height, width, 4) uint8, blue first.

        It is an X window dump: a header of big-endian numbers, colours of 12 bytes, the pixels.
        """
        with open(f"{folder}/Xvfb_screen0", "rb") as file:
            memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = np.frombuffer(memory, ">u4", 25)
        start = int(header[0] + 12 * header[19])
        assert (header[11], header[12]) == (32, 4 * self.width)
        pixels = np.frombuffer(memory, np.uint8, 4 * self.width * self.height, start)
        return pixels.reshape(self.height, self.width, 4)

    def titled_windows(self) -> Iterator[tuple[str, Any]]:
        """Title and handle of each visible window that has a title, the topmost last."""
        for handle in _descendants(self.root):
            with contextlib.suppress(BadWindow):  # it went away since it was listed
                title = self._title(handle)
                if title and handle.get_attributes().map_state == X.IsViewable:
                    yield title, handle

    def _title(self, handle: Any) -> str:
        for name in (self.connection.intern_atom("_NET_WM_NAME"), Xatom.WM_NAME):
            title = handle.get_full_property(name, X.AnyPropertyType)
            if title is not None:
                value = title.value
                return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
        return ""


def _connect(name: str) -> Any:
    """A connection to a display of our own; python-xlib's remark on missing cookies is muted."""
    with contextlib.redirect_stdout(io.StringIO()):
        return Display(name)


def _disconnect(connection: Any) -> None:
    with contextlib.suppress(ConnectionClosedError):  # a test has killed the server
        connection.close()


def _descendants(handle: Any) -> Iterator[Any]:
    """All windows below one, each after those beneath it on the screen."""
    with contextlib.suppress(BadWindow):
        for child in handle.query_tree().children:
            yield child
            yield from _descendants(child)


def _read_line(source: IO[bytes], timeout_s: float) -> bytes:
    """What arrives up to the first line feed; empty at the end of the source or on time-out."""
    line = b""
    deadline = time.monotonic() + timeout_s
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([source], [], [], max(0.0, deadline - time.monotonic()))
        received = source.read(16) if ready else b""
        if not received:
            return b""
        line += received
    return line


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=5.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
