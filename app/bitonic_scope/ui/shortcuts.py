"""The shortcuts: which actions the keys of an ImGui frame ask for."""

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action

# ImGui's names of keys, where they are not the ones that people read in lower case.
_NAMES = {
    "Right": "right_arrow",
    "Left": "left_arrow",
    "Up": "up_arrow",
    "Down": "down_arrow",
    "Esc": "escape",
}
_MODIFIERS = {"Ctrl": imgui.Key.mod_ctrl, "Shift": imgui.Key.mod_shift}
_ANY_POPUP = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level


def _is_sign(key: str) -> bool:
    """Return whether a key is known by what it types, wherever the layout has it."""
    return len(key) == 1 and not key.isalnum()


def _chord(key: str) -> int:
    """Return "Shift+Page Up" as ImGui has it: exactly these modifiers, and the key.

    Added as numbers: `|` of a modifier and a key fails on Python 3.11.2.
    """
    *modifiers, name = key.split("+")
    symbol = imgui.Key[_NAMES.get(name, name.lower().replace(" ", "_"))]
    return sum(int(_MODIFIERS[modifier]) for modifier in modifiers) + int(symbol)


SIGNS = {action: {key for key in action.keys if _is_sign(key)} for action in Action}
CHORDS = {
    action: tuple(_chord(key) for key in action.keys if not _is_sign(key)) for action in Action
}


def pressed_actions() -> list[Action]:
    """Return what the keys of this frame ask for; nothing while a text field has the focus."""
    io = imgui.get_io()
    if io.want_text_input:  # ImGui itself would keep only those keys that edit text
        return []
    if imgui.is_popup_open("", _ANY_POPUP):  # an open list has the keys
        return []
    has_modifier = io.key_ctrl or io.key_alt  # these exclude the plain key, also by sign
    typed = set() if has_modifier else {chr(code) for code in io.input_queue_characters}
    actions = []
    for action in Action:
        flags = imgui.InputFlags_.route_global | (
            imgui.InputFlags_.repeat if action.repeats else imgui.InputFlags_.none
        )
        by_chord = any(imgui.shortcut(chord, flags) for chord in CHORDS[action])
        if by_chord or typed & SIGNS[action]:
            actions.append(action)
    return actions
