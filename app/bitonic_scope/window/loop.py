"""The window's loop: opens the window, passes events on, and draws frames when they are due.

The loop draws only for input, playback or finished work, and sleeps in between: an idle window
costs almost nothing.
"""

import logging
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import moderngl_window
import pyglet
from imgui_bundle import imgui
from moderngl_window.context.base import BaseWindow

from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.input_guard import check_keeps_inputs
from bitonic_scope.gpu.context import GL_VERSIONS, context_error, release_target
from bitonic_scope.model.kept import Kept
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.paths import data_dir
from bitonic_scope.system.console import announce
from bitonic_scope.system.folders import pictures_folder
from bitonic_scope.system.limits import blame_limits
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.state import UiState
from bitonic_scope.window.keeper import write_kept
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.session import Session
from bitonic_scope.window.x11_drops import mend_drops
from bitonic_scope.window.x11_keys import is_key_down
from bitonic_scope.window.x11_loss import DisplayWatch

TITLE = "Bitonic Scope"
ASPECT = 16 / 9  # of the first window
MIN_WINDOW_SIZE = (480, 400)
SHARE_OF_SCREEN = 0.9
MIN_FRAME_SECONDS = 1 / 125  # caps the frame rate if the driver ignores vsync
IDLE_SLEEP_SECONDS = 0.016  # the most that an event waits in an idle window
BUSY_SLEEP_SECONDS = 0.001
MOUSE_BUTTONS = {1: 0, 2: 1, 3: 2}  # moderngl-window's numbers to ImGui's
PYGLET_ROW_OFFSET = 1  # moderngl-window reports the mouse one row too low


def run_window(
    opening: Opening,
    last_size: tuple[int, int],
    *,
    kept_file: Path | None,
    frame_limit: int | None = None,
    screenshot: Path | None = None,
) -> None:
    """Show the sort until the window closes.

    Args:
        opening: what to show at first.
        last_size: width and height of the last window in logical pixels; 0 before the first.
        kept_file: where this window keeps its choices at the end; None for nowhere.
        frame_limit: close after that many frames; None for no limit.
        screenshot: the PNG file for the last frame; None for no file.

    Raises:
        ProgramError: no window can be opened, the settings are too large for this machine, or the
            display is gone.
    """
    if screenshot is not None:
        _check_screenshot(screenshot, opening.settings)
    with open_loop(opening, last_size) as loop:
        session = loop.session
        if frame_limit is None:
            loop.run()
        else:
            loop.run_frames(frame_limit - 1)  # the first is already drawn
        if screenshot is not None:
            _check_screenshot(screenshot, session.player.settings)  # a file may be dropped
            _save_screenshot(loop, screenshot)
        if kept_file is not None:
            write_kept(kept_file, _to_keep(session.state, loop.windowed_size))


@contextmanager
def open_loop(opening: Opening, last_size: tuple[int, int]) -> Iterator["Loop"]:
    """Open the window with its first frame, and close it at the end.

    Args:
        opening: what to show at first.
        last_size: width and height of the last window in logical pixels; 0 before the first.

    Raises:
        ProgramError: an error of `run_window`.
    """
    window = _open_window(last_size)
    watch = DisplayWatch(window._window)  # type: ignore[attr-defined]
    try:
        session = Session(window.ctx, opening, recordings=pictures_folder())
        try:
            yield Loop(window, session, NotedSignals(), watch)
        except Exception:
            watch.check()  # calls that fail for want of a display raise all kinds
            raise
        finally:
            session.release()
    finally:
        if not watch.is_lost:
            window.close()


def _to_keep(state: UiState, size: tuple[int, int]) -> Kept:
    display, timeline = state.display, state.timeline
    return Kept(
        theme=display.theme,
        ui_scale=display.ui_scale,
        passes_per_second=timeline.passes_per_second,
        is_slow_first=timeline.is_slow_first,
        loops=timeline.loops,
        view=display.view,
        marks=display.marks,
        drawer_open=display.drawer_open,
        reduces_motion=display.reduces_motion,
        knows_flicker=state.knows_flicker,
        window_width=size[0],
        window_height=size[1],
    )


