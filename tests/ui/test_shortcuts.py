"""The table of keys: complete, without contradiction, and told as it is."""

from collections import Counter

import pytest
from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action, key_hint
from bitonic_scope.ui.shortcuts import CHORDS, SIGNS, pressed_actions

# The keys of the program; characters stand for themselves.
EXPECTED: dict[str, Action] = {
    "Space": Action.PLAY,
    "Shift+Space": Action.PLAY_BACKWARDS,
    "Enter": Action.PLAY_STAGE,
    "Right": Action.NEXT_PASS,
    "Down": Action.NEXT_PASS,
    "Page Down": Action.NEXT_PASS,
    "Left": Action.PREVIOUS_PASS,
    "Up": Action.PREVIOUS_PASS,
    "Page Up": Action.PREVIOUS_PASS,
    "Shift+Right": Action.NEXT_STAGE,
    "Shift+Left": Action.PREVIOUS_STAGE,
    "Home": Action.TO_START,
    "End": Action.TO_END,
    "+": Action.FASTER,
    "-": Action.SLOWER,
    "G": Action.TYPE_POSITION,
    "1": Action.VIEW_BOTH,
    "2": Action.VIEW_TEXTURE,
    "3": Action.VIEW_BARS,
    "4": Action.VIEW_DOTS,
    "5": Action.VIEW_NETWORK,
    "V": Action.NEXT_VIEW,
    "X": Action.NEXT_MARKS,
    "0": Action.FIT,
    "Q": Action.PREDICT,
    "T": Action.NEXT_THEME,
    "Ctrl+plus": Action.LARGER_TYPE,
    "Ctrl+minus": Action.SMALLER_TYPE,
    "Ctrl+0": Action.USUAL_TYPE,
    "R": Action.RESTART,
    "N": Action.NEW_SEED,
    "Shift+N": Action.PREVIOUS_SEED,
    "S": Action.TYPE_SEED,
    "P": Action.NEXT_EXAMPLE,
    "D": Action.NEXT_DATA,
    "L": Action.OPEN_FILE,
    "C": Action.TYPE_COUNT,
    "M": Action.NEXT_FORMAT,
    "Shift+B": Action.STABLE,
    "Ctrl+Right": Action.WIDER,
    "Ctrl+Left": Action.NARROWER,
    "Ctrl+Up": Action.HIGHER,
    "Ctrl+Down": Action.LOWER,
    "O": Action.TURN_ORDER,
    "F": Action.OTHER_NETWORK,
    "E": Action.NEXT_ENGINE,
    "Ctrl+Z": Action.UNDO,
    "Ctrl+Y": Action.REDO,
    "Ctrl+Shift+Z": Action.REDO,
    "Ctrl+S": Action.SAVE_PICTURE,
    "Ctrl+E": Action.RECORD,
    "Ctrl+Shift+E": Action.CHOOSE_RECORDING,
    "Ctrl+C": Action.COPY_COMMAND,
    "F5": Action.PRESENT,
    "B": Action.BLANK,
    ".": Action.BLANK,
    "F11": Action.FULLSCREEN,
    "?": Action.HELP,
    "H": Action.HELP,
    "F1": Action.HELP,
    "I": Action.DRIVER,
    "Ctrl+,": Action.DRAWER,
    "Esc": Action.CLOSE_TOPMOST,
    "Ctrl+Q": Action.QUIT,
}
SIGN_LABELS = "+-?.012345"
NAMES = {"Right": "right_arrow", "Left": "left_arrow", "Up": "up_arrow", "Down": "down_arrow"}
NAMES |= {"Page Down": "page_down", "Page Up": "page_up", "Esc": "escape"}
NAMES |= {"plus": "equal", ",": "comma", "0": "_0"}
MODIFIERS = {"Ctrl": imgui.Key.mod_ctrl, "Shift": imgui.Key.mod_shift}


def keys_of(label: str) -> list[imgui.Key]:
    """Return the ImGui keys of "Shift+Page Up", modifiers first."""
    *modifiers, name = label.split("+")
    key = imgui.Key[NAMES.get(name, name.lower())]
    return [*(MODIFIERS[modifier] for modifier in modifiers), key]


def chord_of(label: str) -> int:
    return sum(int(key) for key in keys_of(label))


CHORD_LABELS = [label for label in EXPECTED if label not in SIGN_LABELS]


