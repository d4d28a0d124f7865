"""Works around pyglet 2.1 on X, which loses files dropped on a window outside pyglet's own loop."""

from collections.abc import Callable
from ctypes import byref
from typing import Any


def mend_drops(window: Any) -> Callable[[], None]:
    """Make a pyglet window accept dropped files.

    Returns:
        A function to call after each dispatch of events; it does nothing on other systems.
    """
    if not hasattr(window, "_xdnd_atoms"):
        return lambda: None
    from pyglet.libs.x11 import xlib  # exists on X only

    _accept_few_types(window)
    event = xlib.XEvent()

    def deliver() -> None:
        # The dropped paths arrive in an event that only pyglet's own loop polls.
        while xlib.XCheckTypedWindowEvent(
            window._x_display, window._window, xlib.SelectionNotify, byref(event)
        ):
            window.dispatch_platform_event(event)

    return deliver


def _accept_few_types(window: Any) -> None:
    """Accept drops that offer three types or fewer, for which pyglet raises a TypeError."""
    enter = window._event_drag_enter

    def mended_enter(event: Any) -> None:
        try:
            enter(event)
        except TypeError:
            wanted = window._xdnd_atoms["text/uri-list"]
            window._xdnd_format = wanted if wanted in event.xclient.data.l[2:5] else None

    window._event_drag_enter = mended_enter
