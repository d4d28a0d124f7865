"""A private X server on which a test drives a real window as a person would.

`XDisplay` starts Xvfb and takes screenshots, `XWindow` has the hands: keys and mouse go through
the XTEST extension, so the program cannot tell them from a keyboard. There is no window manager.
Nothing moves the focus by itself, and a request to close is a message that this file sends.

Coordinates are pixels with the origin in the top left corner; times are seconds.
"""

import contextlib
import io
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from Xlib import XK, X, Xatom
from Xlib.display import Display
from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.protocol.event import ClientMessage

INPUT_PAUSE_S = 0.015  # between two events; no person is quicker, and slow programs keep up
POLL_S = 0.02
SERVER_START_S = 20.0
WINDOW_CHANGE_S = 10.0
DRAG_STEPS = 8  # a drag that jumps is none: programs expect motion between press and release
SCREENSHOT_STRIP_ROWS = 64  # python-xlib joins a reply in quadratic time, so ask for small ones
CHARACTER_KEYSYMS = {"\n": "Return", "\t": "Tab", "\b": "BackSpace"}
UNICODE_KEYSYM_BASE = 0x0100_0000  # keysym of a character outside Latin-1, by the X11 protocol

Answer = TypeVar("Answer")


class Geometry(NamedTuple):
    """A window's place on the root window, without its border, in pixels."""

    x: int
    y: int
    width: int
    height: int


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
        width: Screen width in pixels.
        height: Screen height in pixels.

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
            self.name = f":{self._start_server(started, log)}"
            self._connection = _connect(self.name)
            started.callback(self._connection.close)
            self._root = self._connection.screen().root
            self._cleanup = started.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._cleanup.close()

    def environment(self) -> dict[str, str]:
        """Environment for a subprocess whose windows belong on this display."""
        environment = dict(os.environ, DISPLAY=self.name)
        environment.pop("WAYLAND_DISPLAY", None)
        return environment

    def screenshot(self) -> NDArray[np.uint8]:
        """The whole screen.

        Returns:
            (height, width, 3) uint8, red green blue, top row first.
        """
        self._connection.grab_server()  # the strips must show one moment
        try:
            strips = [
                self._screen_strip(top, min(SCREENSHOT_STRIP_ROWS, self.height - top))
                for top in range(0, self.height, SCREENSHOT_STRIP_ROWS)
            ]
        finally:
            self._connection.ungrab_server()
            self._connection.sync()
        return np.concatenate(strips)

    def find_window(self, title_part: str, timeout_s: float = 20.0) -> "XWindow":
        """Wait for a visible window.

        Args:
            title_part: Text that occurs in the window's title.
            timeout_s: Seconds until the wait is given up.

        Raises:
            AssertionError: No such window appeared; the message lists the titles that are there.
        """
        return XWindow(self, title_part, self._wait_for_window(title_part, timeout_s))

    def send_input(self, event_type: int, detail: int, x: int = 0, y: int = 0) -> None:
        """Feed one event of the XTEST extension to the server and give programs time to see it.

        Args:
            event_type: `X.KeyPress`, `X.ButtonRelease`, `X.MotionNotify` and so on.
            detail: Key code or mouse button; 0 for a motion to an absolute position.
            x: Column on the root window, for a motion.
            y: Row on the root window, for a motion.
        """
        self._connection.xtest_fake_input(event_type, detail, x=x, y=y)
        self._connection.sync()
        time.sleep(INPUT_PAUSE_S)

    def key_code(self, keysym: int) -> tuple[int, bool]:
        """The key that makes a symbol: its code, and whether Shift must be held.

        Raises:
            ValueError: No key of the server's map makes it with Shift or without.
        """
        # The upper level of the keypad, the digits, belongs to Num Lock and not to Shift.
        is_keypad = XK.XK_KP_Space <= keysym <= XK.XK_KP_9
        for code, level in self._connection.keysym_to_keycodes(keysym):
            if level == 0 or (level == 1 and not is_keypad):
                return int(code), level == 1
        raise ValueError(f"no key of {self.name} makes keysym {keysym:#x}, with Shift or without")

    def _start_server(self, started: contextlib.ExitStack, log: IO[bytes]) -> int:
        """Start Xvfb, register its end, and return the display number that it chose."""
        program = shutil.which("Xvfb")
        if program is None:
            raise RuntimeError("Xvfb is missing; install the Debian package xvfb")
        read_end, write_end = os.pipe()
        # With -terminate the server ends with its last client, so that a killed test leaves none.
        command = [program, "-displayfd", str(write_end), "-nolisten", "tcp", "-terminate"]
        command += ["-screen", "0", f"{self.width}x{self.height}x24", "+extension", "GLX"]
        with os.fdopen(read_end, "rb", buffering=0) as number_source:
            try:
                server = subprocess.Popen(
                    command, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=log
                )
            finally:
                os.close(write_end)  # the server's copy is then the only one, so its death is seen
            started.callback(_end_process, server)
            line = _read_line(number_source, SERVER_START_S)
        if not line:
            log.seek(0)
            raise RuntimeError(f"Xvfb did not start: {log.read().decode(errors='replace').strip()}")
        return int(line)

    def _screen_strip(self, top: int, row_count: int) -> NDArray[np.uint8]:
        """(row_count, width, 3) uint8 of the screen's rows from `top` on."""
        reply = self._root.get_image(0, top, self.width, row_count, X.ZPixmap, 0xFFFF_FFFF)
        # Xvfb keeps 24-bit pixels as 4 bytes in the machine's order: one uint32 0x00RRGGBB each.
        pixels = np.frombuffer(reply.data, np.uint32).reshape(row_count, self.width)
        return np.stack([pixels >> shift & 0xFF for shift in (16, 8, 0)], axis=2).astype(np.uint8)

    def _wait_for_window(self, title_part: str, timeout_s: float) -> Any:
        """The topmost visible window with this text in its title, as python-xlib's object."""
        found: list[Any] = []

        def appeared() -> bool:
            found[:] = [handle for title, handle in self._titled() if title_part in title]
            return bool(found)

        try:
            wait_until(appeared, timeout_s, f"a window titled {title_part!r}")
        except AssertionError as error:
            titles = [title for title, _ in self._titled()]
            raise AssertionError(f"{error}; titles there: {titles}") from None
        return found[-1]

    def _titled(self) -> Iterator[tuple[str, Any]]:
        """Title and handle of each visible window that has a title, the topmost last."""
        for handle in _descendants(self._root):
            with contextlib.suppress(BadWindow):  # it went away since it was listed
                title = self._title(handle)
                if title and handle.get_attributes().map_state == X.IsViewable:
                    yield title, handle

    def _title(self, handle: Any) -> str:
        for name in (self._connection.intern_atom("_NET_WM_NAME"), Xatom.WM_NAME):
            title = handle.get_full_property(name, X.AnyPropertyType)
            if title is not None:
                value = title.value
                return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
        return ""


