"""The keyboard's way through the controls: Tab, Enter and Esc."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui


class Focus:
    """Which control the keyboard is at; Tab goes through all in the order of drawing.

    Controls lie in layers: an open list or an overlay is a layer of its own, and while it is there
    Tab stays in it. Each layer remembers its control.

    Attributes:
        has_used_key: whether a key of this frame was for the focus, and so for nothing else.
        is_shown: whether the user works with the keyboard, so that a ring is drawn.
    """

    def __init__(self) -> None:
        self.has_used_key = False
        self.is_shown = False
        self._layer = self._top_layer = 0
        self._names: dict[int, str] = {}
        self._drawn: list[tuple[int, str]] = []
        self._order: list[str] = []
        self._is_pressed = False
        self._entered = ""  # the field that is to take the keyboard

    @property
    def name(self) -> str:
        """The name of the control that has the focus; empty for none."""
        return self._names.get(self._top_layer, "")

    @property
    def is_covered(self) -> bool:
        """Whether a list or an overlay lies above what is drawn now."""
        return self._layer < self._top_layer

    def begin(self) -> None:
        """Begin a frame: read its keys, before any control is drawn."""
        self._drawn, self._layer = [], 0
        self.has_used_key = self._is_pressed = False
        self._entered = ""
        if imgui.is_mouse_clicked(0):
            self.is_shown = False
        is_typing = imgui.get_io().want_text_input
        if imgui.is_key_pressed(imgui.Key.tab) and not imgui.get_io().key_ctrl:
            self._move(-1 if imgui.get_io().key_shift else 1)
        elif is_typing:
            return
        elif self._top_layer and imgui.is_key_pressed(imgui.Key.down_arrow):
            self._move(1)
        elif self._top_layer and imgui.is_key_pressed(imgui.Key.up_arrow):
            self._move(-1)
        elif self.is_shown and self.name:
            self._take_keys()

    def _take_keys(self) -> None:
        if _is_enter_pressed():
            self._is_pressed = self.has_used_key = True
            self._entered = self.name
        elif not self._top_layer and imgui.is_key_pressed(imgui.Key.escape, False):
            self.is_shown, self.has_used_key = False, True

    def _move(self, step: int) -> None:
        """Go to the next control of the top layer, cyclically."""
        self.has_used_key = True
        if not self._order:
            return
        if self.name in self._order:
            at = (self._order.index(self.name) + step) % len(self._order)
        else:
            at = 0 if step > 0 else -1
        self._names[self._top_layer] = self._entered = self._order[at]
        self.is_shown = True
        imgui.internal.clear_active_id()  # a field takes what was typed into it

    @contextmanager
    def layer(self) -> Iterator[None]:
        """Draw the body in a layer above."""
        self._layer += 1
        try:
            yield
        finally:
            self._layer -= 1

    @property
    def is_on_top(self) -> bool:
        """Whether what is drawn now lies in the top layer."""
        return self._layer == self._top_layer

    def is_at(self, name: str) -> bool:
        """Return whether a control has the focus."""
        return self.is_on_top and name == self.name

    def note(self, name: str) -> bool:
        """Note that a control is drawn; return whether it has the focus."""
        self._drawn.append((self._layer, name))
        return self.is_at(name)

    def presses(self, name: str) -> bool:
        """Return whether Enter was pressed at a control."""
        return self._is_pressed and self.is_at(name)

    def takes_enter(self) -> bool:
        """Take Enter if it was pressed and no control or field has it; return whether it was."""
        is_typing = imgui.get_io().want_text_input
        if is_typing or self.has_used_key or not _is_enter_pressed():
            return False
        self.has_used_key = True
        return True

    def enters(self, name: str) -> bool:
        """Return whether a field is to take the keyboard now."""
        return self.is_on_top and name == self._entered

    def take(self, name: str) -> None:
        """Give a control the focus, as a click does."""
        self._names[self._layer] = name

    def has_drawn(self, name: str) -> bool:
        """Return whether a control was drawn in this frame."""
        return any(name == drawn for _, drawn in self._drawn)

    def end(self) -> None:
        """End a frame: the next one begins with the controls that this one drew."""
        top = max((layer for layer, _ in self._drawn), default=0)
        for layer in [layer for layer in self._names if layer > top]:
            del self._names[layer]
        self._top_layer = top
        self._order = [name for layer, name in self._drawn if layer == top]


def _is_enter_pressed() -> bool:
    return any(
        imgui.is_key_pressed(key, False) for key in (imgui.Key.enter, imgui.Key.keypad_enter)
    )
