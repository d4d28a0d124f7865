"""The numbers on the wires of the network, with question marks for those to come."""

from collections.abc import Iterator
from math import pi, sin

from bitonic_scope.views.drawing import Align, Box, Label
from bitonic_scope.views.network_sketch import HAIR, POINTED_LINE, ROUND, Sketch, eased
from bitonic_scope.views.network_state import Wires
from bitonic_scope.views.numerals import contrasting
from bitonic_scope.views.palette import Colour

UNKNOWN = "?"
PASS_BY = 0.55  # widths of a number, by which those that pass each other give way
RIDE = (0.25, 0.75)  # of the glide: numbers reach their comparator, and leave it


def numbers(sketch: Sketch) -> Iterator[Box | Label]:
    """Yield the numbers of the input, of the state, and question marks for what is to come."""
    state, diagram = sketch.state, sketch.diagram
    last = len(diagram.columns)
    if state.now is None:
        return
    if state.inputs is not None and sketch.shown > 0:
        for wire in range(diagram.wire_count):
            yield from _chip(sketch, state.inputs, wire, *_chip_place(sketch, 0, wire))
    if not sketch.is_done:
        yield from _question_marks(sketch, last)
    if sketch.look.hides_next and diagram.columns_done + 1 < last:
        yield from _question_marks(sketch, diagram.columns_done + 1)
    for wire in range(diagram.wire_count):
        yield from _chip(sketch, state.now, wire, *_now_place(sketch, wire), is_medium=True)


def _now_place(sketch: Sketch, wire: int) -> tuple[float, float]:
    """Return where the number of a wire is: in front of the pass to come, or on its way."""
    now = sketch.diagram.columns_done
    if not sketch.glides:
        return _chip_place(sketch, now, wire)
    old_wire = sketch.state.came_from[wire]
    column = sketch.diagram.columns[now - 1]
    lane = next(c.lane for c in column.comparators if wire in (c.lower, c.upper))
    (x0, y0), (x1, y1) = _chip_place(sketch, now - 1, old_wire), _chip_place(sketch, now, wire)
    lane_x = sketch.places.lane_x(now - 1, lane)
    lane_x0 = lane_x + x0 - sketch.places.slots[now - 1]  # neighbours take turns there too
    lane_x1 = lane_x + x1 - sketch.places.slots[now]
    glide, (reach, leave) = sketch.look.glide, RIDE
    if glide < reach:
        return x0 + (lane_x0 - x0) * eased(glide / reach), y0
    if glide < leave:
        part = eased((glide - reach) / (leave - reach))
        beside = PASS_BY * sketch.places.chips.width * sin(pi * part)  # the two pass each other
        sign = (y1 > y0) - (y1 < y0)
        return lane_x0 + (lane_x1 - lane_x0) * part + sign * beside, y0 + (y1 - y0) * part
    return lane_x1 + (x1 - lane_x1) * eased((glide - leave) / (1 - leave)), y1


def _chip_place(sketch: Sketch, slot: int, wire: int) -> tuple[float, float]:
    return sketch.places.chip_x(slot, wire), sketch.places.wires[wire]


def _chip(
    sketch: Sketch, wires: Wires, wire: int, x: float, y: float, *, is_medium: bool = False
) -> Iterator[Box | Label]:
    """Yield the box of a number in the colour of its element, with the number in it."""
    numeral, colour = wires.numerals[wire], wires.colours[wire]
    edge = sketch.palette.edge
    if not numeral:
        yield _chip_box(sketch, x, y, sketch.palette.ground)._replace(outline=None)
        yield _chip_box(sketch, x, y, edge)._replace(is_hatched=True)
        return
    yield _chip_box(sketch, x, y, colour)
    size = sketch.places.chips.text_size
    yield Label(numeral, x, y, size, contrasting(colour), Align.MIDDLE, is_medium)


def _chip_box(sketch: Sketch, x: float, y: float, fill: Colour) -> Box:
    chips, edge = sketch.places.chips, sketch.palette.edge
    radius = ROUND * sketch.unit
    left, top = x - chips.width / 2, y - chips.height / 2
    return Box(left, top, chips.width, chips.height, fill, edge, HAIR * sketch.unit, radius)


def _question_marks(sketch: Sketch, slot: int) -> Iterator[Box | Label]:
    """Yield a question mark for each wire, or one for all where they are close."""
    chips, wires = sketch.places.chips, sketch.places.wires
    size, quiet = chips.text_size, sketch.palette.quiet_text
    if chips.stagger == 1:
        for wire in range(sketch.diagram.wire_count):
            x, y = _chip_place(sketch, slot, wire)
            yield _chip_box(sketch, x, y, sketch.palette.panel)
            yield Label(UNKNOWN, x, y, size, quiet, Align.MIDDLE)
        return
    x, height = sketch.places.slots[slot], wires[-1] - wires[0] + chips.height
    tall = _chip_box(sketch, x, (wires[0] + wires[-1]) / 2, sketch.palette.panel)
    yield tall._replace(top=wires[0] - chips.height / 2, height=height)
    yield Label(UNKNOWN, x, (wires[0] + wires[-1]) / 2, size, quiet, Align.MIDDLE)


def number_edges(sketch: Sketch) -> list[tuple[float, float]]:
    """Return the left and the right edge of all numbers of the input, the state, the end."""
    half = sketch.places.chips.width * sketch.places.chips.stagger / 2
    slots = sorted({0, sketch.diagram.columns_done, len(sketch.diagram.columns)})
    return [(sketch.places.slots[slot] - half, sketch.places.slots[slot] + half) for slot in slots]


def lit_number(sketch: Sketch, now: Wires, wire: int) -> Iterator[Box | Label]:
    """Yield a number of the state, outlined twice."""
    x, y = _now_place(sketch, wire)
    grown = POINTED_LINE * sketch.unit
    left, top, width, height = _chip_box(sketch, x, y, sketch.palette.ground)[:4]
    for colour, by in ((sketch.palette.pointed, 2 * grown), (sketch.palette.ground, grown)):
        yield Box(left - by, top - by, width + 2 * by, height + 2 * by, fill=colour)
    yield from _chip(sketch, now, wire, x, y, is_medium=True)
