"""The header: the settings as a sentence, the tabs of the views, and three buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.limits import COUNT, SEED
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.changes.choices import with_new_seed
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import HEADER, ONE_HEADER_ROW, TABS_ROW, Rect
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT, action_button, button, button_width
from bitonic_scope.ui.widgets.fields import typed_path, typed_value
from bitonic_scope.ui.widgets.lists import link, list_below, list_row
from bitonic_scope.ui.widgets.rects import next_rect
from bitonic_scope.views.caption import data_words
from bitonic_scope.views.catalogue import VIEWS

TAB_GAP = 0.5  # u
TABS_TO_BUTTONS = 2.0  # u
MAX_SQUEEZE = 1.6  # u: of a tab
ICON_WIDTH = 6.2  # u
LEADING = 3.9  # u: between two lines of the sentence
MAX_LINES = 2
SENTENCE_GAP = 3.0  # u: between the sentence and the tabs
MAX_READ_NUMBERS = 16  # of the user's own, that the sentence says one by one
ELEMENTS_WIDTH, DATA_WIDTH, NETWORK_WIDTH = 50.0, 226.0, 90.0  # u
SEED_WIDTH, PATH_WIDTH = 22.0, 64.0  # u
SIZE_BITS = (2, 3, 4, 6, 8, 10, 12, 16, 18, 20, 22, 24)  # of the sizes in the list
FIELDS = {"elements": (Field.COUNT,), "data": (Field.SEED, Field.PATH)}  # in each list
FIELDS_OF_DRAWER = (Field.COUNT, Field.PATH)  # which has those too
NETWORK_LESSONS = {
    NetworkKind.ALTERNATING: "Blocks take turns: ascending, descending, until the last stage.",
    NetworkKind.FLIP: "All blocks ascend: each stage mirrors first, so padding never moves.",
}
ORDER_LESSONS = {
    Direction.ASCENDING: "The smallest first, at the bottom left.",
    Direction.DESCENDING: "The largest first, at the bottom left.",
}


class Words(NamedTuple):
    """A part of the sentence, and the list that it opens; "" for none."""

    text: str
    opens: str = ""


def sentence(settings: SortSettings) -> list[Words]:
    """Return the settings as a sentence: "Sort 256 elements of noise, seed 1 by the ..."."""
    words = [Words("Sort ")]
    if _is_read_out(settings):
        words.append(Words(data_words(settings), "data"))
    else:
        count = counted(settings.real_count, "element")
        words += [Words(count, "elements"), Words(" of "), Words(data_words(settings), "data")]
    words += [Words(" by the "), Words(settings.network_kind, "network")]
    tail = []
    if settings.order is Direction.DESCENDING:
        tail.append("descending")
    if settings.stable:
        tail.append("stable")
    if settings.engine is not EngineName.FRAGMENT:
        tail.append(f"by the engine {settings.engine}")
    return [*words, Words(", ".join([" network", *tail]))]


def _is_read_out(settings: SortSettings) -> bool:
    own = settings.own
    return own is not None and len(own.name.split()) == own.count <= MAX_READ_NUMBERS


def header_panel(ink: Ink, readout: Readout, state: UiState, rect: Rect) -> UiState:
    """Draw the sentence, and right of it or below it the tabs and the buttons."""
    unit = ink.unit
    middle = rect.y + HEADER / 2 * unit
    is_one_row = ink.window.width >= ONE_HEADER_ROW * unit
    tabs_middle = middle if is_one_row else middle + (TABS_ROW - 0.8) * unit
    tabs_width = _tabs_width(ink)
    words = tuple(sentence(state.settings))
    squeeze = _squeeze(ink, words, rect.width - tabs_width) if is_one_row else 0.0
    tabs_width -= squeeze * len(VIEWS)
    left = rect.right - tabs_width if is_one_row else rect.x
    sentence_width = rect.width - (tabs_width + SENTENCE_GAP * unit if is_one_row else 0)
    state = _sentence(ink, words, readout, state, Rect(rect.x, middle, sentence_width, 0))
    return _tabs(ink, state, left, rect.right, tabs_middle, squeeze)


@lru_cache(maxsize=8)
def _squeeze(ink: Ink, words: tuple[Words, ...], room: float) -> float:
    """Return what each tab gives up, in logical pixels, where that keeps the sentence in a line."""
    text = "".join(part.text for part in words)
    squeeze = ceil(ink.width(text) + SENTENCE_GAP * ink.unit - room) / len(VIEWS)
    return squeeze if 0 < squeeze <= MAX_SQUEEZE * ink.unit else 0.0


def _sentence(
    ink: Ink, words: tuple[Words, ...], readout: Readout, state: UiState, place: Rect
) -> UiState:
    """Draw the sentence in one line or two, around the middle of its place."""
    asked = state.focus
    if state.display.drawer_open and asked in FIELDS_OF_DRAWER:
        asked = None
    lines = _sentence_lines(ink, words, place.width)
    leading = LEADING * ink.unit
    y = place.y - leading * (len(lines) - 1) / 2
    lists = {"elements": _elements, "data": _data, "network": _network}
    for line in lines:
        x = place.x
        for text, opens in line:
            width = ink.width(text)
            if opens:
                height = min(leading, CONTROL_HEIGHT * ink.unit)
                if link(ink, opens, text, x, y, height):
                    imgui.open_popup(f"{opens} list")
                control = Rect(x, y - height / 2, width, height)
                # Where the sentence says each number, it does not say how many there are.
                is_read_out = opens == "data" and _is_read_out(state.settings)
                for name in ("data", "elements") if is_read_out else (opens,):
                    if asked in FIELDS.get(name, ()):
                        imgui.open_popup(f"{name} list")
                    state = lists[name](ink, readout, state, control)
            else:
                ink.text(text, x, y, ink.colours.quiet_text)
            x += width
        y += leading
    return state


@lru_cache(maxsize=8)
def _sentence_lines(ink: Ink, words: tuple[Words, ...], width: float) -> list[list[Words]]:
    """Return the sentence in lines of that width."""
    return list(_lines(ink, _fitted(ink, list(words), width), width))


def _fitted(ink: Ink, words: list[Words], width: float) -> list[Words]:
    """Shorten the name of the data until the sentence fits into its lines."""
    while len(list(_lines(ink, words, width))) > MAX_LINES:
        at = next(number for number, each in enumerate(words) if each.opens == "data")
        shorter = ink.shortened(words[at].text, ink.width(words[at].text) * 0.9)
        if shorter == words[at].text or len(shorter) <= 6:
            break
        words = [*words[:at], words[at]._replace(text=shorter), *words[at + 1 :]]
    return words


def _lines(ink: Ink, words: Sequence[Words], width: float) -> Iterator[list[Words]]:
    """Divide the sentence into lines; a part that opens a list stays whole."""
    line: list[Words] = []
    used = 0.0
    for part in words:
        pieces = [part] if part.opens else [Words(text) for text in _pieces(part.text)]
        for piece in pieces:
            if line and used + ink.width(piece.text.rstrip()) > width:
                yield line
                line, used = [], 0.0
                piece = piece._replace(text=piece.text.lstrip())
            line.append(piece)
            used += ink.width(piece.text)
    yield line


def _pieces(text: str) -> list[str]:
    """Split a text into words, each with the blank before it."""
    first, *others = text.split(" ")
    return [word for word in (first, *(f" {other}" for other in others)) if word]


@lru_cache(maxsize=8)
def _tabs_width(ink: Ink) -> float:
    tabs = sum(button_width(ink, name.capitalize()) for name in VIEWS)
    gaps = (TAB_GAP * (len(VIEWS) + 1) + TABS_TO_BUTTONS + 3 * ICON_WIDTH) * ink.unit
    return tabs + gaps


def _tabs(
    ink: Ink, state: UiState, left: float, right: float, middle: float, squeeze: float
) -> UiState:
    unit = ink.unit
    y, height, gap = middle - CONTROL_HEIGHT / 2 * unit, CONTROL_HEIGHT * unit, TAB_GAP * unit
    x = left
    for name in VIEWS:
        rect = Rect(x, y, button_width(ink, name.capitalize()) - squeeze, height)
        is_on = state.display.view == name
        if button(ink, f"view {name}", rect, name.capitalize(), is_primary=is_on):
            state = replace(state, display=replace(state.display, view=name))
        x = rect.right + gap
    width = ICON_WIDTH * unit
    x = right - 3 * width - 2 * gap
    screen = icons.ICON_FA_COMPRESS if state.display.fullscreen else icons.ICON_FA_EXPAND
    for action, icon in (
        (Action.DRAWER, icons.ICON_FA_GEAR),
        (Action.HELP, "?"),
        (Action.FULLSCREEN, screen),
    ):
        is_on = action is Action.DRAWER and state.display.drawer_open
        rect = Rect(x, y, width, height)
        state = action_button(ink, action, state, rect, icon, is_primary=is_on)
        x += width + gap
    return state


def _elements(ink: Ink, readout: Readout, state: UiState, control: Rect) -> UiState:
    """Draw the list of numbers of elements, with a field for any other."""
    settings = state.settings
    with list_below(ink, "elements list", control, width=ELEMENTS_WIDTH * ink.unit) as is_open:
        if not is_open:
            return state
        state = _count_field(ink, state)
        has_pairs = readout.storage is not None and readout.storage.element_format.has_tag
        for bits in SIZE_BITS:
            width, height = 1 << (bits + 1) // 2, 1 << bits // 2
            if not readout.capabilities.allows(width, height, has_pairs=has_pairs):
                continue
            sized = settings.with_size(width, height)
            passes = counted(BitonicNetwork(bits).pass_count, "pass", "passes")
            name = f"{1 << bits:,}"
            is_current = settings.real_count == 1 << bits
            lesson = f"{width} x {height}: {passes}"
            if list_row(ink, f"elements {name}", name, lesson, is_current=is_current):
                state = state.with_settings(replace(sized, count=None))
    return state


def _count_field(ink: Ink, state: UiState) -> UiState:
    settings = state.settings
    rect = next_rect(0, CONTROL_HEIGHT * ink.unit)
    x = ink.text("any number", rect.x + ink.unit, rect.middle[1], ink.colours.quiet_text)
    left = x + 2 * ink.unit
    field = Rect(left, rect.y, rect.right - left, rect.height)
    shown = str(settings.real_count)
    state = typed_value(
        ink,
        Field.COUNT,
        field,
        shown,
        state,
        lambda text: state.with_settings(settings.with_count(COUNT.from_text(text))),
    )
    imgui.set_cursor_screen_pos((rect.x, rect.bottom + 0.6 * ink.unit))
    imgui.dummy((1, 0))
    return state


def _data(ink: Ink, readout: Readout, state: UiState, control: Rect) -> UiState:
    """Draw the list of examples, of kinds of data, the user's own file, and the seed."""
    with list_below(ink, "data list", control, width=DATA_WIDTH * ink.unit) as is_open:
        if not is_open:
            return state
        state = _seed_row(ink, state)
        width = imgui.get_content_region_avail().x
        columns = 2 if width >= 0.9 * DATA_WIDTH * ink.unit else 1
        imgui.begin_table("kinds", columns, imgui.TableFlags_.sizing_stretch_same, (width, 0))
        imgui.table_next_column()
        state = _examples(ink, state)
        imgui.table_next_column()
        state = _kinds(ink, state)
        imgui.end_table()
    return state


