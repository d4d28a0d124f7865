"""The help: an overlay that lists the keys."""

from collections.abc import Sequence

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action, Group
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import ACCENT, QUIET_TEXT
from bitonic_scope.ui.widgets import TABLE_FLAGS, note_rect, overlay

TWO_COLUMNS_WIDTH = 860.0  # logical pixels at scale 1


def help_overlay(state: UiState, rect: Rect, *, scale: float) -> UiState:
    """Draw the keys by group, centred on a rectangle; draw nothing while the help is closed."""
    if not state.display.help_open:
        return state
    with overlay("help", rect):
        imgui.text("Keys")
        column_count = 2 if rect.width >= TWO_COLUMNS_WIDTH * scale else 1
        for number, actions in enumerate(_columns(column_count)):
            if number:
                imgui.same_line(0, 24 * scale)
            _table(f"keys {number}", actions)
        imgui.text_colored(QUIET_TEXT, "A step pauses playback; a jump does not.")
        if imgui.button("Close"):
            state = Action.HELP.change(state)
        note_rect("close help")
    return state


def _columns(count: int) -> list[list[Action]]:
    """Divide the actions among columns: each group goes whole into the shortest column."""
    columns: list[list[Action]] = [[] for _ in range(count)]
    for group in Group:
        min(columns, key=len).extend(action for action in Action if action.group is group)
    return columns


def _table(name: str, actions: Sequence[Action]) -> None:
    if not imgui.begin_table(name, 2, TABLE_FLAGS):
        return
    for number, action in enumerate(actions):
        if number == 0 or action.group is not actions[number - 1].group:
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text_colored(QUIET_TEXT, action.group)
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_colored(ACCENT, f"{action.keys_text}  ")
        imgui.table_next_column()
        imgui.text(action.help)
    imgui.end_table()