def _open_window(last_size: tuple[int, int]) -> BaseWindow:
    logging.getLogger("moderngl_window").setLevel(logging.WARNING)
    try:
        window = _highest_window(last_size)
    except Exception as error:  # pyglet and glcontext raise many types, bare Exception included
        blame_limits("a window")
        if type(error).__name__ == "NoSuchDisplayException":
            display = os.environ.get("DISPLAY", "")
            raise ProgramError(
                f"cannot open a window: no display responds (DISPLAY is '{display}'); "
                "try: bitonic-scope record --size 64 --out DIR, which needs no display"
            ) from error
        reason = f"{type(error).__name__}: {error}"
        raise context_error(reason, wanted="a window with OpenGL 3.3", on_display=True) from error
    moderngl_window.activate_context(window=window)
    window.exit_key = None
    window.fullscreen_key = None
    window._window.set_minimum_size(*MIN_WINDOW_SIZE)  # type: ignore[attr-defined]
    with suppress(Exception):  # a window manager without icons is no fault
        window._window.set_icon(*_icons())  # type: ignore[attr-defined]
    return window


def _icons() -> list[Any]:
    folder = data_dir("assets") / "icon"
    return [pyglet.image.load(str(path)) for path in sorted(folder.glob("*.png"))]


def _highest_window(last_size: tuple[int, int]) -> BaseWindow:
    *higher, floor = GL_VERSIONS
    for version in higher:
        with suppress(Exception):  # the lowest version reports the error
            return _window_of(version, last_size)
    return _window_of(floor, last_size)


def _window_of(gl_version: tuple[int, int], last_size: tuple[int, int]) -> BaseWindow:
    window_class: Any = moderngl_window.get_local_window_cls("pyglet")
    window: BaseWindow = window_class(
        title=TITLE,
        size=opening_size(_screen_size(), last_size),
        gl_version=gl_version,
        resizable=True,
        vsync=True,
        visible=False,  # until its events are connected, so no key is lost
        aspect_ratio=None,
        samples=0,
        cursor=True,
        fullscreen=False,
    )
    return window


def _screen_size() -> tuple[int, int]:
    """Return the size of the screen in logical pixels."""
    screen = pyglet.display.get_display().get_default_screen()
    # macOS reports the screen size in logical pixels, other systems in physical pixels.
    scale = 1.0 if sys.platform == "darwin" else screen.get_scale()
    return int(screen.width / scale), int(screen.height / scale)