def _seed_row(ink: Ink, state: UiState) -> UiState:
    """Draw the seed, and right of it or below it the path of the user's own file."""
    unit = ink.unit
    rect = next_rect(0, CONTROL_HEIGHT * unit)
    x = ink.text("Seed", rect.x + unit, rect.middle[1], ink.colours.quiet_text) + 1.5 * unit
    field = Rect(x, rect.y, SEED_WIDTH * unit, rect.height)
    state = typed_value(
        ink,
        Field.SEED,
        field,
        str(state.settings.seed),
        state,
        lambda text: with_new_seed(state, SEED.from_text(text)),
    )
    x = field.right + unit
    for action, label in ((Action.NEW_SEED, "New seed"), (Action.PREVIOUS_SEED, "Seed before")):
        place = Rect(x, rect.y, button_width(ink, label), rect.height)
        state = action_button(ink, action, state, place, label)
        x = place.right + unit
    path = Rect(x + unit, rect.y, rect.right - x - unit, rect.height)
    if path.width < PATH_WIDTH * unit:
        path = rect._replace(y=rect.bottom + unit)
    hint = "own file: type its path, or drop it on the window"
    state = typed_path(ink, path, state, hint)
    if state.opens_path:
        imgui.close_current_popup()
    imgui.set_cursor_screen_pos((rect.x, path.bottom + unit))
    imgui.dummy((1, 0))
    return state


