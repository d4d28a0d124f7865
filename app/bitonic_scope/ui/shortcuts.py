"""The shortcuts: maps the keys of an ImGui frame to actions."""

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action

# ImGui's key names, where they are not ours in lower case.
_NAMES = {
    "Right": "right_arrow",
    "Left": "left_arrow",
    "Up": "up_arrow",
    "Down": "down_arrow",
    "Esc": "escape",
    "plus": "equal",
    "minus": "minus",
    ",": "comma",
    **{str(digit): f"_{digit}" for digit in range(10)},
}
_SHIFTED = {"Ctrl+plus": "Ctrl+Shift+plus"}  # where plus itself needs the Shift key
_MODIFIERS = {"Ctrl": imgui.Key.mod_ctrl, "Shift": imgui.Key.mod_shift}
_ANY_POPUP = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level


def _is_sign(key: str) -> bool:
    """Return whether to match a key by the character it types, on any keyboard layout."""
    return len(key) == 1 and not key.isalpha()


def _chord(key: str) -> int:
    """Return ImGui's chord for a key like "Shift+Page Up", with exactly these modifiers.

    Adds numbers, because `|` of a modifier and a key fails on Python 3.11.2.
    """
    *modifiers, name = key.split("+")
    symbol = imgui.Key[_NAMES.get(name, name.lower().replace(" ", "_"))]
    return sum(int(_MODIFIERS[modifier]) for modifier in modifiers) + int(symbol)


SIGNS = {action: {key for key in action.keys if _is_sign(key)} for action in Action}
CHORDS = {
    action: tuple(
        _chord(form)
        for key in action.keys
        if not _is_sign(key)
        for form in (key, _SHIFTED.get(key))
        if form is not None
    )
    for action in Action
}
_FLAGS = int(imgui.InputFlags_.route_global)
_REPEATING = _FLAGS + int(imgui.InputFlags_.repeat)
_SHORTCUTS = [  # flat, and without enums, because each frame goes through all of it
    (action, chord, _REPEATING if action.repeats else _FLAGS)
    for action in Action
    for chord in CHORDS[action]
]


def pressed_actions() -> list[Action]:
    """Return the actions whose keys are pressed; none while a text field has the focus."""
    io = imgui.get_io()
    if io.want_text_input:  # ImGui itself would block only the keys that edit text
        return []
    if imgui.is_popup_open("", _ANY_POPUP):  # an open list takes the keys
        return []
    has_modifier = io.key_ctrl or io.key_alt  # these exclude plain keys and signs
    typed = set() if has_modifier else {chr(code) for code in io.input_queue_characters}
    shortcut = imgui.shortcut
    pressed = {action for action, chord, flags in _SHORTCUTS if shortcut(chord, flags)}
    if typed:
        pressed |= {action for action in Action if typed & SIGNS[action]}
    return [action for action in Action if action in pressed] if pressed else []
