"""The actions of buttons and keys, in one table.

Shortcuts, buttons, labels, tooltips and the help take keys and words from the table; a test holds
the README to it.
"""

from dataclasses import replace
from enum import Enum, StrEnum

from bitonic_scope.model.history import History
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.ui.changes import choices, looks, moves, requests
from bitonic_scope.ui.state import Change, Field, UiState


class Group(StrEnum):
    """The groups of actions: the headings of the help."""

    MOVE = "Move"
    LOOK = "Look"
    CHANGE = "Change"
    WINDOW = "Window"


MOVE, LOOK, CHANGE, WINDOW = Group
REPEATS = True


class Action(Enum):
    """One action; its row gives group, keys, help, change and whether it repeats.

    Attributes:
        group: the heading that lists it in the help.
        keys: the keys as users read them. "Shift+N" is N with exactly these modifiers; a sign or a
            digit, such as "?", is any key that types it.
        keys_text: all its keys in one line.
        help: the action in words.
        tooltip: the action in words, and its keys.
        repeats: whether holding its key or button repeats the action.
    """

    PLAY = MOVE, "Space", "play, pause", moves.play
    PLAY_BACKWARDS = MOVE, "Shift+Space", "play backwards, pause", moves.toggle_play_backwards
    PLAY_STAGE = (
        MOVE,
        "Enter",
        "play to the end of this stage",
        moves.of_timeline(Timeline.play_stage),
    )
    NEXT_PASS = MOVE, "Right, Down, Page Down", "next pass", moves.step(1), REPEATS
    PREVIOUS_PASS = MOVE, "Left, Up, Page Up", "previous pass", moves.step(-1), REPEATS
    NEXT_STAGE = MOVE, "Shift+Right", "next stage", moves.next_stage, REPEATS
    PREVIOUS_STAGE = MOVE, "Shift+Left", "previous stage", moves.previous_stage, REPEATS
    TO_START = MOVE, "Home", "to the start", lambda state: moves.to_position(state, 0)
    TO_END = MOVE, "End", "to the end", moves.to_end
    FASTER = MOVE, "+", "faster", moves.of_timeline(Timeline.faster), REPEATS
    SLOWER = MOVE, "-", "slower", moves.of_timeline(Timeline.slower), REPEATS
    TYPE_POSITION = MOVE, "G", "go to a pass: type it", requests.type_into(Field.POSITION)

    VIEW_BOTH = LOOK, "1", "texture and line, side by side", looks.view("both")
    VIEW_TEXTURE = LOOK, "2", "the texture", looks.view("texture")
    VIEW_BARS = LOOK, "3", "the line as bars", looks.view("bars")
    VIEW_DOTS = LOOK, "4", "the line as dots", looks.view("dots")
    VIEW_NETWORK = LOOK, "5", "the network of wires", looks.view("network")
    NEXT_VIEW = LOOK, "V", "the next view", looks.of_display(looks.next_view)
    NEXT_MARKS = (
        LOOK,
        "X",
        "more marks: blocks, directions, pairs, exchanges",
        looks.of_display(looks.next_marks),
    )
    FIT = LOOK, "0", "fit the whole texture into its place", looks.fit
    PREDICT = (
        LOOK,
        "Q",
        "predict: hide what the next pass does, or show it",
        looks.toggle_prediction,
    )
    NEXT_THEME = (
        LOOK,
        "T",
        "theme: dark, light, or the system's",
        looks.of_display(looks.next_theme),
    )
    LARGER_TYPE = LOOK, "Ctrl+plus", "larger type", looks.scale_type(looks.TYPE_STEP), REPEATS
    SMALLER_TYPE = (
        LOOK,
        "Ctrl+minus",
        "smaller type",
        looks.scale_type(1 / looks.TYPE_STEP),
        REPEATS,
    )
    USUAL_TYPE = (
        LOOK,
        "Ctrl+0",
        "usual size of type",
        looks.of_display(lambda d: replace(d, ui_scale=1.0)),
    )

    RESTART = CHANGE, "R", "restart with the same data", moves.restart
    NEW_SEED = CHANGE, "N", "new seed", choices.new_seed
    PREVIOUS_SEED = CHANGE, "Shift+N", "back to the previous seed", choices.previous_seed
    TYPE_SEED = CHANGE, "S", "type a seed", requests.type_into(Field.SEED)
    NEXT_EXAMPLE = CHANGE, "P", "the next example", choices.of_settings(choices.next_example)
    NEXT_DATA = CHANGE, "D", "the next kind of data", choices.of_settings(choices.next_data)
    OPEN_FILE = CHANGE, "L", "load your own data: type a path", requests.type_into(Field.PATH)
    TYPE_COUNT = CHANGE, "C", "type a number of elements", requests.type_into(Field.COUNT)
    NEXT_FORMAT = CHANGE, "M", "the next element format", choices.of_settings(choices.next_format)
    STABLE = (
        CHANGE,
        "Shift+B",
        "keep equal elements in their order, or not",
        choices.of_settings(choices.other_stability),
    )
    WIDER = CHANGE, "Ctrl+Right", "twice the width", choices.resize(lambda w, h: (2 * w, h))
    NARROWER = CHANGE, "Ctrl+Left", "half the width", choices.resize(lambda w, h: (w // 2, h))
    HIGHER = CHANGE, "Ctrl+Up", "twice the height", choices.resize(lambda w, h: (w, 2 * h))
    LOWER = CHANGE, "Ctrl+Down", "half the height", choices.resize(lambda w, h: (w, h // 2))
    TURN_ORDER = CHANGE, "O", "reverse the order", choices.of_settings(choices.other_order)
    OTHER_NETWORK = (
        CHANGE,
        "F",
        "the other network: alternating or flip",
        choices.of_settings(choices.other_network),
    )
    NEXT_ENGINE = (
        CHANGE,
        "E",
        "the next engine: fragment or compute",
        choices.of_settings(choices.next_engine),
    )

    UNDO = WINDOW, "Ctrl+Z", "undo: back to where you were", moves.go_back(History.undone), REPEATS
    REDO = (
        WINDOW,
        "Ctrl+Y, Ctrl+Shift+Z",
        "redo what was undone",
        moves.go_back(History.redone),
        REPEATS,
    )
    SAVE_PICTURE = WINDOW, "Ctrl+S", "save the picture as PNG; stop", requests.save_picture
    RECORD = WINDOW, "Ctrl+E", "record at once; cancel", requests.toggle_recording
    CHOOSE_RECORDING = (
        WINDOW,
        "Ctrl+Shift+E",
        "choose what to record, and where",
        looks.of_display(looks.toggle_recording_panel),
    )
    COPY_COMMAND = WINDOW, "Ctrl+C", "copy the command line that opens this", requests.copy_command
    PRESENT = (
        WINDOW,
        "F5",
        "present: picture, caption and strip alone",
        looks.of_display(looks.toggle_presenting),
    )
    BLANK = WINDOW, "B, .", "blank the screen, and bring it back", looks.toggle_blank
    FULLSCREEN = (
        WINDOW,
        "F11",
        "fill the screen, and back",
        looks.of_display(looks.toggle_fullscreen),
    )
    HELP = WINDOW, "?, H, F1", "show or hide this help", looks.of_display(looks.toggle_help)
    DRIVER = (
        WINDOW,
        "I",
        "show or hide what the driver can do",
        looks.of_display(looks.toggle_driver),
    )
    DRAWER = WINDOW, "Ctrl+,", "show or hide more settings", looks.of_display(looks.toggle_drawer)
    CLOSE_TOPMOST = (
        WINDOW,
        "Esc",
        "close this page, unpin, end presenting, then leave full screen",
        looks.close_topmost,
    )
    QUIT = WINDOW, "Ctrl+Q", "quit", requests.ask_to_close

    def __init__(
        self, group: Group, keys: str, help: str, change: Change, repeats: bool = False
    ) -> None:
        self.group = group
        self.keys = tuple(keys.split(", "))
        self.help = help
        self.repeats = repeats
        self.keys_text = ", ".join(self.keys)
        self.tooltip = f"{help}  ({self.keys_text})"
        self._change = change

    def change(self, state: UiState) -> UiState:
        """Return the next state; the same state if the action does nothing.

        On a blank screen the first action only brings the picture back: nothing changes unseen.
        """
        if state.display.is_blank and self not in WORKING_UNSEEN:
            return looks.toggle_blank(state)
        return self._change(state)

    def would_change(self, state: UiState) -> bool:
        """Return whether the action would change the state; if not, its button is greyed out."""
        return self in _TOGGLES or self.change(state) != state


WORKING_UNSEEN = {Action.BLANK, Action.CLOSE_TOPMOST, Action.QUIT}
# These change any state, which their buttons need not try out in each frame.
_TOGGLES = {
    *(Action.DRAWER, Action.HELP, Action.FULLSCREEN),
    *(Action.PRESENT, Action.RECORD, Action.CHOOSE_RECORDING),
}


def key_hint(*actions: Action) -> str:
    """Return the first key of each action, as labels show it: "(S)", "(+ -)"."""
    return f"({' '.join(action.keys[0] for action in actions)})"


def greeting() -> str:
    """Return the line that a first start shows: "Space plays, arrows step, ? helps"."""
    play, helps = Action.PLAY.keys[0], Action.HELP.keys[0]
    return f"{play} plays, arrows step, {helps} helps"
