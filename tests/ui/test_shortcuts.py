"""The table of keys: complete, without contradiction, and told as it is."""

from collections import Counter
from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from bitonic_scope.ui.actions import Verb
from bitonic_scope.ui.shortcuts import SHORTCUTS, Key, pressed_verbs, shortcut_of

# The keys of the program; characters stand for themselves.
EXPECTED: dict[str, Verb] = {
    "Space": Verb.PLAY,
    "Shift+Space": Verb.PLAY_BACKWARDS,
    "Right": Verb.NEXT_PASS,
    "Down": Verb.NEXT_PASS,
    "Page Down": Verb.NEXT_PASS,
    "Left": Verb.PREVIOUS_PASS,
    "Up": Verb.PREVIOUS_PASS,
    "Page Up": Verb.PREVIOUS_PASS,
    "Shift+Right": Verb.NEXT_STAGE,
    "Shift+Left": Verb.PREVIOUS_STAGE,
    "Home": Verb.TO_START,
    "End": Verb.TO_END,
    "+": Verb.FASTER,
    "-": Verb.SLOWER,
    "G": Verb.TYPE_POSITION,
    "R": Verb.RESTART,
    "N": Verb.NEW_SEED,
    "Shift+N": Verb.PREVIOUS_SEED,
    "S": Verb.TYPE_SEED,
    "Ctrl+Right": Verb.WIDER,
    "Ctrl+Left": Verb.NARROWER,
    "Ctrl+Up": Verb.HIGHER,
    "Ctrl+Down": Verb.LOWER,
    "O": Verb.TURN_ORDER,
    "F": Verb.OTHER_NETWORK,
    "E": Verb.OTHER_ENGINE,
    "P": Verb.NEXT_EXAMPLE,
    "D": Verb.NEXT_DATA,
    "L": Verb.OPEN_FILE,
    "C": Verb.TYPE_COUNT,
    "M": Verb.NEXT_FORMAT,
    "B": Verb.STABLE,
    "Ctrl+E": Verb.RECORD,
    "F11": Verb.FULLSCREEN,
    "?": Verb.HELP,
    "H": Verb.HELP,
    "F1": Verb.HELP,
    "I": Verb.DRIVER,
    "Esc": Verb.CLOSE_TOPMOST,
    "Ctrl+Q": Verb.QUIT,
}
CHARACTERS = "+-?"
NAMES = {"Right": "right_arrow", "Left": "left_arrow", "Up": "up_arrow", "Down": "down_arrow"}
NAMES |= {"Page Down": "page_down", "Page Up": "page_up", "Esc": "escape"}
MODIFIERS = {"Ctrl": Key.mod_ctrl, "Shift": Key.mod_shift}


def keys_of(label: str) -> list[imgui.Key]:
    """Return the ImGui keys of "Shift+Page Up", modifiers first."""
    *modifiers, name = label.split("+")
    key = imgui.Key[NAMES.get(name, name.lower())]
    return [*(MODIFIERS[modifier] for modifier in modifiers), key]


def chord_of(label: str) -> int:
    return sum(int(key) for key in keys_of(label))


CHORDS = [label for label in EXPECTED if label not in CHARACTERS]


def test_every_verb_has_exactly_one_line() -> None:
    assert Counter(shortcut.verb for shortcut in SHORTCUTS) == Counter(Verb)
    assert all(shortcut_of(verb).verb is verb for verb in Verb)


def test_no_key_stands_twice() -> None:
    chords = Counter(int(chord) for shortcut in SHORTCUTS for chord in shortcut.chords)
    characters = Counter(character for shortcut in SHORTCUTS for character in shortcut.characters)
    assert set(chords.values()) == {1}
    assert set(characters.values()) == {1}


def test_the_table_holds_exactly_the_keys_of_the_program() -> None:
    chords = {int(chord): s.verb for s in SHORTCUTS for chord in s.chords}
    assert chords == {chord_of(label): EXPECTED[label] for label in CHORDS}
    characters = {character: s.verb for s in SHORTCUTS for character in s.characters}
    assert characters == {character: EXPECTED[character] for character in CHARACTERS}


