"""Notices that the X server is gone; Xlib alone would end the process before anything is saved."""

import ctypes
import os
from typing import Any

from bitonic_scope.errors import ProgramError


class DisplayWatch:
    """Watches the connection of a pyglet window to its X server; elsewhere it sees nothing.

    Attributes:
        is_lost: whether the connection was lost; then nothing may use the window any more.
    """

    def __init__(self, window: Any) -> None:
        self.is_lost = False
        if not hasattr(window, "_x_display"):
            return
        from pyglet.libs.x11 import xlib  # exists on X only

        def note_loss(display: object) -> int:
            self.is_lost = True
            return 0

        # Xlib calls the first instead of printing, and the second instead of exit(). It keeps no
        # reference.
        self._instead_of_print = xlib.XIOErrorHandler(note_loss)
        self._instead_of_exit = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(
            lambda display, data: None
        )
        xlib.XSetIOErrorHandler(self._instead_of_print)
        if hasattr(xlib._lib, "XSetIOErrorExitHandler"):  # since libX11 1.7
            xlib._lib.XSetIOErrorExitHandler(window._x_display, self._instead_of_exit, None)

    def check(self) -> None:
        """Raise ProgramError if the connection was lost."""
        if self.is_lost:
            raise ProgramError(
                f"the display '{os.environ.get('DISPLAY', '')}' is gone; the complete frames of a "
                "recording are kept; try again once the display responds"
            )
