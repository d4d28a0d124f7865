"""The overlay of keys."""

from collections.abc import Sequence

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Verb, do
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.shortcuts import SHORTCUTS, Shortcut
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import ACCENT, QUIET_TEXT
from bitonic_scope.ui.widgets import note_rect, overlay

TWO_COLUMNS_WIDTH = 860.0  # logical pixels at scale 1


def help_overlay(state: UiState, rect: Rect, *, scale: float) -> UiState:
    """Draw the table of keys over the middle of a rectangle; nothing while it is closed."""
    if not state.display.help_open:
        return state
    with overlay("help", rect):
        imgui.text("Keys")
        half = (len(SHORTCUTS) + 1) // 2
        if rect.width >= TWO_COLUMNS_WIDTH * scale:
            _table("first keys", SHORTCUTS[:half])
            imgui.same_line(0, 24 * scale)
            _table("other keys", SHORTCUTS[half:])
        else:
            _table("keys", SHORTCUTS)
        imgui.text_colored(imgui.ImVec4(*QUIET_TEXT), "A step pauses the play; a jump does not.")
        if imgui.button("Close"):
            state = do(Verb.HELP, state)
        note_rect("close help")
    return state


def _table(name: str, shortcuts: Sequence[Shortcut]) -> None:
    flags = imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_host_extend_x
    if not imgui.begin_table(name, 2, flags):
        return
    for shortcut in shortcuts:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_colored(imgui.ImVec4(*ACCENT), f"{shortcut.label}  ")
        imgui.table_next_column()
        imgui.text(shortcut.help)
    imgui.end_table()