def test_every_action_has_a_line_of_its_own_and_a_key() -> None:
    assert len(Action.__members__) == len(Action) == 56
    assert set(EXPECTED.values()) == set(Action)
    assert all(all(action.keys) for action in Action)


def test_no_key_stands_twice() -> None:
    chords = Counter(chord for action in Action for chord in CHORDS[action])
    signs = Counter(sign for action in Action for sign in SIGNS[action])
    assert set(chords.values()) == {1}
    assert set(signs.values()) == {1}


def test_the_table_holds_exactly_the_keys_of_the_program() -> None:
    chords = {chord: action for action in Action for chord in CHORDS[action]}
    assert chords == {chord_of(label): EXPECTED[label] for label in CHORD_LABELS} | {
        chord_of("Ctrl+Shift+plus"): Action.LARGER_TYPE  # where plus is typed with Shift
    }
    signs = {sign: action for action in Action for sign in SIGNS[action]}
    assert signs == {sign: EXPECTED[sign] for sign in SIGN_LABELS}


def test_the_help_names_every_key_beside_its_action() -> None:
    told = {key: action for action in Action for key in action.keys_text.split(", ")}
    assert told == EXPECTED


def test_every_line_says_what_it_does_in_its_own_words() -> None:
    texts = [action.help for action in Action]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_a_button_shows_one_of_its_own_keys() -> None:
    for action in Action:
        assert key_hint(action).strip("()") in action.keys


def test_only_steps_speed_size_and_undo_go_on_while_a_key_is_held() -> None:
    assert {action for action in Action if action.repeats} == {
        Action.NEXT_PASS,
        Action.PREVIOUS_PASS,
        Action.NEXT_STAGE,
        Action.PREVIOUS_STAGE,
        Action.FASTER,
        Action.SLOWER,
        Action.LARGER_TYPE,
        Action.SMALLER_TYPE,
        Action.UNDO,
        Action.REDO,
    }


# -- pressed, in an ImGui context without a window ------------------------------------------------


@pytest.fixture
def io(io: imgui.IO) -> imgui.IO:
    frame()
    return io


def frame() -> list[Action]:
    imgui.new_frame()
    try:
        return pressed_actions()
    finally:
        imgui.end_frame()


def field_frame(*, take_focus: bool) -> list[Action]:
    """Run a frame with a text field."""
    imgui.new_frame()
    try:
        imgui.begin("panel")
        if take_focus:
            imgui.set_keyboard_focus_here()
        imgui.input_text("##seed", "1")
        imgui.end()
        return pressed_actions()
    finally:
        imgui.end_frame()


def start_typing() -> list[Action]:
    """Give the text field the keyboard, which takes ImGui three frames."""
    return [action for number in range(3) for action in field_frame(take_focus=number == 0)]


def hold(io: imgui.IO, label: str, *, is_down: bool) -> None:
    for key in keys_of(label):
        io.add_key_event(key, is_down)


@pytest.mark.parametrize("label", CHORD_LABELS)
def test_a_key_pressed_once_does_its_action_once_and_no_other(io: imgui.IO, label: str) -> None:
    hold(io, label, is_down=True)
    found = [frame(), frame()]
    hold(io, label, is_down=False)
    found += [frame(), frame()]
    assert [action for actions in found for action in actions] == [EXPECTED[label]]


@pytest.mark.parametrize("label", CHORD_LABELS)
def test_a_held_key_goes_on_only_where_the_table_says_so(io: imgui.IO, label: str) -> None:
    hold(io, label, is_down=True)
    count = sum(len(frame()) for _ in range(120))
    assert (count > 5) is EXPECTED[label].repeats
    assert count >= 1


@pytest.mark.parametrize("character", SIGN_LABELS)
def test_a_typed_character_does_its_action(io: imgui.IO, character: str) -> None:
    io.add_input_character(ord(character))
    assert frame() == [EXPECTED[character]]
    assert frame() == []


@pytest.mark.parametrize(
    "label", ["Ctrl+N", "Ctrl+D", "Ctrl+R", "Shift+O", "Ctrl+Space", "Shift+S"]
)
def test_a_key_with_other_modifiers_does_nothing(io: imgui.IO, label: str) -> None:
    hold(io, label, is_down=True)
    assert frame() + frame() == []


@pytest.mark.parametrize("label", CHORD_LABELS)
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
