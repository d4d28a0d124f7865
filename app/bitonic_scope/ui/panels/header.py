"""The header: the sentence of the settings, the tabs of the views, and three buttons."""

from dataclasses import replace
from functools import lru_cache
from math import ceil

from imgui_bundle import icons_fontawesome_6 as icons

from bitonic_scope.model.readout import Readout
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import HEADER, ONE_HEADER_ROW, TABS_ROW, Rect
from bitonic_scope.ui.panels.sentence import Words, draw_sentence, sentence
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT, action_button, button, button_width
from bitonic_scope.views.catalogue import VIEWS

TAB_GAP = 0.5  # u
TABS_TO_BUTTONS = 2.0  # u
MAX_SQUEEZE = 1.6  # u: of a tab
ICON_WIDTH = 6.2  # u
SENTENCE_GAP = 3.0  # u: between the sentence and the tabs


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
    state = draw_sentence(ink, words, readout, state, Rect(rect.x, middle, sentence_width, 0))
    return _tabs(ink, state, left, rect.right, tabs_middle, squeeze)


@lru_cache(maxsize=8)
def _squeeze(ink: Ink, words: tuple[Words, ...], room: float) -> float:
    """Return how many logical pixels each tab gives up to keep the sentence on one line."""
    text = "".join(part.text for part in words)
    squeeze = ceil(ink.width(text) + SENTENCE_GAP * ink.unit - room) / len(VIEWS)
    return squeeze if 0 < squeeze <= MAX_SQUEEZE * ink.unit else 0.0


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