def test_the_help_names_every_key_beside_its_verb() -> None:
    told = {key: s.verb for s in SHORTCUTS for key in s.label.split(", ")}
    assert told == EXPECTED


def test_every_line_says_what_it_does_in_its_own_words() -> None:
    texts = [shortcut.help for shortcut in SHORTCUTS]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_a_button_shows_one_of_its_own_keys() -> None:
    for shortcut in SHORTCUTS:
        if shortcut.button_label:
            assert shortcut.button_label in shortcut.label.split(", ")


def test_only_steps_and_speed_go_on_while_a_key_is_held() -> None:
    assert {shortcut.verb for shortcut in SHORTCUTS if shortcut.repeats} == {
        Verb.NEXT_PASS,
        Verb.PREVIOUS_PASS,
        Verb.NEXT_STAGE,
        Verb.PREVIOUS_STAGE,
        Verb.FASTER,
        Verb.SLOWER,
    }


# -- pressed, in an ImGui context without a window ------------------------------------------------


@pytest.fixture
def io() -> Iterator[imgui.IO]:
    context = imgui.create_context()
    io = imgui.get_io()
    io.set_ini_filename("")
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = imgui.ImVec2(640, 480)
    io.delta_time = 1 / 60
    frame()
    yield io
    imgui.destroy_context(context)


def frame() -> list[Verb]:
    imgui.new_frame()
    try:
        return pressed_verbs()
    finally:
        imgui.end_frame()


def field_frame(*, take_focus: bool) -> list[Verb]:
    """Run a frame with a text field."""
    imgui.new_frame()
    try:
        imgui.begin("panel")
        if take_focus:
            imgui.set_keyboard_focus_here()
        imgui.input_text("##seed", "1")
        imgui.end()
        return pressed_verbs()
    finally:
        imgui.end_frame()


def start_typing() -> list[Verb]:
    """Give the text field the keyboard, which takes ImGui three frames."""
    return [verb for number in range(3) for verb in field_frame(take_focus=number == 0)]


def hold(io: imgui.IO, label: str, *, is_down: bool) -> None:
    for key in keys_of(label):
        io.add_key_event(key, is_down)


@pytest.mark.parametrize("label", CHORDS)
def test_a_key_pressed_once_does_its_verb_once_and_no_other(io: imgui.IO, label: str) -> None:
    hold(io, label, is_down=True)
    found = [frame(), frame()]
    hold(io, label, is_down=False)
    found += [frame(), frame()]
    assert [verb for verbs in found for verb in verbs] == [EXPECTED[label]]


@pytest.mark.parametrize("label", CHORDS)
def test_a_held_key_goes_on_only_where_the_table_says_so(io: imgui.IO, label: str) -> None:
    hold(io, label, is_down=True)
    count = sum(len(frame()) for _ in range(120))
    assert (count > 5) is shortcut_of(EXPECTED[label]).repeats
    assert count >= 1


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_typed_character_does_its_verb(io: imgui.IO, character: str) -> None:
    io.add_input_character(ord(character))
    assert frame() == [EXPECTED[character]]
    assert frame() == []


@pytest.mark.parametrize("label", ["Ctrl+N", "Ctrl+S", "Ctrl+R", "Shift+O", "Ctrl+Space"])
def test_a_key_with_other_modifiers_does_nothing(io: imgui.IO, label: str) -> None:
    hold(io, label, is_down=True)
    assert frame() + frame() == []


@pytest.mark.parametrize("label", CHORDS)
def test_no_key_does_anything_while_a_text_field_is_typed_in(io: imgui.IO, label: str) -> None:
    found = start_typing()
    assert io.want_text_input
    hold(io, label, is_down=True)
    found += field_frame(take_focus=False)
    hold(io, label, is_down=False)
    assert found + field_frame(take_focus=False) == []


def test_characters_typed_into_a_text_field_do_nothing_else(io: imgui.IO) -> None:
    found = start_typing()
    for character in "12 r+-?":
        io.add_input_character(ord(character))
        found += field_frame(take_focus=False)
    assert found == []
