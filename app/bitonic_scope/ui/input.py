"""Passes window events to Dear ImGui's event queue, in logical pixels from the top left.

Uses only ImGui's event calls, which keep order and lose no quick click.
"""

from collections import deque
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

import pyglet
from imgui_bundle import imgui

pyglet.options.shadow_window = False  # otherwise importing the key names opens a window

from pyglet.window import key as symbols  # noqa: E402

NOWHERE = -3.4e38  # ImGui's position of a mouse outside the window

_NAMED = {
    symbols.LEFT: "left_arrow",
    symbols.RIGHT: "right_arrow",
    symbols.UP: "up_arrow",
    symbols.DOWN: "down_arrow",
    symbols.PAGEUP: "page_up",
    symbols.PAGEDOWN: "page_down",
    symbols.RETURN: "enter",
    symbols.NUM_ENTER: "keypad_enter",
    symbols.PLUS: "equal",  # one key on most keyboards
    symbols.EQUAL: "equal",
    symbols.NUM_ADD: "equal",
    symbols.MINUS: "minus",
    symbols.NUM_SUBTRACT: "minus",
    symbols.COMMA: "comma",
    symbols.LSHIFT: "left_shift",
    symbols.RSHIFT: "right_shift",
    symbols.LCTRL: "left_ctrl",
    symbols.RCTRL: "right_ctrl",
    symbols.LALT: "left_alt",
    symbols.RALT: "right_alt",
    symbols.LCOMMAND: "left_super",
    symbols.RCOMMAND: "right_super",
    # Without Num Lock the keypad is a second set of arrows.
    symbols.NUM_LEFT: "left_arrow",
    symbols.NUM_RIGHT: "right_arrow",
    symbols.NUM_UP: "up_arrow",
    symbols.NUM_DOWN: "down_arrow",
    symbols.NUM_PAGE_UP: "page_up",
    symbols.NUM_PAGE_DOWN: "page_down",
    symbols.NUM_HOME: "home",
    symbols.NUM_END: "end",
}
_SAME_NAMED = (  # but for upper case
    *("tab", "home", "end", "insert", "delete", "backspace", "space", "escape"),
    *ascii_lowercase,
    *(f"_{digit}" for digit in range(10)),
    *(f"f{number}" for number in range(1, 13)),
)
_NAMES = {getattr(symbols, name.upper()): name for name in _SAME_NAMED} | _NAMED
KEYS: dict[int, imgui.Key] = {symbol: imgui.Key[name] for symbol, name in _NAMES.items()}

_MODIFIERS = (
    (imgui.Key.mod_ctrl, "ctrl", (imgui.Key.left_ctrl, imgui.Key.right_ctrl)),
    (imgui.Key.mod_shift, "shift", (imgui.Key.left_shift, imgui.Key.right_shift)),
    (imgui.Key.mod_alt, "alt", (imgui.Key.left_alt, imgui.Key.right_alt)),
)


class ImguiInput:
    """Queues a window's events, and feeds the current ImGui context one per ImGui frame.

    So even after a stall, ImGui sees every press and character in order, and each one after the
    effects of the one before.

    Attributes:
        held: the keys and mouse buttons that are down; while there are any, frames must go on,
            because ImGui repeats held keys.
    """

    def __init__(self) -> None:
        self.held: set[int] = set()
        self._events: deque[Callable[[], None] | str] = deque()  # a str is typed text

    @property
    def has_pending(self) -> bool:
        """Whether an event waits for its ImGui frame."""
        context: Any = imgui.get_current_context()
        return bool(self._events) or context.input_events_queue.size() > 0

    def feed(self) -> None:
        """Feed ImGui the next event, for its next frame."""
        if self._events:
            event = self._events.popleft()
            if isinstance(event, str):
                imgui.get_io().add_input_character(ord(event))
            else:
                event()

    def skip_text(self) -> None:
        """Drop the character that the last fed key types, if any."""
        if self._events and isinstance(self._events[0], str):
            self._events.popleft()

    def key(self, symbol: int, *, is_down: bool, modifiers: Any) -> None:
        """Queue a key event.

        Args:
            symbol: pyglet's symbol of the key.
            is_down: whether the key went down, not up.
            modifiers: an object with ctrl, shift and alt; omits the key that is going down.
        """
        key = KEYS.get(symbol)
        states = [
            (modifier, is_down if key in own_keys else bool(getattr(modifiers, name)))
            for modifier, name, own_keys in _MODIFIERS
        ]
        if key is not None:
            states.append((key, is_down))
            self._hold(int(key), is_down)

        def feed() -> None:
            for pressed, pressed_down in states:
                imgui.get_io().add_key_event(pressed, pressed_down)

        self._events.append(feed)

    def text(self, text: str) -> None:
        """Queue typed characters, except control characters, which arrive as keys."""
        self._events.extend(character for character in text if character.isprintable())

    def mouse_position(self, x: float, y: float) -> None:
        """Queue a position of the mouse."""
        self._events.append(lambda: imgui.get_io().add_mouse_pos_event(x, y))

    def mouse_button(self, x: float, y: float, button: int, *, is_down: bool) -> None:
        """Queue a mouse button: 0 left, 1 right, 2 middle."""
        self.mouse_position(x, y)
        self._events.append(lambda: imgui.get_io().add_mouse_button_event(button, is_down))
        self._hold(-1 - button, is_down)

    def mouse_wheel(self, dx: float, dy: float) -> None:
        """Queue a turn of the mouse wheel."""
        self._events.append(lambda: imgui.get_io().add_mouse_wheel_event(dx, dy))

    def mouse_left(self) -> None:
        """Queue that the mouse left the window."""
        self.mouse_position(NOWHERE, NOWHERE)

    def focus(self, has_focus: bool) -> None:
        """Queue that the window got or lost the keyboard; either releases all held keys."""

        def feed() -> None:
            imgui.get_io().add_focus_event(has_focus)
            imgui.get_io().clear_input_keys()

        self._events.append(feed)
        self.held.clear()

    def forget_held(self) -> None:
        """Release all held keys, whose own release events went to another window."""
        self._events.append(lambda: imgui.get_io().clear_input_keys())
        self.held.clear()

    def _hold(self, what: int, is_down: bool) -> None:
        if is_down:
            self.held.add(what)
        else:
            self.held.discard(what)