def opening_size(screen: tuple[int, int], last_size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the window to open, in logical pixels.

    Args:
        screen: the size of the screen.
        last_size: the size of the last window; (0, 0) before the first.

    Returns:
        The last size as far as the screen has room; at first the largest 16:9 within 90% of it.
    """
    if all(last_size):
        width, height = (max(pair) for pair in zip(last_size, MIN_WINDOW_SIZE, strict=True))
        return min(width, screen[0]), min(height, screen[1])
    most_width, most_height = (SHARE_OF_SCREEN * side for side in screen)
    return int(min(most_width, most_height * ASPECT)), int(min(most_height, most_width / ASPECT))


def _check_screenshot(path: Path, settings: SortSettings) -> None:
    """Refuse a screenshot that would overwrite the file whose data the window shows."""
    own = settings.own
    check_keeps_inputs("screenshot", [path], [own.path if own else None], remedy="name")


def _save_screenshot(loop: "Loop", path: Path) -> None:
    from bitonic_scope.recording.png import write_png

    try:
        write_png(path, loop.read_pixels())
    except OSError as error:
        raise ProgramError(f"cannot write {shown_path(path)}: {error.strerror or error}") from error
    announce(shown_path(path.absolute()))


class Loop:
    """Passes events from the window to the session, and frames back.

    Attributes:
        window: the window.
        session: what it shows.
    """

    def __init__(
        self, window: BaseWindow, session: Session, signals: NotedSignals, watch: DisplayWatch
    ) -> None:
        self._signals = signals
        self._watch = watch
        self.window = window
        self.session = session
        self._pyglet: Any = window._window  # type: ignore[attr-defined]
        self._windowed_size = window.size
        self._held_before: set[int] = set()  # keys, down as the window last changed to full screen
        self._last_tick = time.perf_counter()
        self._last_frame = 0.0
        self._connect()
        self._tick()  # the window appears with a complete frame
        window.visible = True

    def _connect(self) -> None:
        window, taken = self.window, self.session.input
        window.key_event_func = self._on_key
        window.unicode_char_entered_func = taken.text
        window.mouse_position_event_func = self._on_mouse
        window.mouse_drag_event_func = self._on_mouse
        window.mouse_press_event_func = partial(self._on_button, is_down=True)
        window.mouse_release_event_func = partial(self._on_button, is_down=False)
        window.mouse_scroll_event_func = taken.mouse_wheel
        window.iconify_func = self._on_iconify
        window.files_dropped_event_func = self._on_drop
        self._deliver_drops = mend_drops(self._pyglet)
        self._pyglet.push_handlers(
            on_close=self._on_close,
            on_activate=lambda: taken.focus(True),
            on_deactivate=lambda: taken.focus(False),
            on_mouse_leave=lambda x, y: taken.mouse_left(),
            on_expose=self.session.wake,
        )

        system, clipboard = imgui.get_platform_io(), self._pyglet
        system.platform_get_clipboard_text_fn = lambda _: clipboard.get_clipboard_text() or ""
        system.platform_set_clipboard_text_fn = lambda _, text: clipboard.set_clipboard_text(text)

    def _on_key(self, symbol: int, action: Any, modifiers: Any) -> None:
        is_down = action == self.window.keys.ACTION_PRESS
        self.session.input.key(symbol, is_down=is_down, modifiers=modifiers)

    def _on_mouse(self, x: float, y: float, dx: float, dy: float) -> None:
        self.session.input.mouse_position(x, y - PYGLET_ROW_OFFSET)

    def _on_button(self, x: float, y: float, button: int, *, is_down: bool) -> None:
        button = MOUSE_BUTTONS[button]
        self.session.input.mouse_button(x, y - PYGLET_ROW_OFFSET, button, is_down=is_down)

    def _on_drop(self, x: int, y: int, paths: Sequence[str | Path]) -> None:
        if paths:
            self.session.drop(Path(paths[0]))

    def _on_iconify(self, is_minimised: bool) -> None:
        self.session.is_hidden = is_minimised
        self.session.wake()

    def _on_close(self) -> bool:
        self.session.ask_to_close()
        return True  # handled: otherwise pyglet closes at once

    def run(self) -> None:
        """Run until the session lets the window close."""
        while not self.session.should_close:
            self.turn()

    def turn(self) -> bool:
        """Draw a frame if one is due, else sleep until there may be one; return whether it drew."""
        has_drawn = self._tick()
        if not has_drawn:
            longest = BUSY_SLEEP_SECONDS if self.session.is_busy else IDLE_SLEEP_SECONDS
            time.sleep(min(longest, self.session.idle_seconds))
        return has_drawn

    def run_frames(self, frame_count: int) -> None:
        """Draw at least that many frames, and go on until the session is idle."""
        while frame_count > 0 or self.session.is_busy or self.session.is_gliding:
            self.session.wake()  # a paused window would stop drawing
            frame_count -= self._tick()

    def _tick(self) -> bool:
        """Take events, work, and draw if a frame is due; return whether it drew."""
        self._signals.check()
        self._watch.check()
        self._pyglet.dispatch_events()
        self._deliver_drops()
        self._follow_fullscreen()
        self._forget_released()
        self.session.resize(self.window.size, self.window.buffer_size)
        now = time.perf_counter()
        dt_seconds, self._last_tick = now - self._last_tick, now
        wants_frame = self.session.tick(dt_seconds)
        if not wants_frame or self.session.is_hidden:
            return False
        time.sleep(max(0.0, MIN_FRAME_SECONDS - (now - self._last_frame)))
        self._last_frame = now
        self.session.draw(self.window.fbo)
        self._pyglet.flip()
        return True

    @property
    def windowed_size(self) -> tuple[int, int]:
        """The size of the window in logical pixels, while it does not fill the screen."""
        return self._windowed_size if self.window.fullscreen else self.window.size

    def _follow_fullscreen(self) -> None:
        wanted = self.session.state.display.fullscreen
        if wanted == self.window.fullscreen:
            return
        if wanted:
            self._windowed_size = self.window.size
        self.window.fullscreen = wanted
        if not wanted:
            self.window.size = self._windowed_size  # pyglet restores the initial size
        self._held_before = set(self._pyglet.pressed_keys)
        self.session.input.forget_held()

    def _forget_released(self) -> None:
        """Tell pyglet of keys whose release went to the window before; a held key stays held."""
        released = {key for key in self._held_before if not is_key_down(self._pyglet, key)}
        self._held_before -= released
        self._pyglet.pressed_keys.difference_update(released)

    def read_pixels(self) -> Any:
        """Draw a frame offscreen and read it back: (height, width, 3) uint8, top row first."""
        import numpy as np

        ctx, (width, height) = self.window.ctx, self.window.buffer_size
        target = ctx.simple_framebuffer((width, height), 4)
        try:
            self.session.draw(target)
            pixels = np.frombuffer(target.read(components=3, dtype="f1"), np.uint8)
        finally:
            release_target(ctx, target)
            self.window.fbo.use()
        return picture_rows(pixels.reshape(height, width, 3))
