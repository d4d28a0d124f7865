"""The labels and the legend around the pictures: pure, shapes in canvas pixels."""

from typing import NamedTuple

from bitonic_scope.data.elements import MAX_UINT32
from bitonic_scope.data.gray_scale import value_range
from bitonic_scope.model.look import Look
from bitonic_scope.model.start_data import StartData
from bitonic_scope.text.numbers import counted
from bitonic_scope.views.arrangement import (
    BAR,
    BAR_ROOM,
    FOOT_STRIP,
    LABEL,
    MAT,
    MIN_THICKNESS_TOLD,
    Pane,
    thickness_factor,
)
from bitonic_scope.views.drawing import Align, Box, Drawing, Label
from bitonic_scope.views.fold import is_folded
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.numerals import BLACK, WHITE, shows_ranks
from bitonic_scope.views.palette import PALETTES, Colour
from bitonic_scope.views.texel_grid import Sampling, TexelGrid

TEXT = 2.75  # u
ABOVE = 0.8  # u, from a label to the picture below it
SWATCH = 1.8  # u
SPACE = 0.7  # u, between a swatch and its text
BETWEEN = 2.5  # u, between two entries
LONGEST_WHOLE = 1e12  # whole values up to here are written out


class Entry(NamedTuple):
    """An entry of the legend: a swatch, or none, and its text."""

    text: str
    fill: Colour | None = None
    is_hatched: bool = False


RANKS = Entry("figures: rank")
HIDDEN = Entry("after this pass: ?  Space shows it")
LAST = "last element"


def text_size(look: Look) -> float:
    """Return the size of labels, in pixels."""
    return TEXT * look.unit * look.type_scale


def texture_labels(frame: Frame, look: Look, grid: TexelGrid, *, has_values: bool) -> Drawing:
    """Return the labels of a texture: first and last element, how it is drawn, and the legend.

    Args:
        frame: the elements.
        look: draws labels if it has any.
        grid: the texture on the canvas.
        has_values: whether there are values in the cells.
    """
    if not look.has_labels:
        return []
    unit, pane, scale = look.unit, grid.pane, look.type_scale
    quiet, size = PALETTES[look.theme].quiet_text, text_size(look)
    is_barred_above = grid.part.height < grid.layout.height
    top = pane.top - (ABOVE + scale + BAR_ROOM * is_barred_above) * unit
    bottom = pane.bottom + (MAT + FOOT_STRIP + 0.41 * LABEL * scale) * unit
    last, first = LAST, "first element"
    is_narrow = _is_narrow(pane, size)
    drawing: Drawing = []
    room_above = room_below = float(pane.width)
    if grid.shows(frame.layout.element_count - 1):
        x, align = float(pane.right), Align.RIGHT
        if is_narrow:
            x, align = _middled(last, pane, size), Align.LEFT
        drawing.append(Label(last, x, top, size, quiet, align))
        room_above -= text_width(last, size) + BETWEEN * unit
    note = _note(frame, grid)
    if grid.shows(0):
        x = _middled(first, pane, size) if is_narrow else float(pane.left)
        drawing.append(Label(first, x, bottom, size, quiet))
        room_below -= text_width(first, size) + BETWEEN * unit
    if note and not is_narrow and text_width(note, size) <= room_above:
        drawing.append(Label(note, pane.left, top, size, quiet))
        room_above = 0.0
    outside = grid.layout.element_count - grid.part.width * grid.part.height
    grays, others = legend(frame.start_data, has_values=has_values)
    if outside:
        entries = [Entry(f"{outside:,} of padding", is_hatched=True)]
        total = others.pop(0)
        if total != entries[0]:
            others.insert(0, total._replace(text=f"{total.text} in all"))
        right = pane.right + (MAT + BAR) * unit
        drawing += legend_drawing(entries, look, max(right, legend_width(entries, look)), top)
        room_above = 0.0
    while others and legend_width(grays + others, look) > room_below:
        others.pop()
    if legend_width(grays + others, look) <= room_below:
        drawing += legend_drawing(grays + others, look, pane.right, bottom)
    elif legend_width(short := [_short(entry) for entry in grays], look) <= room_below:
        drawing += legend_drawing(short, look, pane.right, bottom)
    elif legend_width(grays, look) <= room_above:
        drawing += legend_drawing(grays, look, pane.left + legend_width(grays, look), top)
    return drawing


def _is_narrow(pane: Pane, size: float) -> bool:
    """Return whether the labels of a texture are wider than the texture."""
    return pane.width < text_width(LAST, size)


def _middled(text: str, pane: Pane, size: float) -> float:
    """Return where a text begins that has its middle at that of a pane, on the canvas."""
    return max(0.0, pane.left + (pane.width - text_width(text, size)) / 2)


