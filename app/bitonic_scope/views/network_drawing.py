"""The network as a drawing: wires, comparators, and the numbers in front of the pass to come."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import floor, pi, sin
from typing import NamedTuple

from bitonic_scope.model.look import Look, Marks
from bitonic_scope.network.schedule import BitonicNetwork, Direction
from bitonic_scope.views.diagram import (
    MAX_WIRES,
    Column,
    Comparator,
    Diagram,
    network_diagram,
)
from bitonic_scope.views.drawing import (
    TRIANGLE_HEIGHT,
    Align,
    Box,
    Disc,
    Drawing,
    Label,
    Line,
    Towards,
    Triangle,
)
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.network_places import (
    NOTE_ROW,
    SMALL_TEXT,
    Places,
    network_places,
)
from bitonic_scope.views.numerals import contrasting
from bitonic_scope.views.palette import PALETTES, Colour, Palette

ARROWS_NOTE = "Arrows point to where the larger number goes."
RANKS_NOTE = "The numbers are ranks: 1 is the least."
UNKNOWN = "?"

# In u.
HAIR = 0.12  # wires and outlines
THIN, THICK = 0.2, 0.45  # comparators; those of the pass to come
HEAD, BIG_HEAD = 2.0, 2.7  # side of an arrow head
HEAD_PART, HEAD_LENGTH = 0.95, 0.7  # of a lane, of a comparator's length: no head is larger
DOT_PART = 0.3  # radius of the tail's dot, of the side of the head
HATCHED = 1.4  # height of a wire that carries padding
ROUND = 0.5  # radius of corners
HALO = 0.5  # at each side of a pointed comparator
POINTED_LINE = 0.5
PASS_BY = 0.55  # widths of a number, by which those that pass each other give way
RIDE = (0.25, 0.75)  # of the glide: numbers reach their comparator, and leave it


class Wires(NamedTuple):
    """What the wires carry in a state, a wire each.

    Attributes:
        numerals: the number to show; empty for padding.
        colours: the colour to show it on.
    """

    numerals: Sequence[str]
    colours: Sequence[Colour]


class NetworkState(NamedTuple):
    """What the network view shows: a network and its elements, as values.

    Attributes:
        network: the network.
        order: the direction in which it sorts.
        pass_index: the number of passes done, 0..P.
        now: the elements of the state; None if there are too many to read.
        inputs: the elements of the input; None with `now`.
        came_from: for each wire, on which its element was before the pass done; empty for unknown.
        will_come_from: the same for the pass to come.
        padding: which wires carried padding in the states 0..pass_index; empty for no padding.
        are_ranks: whether the numerals are ranks.
        max_wires: the most wires that the canvas has room for.
    """

    network: BitonicNetwork
    order: Direction
    pass_index: int
    now: Wires | None = None
    inputs: Wires | None = None
    came_from: Sequence[int] = ()
    will_come_from: Sequence[int] = ()
    padding: Sequence[Sequence[bool]] = ()
    are_ranks: bool = False
    max_wires: int = MAX_WIRES

    @property
    def diagram(self) -> Diagram:
        """The diagram of the network in this state."""
        return network_diagram(self.network, self.order, self.pass_index, max_wires=self.max_wires)


def network_drawing(state: NetworkState, look: Look, size: tuple[int, int]) -> Drawing:
    """Return the network view of a state.

    Args:
        state: the state.
        look: theme, sizes, marks, glide, and whether to hide what the pass to come does.
        size: width and height of the canvas in pixels.
    """
    return list(_Sketch(state, look, size).shapes())


def wire_at(
    state: NetworkState, look: Look, size: tuple[int, int], x: float, y: float
) -> int | None:
    """Return the wire at a point of the canvas; None beside the network."""
    places = _Sketch(state, look, size).places
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
    return list(_Sketch(state, look, size).pointed_shapes(wire, is_pinned=is_pinned))


class _Sketch:
    """One drawing in the making."""

    def __init__(self, state: NetworkState, look: Look, size: tuple[int, int]) -> None:
        self.state, self.look, self.size = state, look, size
        self.unit, self.type_unit = look.unit, look.unit * look.type_scale
        self.palette: Palette = PALETTES[look.theme]
        self.diagram = state.diagram
        self.glides = (
            look.glide < 1
            and len(state.came_from) == self.diagram.wire_count
            and self.diagram.columns_done > 0
        )
        self.notes = self._note_lines()
        self.places = self._places(self.diagram)
        if self.glides:  # the columns move with the numbers
            before = self.diagram._replace(columns_done=self.diagram.columns_done - 1)
            self.places = self._places(before).on_the_way_to(self.places, _eased(look.glide))
        # While numbers ride, the pass that moves them is the one to look at.
        self.shown = self.diagram.columns_done - self.glides

    def _places(self, diagram: Diagram) -> Places:
        now = self.state.now
        figures = max(1, *map(len, now.numerals)) if now else 0
        return network_places(
            diagram,
            self.look,
            self.size,
            figures=figures,
            has_inputs=self.state.inputs is not None,
            note_lines=len(self.notes),
        )

    def _note_lines(self) -> list[str]:
        # The note of a large network is long, and speaks of the arrows.
        parts = (self.diagram.note or ARROWS_NOTE, RANKS_NOTE * self.state.are_ranks)
        note = " ".join(part for part in parts if part)
        return _wrapped(note, self.size[0], SMALL_TEXT * self.type_unit)

    def shapes(self) -> Iterator[Box | Line | Disc | Triangle | Label]:
        yield Box(0, 0, *self.size, fill=self.palette.ground)
        yield from self._box()
        yield from self._wires()
        for index, column in enumerate(self.diagram.columns):
            yield from self._column(index, column)
        yield from self._stages()
        yield from self._numbers()
        size = SMALL_TEXT * self.type_unit
        widest = max((text_width(text, size) for text in self.notes), default=0.0)
        left = max(self.places.chip_x(0, 0) - self.places.chips.width / 2, 0.0)
        left = left if left + widest <= self.size[0] else 0.0
        for row, text in enumerate(self.notes):
            y = self.places.note_y + row * NOTE_ROW * self.type_unit
            yield self._text(text, left, y, self.palette.quiet_text)

    def _text(
        self, text: str, x: float, y: float, colour: Colour, align: Align = Align.LEFT
    ) -> Label:
        return Label(text, x, y, SMALL_TEXT * self.type_unit, colour, align)

    def _box(self) -> Iterator[Box]:
        """Yield the box around the pass to come."""
        if self.shown >= len(self.diagram.columns):
            return
        left, right = self.places.columns[self.shown]
        top, bottom = self.places.top, self.places.bottom
        yield Box(
            left,
            top,
            right - left,
            bottom - top,
            fill=self.palette.panel,
            outline=self.palette.edge,
            thickness=THIN * self.unit,
            radius=ROUND * self.unit,
        )

    def _wires(self) -> Iterator[Line | Box]:
        """Yield each wire; a part that carries padding is hatched."""
        places, hair = self.places, HAIR * self.unit
        for wire, y in enumerate(places.wires):
            y = _crisp(y, hair)
            start, end = self._wire_start(wire), self._wire_end(wire)
            yield Line(start, y, end, y, self.palette.edge, hair)
            # From the state that has it to the next, or to the last that is known.
            carried = enumerate(row[wire] for row in self.state.padding)
            for is_padding, group in groupby(carried, key=lambda item: item[1]):
                indexes = [index for index, _ in group]
                first, last = indexes[0], min(indexes[-1] + 1, self.state.pass_index)
                if is_padding and last > first:
                    yield self._hatched(places.slots[first], places.slots[last], y)

    @property
    def _is_done(self) -> bool:
        """Whether the outputs show numbers instead of question marks."""
        return self.diagram.columns_done == len(self.diagram.columns) and not self.glides

    def _wire_start(self, wire: int) -> float:
        """Return x of the left end of a wire, under its number if there is one."""
        places = self.places
        has_number = self.state.inputs is not None or self.shown == 0
        return places.chip_x(0, wire) if has_number else places.slots[0]

    def _wire_end(self, wire: int) -> float:
        """Return x of the right end of a wire, under a number or the question mark of all."""
        places = self.places
        return places.chip_x(-1, wire) if self._is_done else places.slots[-1]

    def _hatched(self, left: float, right: float, y: float) -> Box:
        height = min(HATCHED * self.unit, 0.6 * self.places.pitch)
        edge = self.palette.edge
        return Box(left, y - height / 2, right - left, height, fill=edge, is_hatched=True)

    def _column(self, index: int, column: Column) -> Iterator[Line | Disc | Triangle]:
        """Yield the comparators of a pass."""
        for comparator in column.comparators:
            if index == self.shown:
                colour = self._direction(comparator)
            else:
                is_done = index < self.shown
                colour = self.palette.quiet_text if is_done else self.palette.edge
            yield from self._comparator(index, comparator, colour)

    def _direction(self, comparator: Comparator) -> Colour:
        return self.palette.ascending if comparator.ascending else self.palette.descending

    def _comparator(
        self, index: int, comparator: Comparator, colour: Colour, *, halo: Colour | None = None
    ) -> Iterator[Line | Disc | Triangle]:
        """Yield an arrow towards the wire to which the larger goes, in front of a halo."""
        places, is_shown = self.places, index == self.shown
        thickness = (THICK if is_shown else THIN) * self.unit
        head_size = (BIG_HEAD if is_shown else HEAD) * self.unit
        end = comparator.larger_goes_to
        start = comparator.lower + comparator.upper - end
        y0, y1 = places.wires[start], places.wires[end]
        room = HEAD_PART * places.lanes[index], HEAD_LENGTH * abs(y1 - y0) / TRIANGLE_HEIGHT
        head_size = min(head_size, *room)
        thickness = min(thickness, head_size / 3)
        dash = 0.0
        if is_shown and self._keeps(comparator):
            thickness, dash = THIN * self.unit, 0.8 * self.unit
        x = _crisp(places.lane_x(index, comparator.lane), thickness)
        head_height = head_size * TRIANGLE_HEIGHT
        sign = 1 if y1 > y0 else -1
        if halo is not None:
            yield Line(x, y0, x, y1, halo, round(thickness) + 2 * max(1, round(HALO * self.unit)))
        yield Line(x, y0, x, y1 - sign * head_height / 2, colour, thickness, dash)
        yield Disc(x, y0, DOT_PART * head_size, colour)
        towards = Towards.DOWN if sign > 0 else Towards.UP
        yield Triangle(x, y1 - sign * head_height / 2, head_size, towards, colour)

    def _keeps(self, comparator: Comparator) -> bool:
        """Return whether exchanges are marked, and the shown pass leaves these two."""
        if self.look.marks is not Marks.EXCHANGES or self.look.hides_next:
            return False
        sources = self.state.came_from if self.glides else self.state.will_come_from
        return bool(sources) and sources[comparator.lower] == comparator.lower

    def _stages(self) -> Iterator[Label | Line]:
        """Yield the brackets over the stages with their names."""
        columns, places = self.diagram.columns, self.places
        stages: dict[int, tuple[float, float]] = {}
        for column, (left, right) in zip(columns, places.columns, strict=True):
            first, _ = stages.get(column.sort_pass.stage, (left, right))
            stages[column.sort_pass.stage] = first, right
        shown = columns[self.shown].sort_pass.stage if self.shown < len(columns) else None
        size, gap = SMALL_TEXT * self.type_unit, self.unit
        written = 0.0  # the right end of the last name, with a gap
        for stage, (left, right) in stages.items():
            colour = self.palette.text if stage == shown else self.palette.quiet_text
            yield Line(left, places.bracket_y, right, places.bracket_y, colour, THIN * self.unit)
            # A long name may stand out, but not over a neighbour's bracket.
            free_left = stages.get(stage - 1, (0, 0))[1]
            free_right = stages.get(stage + 1, (self.size[0],) * 2)[0]
            middle = (left + right) / 2
            free = 2 * min(middle - free_left, free_right - middle)
            name = f"stage {stage}"
            if text_width(name, size) > free:
                name = str(stage)
            half = text_width(name, size) / 2
            if middle - half >= written:  # else the two would read as one number
                yield self._text(name, middle, places.label_y, colour, Align.MIDDLE)
                written = middle + half + gap

    def _numbers(self) -> Iterator[Box | Label]:
        """Yield the numbers of the input, of the state, and question marks for what is to come."""
        state, diagram = self.state, self.diagram
        last = len(diagram.columns)
        if state.now is None:
            return
        if state.inputs is not None and self.shown > 0:
            for wire in range(diagram.wire_count):
                yield from self._chip(state.inputs, wire, *self._chip_place(0, wire))
        if not self._is_done:
            yield from self._question_marks(last)
        if self.look.hides_next and diagram.columns_done + 1 < last:
            yield from self._question_marks(diagram.columns_done + 1)
        for wire in range(diagram.wire_count):
            yield from self._chip(state.now, wire, *self._now_place(wire), is_medium=True)

    def _chip_place(self, slot: int, wire: int) -> tuple[float, float]:
        return self.places.chip_x(slot, wire), self.places.wires[wire]

    def _now_place(self, wire: int) -> tuple[float, float]:
        """Return where the number of a wire is: in front of the pass to come, or on its way."""
        now = self.diagram.columns_done
        if not self.glides:
            return self._chip_place(now, wire)
        old_wire = self.state.came_from[wire]
        column = self.diagram.columns[now - 1]
        lane = next(c.lane for c in column.comparators if wire in (c.lower, c.upper))
        (x0, y0), (x1, y1) = self._chip_place(now - 1, old_wire), self._chip_place(now, wire)
        lane_x = self.places.lane_x(now - 1, lane)
        lane_x0 = lane_x + x0 - self.places.slots[now - 1]  # neighbours take turns there too
        lane_x1 = lane_x + x1 - self.places.slots[now]
        glide, (reach, leave) = self.look.glide, RIDE
        if glide < reach:
            return x0 + (lane_x0 - x0) * _eased(glide / reach), y0
        if glide < leave:
            part = _eased((glide - reach) / (leave - reach))
            beside = PASS_BY * self.places.chips.width * sin(pi * part)  # the two pass each other
            sign = (y1 > y0) - (y1 < y0)
            return lane_x0 + (lane_x1 - lane_x0) * part + sign * beside, y0 + (y1 - y0) * part
        return lane_x1 + (x1 - lane_x1) * _eased((glide - leave) / (1 - leave)), y1

    def _chip(
        self, wires: Wires, wire: int, x: float, y: float, *, is_medium: bool = False
    ) -> Iterator[Box | Label]:
        """Yield the box of a number in the colour of its element, with the number in it."""
        numeral, colour = wires.numerals[wire], wires.colours[wire]
        edge = self.palette.edge
        if not numeral:
            yield self._chip_box(x, y, self.palette.ground)._replace(outline=None)
            yield self._chip_box(x, y, edge)._replace(is_hatched=True)
            return
        yield self._chip_box(x, y, colour)
        size = self.places.chips.text_size
        yield Label(numeral, x, y, size, contrasting(colour), Align.MIDDLE, is_medium)

    def _chip_box(self, x: float, y: float, fill: Colour) -> Box:
        chips, edge = self.places.chips, self.palette.edge
        radius = ROUND * self.unit
        left, top = x - chips.width / 2, y - chips.height / 2
        return Box(left, top, chips.width, chips.height, fill, edge, HAIR * self.unit, radius)

    def _question_marks(self, slot: int) -> Iterator[Box | Label]:
        """Yield a question mark for each wire, or one for all where they are close."""
        chips, wires = self.places.chips, self.places.wires
        size, quiet = chips.text_size, self.palette.quiet_text
        if chips.stagger == 1:
            for wire in range(self.diagram.wire_count):
                x, y = self._chip_place(slot, wire)
                yield self._chip_box(x, y, self.palette.panel)
                yield Label(UNKNOWN, x, y, size, quiet, Align.MIDDLE)
            return
        x, height = self.places.slots[slot], wires[-1] - wires[0] + chips.height
        tall = self._chip_box(x, (wires[0] + wires[-1]) / 2, self.palette.panel)
        yield tall._replace(top=wires[0] - chips.height / 2, height=height)
        yield Label(UNKNOWN, x, (wires[0] + wires[-1]) / 2, size, quiet, Align.MIDDLE)

    def pointed_shapes(
        self, wire: int, *, is_pinned: bool
    ) -> Iterator[Box | Line | Disc | Triangle | Label]:
        """Yield what lights up a wire, its partner and their comparator."""
        columns, places, pointed = self.diagram.columns, self.places, self.palette.pointed
        found = None
        if self.shown < len(columns):
            comparators = columns[self.shown].comparators
            found = next(c for c in comparators if wire in (c.lower, c.upper))
        ends = [wire] if found is None else [wire, found.lower + found.upper - wire]
        thickness = POINTED_LINE * self.unit * (1.5 if is_pinned else 1)
        for end in ends:
            y = _crisp(places.wires[end], thickness)
            for left, right in pairwise(self._numbers_edges()):
                yield Line(left[1], y, right[0], y, pointed, thickness)
        if found is not None:
            colour = self._direction(found)
            yield from self._comparator(self.shown, found, colour, halo=pointed)
        if self.state.now is not None:
            for end in ends:
                yield from self._lit_number(self.state.now, end)

    def _numbers_edges(self) -> list[tuple[float, float]]:
        """Return the left and the right edge of all numbers of the input, the state, the end."""
        half = self.places.chips.width * self.places.chips.stagger / 2
        slots = sorted({0, self.diagram.columns_done, len(self.diagram.columns)})
        return [(self.places.slots[slot] - half, self.places.slots[slot] + half) for slot in slots]

    def _lit_number(self, now: Wires, wire: int) -> Iterator[Box | Label]:
        """Yield a number of the state, outlined twice."""
        x, y = self._now_place(wire)
        grown = POINTED_LINE * self.unit
        left, top, width, height = self._chip_box(x, y, self.palette.ground)[:4]
        for colour, by in ((self.palette.pointed, 2 * grown), (self.palette.ground, grown)):
            yield Box(left - by, top - by, width + 2 * by, height + 2 * by, fill=colour)
        yield from self._chip(now, wire, x, y, is_medium=True)


def _eased(part: float) -> float:
    """Return how far something has moved that starts and ends slowly; both from 0 to 1."""
    part = min(max(part, 0.0), 1.0)
    return part * part * (3 - 2 * part)


def _crisp(position: float, thickness: float) -> float:
    """Return the nearest middle of a line whose edges are on whole pixels."""
    half = max(floor(thickness + 0.5), 1) / 2
    return floor(position - half + 0.5) + half


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of at most a width; none for no text."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
