"""The actions of buttons and keys, in one table.

Shortcuts, buttons, labels, tooltips and the help take keys and words from the table; a test holds
the README to it.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, StrEnum
from typing import TypeVar

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.command_line import command_line
from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.history import History, Place
from bitonic_scope.model.limits import MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings, EngineName, SortSettings
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.text.positions import position_label
from bitonic_scope.ui.state import Closing, Field, UiState
from bitonic_scope.views.catalogue import VIEWS

NEW_SEED_LIMIT = 1_000_000  # short enough to read out in class
MAX_EARLIER_SEEDS = 100
TYPE_STEP = 1.125  # between two sizes of type

Change = Callable[[UiState], UiState]
Item = TypeVar("Item")


def to_position(state: UiState, pass_index: int) -> UiState:
    """Seek to a pass_index, clamped to 0..P."""
    return replace(state, timeline=state.timeline.seek(pass_index))


def _timeline(change: Callable[[Timeline], Timeline]) -> Change:
    return lambda state: replace(state, timeline=change(state.timeline))


def _play(state: UiState) -> UiState:
    """Play or pause; if the user predicts the next pass, run that pass and show what it did."""
    predicts = state.display.predicts and state.timeline.playing is Playing.PAUSED
    timeline = state.timeline.step(1) if predicts else state.timeline.toggle(Playing.FORWARDS)
    return replace(state, timeline=timeline)


def _toggle_play_backwards(state: UiState) -> UiState:
    return replace(state, timeline=state.timeline.toggle(Playing.BACKWARDS))


def _step(passes: int) -> Change:
    return _timeline(lambda timeline: timeline.step(passes))


def _next_stage(state: UiState) -> UiState:
    starts = state.settings.network.stage_starts
    later = [start for start in starts if start > state.timeline.position]
    return to_position(state, later[0]) if later else state


def _previous_stage(state: UiState) -> UiState:
    starts = state.settings.network.stage_starts
    earlier = [start for start in starts if start < state.timeline.position]
    return to_position(state, earlier[-1]) if earlier else state


def _type_into(field: Field) -> Change:
    return lambda state: replace(state, focus=field)


def with_new_seed(state: UiState, seed: int) -> UiState:
    """Set the seed, and remember the previous one."""
    if seed == state.settings.seed and state.settings.own is None:
        return state
    earlier = (*state.earlier_seeds, state.settings.seed)[-MAX_EARLIER_SEEDS:]
    return replace(state, earlier_seeds=earlier).with_settings(state.settings.with_seed(seed))


def _new_seed(state: UiState) -> UiState:
    seed = state.settings.seed
    while seed == state.settings.seed:
        seed = random.randrange(NEW_SEED_LIMIT)
    return with_new_seed(state, seed)


def _previous_seed(state: UiState) -> UiState:
    if not state.earlier_seeds:
        return state
    *earlier, seed = state.earlier_seeds
    settings = state.settings.with_seed(seed)
    return replace(state, earlier_seeds=tuple(earlier)).with_settings(settings)


def _after(item: Item, items: list[Item]) -> Item:
    """Return the next item, cyclically."""
    return items[(items.index(item) + 1) % len(items)]


def _settings(change: Callable[[SortSettings], SortSettings]) -> Change:
    return lambda state: state.with_settings(change(state.settings))


def _next_example(settings: SortSettings) -> SortSettings:
    current = example_of(settings)
    return (_after(current, list(EXAMPLES)) if current else EXAMPLES[0]).settings


def _next_data(settings: SortSettings) -> SortSettings:
    if settings.own is not None:
        return settings.with_data(settings.data)
    return settings.with_data(_after(settings.data, list(DataKind)))


def _next_format(settings: SortSettings) -> SortSettings:
    return settings.with_format(_after(settings.element_format, list(FormatName)))


def _other_stability(settings: SortSettings) -> SortSettings:
    return settings.with_stable(stable=not settings.stable)


def _resize(sides: Callable[[int, int], tuple[int, int]]) -> Change:
    return _settings(lambda settings: settings.with_size(*sides(settings.width, settings.height)))


def _other_order(settings: SortSettings) -> SortSettings:
    is_ascending = settings.order is Direction.ASCENDING
    return replace(settings, order=Direction.DESCENDING if is_ascending else Direction.ASCENDING)


def _other_network(settings: SortSettings) -> SortSettings:
    is_flip = settings.network_kind is NetworkKind.FLIP
    return replace(settings, network_kind=NetworkKind.ALTERNATING if is_flip else NetworkKind.FLIP)


def _next_engine(settings: SortSettings) -> SortSettings:
    return replace(settings, engine=_after(settings.engine, list(EngineName)))


def _display(change: Callable[[DisplaySettings], DisplaySettings]) -> Change:
    return lambda state: replace(state, display=change(state.display))


def _next_view(display: DisplaySettings) -> DisplaySettings:
    return replace(display, view=_after(display.view, list(VIEWS)))


def _view(name: str) -> Change:
    return _display(lambda display: replace(display, view=name) if name in VIEWS else display)


def _next_marks(display: DisplaySettings) -> DisplaySettings:
    return replace(display, marks=_after(display.marks, list(Marks)))


def _next_theme(display: DisplaySettings) -> DisplaySettings:
    return replace(display, theme=_after(display.theme, list(ThemeChoice)))


def _scale_type(factor: float) -> Change:
    def change(display: DisplaySettings) -> DisplaySettings:
        ui_scale = min(max(display.ui_scale * factor, MIN_UI_SCALE), MAX_UI_SCALE)
        return replace(display, ui_scale=round(ui_scale, 3))

    return _display(change)


def _toggle_prediction(state: UiState) -> UiState:
    display = replace(state.display, predicts=not state.display.predicts)
    return replace(state, display=display, answer=None)


def _fit(state: UiState) -> UiState:
    return replace(state, zoom=1.0, centre=(0.5, 0.5))


def _toggle_fullscreen(display: DisplaySettings) -> DisplaySettings:
    return replace(display, fullscreen=not display.fullscreen)


def _toggle_presenting(display: DisplaySettings) -> DisplaySettings:
    presents = not display.is_presenting
    return replace(_without_pages(display), is_presenting=presents, fullscreen=presents)


def _toggle_blank(display: DisplaySettings) -> DisplaySettings:
    return replace(display, is_blank=not display.is_blank)


def _without_pages(display: DisplaySettings) -> DisplaySettings:
    return replace(display, help_open=False, driver_open=False, drawer_open=False)


def _toggle_help(display: DisplaySettings) -> DisplaySettings:
    return replace(_without_pages(display), help_open=not display.help_open)


def _toggle_driver(display: DisplaySettings) -> DisplaySettings:
    return replace(_without_pages(display), driver_open=not display.driver_open)


def _toggle_drawer(display: DisplaySettings) -> DisplaySettings:
    return replace(_without_pages(display), drawer_open=not display.drawer_open)


def _go_back(change: Callable[[History, Place], tuple[History, Place]]) -> Change:
    """Return the change that goes to another place of the history."""

    def go(state: UiState) -> UiState:
        here = Place(state.settings, state.timeline.position)
        history, place = change(state.history, here)
        if place == here:
            return state
        settings = place.settings
        timeline = state.timeline.over(settings.network.pass_count, place.position)
        return replace(state.with_settings(settings), history=history, timeline=timeline)

    return go


def command_of(state: UiState) -> str:
    """Return the command line that opens what the state shows."""
    at = position_label(state.settings.network, state.timeline.position)
    return command_line(state.settings, at=at, view=state.display.view)


def _copy_command(state: UiState) -> UiState:
    return replace(state, to_clipboard=command_of(state))


def _save_picture(state: UiState) -> UiState:
    return replace(state, saves_picture=True)


def _toggle_recording(state: UiState) -> UiState:
    return replace(state, record=not state.record)


def _close_topmost(state: UiState) -> UiState:
    display = state.display
    if state.closing is Closing.ASKED:
        return replace(state, closing=Closing.NO)
    if display.is_blank:
        return replace(state, display=replace(display, is_blank=False))
    if display != _without_pages(display):
        return replace(state, display=_without_pages(display))
    if state.pinned is not None:
        return replace(state, pinned=None)
    if display.is_presenting:
        return replace(state, display=replace(display, is_presenting=False))
    return replace(state, display=replace(display, fullscreen=False))


def _ask_to_close(state: UiState) -> UiState:
    return replace(state, closing=Closing.ASKED)


def _bringing_back(change: Change) -> Change:
    """Let the first move on a blank screen only bring the picture back: nothing moves unseen."""

    def move(state: UiState) -> UiState:
        if state.display.is_blank:
            return replace(state, display=replace(state.display, is_blank=False))
        return change(state)

    return move


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
        change: returns the next state; the same state if the action does nothing.
        repeats: whether holding its key or button repeats the action.
    """

    PLAY = MOVE, "Space", "play, pause", _play
    PLAY_BACKWARDS = MOVE, "Shift+Space", "play backwards, pause", _toggle_play_backwards
    PLAY_STAGE = MOVE, "Enter", "play to the end of this stage", _timeline(Timeline.play_stage)
    NEXT_PASS = MOVE, "Right, Down, Page Down", "next pass", _step(1), REPEATS
    PREVIOUS_PASS = MOVE, "Left, Up, Page Up", "previous pass", _step(-1), REPEATS
    NEXT_STAGE = MOVE, "Shift+Right", "next stage", _next_stage, REPEATS
    PREVIOUS_STAGE = MOVE, "Shift+Left", "previous stage", _previous_stage, REPEATS
    TO_START = MOVE, "Home", "to the start", _timeline(lambda t: t.seek(0))
    TO_END = MOVE, "End", "to the end", _timeline(lambda t: t.seek(t.pass_count))
    FASTER = MOVE, "+", "faster", _timeline(Timeline.faster), REPEATS
    SLOWER = MOVE, "-", "slower", _timeline(Timeline.slower), REPEATS
    TYPE_POSITION = MOVE, "G", "go to a pass: type it", _type_into(Field.POSITION)

    VIEW_BOTH = LOOK, "1", "texture and line, side by side", _view("both")
    VIEW_TEXTURE = LOOK, "2", "the texture", _view("texture")
    VIEW_BARS = LOOK, "3", "the line as bars", _view("bars")
    VIEW_DOTS = LOOK, "4", "the line as dots", _view("dots")
    VIEW_NETWORK = LOOK, "5", "the network of wires", _view("network")
    NEXT_VIEW = LOOK, "V", "the next view", _display(_next_view)
    NEXT_MARKS = (
        LOOK,
        "X",
        "more marks: blocks, directions, pairs, exchanges",
        _display(_next_marks),
    )
    FIT = LOOK, "0", "fit the whole texture into its place", _fit
    PREDICT = LOOK, "Q", "predict: hide what the next pass does, or show it", _toggle_prediction
    NEXT_THEME = LOOK, "T", "theme: dark, light, or as the system", _display(_next_theme)
    LARGER_TYPE = LOOK, "Ctrl+plus", "larger type", _scale_type(TYPE_STEP), REPEATS
    SMALLER_TYPE = LOOK, "Ctrl+minus", "smaller type", _scale_type(1 / TYPE_STEP), REPEATS
    USUAL_TYPE = LOOK, "Ctrl+0", "usual size of type", _display(lambda d: replace(d, ui_scale=1.0))

    RESTART = CHANGE, "R", "restart with the same data", _timeline(lambda t: t.pause().seek(0))
    NEW_SEED = CHANGE, "N", "new seed", _new_seed
    PREVIOUS_SEED = CHANGE, "Shift+N", "back to the previous seed", _previous_seed
    TYPE_SEED = CHANGE, "S", "type a seed", _type_into(Field.SEED)
    NEXT_EXAMPLE = CHANGE, "P", "the next example", _settings(_next_example)
    NEXT_DATA = CHANGE, "D", "the next kind of data", _settings(_next_data)
    OPEN_FILE = CHANGE, "L", "load own data: type a path", _type_into(Field.PATH)
    TYPE_COUNT = CHANGE, "C", "type a number of elements", _type_into(Field.COUNT)
    NEXT_FORMAT = CHANGE, "M", "the next element format", _settings(_next_format)
    STABLE = (
        CHANGE,
        "Shift+B",
        "keep equal elements in their order, or not",
        _settings(_other_stability),
    )
    WIDER = CHANGE, "Ctrl+Right", "twice the width", _resize(lambda w, h: (2 * w, h))
    NARROWER = CHANGE, "Ctrl+Left", "half the width", _resize(lambda w, h: (w // 2, h))
    HIGHER = CHANGE, "Ctrl+Up", "twice the height", _resize(lambda w, h: (w, 2 * h))
    LOWER = CHANGE, "Ctrl+Down", "half the height", _resize(lambda w, h: (w, h // 2))
    TURN_ORDER = CHANGE, "O", "turn the order round", _settings(_other_order)
    OTHER_NETWORK = CHANGE, "F", "the other network: alternating or flip", _settings(_other_network)
    NEXT_ENGINE = CHANGE, "E", "the next engine: fragment or compute", _settings(_next_engine)

    UNDO = WINDOW, "Ctrl+Z", "undo: back to where you were", _go_back(History.undone), REPEATS
    REDO = WINDOW, "Ctrl+Y, Ctrl+Shift+Z", "redo what was undone", _go_back(History.redone), REPEATS
    SAVE_PICTURE = WINDOW, "Ctrl+S", "save the picture as PNG", _save_picture
    RECORD = WINDOW, "Ctrl+E", "record frames; cancel", _toggle_recording
    COPY_COMMAND = WINDOW, "Ctrl+C", "copy the command line that opens this", _copy_command
    PRESENT = (
        WINDOW,
        "F5",
        "present: picture, caption and strip alone",
        _display(_toggle_presenting),
    )
    BLANK = WINDOW, "B, .", "blank the screen, and bring it back", _display(_toggle_blank)
    FULLSCREEN = WINDOW, "F11", "fill the screen, and back", _display(_toggle_fullscreen)
    HELP = WINDOW, "?, H, F1", "show or hide this help", _display(_toggle_help)
    DRIVER = WINDOW, "I", "show or hide what the driver can do", _display(_toggle_driver)
    DRAWER = WINDOW, "Ctrl+,", "show or hide more settings", _display(_toggle_drawer)
    CLOSE_TOPMOST = (
        WINDOW,
        "Esc",
        "close this page, unpin, end presenting, then leave full screen",
        _close_topmost,
    )
    QUIT = WINDOW, "Ctrl+Q", "quit", _ask_to_close

    def __init__(
        self, group: Group, keys: str, help: str, change: Change, repeats: bool = False
    ) -> None:
        self.group = group
        self.keys = tuple(keys.split(", "))
        self.help = help
        self.change = _bringing_back(change) if group is Group.MOVE else change
        self.repeats = repeats
        self.keys_text = ", ".join(self.keys)
        self.tooltip = f"{help}  ({self.keys_text})"

    def would_change(self, state: UiState) -> bool:
        """Return whether the action would change the state; if not, its button is greyed out."""
        return self in _TOGGLES or self.change(state) != state


# These change any state, which their buttons need not try out in each frame.
_TOGGLES = {Action.DRAWER, Action.HELP, Action.FULLSCREEN, Action.PRESENT, Action.RECORD}
_ARROWS = {"Right", "Left", "Up", "Down"}


def key_hint(*actions: Action) -> str:
    """Return the first key of each action, as labels show it: "(S)", "(+ -)"."""
    keys = [action.keys[0] for action in actions]
    modifiers = {key.rpartition("+")[0] for key in keys}
    if len(modifiers) == 1 and {key.rpartition("+")[2] for key in keys} == _ARROWS:
        keys = [f"{modifiers.pop()}+arrows"]
    return f"({' '.join(keys)})"


def labelled(text: str, *actions: Action) -> str:
    """Return a label with the keys of its actions: "Seed (S)"."""
    return f"{text} {key_hint(*actions)}"


def greeting() -> str:
    """Return the line that a first start shows: "Space plays, arrows step, ? helps"."""
    play, helps = Action.PLAY.keys[0], Action.HELP.keys[0]
    return f"{play} plays, arrows step, {helps} helps"
