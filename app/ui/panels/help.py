"""The overlay of keys."""

from imgui_bundle import imgui

from app.ui.layout import Rect
from app.ui.shortcuts import SHORTCUTS
from app.ui.state import UiState
from app.ui.theme import ACCENT, QUIET_TEXT
from app.ui.verbs import Verb, do
from app.ui.widgets import note_rect, overlay


def help_overlay(state: UiState, rect: Rect) -> UiState:
    """Draw the table of keys over the window's middle; nothing while it is closed."""
    if not state.display.help_open:
        return state
    with overlay("help", rect):
        imgui.text("Keys")
        if imgui.begin_table("keys", 2, imgui.TableFlags_.sizing_fixed_fit):
            for shortcut in SHORTCUTS:
                imgui.table_next_row()
                imgui.table_next_column()
                imgui.text_colored(imgui.ImVec4(*ACCENT), f"{shortcut.label}  ")
                imgui.table_next_column()
                imgui.text(shortcut.help)
            imgui.end_table()
        imgui.text_colored(imgui.ImVec4(*QUIET_TEXT), "A step pauses the play; a jump does not.")
        if imgui.button("Close"):
            state = do(Verb.HELP, state)
        note_rect("close help")
    return state
