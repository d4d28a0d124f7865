"""The help: an overlay that lists the keys in four groups."""

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action, Group
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import SECOND
from bitonic_scope.ui.widgets.buttons import button
from bitonic_scope.ui.widgets.rects import next_rect
from bitonic_scope.ui.widgets.windows import overlay

TITLE_HEIGHT, HEADING_HEIGHT, LINE_HEIGHT = 6.5, 5.2, 3.6  # u
GROUP_GAP, COLUMN_GAP, KEYS_GAP = 2.0, 5.0, 2.5  # u
CLOSE_SIDE = 5.4  # u
HINT = "A step pauses playback; a jump does not."


def help_overlay(ink: Ink, state: UiState) -> UiState:
    """Draw the keys by group in the middle of the window; nothing while the help is closed."""
    if not state.display.help_open:
        return state
    unit = ink.unit
    groups = {group: [each for each in Action if each.group is group] for group in Group}
    widths = {group: _widths(ink, actions) for group, actions in groups.items()}
    columns = _columns(groups)
    column_widths = [max(sum(widths[group]) for group in column) for column in columns]
    gap = COLUMN_GAP * unit
    margins = 12 * unit
    if sum(column_widths) + gap * (len(columns) - 1) > ink.window.width - margins:
        columns = [list(Group)]
        column_widths = [max(sum(widths[group]) for group in Group)]
    total = sum(column_widths) + gap * (len(columns) - 1)
    with overlay(ink, "help"):
        title = next_rect(total, TITLE_HEIGHT * unit)
        ink.text("Keys", title.x, title.y + 2.5 * unit, ink.colours.text, SECOND, is_medium=True)
        ink.text(
            HINT,
            title.x + ink.width("Keys", SECOND) + 3 * unit,
            title.y + 2.5 * unit,
            ink.colours.quiet_text,
        )
        side = CLOSE_SIDE * unit
        close = Rect(title.right - side, title.y, side, side)
        if button(ink, "close help", close, icons.ICON_FA_XMARK):
            state = Action.HELP.change(state)
        x, bottom = title.x, title.bottom
        for column, width in zip(columns, column_widths, strict=True):
            y = title.bottom
            for group in column:
                y = _group(ink, group, groups[group], x, y, widths[group][0]) + GROUP_GAP * unit
            x += width + gap
            bottom = max(bottom, y - GROUP_GAP * unit)
        imgui.set_cursor_screen_pos((title.x, title.y))
        imgui.dummy((total, bottom - title.y))
    return state


def _columns(groups: dict[Group, list[Action]]) -> list[list[Group]]:
    """Divide the groups between two columns: each goes whole into the shorter one."""
    columns: list[list[Group]] = [[], []]
    for group in groups:
        min(columns, key=lambda column: sum(len(groups[each]) for each in column)).append(group)
    return columns


def _widths(ink: Ink, actions: Sequence[Action]) -> tuple[float, float]:
    """Return the widths of the keys and of the words of a group."""
    keys = max(ink.width(action.keys_text) for action in actions)
    return keys + KEYS_GAP * ink.unit, max(ink.width(action.help) for action in actions)


def _group(
    ink: Ink, group: Group, actions: Sequence[Action], x: float, y: float, keys_width: float
) -> float:
    """Draw a group with its top at y; return its bottom."""
    unit, colours = ink.unit, ink.colours
    ink.text(group, x, y + 0.45 * HEADING_HEIGHT * unit, colours.text, SECOND, is_medium=True)
    y += HEADING_HEIGHT * unit
    for action in actions:
        middle = y + LINE_HEIGHT / 2 * unit
        ink.text(action.keys_text, x, middle, colours.text)
        ink.text(action.help, x + keys_width, middle, colours.quiet_text)
        y += LINE_HEIGHT * unit
    return y
