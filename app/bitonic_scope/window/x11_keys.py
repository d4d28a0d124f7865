"""Asks X which keys are down, because events go astray while pyglet replaces its window."""

from ctypes import c_char
from typing import Any

KEYMAP_BYTES = 32


def is_key_down(window: Any, symbol: int) -> bool:
    """Return whether a key of the keyboard is down; False on other systems.

    Args:
        window: the pyglet window.
        symbol: pyglet's symbol of the key, which is the keysym of X.
    """
    if not hasattr(window, "_x_display"):
        return False
    from pyglet.libs.x11 import xlib  # exists on X only

    keymap = (c_char * KEYMAP_BYTES)()
    xlib.XQueryKeymap(window._x_display, keymap)
    code = xlib.XKeysymToKeycode(window._x_display, symbol)
    return bool(keymap.raw[code // 8] >> code % 8 & 1)
