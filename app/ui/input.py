"""Window events to Dear ImGui's event queue, in logical pixels from the top left.

Only the event calls of ImGui are used: they keep order, and no quick click is lost.
"""

from typing import Any

import pyglet
from imgui_bundle import imgui

pyglet.options.shadow_window = False  # else the import of the key names opens a window

from pyglet.window import key as symbols  # noqa: E402

NOWHERE = -3.4e38  # ImGui's mark of a mouse that is not in the window

_NAMED = {
    symbols.TAB: "tab",
    symbols.LEFT: "left_arrow",
    symbols.RIGHT: "right_arrow",
    symbols.UP: "up_arrow",
    symbols.DOWN: "down_arrow",
    symbols.PAGEUP: "page_up",
    symbols.PAGEDOWN: "page_down",
    symbols.HOME: "home",
    symbols.END: "end",
    symbols.INSERT: "insert",
    symbols.DELETE: "delete",
    symbols.BACKSPACE: "backspace",
    symbols.SPACE: "space",
    symbols.RETURN: "enter",
    symbols.NUM_ENTER: "keypad_enter",
    symbols.ESCAPE: "escape",
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
KEYS: dict[int, imgui.Key] = {
    **{symbol: imgui.Key[name] for symbol, name in _NAMED.items()},
    **{
        getattr(symbols, letter): imgui.Key[letter.lower()]
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    },
    **{getattr(symbols, f"_{digit}"): imgui.Key[f"_{digit}"] for digit in range(10)},
    **{getattr(symbols, f"F{number}"): imgui.Key[f"f{number}"] for number in range(1, 13)},
}

_MODIFIERS = (
    (imgui.Key.mod_ctrl, "ctrl", (imgui.Key.left_ctrl, imgui.Key.right_ctrl)),
    (imgui.Key.mod_shift, "shift", (imgui.Key.left_shift, imgui.Key.right_shift)),
    (imgui.Key.mod_alt, "alt", (imgui.Key.left_alt, imgui.Key.right_alt)),
)


class ImguiInput:
    """Feeds the current ImGui context, and knows what is being held down.

    Attributes:
        held: keys and mouse buttons that are down: while there are any, frames have to go on,
            because ImGui repeats keys by itself.
    """

    def __init__(self) -> None:
        self.held: set[int] = set()

    def key(self, symbol: int, *, is_down: bool, modifiers: Any) -> None:
        """Pass on a key.

        Args:
            symbol: as pyglet names it.
            is_down: whether it goes down or up.
            modifiers: with ctrl, shift, alt; they leave out the key that is just going down.
        """
        io = imgui.get_io()
        key = KEYS.get(symbol)
        for modifier, name, own_keys in _MODIFIERS:
            io.add_key_event(modifier, is_down if key in own_keys else getattr(modifiers, name))
        if key is not None:
            io.add_key_event(key, is_down)
            self._hold(int(key), is_down)

    def text(self, text: str) -> None:
        """Pass on typed characters; control characters arrive as keys already."""
        for character in text:
            if character.isprintable():
                imgui.get_io().add_input_character(ord(character))

    def mouse_position(self, x: float, y: float) -> None:
        """Pass on where the mouse is."""
        imgui.get_io().add_mouse_pos_event(x, y)

    def mouse_button(self, x: float, y: float, button: int, *, is_down: bool) -> None:
        """Pass on a button: 0 left, 1 right, 2 middle."""
        self.mouse_position(x, y)
        imgui.get_io().add_mouse_button_event(button, is_down)
        self._hold(-1 - button, is_down)

    def mouse_wheel(self, dx: float, dy: float) -> None:
        """Pass on the wheel."""
        imgui.get_io().add_mouse_wheel_event(dx, dy)

    def mouse_left(self) -> None:
        """The mouse went out of the window."""
        self.mouse_position(NOWHERE, NOWHERE)

    def focus(self, has_focus: bool) -> None:
        """The window got or lost the keyboard; what was held then is not held any more."""
        imgui.get_io().add_focus_event(has_focus)
        self.forget_held()

    def forget_held(self) -> None:
        """Take all keys as released: their releases went to another window."""
        imgui.get_io().clear_input_keys()
        self.held.clear()

    def _hold(self, what: int, is_down: bool) -> None:
        if is_down:
            self.held.add(what)
        else:
            self.held.discard(what)

    @property
    def has_pending(self) -> bool:
        """Whether ImGui holds events back for a next frame, to see each of them."""
        context: Any = imgui.get_current_context()
        return bool(context.input_events_queue.size() > 0)
