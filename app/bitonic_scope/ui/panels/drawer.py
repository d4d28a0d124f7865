"""The drawer: the settings that are rarely needed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from imgui_bundle import imgui

from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.model.capabilities import needed_mb
from bitonic_scope.model.limits import MAX_SIDE, MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import NetworkKind
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import DRAWER_COLUMNS, Rect
from bitonic_scope.ui.panels.control_rows import ROW_GAP, Rows
from bitonic_scope.ui.panels.data_controls import count_field, path_field, seed_buttons
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.buttons import action_button, button_width
from bitonic_scope.ui.widgets.check_box import check_box, check_box_width
from bitonic_scope.ui.widgets.lists import choice
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.slider import slider
from bitonic_scope.ui.widgets.windows import box

SIDES = tuple(1 << bit for bit in range(MAX_SIDE.bit_length()))
AUTO_LESSON = "The best format on this driver; the page about the driver says why."
ENGINE_LESSONS = {
    EngineName.FRAGMENT: "One draw call per pass, as this window shows it.",
    EngineName.COMPUTE: "As many passes per dispatch as the GPU's shared memory allows.",
    EngineName.COMPUTE_SIMPLE: "One comparator per thread, as in textbooks.",
}
MARKS_LESSONS = {
    Marks.NONE: "The elements alone.",
    Marks.BLOCKS: "The borders of the blocks of the pass to come.",
    Marks.DIRECTIONS: "Also the direction of each block.",
    Marks.PAIRS: "Also which elements are compared.",
    Marks.EXCHANGES: "Also which of them will be exchanged.",
}
SLOW_FIRST_LESSON = "The first two passes of each stage take a second each, or longer."
BUTTONS = {
    Action.PLAY_BACKWARDS: "Play backwards",
    Action.TO_START: "To the start",
    Action.TO_END: "To the end",
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.DRIVER: "This driver",
    Action.SAVE_PICTURE: "Save picture",
    Action.COPY_COMMAND: "Copy command line",
}
COLUMN_GAP = 4.0  # u
SCALE_STEP = 0.1


def drawer_panel(
    ink: Ink, readout: Readout, state: UiState, rect: Rect, *, elements_per_pixel: float
) -> UiState:
    """Draw the drawer over the right half of the picture; a wide one has two columns of rows."""
    with box(ink, "drawer", rect):
        columns = _columns(ink, is_wide=rect.width >= DRAWER_COLUMNS * ink.unit)
        rows = columns[0]
        hint = "type its path, or drop it on the window"
        state = path_field(ink, rows.place("Your file"), state, hint)
        state = _seeds(rows, state)
        state = _size(rows, readout, state)
        state = count_field(ink, rows.place("Elements"), state)
        state = _format(rows, readout, state)
        state = _switches(rows, state)
        rows = columns[-1]
        state = _engine(rows, state)
        state = _play(rows, state)
        state = _look(rows, state)
        state = _scale(rows, state)
        state = _pages(rows, state)
        rows = min(columns, key=lambda column: column.y)
        for line in facts(readout, elements_per_pixel):
            bottom = ink.paragraph(line, rows.left, rows.y, rows.width, ink.colours.quiet_text)
            rows.y = bottom + ROW_GAP * ink.unit
        imgui.set_cursor_screen_pos((rows.left, max(column.y for column in columns)))
        imgui.dummy((1, 1))
    return state


def _columns(ink: Ink, *, is_wide: bool) -> list[Rows]:
    """Return the places for rows in the drawer: two side by side in a wide one."""
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    if not is_wide:
        return [Rows(ink, corner.x, width, corner.y)]
    gap = COLUMN_GAP * ink.unit
    each = (width - gap) / 2
    return [Rows(ink, corner.x + n * (each + gap), each, corner.y) for n in range(2)]


def facts(readout: Readout, elements_per_pixel: float) -> list[str]:
    """Return facts about the settings, one per line."""
    settings = readout.settings
    lines = []
    if elements_per_pixel > 1.0:
        lines.append(f"1 pixel = {elements_per_pixel:.3g} elements")
    if settings.padding_count:
        is_flip = settings.network_kind is NetworkKind.FLIP
        is_picture = settings.own is not None and settings.own.colours is not None
        padding = counted(settings.padding_count, "padding element")
        moves = "staying in place" if is_flip and not is_picture else "moving with the others"
        lines.append(f"{padding}, {moves}")
    if readout.distinct_counts is not None:
        before, after = readout.distinct_counts
        lines.append(f"{before:,} distinct values; as half floats {after:,}")
    return lines


def _seeds(rows: Rows, state: UiState) -> UiState:
    ink, rect = rows.ink, rows.place("Seed")
    state, x = seed_buttons(ink, rect, state)
    earlier = ", ".join(str(seed) for seed in state.earlier_seeds[::-1])
    if earlier:
        shown = ink.shortened(f"earlier: {earlier}", rect.right - x)
        ink.text(shown, x + ink.unit, rect.middle[1], ink.colours.quiet_text)
    return state


def _size(rows: Rows, readout: Readout, state: UiState) -> UiState:
    settings = state.settings
    has_pairs = readout.storage is not None and readout.storage.element_format.has_tag
    allows = partial(readout.capabilities.allows, has_pairs=has_pairs)
    left, right = rows.split("Width, height", 2)
    widths = [s for s in SIDES if allows(s, settings.height)]
    heights = [s for s in SIDES if allows(settings.width, s)]
    wide = _side(rows.ink, "width", left, settings.width, widths, settings.height, has_pairs)
    high = _side(rows.ink, "height", right, settings.height, heights, settings.width, has_pairs)
    if (wide, high) == (settings.width, settings.height):
        return state
    return state.with_settings(settings.with_size(wide, high))


def _side(
    ink: Ink,
    name: str,
    rect: Rect,
    side: int,
    allowed: Sequence[int],
    other_side: int,
    has_pairs: bool,
) -> int:
    """Draw a list of sides, each with its memory use; return the chosen side."""
    rows = [
        (str(row), f"needs about {needed_mb(row, other_side, has_pairs):,} MB") for row in allowed
    ]
    chosen = choice(ink, name, rect, rows, str(side))
    return side if chosen is None else allowed[chosen]


def _format(rows: Rows, readout: Readout, state: UiState) -> UiState:
    """Draw the list of element formats, and under it the lesson of the format in use."""
    ink, asked = rows.ink, state.settings.element_format
    names = list(FormatName)
    texts = [
        (str(name), FORMATS[name].lesson if name in FORMATS else AUTO_LESSON) for name in names
    ]
    shown = str(asked)
    if readout.storage is not None and readout.storage.element_format.name is not asked:
        shown = f"{asked}: {readout.storage.element_format.name}"
    place = rows.place("Format")
    chosen = choice(ink, "format", place, texts, str(asked), shown)
    if readout.storage is not None:
        reason = readout.storage.reason
        lesson = readout.storage.element_format.lesson + (f" Why: {reason}." if reason else "")
        bottom = ink.paragraph(lesson, place.x, rows.y, place.width, ink.colours.quiet_text)
        rows.y = bottom + ROW_GAP * ink.unit
    if chosen is None:
        return state
    return state.with_settings(state.settings.with_format(names[chosen]))


def _switches(rows: Rows, state: UiState) -> UiState:
    settings = state.settings
    left, right = rows.split("", 2)
    if check_box(rows.ink, Action.STABLE.name, left, "stable", is_on=settings.stable):
        state = Action.STABLE.change(state)
    tooltip(rows.ink, Action.STABLE.tooltip)
    display = state.display
    if check_box(rows.ink, "reduce motion", right, "reduce motion", is_on=display.reduces_motion):
        display = replace(display, reduces_motion=not display.reduces_motion)
    return replace(state, display=display)


def _engine(rows: Rows, state: UiState) -> UiState:
    settings = state.settings
    texts = [(str(name), ENGINE_LESSONS[name]) for name in EngineName]
    chosen = choice(rows.ink, "engine", rows.place("Engine"), texts, str(settings.engine))
    if chosen is None:
        return state
    return state.with_settings(replace(settings, engine=list(EngineName)[chosen]))


def _play(rows: Rows, state: UiState) -> UiState:
    """Draw how to play: slowly at the start of each stage, in a loop, with a prediction."""
    ink, timeline = rows.ink, state.timeline
    texts = ("slow first", "in a loop", "predict")
    left, middle, right = rows.spread("Play", [check_box_width(ink, text) for text in texts])
    if check_box(ink, "slow first", left, "slow first", is_on=timeline.is_slow_first):
        timeline = replace(timeline, is_slow_first=not timeline.is_slow_first)
    tooltip(ink, SLOW_FIRST_LESSON)
    if check_box(ink, "loop", middle, "in a loop", is_on=timeline.loops):
        timeline = replace(timeline, loops=not timeline.loops)
    tooltip(ink, "Play pauses at the end for two seconds, then starts again.")
    state = replace(state, timeline=timeline)
    if check_box(ink, Action.PREDICT.name, right, "predict", is_on=state.display.predicts):
        state = Action.PREDICT.change(state)
    tooltip(ink, Action.PREDICT.tooltip)
    return state


def _look(rows: Rows, state: UiState) -> UiState:
    display = state.display
    left, right = rows.split("Theme, marks", 2)
    themes, marks = list(ThemeChoice), list(Marks)
    lessons = {ThemeChoice.SYSTEM: "Follows the desktop."}
    texts = [(str(theme), lessons.get(theme, "")) for theme in themes]
    chosen = choice(rows.ink, "theme", left, texts, str(display.theme))
    if chosen is not None:
        display = replace(display, theme=themes[chosen])
    texts = [(str(mark), MARKS_LESSONS[mark]) for mark in marks]
    chosen = choice(rows.ink, "marks", right, texts, str(display.marks))
    if chosen is not None:
        display = replace(display, marks=marks[chosen])
    return replace(state, display=display)


def _scale(rows: Rows, state: UiState) -> UiState:
    rect, ink, scale = rows.place("Size of type"), rows.ink, state.display.ui_scale
    value_width = ink.width("1.5")
    track = rect._replace(width=rect.width - value_width - 2 * ink.unit)
    span = MAX_UI_SCALE - MIN_UI_SCALE

    def part_of(value: float) -> float:
        return min(max((value - MIN_UI_SCALE) / span, 0.0), 1.0)

    chosen = slider(
        ink,
        "ui scale",
        track,
        part_of(scale),
        step=lambda direction: part_of(scale + direction * SCALE_STEP),
    )
    ink.text(f"{scale:.1f}", rect.right - value_width, rect.middle[1], ink.colours.text)
    if chosen is None:
        return state
    scale = round(MIN_UI_SCALE + chosen * span, 1)
    return replace(state, display=replace(state.display, ui_scale=scale))


def _pages(rows: Rows, state: UiState) -> UiState:
    """Draw the buttons of what has no other."""
    rect, ink = rows.place(""), rows.ink
    x = rect.x
    for action, label in BUTTONS.items():
        place = rect._replace(x=x, width=button_width(ink, label))
        if place.right > rect.right:
            rect = rows.place("")
            place = rect._replace(width=place.width)
        state = action_button(ink, action, state, place, label)
        x = place.right + ink.unit
    return state
