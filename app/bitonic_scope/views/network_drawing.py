"""The network as a drawing: wires, comparators, and the numbers in front of the pass to come."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from bitonic_scope.model.look import Look
from bitonic_scope.views.drawing import Align, Box, Disc, Drawing, Label, Line, Triangle
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.network_comparators import column_shapes, comparator_shapes
from bitonic_scope.views.network_numbers import lit_number, number_edges, numbers
from bitonic_scope.views.network_places import NOTE_ROW, SMALL_TEXT
from bitonic_scope.views.network_sketch import HAIR, POINTED_LINE, ROUND, THIN, Sketch, crisp
from bitonic_scope.views.network_state import NetworkState

HATCHED = 1.4  # u: height of a wire that carries padding


def network_drawing(state: NetworkState, look: Look, size: tuple[int, int]) -> Drawing:
    """Return the network view of a state.

    Args:
        state: the state.
        look: theme, sizes, marks, glide, and whether to hide what the pass to come does.
        size: width and height of the canvas in pixels.
    """
    return list(_shapes(Sketch(state, look, size)))


def wire_at(
    state: NetworkState, look: Look, size: tuple[int, int], x: float, y: float
) -> int | None:
    """Return the wire at a point of the canvas; None beside the network."""
    places = Sketch(state, look, size).places
    half_chip = places.chips.width * places.chips.stagger / 2
    if not places.slots[0] - half_chip <= x <= places.slots[-1] + half_chip:
        return None
    reach = max(places.pitch / 2, 1.0)
    wire = min(range(len(places.wires)), key=lambda each: abs(places.wires[each] - y))
    return wire if abs(places.wires[wire] - y) <= reach else None


def pointed_drawing(
    state: NetworkState, look: Look, size: tuple[int, int], wire: int, *, is_pinned: bool
) -> Drawing:
    """Return the shapes that light up a wire, its partner and their comparator."""
    return list(_pointed_shapes(Sketch(state, look, size), wire, is_pinned=is_pinned))


def _shapes(sketch: Sketch) -> Iterator[Box | Line | Disc | Triangle | Label]:
    yield Box(0, 0, *sketch.size, fill=sketch.palette.ground)
    yield from _box(sketch)
    yield from _wires(sketch)
    for index, column in enumerate(sketch.diagram.columns):
        yield from column_shapes(sketch, index, column)
    yield from _stages(sketch)
    yield from numbers(sketch)
    size = SMALL_TEXT * sketch.type_unit
    widest = max((text_width(text, size) for text in sketch.notes), default=0.0)
    left = max(sketch.places.chip_x(0, 0) - sketch.places.chips.width / 2, 0.0)
    left = left if left + widest <= sketch.size[0] else 0.0
    for row, text in enumerate(sketch.notes):
        y = sketch.places.note_y + row * NOTE_ROW * sketch.type_unit
        yield sketch.text(text, left, y, sketch.palette.quiet_text)


def _box(sketch: Sketch) -> Iterator[Box]:
    """Yield the box around the pass to come."""
    if sketch.shown >= len(sketch.diagram.columns):
        return
    left, right = sketch.places.columns[sketch.shown]
    top, bottom = sketch.places.top, sketch.places.bottom
    yield Box(
        left,
        top,
        right - left,
        bottom - top,
        fill=sketch.palette.panel,
        outline=sketch.palette.edge,
        thickness=THIN * sketch.unit,
        radius=ROUND * sketch.unit,
    )


def _wires(sketch: Sketch) -> Iterator[Line | Box]:
    """Yield each wire; a part that carries padding is hatched."""
    places, hair = sketch.places, HAIR * sketch.unit
    for wire, y in enumerate(places.wires):
        y = crisp(y, hair)
        start, end = _wire_start(sketch, wire), _wire_end(sketch, wire)
        yield Line(start, y, end, y, sketch.palette.edge, hair)
        # From the state that has it to the next, or to the last that is known.
        carried = enumerate(row[wire] for row in sketch.state.padding)
        for is_padding, group in groupby(carried, key=lambda item: item[1]):
            indexes = [index for index, _ in group]
            first, last = indexes[0], min(indexes[-1] + 1, sketch.state.pass_index)
            if is_padding and last > first:
                yield _hatched(sketch, places.slots[first], places.slots[last], y)


def _wire_start(sketch: Sketch, wire: int) -> float:
    """Return x of the left end of a wire, under its number if there is one."""
    places = sketch.places
    has_number = sketch.state.inputs is not None or sketch.shown == 0
    return places.chip_x(0, wire) if has_number else places.slots[0]


def _wire_end(sketch: Sketch, wire: int) -> float:
    """Return x of the right end of a wire, under a number or the question mark of all."""
    places = sketch.places
    return places.chip_x(-1, wire) if sketch.is_done else places.slots[-1]


def _hatched(sketch: Sketch, left: float, right: float, y: float) -> Box:
    height = min(HATCHED * sketch.unit, 0.6 * sketch.places.pitch)
    edge = sketch.palette.edge
    return Box(left, y - height / 2, right - left, height, fill=edge, is_hatched=True)


def _stages(sketch: Sketch) -> Iterator[Label | Line]:
    """Yield the brackets over the stages with their names."""
    columns, places = sketch.diagram.columns, sketch.places
    stages: dict[int, tuple[float, float]] = {}
    for column, (left, right) in zip(columns, places.columns, strict=True):
        first, _ = stages.get(column.sort_pass.stage, (left, right))
        stages[column.sort_pass.stage] = first, right
    shown = columns[sketch.shown].sort_pass.stage if sketch.shown < len(columns) else None
    size, gap = SMALL_TEXT * sketch.type_unit, sketch.unit
    written = 0.0  # the right end of the last name, with a gap
    for stage, (left, right) in stages.items():
        colour = sketch.palette.text if stage == shown else sketch.palette.quiet_text
        yield Line(left, places.bracket_y, right, places.bracket_y, colour, THIN * sketch.unit)
        # A long name may stand out, but not over a neighbour's bracket.
        free_left = stages.get(stage - 1, (0, 0))[1]
        free_right = stages.get(stage + 1, (sketch.size[0],) * 2)[0]
        middle = (left + right) / 2
        free = 2 * min(middle - free_left, free_right - middle)
        name = f"stage {stage}"
        if text_width(name, size) > free:
            name = str(stage)
        half = text_width(name, size) / 2
        if middle - half >= written:  # else the two would read as one number
            yield sketch.text(name, middle, places.label_y, colour, Align.MIDDLE)
            written = middle + half + gap


def _pointed_shapes(
    sketch: Sketch, wire: int, *, is_pinned: bool
) -> Iterator[Box | Line | Disc | Triangle | Label]:
    """Yield what lights up a wire, its partner and their comparator."""
    columns, places, pointed = sketch.diagram.columns, sketch.places, sketch.palette.pointed
    found = None
    if sketch.shown < len(columns):
        comparators = columns[sketch.shown].comparators
        found = next(c for c in comparators if wire in (c.lower, c.upper))
    ends = [wire] if found is None else [wire, found.lower + found.upper - wire]
    thickness = POINTED_LINE * sketch.unit * (1.5 if is_pinned else 1)
    for end in ends:
        y = crisp(places.wires[end], thickness)
        for left, right in pairwise(number_edges(sketch)):
            yield Line(left[1], y, right[0], y, pointed, thickness)
    if found is not None:
        colour = sketch.direction(found)
        yield from comparator_shapes(sketch, sketch.shown, found, colour, halo=pointed)
    if sketch.state.now is not None:
        for end in ends:
            yield from lit_number(sketch, sketch.state.now, end)
