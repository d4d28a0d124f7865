"""The comparators of the network, as arrows."""

from collections.abc import Iterator

from bitonic_scope.model.look import Marks
from bitonic_scope.views.diagram import Column, Comparator
from bitonic_scope.views.drawing import TRIANGLE_HEIGHT, Disc, Line, Towards, Triangle
from bitonic_scope.views.network_sketch import THIN, Sketch, crisp
from bitonic_scope.views.palette import Colour

# In u.
THICK = 0.45  # of the pass to come
HEAD, BIG_HEAD = 2.0, 2.7  # side of an arrow head
HEAD_PART, HEAD_LENGTH = 0.95, 0.7  # of a lane, of a comparator's length: no head is larger
DOT_PART = 0.3  # radius of the tail's dot, of the side of the head
HALO = 0.5  # at each side of a pointed comparator


def column_shapes(sketch: Sketch, index: int, column: Column) -> Iterator[Line | Disc | Triangle]:
    """Yield the comparators of a pass."""
    for comparator in column.comparators:
        if index == sketch.shown:
            colour = sketch.direction(comparator)
        else:
            is_done = index < sketch.shown
            colour = sketch.palette.quiet_text if is_done else sketch.palette.edge
        yield from comparator_shapes(sketch, index, comparator, colour)


def comparator_shapes(
    sketch: Sketch,
    index: int,
    comparator: Comparator,
    colour: Colour,
    *,
    halo: Colour | None = None,
) -> Iterator[Line | Disc | Triangle]:
    """Yield an arrow towards the wire to which the larger goes, in front of a halo."""
    places, is_shown = sketch.places, index == sketch.shown
    thickness = (THICK if is_shown else THIN) * sketch.unit
    head_size = (BIG_HEAD if is_shown else HEAD) * sketch.unit
    end = comparator.larger_goes_to
    start = comparator.lower + comparator.upper - end
    y0, y1 = places.wires[start], places.wires[end]
    room = HEAD_PART * places.lanes[index], HEAD_LENGTH * abs(y1 - y0) / TRIANGLE_HEIGHT
    head_size = min(head_size, *room)
    thickness = min(thickness, head_size / 3)
    dash = 0.0
    if is_shown and _keeps(sketch, comparator):
        thickness, dash = THIN * sketch.unit, 0.8 * sketch.unit
    x = crisp(places.lane_x(index, comparator.lane), thickness)
    head_height = head_size * TRIANGLE_HEIGHT
    sign = 1 if y1 > y0 else -1
    if halo is not None:
        yield Line(x, y0, x, y1, halo, round(thickness) + 2 * max(1, round(HALO * sketch.unit)))
    yield Line(x, y0, x, y1 - sign * head_height / 2, colour, thickness, dash)
    yield Disc(x, y0, DOT_PART * head_size, colour)
    towards = Towards.DOWN if sign > 0 else Towards.UP
    yield Triangle(x, y1 - sign * head_height / 2, head_size, towards, colour)


def _keeps(sketch: Sketch, comparator: Comparator) -> bool:
    """Return whether exchanges are marked, and the shown pass leaves these two."""
    if sketch.look.marks is not Marks.EXCHANGES or sketch.look.hides_next:
        return False
    sources = sketch.state.came_from if sketch.glides else sketch.state.will_come_from
    return bool(sources) and sources[comparator.lower] == comparator.lower