def _heading(ink: Ink, text: str) -> None:
    rect = next_rect(0, 4.4 * ink.unit)
    ink.text(text, rect.x + 1.2 * ink.unit, rect.middle[1], ink.colours.quiet_text)
    imgui.dummy((1, rect.height))


def _examples(ink: Ink, state: UiState) -> UiState:
    current = example_of(state.settings)
    _heading(ink, "Examples")
    for example in EXAMPLES:
        name = f"examples {example.name}"
        if list_row(ink, name, example.name, example.lesson, is_current=example is current):
            state = state.with_settings(example.settings)
    return state


def _kinds(ink: Ink, state: UiState) -> UiState:
    settings = state.settings
    _heading(ink, "Any number of elements")
    for kind in DataKind:
        is_current = settings.own is None and settings.data is kind
        name = "noise" if kind is DataKind.UNIFORM else kind.label
        if list_row(ink, f"data {kind.label}", name, kind.lesson, is_current=is_current):
            state = state.with_settings(settings.with_data(kind))
    return state


def _network(ink: Ink, readout: Readout, state: UiState, control: Rect) -> UiState:
    """Draw the list of networks and of orders."""
    settings = state.settings
    with list_below(ink, "network list", control, width=NETWORK_WIDTH * ink.unit) as is_open:
        if not is_open:
            return state
        for kind in NetworkKind:
            is_current = settings.network_kind is kind
            name = f"network {kind}"
            if list_row(ink, name, kind, NETWORK_LESSONS[kind], is_current=is_current):
                state = state.with_settings(replace(settings, network_kind=kind))
        _heading(ink, "Order")
        for order in Direction:
            is_current = settings.order is order
            name = f"order {order}"
            if list_row(ink, name, order, ORDER_LESSONS[order], is_current=is_current):
                state = state.with_settings(replace(settings, order=order))
    return state
