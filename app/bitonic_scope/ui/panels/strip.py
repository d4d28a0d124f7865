"""The strip: all passes in one line, to point at and to go to."""

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.network.schedule import BitonicNetwork, passes_before_stage
from bitonic_scope.ui.changes.moves import to_position
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.passes import name_pass, wheel_steps
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.press import press
from bitonic_scope.ui.widgets.rects import note_place
from bitonic_scope.views.triangle import CURRENT_LINE, MIN_CURRENT

STAGE_GAP = 1.3  # u: between the stages of the strip
CELLS_HEIGHT = 4.0  # u
NUMBERS_Y = 5.9  # u: the middle of the numbers, from the top of the strip
END_WIDTH = 2.0  # u: right of the last cell, where the end is
MIN_CELL_PIXELS = 2.0  # a narrower cell could not be told from its neighbour
LINE_PIXELS = 1.0  # between the cells of a stage
NUMBER_GAP = 0.8  # u


class Cell(NamedTuple):
    """A cell of the strip: the passes from `first` up to `last`, and where it lies.

    Attributes:
        stage: the stage of its passes.
        first, last: the indexes of its first and its last pass, 1..P.
        x, width: its place, in logical pixels from the left of the strip.
    """

    stage: int
    first: int
    last: int
    x: float
    width: float


@lru_cache(maxsize=8)
def strip_cells(network: BitonicNetwork, width: float, gap: float) -> tuple[Cell, ...]:
    """Return the cells of a strip: one per pass, or one per stage if those would be too small.

    Args:
        network: the network.
        width: of the strip, in logical pixels.
        gap: between stages.
    """
    stages = range(1, network.stage_count + 1)
    room = width - gap * (network.stage_count - 1)
    if network.pass_count == 0:
        return ()
    each = room / network.pass_count
    if each >= MIN_CELL_PIXELS:
        return tuple(
            Cell(
                made.stage,
                made.pass_index,
                made.pass_index,
                (made.pass_index - 1) * each + (made.stage - 1) * gap,
                each,
            )
            for made in network.passes
        )
    gap = min(gap, width / (4 * network.stage_count))
    each = (width - gap * (network.stage_count - 1)) / network.stage_count
    return tuple(
        Cell(
            s, passes_before_stage(s) + 1, passes_before_stage(s + 1), (s - 1) * (each + gap), each
        )
        for s in stages
    )


def strip_panel(ink: Ink, readout: Readout, state: UiState, rect: Rect) -> UiState:
    """Draw the strip; a click, a drag or the wheel goes to the state before a pass."""
    network, position = readout.network, state.timeline.position
    cells = strip_cells(network, rect.width, STAGE_GAP * ink.unit)
    room = min(END_WIDTH * ink.unit, ink.window.right - rect.right)
    place = rect._replace(width=rect.width + room)
    gesture = press(ink, "strip", place, takes_enter=False)
    if not cells:
        colour = ink.colours.quiet_text
        ink.text("one element, no passes", rect.x, rect.y + CELLS_HEIGHT / 2 * ink.unit, colour)
        return state
    _draw_cells(ink, cells, rect, position)
    _draw_numbers(ink, cells, rect, position)
    x = imgui.get_mouse_pos().x - rect.x
    pointed = pass_at(cells, x)
    if gesture.is_held:
        state = to_position(state, pointed)
    elif gesture.is_hovered:
        state = wheel_steps(state)
    if gesture.is_hovered or gesture.is_held:
        cell = next((cell for cell in cells if cell.first <= pointed + 1 <= cell.last), cells[-1])
        place = Rect(rect.x + cell.x, rect.y, cell.width, CELLS_HEIGHT * ink.unit)
        if pointed < network.pass_count:
            ink.outline(place.shrunk(-1), ink.colours.quiet_text)
        if pointed != state.timeline.position:  # else the caption, which it would cover, names it
            name_pass(ink, readout, pointed, place)
    return state


