"""The panel of what is sorted: size, seed, order."""

from dataclasses import replace

from imgui_bundle import imgui

from app.data.kinds import DataKind
from app.readout import Readout
from app.settings import MAX_SIDE, seed_from_text
from app.ui.layout import Rect
from app.ui.state import Field, UiState
from app.ui.theme import QUIET_TEXT
from app.ui.verbs import Verb, with_seed
from app.ui.widgets import note_rect, panel, tooltip, typed_text, verb_button, warning
from app.wording import counted

SIDES = tuple(1 << bit for bit in range(MAX_SIDE.bit_length()))


def settings_panel(
    readout: Readout, state: UiState, rect: Rect, *, elements_per_pixel: float
) -> UiState:
    """Draw it, and return what was chosen; above one element a pixel, say so."""
    with panel("settings", rect, scrolls=True):
        state = _size(readout, state)
        if elements_per_pixel > 1.0:
            imgui.text_colored(
                imgui.ImVec4(*QUIET_TEXT), f"1 pixel = {elements_per_pixel:.3g} elements"
            )
        state = _seed(state)
        state = _data(state)
        state = verb_button(
            Verb.TURN_ORDER, state, f"Order: {state.settings.order} (O)", size=(-1, 0)
        )
        network = f"Network: {state.settings.network_kind} (F)"
        state = verb_button(Verb.OTHER_NETWORK, state, network, size=(-1, 0))
        state = verb_button(Verb.RESTART, state, "Restart, same data (R)", size=(-1, 0))
        if state.message:
            warning(state.message)
    return state


def _size(readout: Readout, state: UiState) -> UiState:
    settings = state.settings
    imgui.text("Size (Ctrl+arrows)")
    width = (imgui.get_content_region_avail().x - imgui.calc_text_size("  x  ").x) / 2
    allowed_widths = [s for s in SIDES if readout.capabilities.allows(s, settings.height)]
    allowed_heights = [s for s in SIDES if readout.capabilities.allows(settings.width, s)]
    new_width = _side("width", settings.width, allowed_widths, width)
    imgui.same_line(0, 0)
    imgui.text("  x  ")
    imgui.same_line(0, 0)
    new_height = _side("height", settings.height, allowed_heights, width)
    imgui.text_colored(
        imgui.ImVec4(*QUIET_TEXT),
        f"{counted(settings.element_count, 'element')}, "
        f"{counted(settings.network.pass_count, 'pass', 'passes')}",
    )
    return replace(state, settings=replace(settings, width=new_width, height=new_height))


def _side(name: str, side: int, allowed: list[int], width: float) -> int:
    """Draw a list of sides; return the one that is chosen."""
    imgui.set_next_item_width(width)
    if imgui.begin_combo(f"##{name}", str(side), imgui.ComboFlags_.height_largest):
        for choice in allowed:
            if imgui.selectable(str(choice), choice == side)[0]:
                side = choice
            note_rect(f"{name} {choice}")
        if imgui.is_key_pressed(imgui.Key.escape):
            imgui.close_current_popup()
        imgui.end_combo()
    note_rect(name)
    return side


def _data(state: UiState) -> UiState:
    """Draw the list of kinds of data, each with what it teaches."""
    imgui.set_next_item_width(-1)
    kind = state.settings.data
    if imgui.begin_combo("##data", f"Data: {kind.label} (D)", imgui.ComboFlags_.height_largest):
        for choice in DataKind:
            if imgui.selectable(choice.label, choice is kind)[0]:
                kind = choice
            note_rect(f"data {choice}")
            tooltip(choice.lesson, at_once=True)
        if imgui.is_key_pressed(imgui.Key.escape):
            imgui.close_current_popup()
        imgui.end_combo()
    note_rect("data")
    tooltip(state.settings.data.lesson)
    return replace(state, settings=replace(state.settings, data=kind))


def _seed(state: UiState) -> UiState:
    imgui.text("Seed (S)")
    text = typed_text(
        "seed", str(state.settings.seed), width=-1, take_focus=state.focus is Field.SEED
    )
    if text is not None:
        try:
            state = replace(with_seed(state, seed_from_text(text)), message="")
        except ValueError as error:
            state = replace(state, message=str(error))
    room = imgui.get_content_region_avail().x - imgui.get_style().item_spacing.x
    state = verb_button(Verb.NEW_SEED, state, "New (N)", size=(room * 0.42, 0))
    imgui.same_line()
    return verb_button(Verb.PREVIOUS_SEED, state, "Back (Shift+N)", size=(-1, 0))
