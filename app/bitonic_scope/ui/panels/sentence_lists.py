"""The lists that the sentence opens: of elements, of data, of networks."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.limits import SEED
from bitonic_scope.model.readout import Readout
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.changes.choices import with_new_seed
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.data_controls import count_field, path_field, seed_buttons
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT
from bitonic_scope.ui.widgets.fields import typed_value
from bitonic_scope.ui.widgets.lists import list_below, list_row
from bitonic_scope.ui.widgets.rects import next_rect

ELEMENTS_WIDTH, DATA_WIDTH, NETWORK_WIDTH = 50.0, 226.0, 90.0  # u
SEED_WIDTH, PATH_WIDTH = 22.0, 64.0  # u
SIZE_BITS = (2, 3, 4, 6, 8, 10, 12, 16, 18, 20, 22, 24)  # of the sizes in the list
NETWORK_LESSONS = {
    NetworkKind.ALTERNATING: "Blocks take turns: ascending, descending, until the last stage.",
    NetworkKind.FLIP: "All blocks ascend: each stage mirrors first, so padding never moves.",
}
ORDER_LESSONS = {
    Direction.ASCENDING: "The smallest first, at the bottom left.",
    Direction.DESCENDING: "The largest first, at the bottom left.",
}


def elements_list(ink: Ink, readout: Readout, state: UiState, control: Rect) -> UiState:
    """Draw the list of numbers of elements, with a field for any other."""
    settings = state.settings
    with list_below(ink, "elements list", control, width=ELEMENTS_WIDTH * ink.unit) as is_open:
        if not is_open:
            return state
        state = _count_row(ink, state)
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


def _count_row(ink: Ink, state: UiState) -> UiState:
    rect = next_rect(0, CONTROL_HEIGHT * ink.unit)
    x = ink.text("any number", rect.x + ink.unit, rect.middle[1], ink.colours.quiet_text)
    left = x + 2 * ink.unit
    state = count_field(ink, Rect(left, rect.y, rect.right - left, rect.height), state)
    imgui.set_cursor_screen_pos((rect.x, rect.bottom + 0.6 * ink.unit))
    imgui.dummy((1, 0))
    return state


def data_list(ink: Ink, readout: Readout, state: UiState, control: Rect) -> UiState:
    """Draw the seed, the path of the user's own file, the examples, and the kinds of data."""
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
    buttons = rect._replace(x=field.right + unit)
    state, x = seed_buttons(ink, buttons, state)
    path = Rect(x + unit, rect.y, rect.right - x - unit, rect.height)
    if path.width < PATH_WIDTH * unit:
        path = rect._replace(y=rect.bottom + unit)
    hint = "your file: type its path, or drop it on the window"
    state = path_field(ink, path, state, hint)
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


def network_list(ink: Ink, readout: Readout, state: UiState, control: Rect) -> UiState:
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
