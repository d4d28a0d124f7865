"""The triangle of stages and passes as a drawing: the shape of O(log^2 n).

A row a stage, a cell a pass: cells of passes done are full, the next is outlined, and passes to
come are small squares.
"""

from bitonic_scope.model.look import Look, Theme
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.numbers import counted
from bitonic_scope.views.drawing import Align, Box, Drawing, Label
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.palette import PALETTES

CURRENT_LINE = 0.35  # u: around the cell of the pass to come
MIN_CURRENT = 2.0  # u: the side of that cell, so that it is seen among small ones
TO_COME_PART = 0.42  # of a cell's side: a square of a pass to come

# In u, of a picture of its own.
TEXT = 2.75
ROW = 4.0  # height of a row of text
SPACE = 1.0  # between a number and the cells
MAX_CELL = 12.0
LEGEND = ("done", "next", "to come")


def heading(network: BitonicNetwork) -> str:
    """Return how many stages and passes there are."""
    return (
        f"{counted(network.stage_count, 'stage')}, {counted(network.pass_count, 'pass', 'passes')}"
    )


def triangle_cells(
    network: BitonicNetwork,
    pass_index: int,
    place: tuple[float, float],
    side: float,
    *,
    unit: float,
    theme: Theme,
) -> list[Box]:
    """Return the cells.

    Args:
        network: whose passes.
        pass_index: the number of passes done, 0..P.
        place: x and y of the top left, in pixels.
        side: from one cell to the next, in pixels.
        unit: u, in pixels.
        theme: the palette.
    """
    left, top = place
    done: list[Box] = []
    to_come: list[Box] = []
    current: list[Box] = []
    for each in network.passes:
        x, y = left + (each.pass_in_stage - 1) * side, top + (each.stage - 1) * side
        if each.pass_index <= pass_index:
            done.append(_done(x, y, side, theme))
        elif each.pass_index > pass_index + 1:
            to_come.append(_to_come(x, y, side, theme))
        else:
            current = [_current(x, y, side, unit, theme)]
    return done + to_come + current


def _full(side: float) -> float:
    """Return the side of the square of a pass done: between squares there is a gap."""
    return side - max(1.0, round(side / 12))


def _done(x: float, y: float, side: float, theme: Theme) -> Box:
    return Box(x, y, _full(side), _full(side), fill=PALETTES[theme].bar)


def _to_come(x: float, y: float, side: float, theme: Theme) -> Box:
    small = max(2.0, round(side * TO_COME_PART))
    inset = (_full(side) - small) // 2
    return Box(x + inset, y + inset, small, small, fill=PALETTES[theme].edge)


def _current(x: float, y: float, side: float, unit: float, theme: Theme) -> Box:
    palette, full = PALETTES[theme], _full(side)
    grown = max(0.0, (MIN_CURRENT * unit - full) / 2)
    return Box(
        x - grown,
        y - grown,
        full + 2 * grown,
        full + 2 * grown,
        fill=palette.ground,
        outline=palette.text,
        thickness=max(1.0, CURRENT_LINE * unit),
    )


def triangle_drawing(
    network: BitonicNetwork, pass_index: int, look: Look, size: tuple[int, int]
) -> Drawing:
    """Return the triangle with its heading, the numbers of stages and passes, and a legend.

    Args:
        network: whose passes.
        pass_index: the number of passes done, 0..P.
        look: theme and sizes.
        size: width and height of the canvas in pixels.
    """
    width, height = size
    unit, palette, stages = look.unit, PALETTES[look.theme], network.stage_count
    text, row = TEXT * unit, ROW * unit
    drawing: Drawing = [Box(0, 0, width, height, fill=palette.ground)]
    drawing.append(Label(heading(network), 0, row / 2, text, palette.text))
    if not stages:
        return drawing
    numbers_width = text_width(str(stages), text) + SPACE * unit
    stage_word, pass_word = "stage", "pass"
    left = max(numbers_width, text_width(stage_word, text) + SPACE * unit)
    top, bottom = 2 * row, height - 1.2 * row
    side = min((width - left) / stages, (bottom - top) / stages, MAX_CELL * unit)
    side = max(1.0, float(int(side)))
    left, top = float(round(left)), float(round(top))
    place = (left, top)
    drawing += triangle_cells(network, pass_index, place, side, unit=unit, theme=look.theme)

    def number(value: int, x: float, y: float, align: Align) -> Label:
        return Label(str(value), x, y, text, palette.quiet_text, align)

    middle, foot = _full(side) / 2, top + stages * side + row / 2
    drawing.append(
        Label(stage_word, left - SPACE * unit, 1.5 * row, text, palette.quiet_text, Align.RIGHT)
    )
    drawing.append(
        Label(pass_word, left - SPACE * unit, foot, text, palette.quiet_text, Align.RIGHT)
    )
    down, across = 1.1 * text, text_width(f"{stages}", text) + 0.4 * unit
    for stage in _numbered(stages, down / side):
        y = top + (stage - 1) * side + middle
        drawing.append(number(stage, left - SPACE * unit, y, Align.RIGHT))
    for each in _numbered(stages, across / side):
        drawing.append(number(each, left + (each - 1) * side + middle, foot, Align.MIDDLE))
    return drawing + _legend(look, width)


def _numbered(count: int, cells: float) -> range:
    """Return which of the numbers 1..count to write, where each needs that many cells."""
    step = next(step for step in (1, 2, 5, 10, 20, 50) if step >= cells or step == 50)
    return range(step, count + 1, step)


def _legend(look: Look, width: int) -> Drawing:
    """Return what the cells mean, at the top right, where there are none."""
    unit, palette = look.unit, PALETTES[look.theme]
    text, row = TEXT * unit, ROW * unit
    side = float(round(2.4 * unit))
    x = width - max(text_width(word, text) for word in LEGEND) - side - SPACE * unit
    cells = (
        _done(x, 0, side, look.theme),
        _current(x, 0, side, unit, look.theme),
        _to_come(x, 0, side, look.theme),
    )
    drawing: Drawing = []
    for number, (cell, word) in enumerate(zip(cells, LEGEND, strict=True)):
        y = (number + 0.5) * row
        drawing.append(cell._replace(top=cell.top + y - _full(side) / 2))
        drawing.append(Label(word, x + side + SPACE * unit, y, text, palette.quiet_text))
    return drawing