class XWindow:
    """A program's window, known by its title.

    A program may replace its window by a new one with the same title, as pyglet does when it
    enters and leaves full screen. Each method works on the window that is there now.

    Made by `XDisplay.find_window`.
    """

    def __init__(self, display: XDisplay, title_part: str, handle: Any) -> None:
        self._display = display
        self._title_part = title_part
        self._handle = handle

    @property
    def id(self) -> int:
        """The X window id now; it changes when the program replaces its window."""
        return int(self._ask(lambda handle: handle.get_attributes() and handle.id))

    def exists(self) -> bool:
        """Whether the program still has a window of this title, a minimised one included."""
        try:
            self._handle.get_attributes()
        except BadWindow:
            return any(self._title_part in title for title, _ in self._display._titled())
        return True

    def geometry(self) -> Geometry:
        """Place on the root window and size, in pixels."""

        def measure(handle: Any) -> Geometry:
            size, corner = handle.get_geometry(), self._root.translate_coords(handle, 0, 0)
            return Geometry(corner.x, corner.y, size.width, size.height)

        return self._ask(measure)

    def screenshot(self) -> NDArray[np.uint8]:
        """The part of the screen that the window covers.

        Returns:
            (height, width, 3) uint8, red green blue, top row first.
        """
        x, y, width, height = self.geometry()
        screen = self._display.screenshot()
        return screen[max(y, 0) : y + height, max(x, 0) : x + width]

    def focus(self) -> None:
        """Raise the window and give it the keyboard."""
        wait_until(self._take_focus, WINDOW_CHANGE_S, f"the focus on {self._title_part!r}")

    def key(self, keysym_name: str, modifiers: Sequence[str] = (), hold_s: float = 0.0) -> None:
        """Press and release a key, with the focus on this window.

        The focus follows a window that is replaced while the key is down. A key which makes
        pyglet replace it needs a `hold_s` that outlasts the change: the release must reach the
        new window, or pyglet takes the key for held and ignores its next press.

        Args:
            keysym_name: Name by X.Org, such as "a", "A", "space", "Page_Down", "KP_Add", "F11".
                Shift is pressed as well where the symbol needs it. Keypad digits, which need
                Num Lock, are not to be had; KP_Add and the like are.
            modifiers: Keys held meanwhile, such as "Control_L", "Shift_L", "Alt_L".
            hold_s: Seconds for which the key stays down; the server repeats it after 0.66 s.

        Raises:
            ValueError: No such name, or no key for it.
        """
        self._press(_keysym(keysym_name), [_keysym(name) for name in modifiers], hold_s)

    def type_text(self, text: str) -> None:
        """Type characters one by one; a line feed is Return, a tab is Tab, "\\b" is Backspace.

        Raises:
            ValueError: The keyboard, a US one, has no key for a character.
        """
        for character in text:
            self._press(_character_keysym(character), [], 0.0)

    def move(self, x: int, y: int) -> None:
        """Move the mouse to a pixel of the window."""
        left, top, _, _ = self.geometry()
        self._display.send_input(X.MotionNotify, 0, left + x, top + y)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click a pixel: button 1 left, 2 middle, 3 right; 4 and 5 turn the wheel up and down."""
        self.move(x, y)
        self._display.send_input(X.ButtonPress, button)
        self._display.send_input(X.ButtonRelease, button)

    def drag(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Move from one pixel to another with the left button held."""
        self.move(x0, y0)
        self._display.send_input(X.ButtonPress, 1)
        for step in range(1, DRAG_STEPS + 1):
            share = step / DRAG_STEPS
            self.move(round(x0 + (x1 - x0) * share), round(y0 + (y1 - y0) * share))
        self._display.send_input(X.ButtonRelease, 1)

    def move_window(self, x: int, y: int) -> None:
        """Put the window's corner at a pixel of the screen, as a drag of the title bar would."""
        self._ask(lambda handle: handle.configure(x=x, y=y))
        wait_until(
            lambda: self.geometry()[:2] == (x, y), WINDOW_CHANGE_S, f"the window at {(x, y)}"
        )

    def resize(self, width: int, height: int) -> None:
        """Give the window a size in pixels, as a drag of its corner would."""
        self._ask(lambda handle: handle.configure(width=width, height=height))
        wait_until(
            lambda: self.geometry()[2:] == (width, height),
            WINDOW_CHANGE_S,
            f"a window of {width} x {height}",
        )

    def minimise(self) -> None:
        """Take the window off the screen; without a window manager that means to unmap it."""
        self._ask(lambda handle: handle.unmap())
        wait_until(lambda: not self.is_visible(), WINDOW_CHANGE_S, "the window to go")

    def restore(self) -> None:
        """Undo `minimise`; the focus does not come back by itself."""
        self._ask(lambda handle: handle.map())
        wait_until(self.is_visible, WINDOW_CHANGE_S, "the window to come back")

    def is_visible(self) -> bool:
        """Whether the window is on the screen (mapped), though perhaps under another."""
        return self._ask(lambda handle: bool(handle.get_attributes().map_state == X.IsViewable))

    def ask_to_close(self) -> None:
        """Ask the program to close the window, as a click on the title bar's cross would."""
        intern = self._connection.intern_atom
        data = [intern("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0]

        def send(handle: Any) -> None:
            message = ClientMessage(
                window=handle, client_type=intern("WM_PROTOCOLS"), data=(32, data)
            )
            handle.send_event(message)

        self._ask(send)

    @property
    def _connection(self) -> Any:
        return self._display._connection

    @property
    def _root(self) -> Any:
        return self._display._root

    def _ask(self, question: Callable[[Any], Answer]) -> Answer:
        """Put a question to the window that is there now, and wait until the server did it."""
        try:
            self._handle.get_attributes()  # a request without a reply would not tell a lost window
            answer = question(self._handle)
        except (BadWindow, BadDrawable):
            self._handle = self._display._wait_for_window(self._title_part, WINDOW_CHANGE_S)
            answer = question(self._handle)
        self._connection.sync()
        return answer

    def _has_focus(self) -> bool:
        focus = self._connection.get_input_focus().focus
        return bool(self.id == getattr(focus, "id", focus))  # "none" and "root" are plain numbers

    def _take_focus(self) -> bool:
        """Ask for the focus and tell whether the window got it."""
        if self.is_visible():  # else the server refuses
            self._ask(lambda handle: handle.configure(stack_mode=X.Above))
            self._ask(
                lambda handle: handle.set_input_focus(
                    X.RevertToParent, X.CurrentTime, onerror=_ignore_lost_window
                )
            )
        return self._has_focus()

    def _press(self, keysym: int, held_keysyms: Sequence[int], hold_s: float) -> None:
        code, needs_shift = self._display.key_code(keysym)
        held = [self._display.key_code(held_keysym)[0] for held_keysym in held_keysyms]
        shift, _ = self._display.key_code(XK.XK_Shift_L)
        if needs_shift and shift not in held:
            held.append(shift)
        self._focus_if_lost()
        for down in (*held, code):
            self._display.send_input(X.KeyPress, down)
        time.sleep(hold_s)
        if hold_s:
            self._focus_if_lost()
        for up in (code, *reversed(held)):
            self._display.send_input(X.KeyRelease, up)

    def _focus_if_lost(self) -> None:
        if not self._has_focus():
            self.focus()


def _keysym(name: str) -> int:
    """The number of a keysym name.

    Raises:
        ValueError: X11 knows no such name.
    """
    keysym = int(XK.string_to_keysym(name))
    if keysym == X.NoSymbol:
        raise ValueError(f"no keysym is named {name!r}; names are like 'a', 'space' or 'Page_Down'")
    return keysym


def _character_keysym(character: str) -> int:
    if character in CHARACTER_KEYSYMS:
        return _keysym(CHARACTER_KEYSYMS[character])
    return ord(character) if ord(character) < 0x100 else UNICODE_KEYSYM_BASE + ord(character)


def _connect(name: str) -> Any:
    """A connection to a display of our own; python-xlib's remark on missing cookies is muted."""
    with contextlib.redirect_stdout(io.StringIO()):
        return Display(name)


def _descendants(handle: Any) -> Iterator[Any]:
    """All windows below one, each after those beneath it on the screen."""
    with contextlib.suppress(BadWindow):
        for child in handle.query_tree().children:
            yield child
            yield from _descendants(child)


def _ignore_lost_window(error: Any, request: Any) -> bool:
    """Error handler of python-xlib: a window that just went away is found again by the caller."""
    return isinstance(error, BadWindow | BadMatch)


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
