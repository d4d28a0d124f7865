"""A program's window on a private X server, with the hands of a person: keys, mouse, title bar.

Nothing moves the focus by itself, and a request to close is a message that this file sends.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from Xlib import XK, X
from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.protocol.event import ClientMessage

from tests.support.x_display import XDisplay, wait_until

WINDOW_CHANGE_S = 10.0
DRAG_STEPS = 8  # a drag that jumps is none: programs expect motion between press and release
CHARACTER_KEYSYMS = {"\n": "Return", "\t": "Tab", "\b": "BackSpace"}
UNICODE_KEYSYM_BASE = 0x0100_0000  # keysym of a character outside Latin-1, by the X11 protocol

Answer = TypeVar("Answer")


class Geometry(NamedTuple):
    """A window's place on the root window, without its border, in pixels."""

    x: int
    y: int
    width: int
    height: int


def find_window(display: XDisplay, title_part: str, timeout_s: float = 20.0) -> "XWindow":
    """Wait for a visible window.

    Args:
        display: Where it is to appear.
        title_part: Text that occurs in the window's title.
        timeout_s: Seconds until the wait is given up.

    Raises:
        AssertionError: No such window appeared; the message lists the titles that are there.
    """
    return XWindow(display, title_part, _wait_for_handle(display, title_part, timeout_s))


class XWindow:
    """A program's window, known by its title.

    A program may replace its window by a new one with the same title, as pyglet does when it
    enters and leaves full screen. Each method works on the window that is there now.

    Made by `find_window`.
    """

    def __init__(self, display: XDisplay, title_part: str, handle: Any) -> None:
        self.display = display
        self._title_part = title_part
        self.handle = handle

    @property
    def id(self) -> int:
        """The X window id now; it changes when the program replaces its window."""
        return int(self._ask(lambda handle: handle.get_attributes() and handle.id))

    def exists(self) -> bool:
        """Whether the program still has a window of this title, a minimised one included."""
        try:
            self.handle.get_attributes()
        except BadWindow:
            return any(self._title_part in title for title, _ in self.display.titled_windows())
        return True

    def geometry(self) -> Geometry:
        """Place on the root window and size, in pixels."""

        def measure(handle: Any) -> Geometry:
            size, corner = handle.get_geometry(), self.display.root.translate_coords(handle, 0, 0)
            return Geometry(corner.x, corner.y, size.width, size.height)

        return self._ask(measure)

    def screenshot(self) -> NDArray[np.uint8]:
        """The part of the screen that the window covers.

        Returns:
            (height, width, 3) uint8, red green blue, top row first.
        """
        x, y, width, height = self.geometry()
        screen = self.display.screenshot()
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
        self.display.send_input(X.MotionNotify, 0, left + x, top + y)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click a pixel: button 1 left, 2 middle, 3 right; 4 and 5 turn the wheel up and down."""
        self.move(x, y)
        self.display.send_input(X.ButtonPress, button)
        self.display.send_input(X.ButtonRelease, button)

    def drag(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Move from one pixel to another with the left button held."""
        self.move(x0, y0)
        self.display.send_input(X.ButtonPress, 1)
        for step in range(1, DRAG_STEPS + 1):
            share = step / DRAG_STEPS
            self.move(round(x0 + (x1 - x0) * share), round(y0 + (y1 - y0) * share))
        self.display.send_input(X.ButtonRelease, 1)

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
        intern = self.display.connection.intern_atom
        data = [intern("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0]

        def send(handle: Any) -> None:
            message = ClientMessage(
                window=handle, client_type=intern("WM_PROTOCOLS"), data=(32, data)
            )
            handle.send_event(message)

        self._ask(send)

    def _ask(self, question: Callable[[Any], Answer]) -> Answer:
        """Put a question to the window that is there now, and wait until the server did it."""
        try:
            self.handle.get_attributes()  # a request without a reply would not tell a lost window
            answer = question(self.handle)
        except (BadWindow, BadDrawable):
            self.handle = _wait_for_handle(self.display, self._title_part, WINDOW_CHANGE_S)
            answer = question(self.handle)
        self.display.connection.sync()
        return answer

    def _has_focus(self) -> bool:
        focus = self.display.connection.get_input_focus().focus
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
        code, needs_shift = self.display.key_code(keysym)
        held = [self.display.key_code(held_keysym)[0] for held_keysym in held_keysyms]
        shift, _ = self.display.key_code(XK.XK_Shift_L)
        if needs_shift and shift not in held:
            held.append(shift)
        self._focus_if_lost()
        for down in (*held, code):
            self.display.send_input(X.KeyPress, down)
        time.sleep(hold_s)
        if hold_s:
            self._focus_if_lost()
        for up in (code, *reversed(held)):
            self.display.send_input(X.KeyRelease, up)

    def _focus_if_lost(self) -> None:
        if not self._has_focus():
            self.focus()


def _wait_for_handle(display: XDisplay, title_part: str, timeout_s: float) -> Any:
    """The topmost visible window with this text in its title, as python-xlib's object."""
    found: list[Any] = []

    def appeared() -> bool:
        found[:] = [handle for title, handle in display.titled_windows() if title_part in title]
        return bool(found)

    try:
        wait_until(appeared, timeout_s, f"a window titled {title_part!r}")
    except AssertionError as error:
        titles = [title for title, _ in display.titled_windows()]
        raise AssertionError(f"{error}; titles there: {titles}") from None
    return found[-1]


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


def _ignore_lost_window(error: Any, request: Any) -> bool:
    """Error handler of python-xlib: a window that just went away is found again by the caller."""
    return isinstance(error, BadWindow | BadMatch)