def line_labels(
    frame: Frame, look: Look, pane: Pane, *, beside: TexelGrid | None, has_values: bool = False
) -> Drawing:
    """Return the label above a line, its legend where it stands alone, and what a texture is like.

    Args:
        frame: the elements.
        look: draws labels if it has any.
        pane: the place of the line.
        beside: the texture beside it, which has a legend too; None where it stands alone.
        has_values: whether there are values in the bars.
    """
    if not look.has_labels:
        return []
    y = pane.top - (ABOVE + look.type_scale) * look.unit
    settings = frame.start_data.settings
    count = counted(settings.real_count, "number")
    if settings.own is not None and settings.own.colours is not None:
        count = count.replace("number", "pixel")
    quiet, size = PALETTES[look.theme].quiet_text, text_size(look)
    texts = [
        "" if beside is None else f"the same {count} in their order",
        f"{count} in their order",
    ]
    fitting = (text for text in texts if text and text_width(text, size) <= pane.width)
    text = next(fitting, count)
    drawing: Drawing = [Label(text, pane.left, y, size, quiet)]
    room = pane.width - text_width(text, size) - BETWEEN * look.unit
    entries = []
    if beside is None:
        entries = [Entry(_height_text(frame.start_data)), *_padding_entries(frame.start_data)]
    elif is_folded(frame, look):
        entries = _padding_entries(frame.start_data)
    elif _is_narrow(beside.pane, size) and (note := _note(frame, beside)):
        entries = [Entry(f"texture: {note}")]  # the texture has no room for it
    if has_values and shows_ranks(frame.start_data):
        entries.append(RANKS)
    if look.hides_next:
        entries.insert(0, HIDDEN)
    while entries and legend_width(entries, look) > room:
        entries.pop()
    entries.sort(key=lambda entry: entry.is_hatched)  # that of padding stands over its bar
    return drawing + legend_drawing(entries, look, pane.right, y)


def legend(data: StartData, *, has_values: bool) -> tuple[list[Entry], list[Entry]]:
    """Return what the grays mean, and what else there is to say, the most important first."""
    least, greatest = shown_range(data)
    if data.colours is not None:
        grays = [Entry("dark pixels are least, light ones greatest")]
    else:
        grays = [Entry(f"least {least}", BLACK), Entry(f"greatest {greatest}", WHITE)]
    others = _padding_entries(data)
    if has_values and shows_ranks(data):
        others.append(RANKS)
    return grays, others


def _short(entry: Entry) -> Entry:
    """Return an entry with its value alone: the swatch tells which it is."""
    return entry if entry.fill is None else entry._replace(text=entry.text.partition(" ")[2])


def _padding_entries(data: StartData) -> list[Entry]:
    count = data.settings.padding_count
    return [Entry(f"{count:,} of padding", is_hatched=True)] if count else []


def legend_width(entries: list[Entry], look: Look) -> float:
    """Return the width of entries in a row, in pixels."""
    return sum(_entry_width(entry, look) for entry in entries) + BETWEEN * look.unit * (
        len(entries) - 1
    )


def _entry_width(entry: Entry, look: Look) -> float:
    has_swatch = entry.fill is not None or entry.is_hatched
    swatch = (SWATCH + SPACE) * look.unit * look.type_scale if has_swatch else 0.0
    return swatch + text_width(entry.text, text_size(look))


def legend_drawing(entries: list[Entry], look: Look, right: float, y: float) -> Drawing:
    """Return entries in a row that ends at `right`, with their middle at y."""
    palette, scale = PALETTES[look.theme], look.unit * look.type_scale
    x = right - legend_width(entries, look)
    drawing: Drawing = []
    for entry in entries:
        start = x
        if entry.fill is not None or entry.is_hatched:
            side = SWATCH * scale
            fill = palette.edge if entry.is_hatched else entry.fill
            thickness = max(1.0, 0.15 * scale)
            drawing.append(
                Box(
                    start,
                    y - side / 2,
                    side,
                    side,
                    fill=fill,
                    outline=palette.edge,
                    thickness=thickness,
                    is_hatched=entry.is_hatched,
                )
            )
            start += (SWATCH + SPACE) * scale
        drawing.append(Label(entry.text, start, y, text_size(look), palette.quiet_text))
        x += _entry_width(entry, look) + BETWEEN * look.unit
    return drawing


def shown_range(data: StartData) -> tuple[str, str]:
    """Return the values that are shown black and white, as people write them."""
    own = data.settings.own
    if own is not None:
        low, high = value_range(own.values)
    else:
        low, high = (0, MAX_UINT32) if data.settings.has_whole_numbers else (0.0, 1.0)
    return _written(low), _written(high)


def _written(value: float) -> str:
    is_whole = value == int(value) and abs(value) <= LONGEST_WHOLE
    return f"{int(value):,}" if is_whole else f"{value:.3g}"


def _height_text(data: StartData) -> str:
    if data.colours is not None:
        return "height: lightness"
    least, greatest = shown_range(data)
    return f"height: value, {least} to {greatest}"


def _note(frame: Frame, grid: TexelGrid) -> str:
    """Return how a texture is drawn that does not have its true shape or all its elements."""
    factor = thickness_factor(grid.part, grid.pane)
    if factor >= MIN_THICKNESS_TOLD:
        return f"drawn {factor:,.0f} times as thick"
    if grid.sampling is Sampling.PICKED:
        return f"each pixel shows one of {grid.elements_per_pixel:,.0f} elements"
    return ""