def pass_at(cells: tuple[Cell, ...], x: float) -> int:
    """Return the position at a place of the strip: before the pass there; beyond them, the end."""
    if x >= cells[-1].x + cells[-1].width:
        return cells[-1].last
    cell = next((cell for cell in reversed(cells) if x >= cell.x), cells[0])
    part = min(max((x - cell.x) / cell.width, 0.0), 1.0)
    passes = cell.last - cell.first + 1
    return cell.first - 1 + min(int(part * passes), passes - 1)


def _draw_cells(ink: Ink, cells: tuple[Cell, ...], rect: Rect, position: int) -> None:
    colours, height = ink.colours, CELLS_HEIGHT * ink.unit
    places = _cell_places(cells, rect._replace(height=height))
    for name, place in _stage_places(cells, rect._replace(height=height)):
        note_place(name, place)
    done = bisect_right(cells, position, key=lambda cell: cell.last)
    ink.fill_each(places[done:], colours.button)
    ink.fill_each(places[:done], colours.bar)
    if done == len(cells):
        return
    current, place = cells[done], places[done]
    passes_done = position - current.first + 1
    if passes_done:
        part = passes_done / (current.last - current.first + 1)
        ink.fill(place._replace(width=place.width * part), colours.bar)
    line = CURRENT_LINE * ink.unit
    place = Rect(rect.x + current.x, rect.y, current.width - LINE_PIXELS, height)
    place = place.shrunk(-max(0.0, (MIN_CURRENT * ink.unit - place.width) / 2), 0.0)
    if current.first == current.last:
        ink.fill(place, colours.ground)
    ink.outline(place.shrunk(-line), colours.text, thickness=CURRENT_LINE)


@lru_cache(maxsize=8)
def _stage_places(cells: tuple[Cell, ...], rect: Rect) -> list[tuple[str, Rect]]:
    """Return the names of the stages, each with the rectangle of its first cell."""
    return [
        (f"stage {cell.stage}", rect._replace(x=rect.x + cell.x, width=cell.width))
        for cell in cells
        if cell.first == passes_before_stage(cell.stage) + 1
    ]


@lru_cache(maxsize=8)
def _cell_places(cells: tuple[Cell, ...], rect: Rect) -> tuple[Rect, ...]:
    """Return the rectangles of cells, on whole pixels and with a line between them."""
    edges = [
        (round(rect.x + cell.x), round(rect.x + cell.x + cell.width - LINE_PIXELS))
        for cell in cells
    ]
    return tuple(Rect(left, rect.y, max(right - left, 1), rect.height) for left, right in edges)


def _draw_numbers(ink: Ink, cells: tuple[Cell, ...], rect: Rect, position: int) -> None:
    """Draw the numbers of the stages: the current one always, the others where there is room."""
    current = next((c.stage for c in cells if c.first <= position + 1 <= c.last), 0)
    y = rect.y + NUMBERS_Y * ink.unit
    for stage, x in _number_places(ink, cells, rect.width, current):
        is_current = stage == current
        colour = ink.colours.text if is_current else ink.colours.quiet_text
        ink.text(str(stage), rect.x + x, y, colour, is_medium=is_current)


@lru_cache(maxsize=8)
def _number_places(
    ink: Ink, cells: tuple[Cell, ...], room: float, current: int
) -> list[tuple[int, float]]:
    """Return the stages whose numbers have room, and where each number begins."""
    spans: dict[int, tuple[float, float]] = {}
    for cell in cells:
        left, _ = spans.get(cell.stage, (cell.x, 0.0))
        spans[cell.stage] = (left, cell.x + cell.width)
    gap = NUMBER_GAP * ink.unit
    placed: list[tuple[int, float]] = []
    taken: list[tuple[float, float]] = []
    for stage in sorted(spans, key=lambda stage: (stage != current, -stage)):
        left, right = spans[stage]
        width = ink.width(str(stage), is_medium=stage == current)
        x = min(max((left + right - width) / 2, 0.0), room - width)
        if any(x < end + gap and start < x + width + gap for start, end in taken):
            continue
        taken.append((x, x + width))
        placed.append((stage, x))
    return placed
