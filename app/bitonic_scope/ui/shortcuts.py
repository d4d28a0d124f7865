"""The keys: one table from key to verb to help text, for the hand and for the help overlay."""

from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Verb

Key = imgui.Key


# Chords are joined as numbers: `|` of a modifier and a key fails on Python 3.11.2.
def _ctrl(key: imgui.Key) -> int:
    return int(Key.mod_ctrl) | int(key)


def _shift(key: imgui.Key) -> int:
    return int(Key.mod_shift) | int(key)


class Shortcut(NamedTuple):
    """One line of the table.

    Attributes:
        verb: what the keys do.
        label: the keys as shown to people.
        help: what they do, in words.
        chords: keys with their modifiers, exactly; "Ctrl" excludes the plain key.
        characters: keys that are known by what they type, wherever the layout has it.
        repeats: whether a held key goes on.
        button_label: the keys as they stand on a button.
    """

    verb: Verb
    label: str
    help: str
    chords: tuple[int, ...] = ()
    characters: str = ""
    repeats: bool = False
    button_label: str = ""


SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut(Verb.PLAY, "Space", "play, pause", (Key.space,)),
    Shortcut(Verb.PLAY_BACKWARDS, "Shift+Space", "play backwards, pause", (_shift(Key.space),)),
    Shortcut(
        Verb.NEXT_PASS,
        "Right, Down, Page Down",
        "next pass",
        (Key.right_arrow, Key.down_arrow, Key.page_down),
        repeats=True,
        button_label="Right",
    ),
    Shortcut(
        Verb.PREVIOUS_PASS,
        "Left, Up, Page Up",
        "previous pass",
        (Key.left_arrow, Key.up_arrow, Key.page_up),
        repeats=True,
        button_label="Left",
    ),
    Shortcut(
        Verb.NEXT_STAGE, "Shift+Right", "next stage", (_shift(Key.right_arrow),), repeats=True
    ),
    Shortcut(
        Verb.PREVIOUS_STAGE, "Shift+Left", "previous stage", (_shift(Key.left_arrow),), repeats=True
    ),
    Shortcut(Verb.TO_START, "Home", "to the start", (Key.home,)),
    Shortcut(Verb.TO_END, "End", "to the end", (Key.end,)),
    Shortcut(Verb.FASTER, "+", "faster", characters="+", repeats=True),
    Shortcut(Verb.SLOWER, "-", "slower", characters="-", repeats=True),
    Shortcut(Verb.TYPE_POSITION, "G", "go to a pass: type it", (Key.g,)),
    Shortcut(Verb.RESTART, "R", "restart with the same data", (Key.r,)),
    Shortcut(Verb.NEW_SEED, "N", "new seed", (Key.n,)),
    Shortcut(Verb.PREVIOUS_SEED, "Shift+N", "back to the previous seed", (_shift(Key.n),)),
    Shortcut(Verb.TYPE_SEED, "S", "type a seed", (Key.s,)),
    Shortcut(Verb.NEXT_EXAMPLE, "P", "the next example", (Key.p,)),
    Shortcut(Verb.NEXT_DATA, "D", "the next kind of data", (Key.d,)),
    Shortcut(Verb.OPEN_FILE, "L", "load own data: type a path", (Key.l,)),
    Shortcut(Verb.TYPE_COUNT, "C", "type a number of elements", (Key.c,)),
    Shortcut(Verb.NEXT_FORMAT, "M", "the next element format", (Key.m,)),
    Shortcut(Verb.STABLE, "B", "keep equal elements in their order, or not", (Key.b,)),
    Shortcut(Verb.WIDER, "Ctrl+Right", "twice the width", (_ctrl(Key.right_arrow),)),
    Shortcut(Verb.NARROWER, "Ctrl+Left", "half the width", (_ctrl(Key.left_arrow),)),
    Shortcut(Verb.HIGHER, "Ctrl+Up", "twice the height", (_ctrl(Key.up_arrow),)),
    Shortcut(Verb.LOWER, "Ctrl+Down", "half the height", (_ctrl(Key.down_arrow),)),
    Shortcut(Verb.TURN_ORDER, "O", "turn the order round", (Key.o,)),
    Shortcut(Verb.OTHER_NETWORK, "F", "the other network: alternating or flip", (Key.f,)),
    Shortcut(Verb.OTHER_ENGINE, "E", "the other engine: fragment or compute", (Key.e,)),
    Shortcut(Verb.RECORD, "Ctrl+E", "record frames; cancel", (_ctrl(Key.e),)),
    Shortcut(Verb.FULLSCREEN, "F11", "fill the screen, and back", (Key.f11,)),
    Shortcut(Verb.HELP, "?, H, F1", "show or hide this help", (Key.h, Key.f1), characters="?"),
    Shortcut(Verb.DRIVER, "I", "show or hide what the driver can do", (Key.i,)),
    Shortcut(Verb.CLOSE_TOPMOST, "Esc", "close this page, then leave full screen", (Key.escape,)),
    Shortcut(Verb.QUIT, "Ctrl+Q", "quit", (_ctrl(Key.q),)),
)

_ANY_POPUP = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level
_BY_VERB = {shortcut.verb: shortcut for shortcut in SHORTCUTS}


def shortcut_of(verb: Verb) -> Shortcut:
    """Return the line of the table that belongs to a verb."""
    return _BY_VERB[verb]


def pressed_verbs() -> list[Verb]:
    """Return what the keys of this frame ask for; nothing while a text field has the focus."""
    io = imgui.get_io()
    if io.want_text_input:  # ImGui itself would keep only those keys that edit text
        return []
    if imgui.is_popup_open("", _ANY_POPUP):  # an open list has the keys
        return []
    has_modifier = io.key_ctrl or io.key_alt  # these exclude the plain key, also by character
    typed_characters = [] if has_modifier else [chr(code) for code in io.input_queue_characters]
    verbs = []
    for shortcut in SHORTCUTS:
        flags = imgui.InputFlags_.route_global | (
            imgui.InputFlags_.repeat if shortcut.repeats else imgui.InputFlags_.none
        )
        by_chord = any(imgui.shortcut(chord, flags) for chord in shortcut.chords)
        by_character = any(typed in shortcut.characters for typed in typed_characters)
        if by_chord or by_character:
            verbs.append(shortcut.verb)
    return verbs
