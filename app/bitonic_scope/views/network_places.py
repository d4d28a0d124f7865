"""Where wires, columns and numbers of the network view stand on a canvas: pure arithmetic."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from bitonic_scope.model.look import Look
from bitonic_scope.views.diagram import MAX_WIRES, MIN_WIRES, Diagram
from bitonic_scope.views.fonts import capital_height, text_width

# In u: the unit of the picture, or of type where text is concerned.
SMALL_TEXT, VALUE_TEXT = 2.75, 3.5
LABEL_ROW = 5.6  # of type: names of the stages and the brackets under them
NOTE_ROW = 4.4  # of type
MAX_PITCH = 11.0  # from wire to wire
MIN_PITCH_PIXELS = 3.5  # from wire to wire: closer, comparators merge into gray
NOTE_LINES = 2
RIM = 0.8  # pitches, from the outer wires to the box around a pass
MIN_RIM, MAX_RIM = 2.1, 7.0  # of type: half a number at least
MAX_LANE = 6.5  # from comparator to comparator
MIN_ROOMY_LANE = 2.2  # below, there is room for the numbers of the state only
SIDE = 0.9  # lanes, from the outer comparators of a column to its box
STAGE_GAP = 0.5  # lanes
MAX_GAP = 16.0  # between columns, where there is room
# How much wider lanes of the pass to come are where there is little room: the fewer, the more.
NEAR_LANES, MIN_NEAR, MAX_NEAR = 20.0, 1.6, 4.0
CHIP_MARGIN = 0.75  # of type: left and right of the columns of chips
SINGLE_PART = 0.8  # pitches: of a chip in a single column, so that the wires show between chips
ROOMY_CHIP, FLAT_CHIP = 1.5, 0.3  # of type: height of a chip beyond its digits'
CHIP_SIDES = 1.3  # of type: width of a chip beyond its digits'


class Chips(NamedTuple):
    """The size of the boxes around numbers, in pixels.

    Attributes:
        text_size: of the numbers.
        width, height: of a box.
        stagger: in how many columns the boxes of neighbouring wires take turns.
    """

    text_size: float
    width: float
    height: float
    stagger: int


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything stands, in pixels from the top left of the canvas.

    Attributes:
        wires: y of each wire.
        slots: x of the middle of the numbers in front of each column; the last is behind all.
        columns: the left and the right edge of each column.
        lanes: from one comparator to the next, in each column.
        chips: the size of the boxes around numbers.
        label_y: the middle of the names of the stages.
        bracket_y: the brackets of the stages.
        top, bottom: of the box around a pass.
        note_y: the middle of the first line of the note.
    """

    wires: tuple[float, ...]
    slots: tuple[float, ...]
    columns: tuple[tuple[float, float], ...]
    lanes: tuple[float, ...]
    chips: Chips
    label_y: float
    bracket_y: float
    top: float
    bottom: float
    note_y: float

    @property
    def pitch(self) -> float:
        """The distance from wire to wire."""
        return self.wires[1] - self.wires[0] if len(self.wires) > 1 else self.bottom - self.top

    def lane_x(self, column: int, lane: int) -> float:
        """Return x of a comparator."""
        return self.columns[column][0] + (SIDE + lane) * self.lanes[column]

    def chip_x(self, slot: int, wire: int) -> float:
        """Return x of the middle of a number."""
        stagger = self.chips.stagger
        return self.slots[slot] + (wire % stagger - (stagger - 1) / 2) * self.chips.width

    def on_the_way_to(self, later: Self, part: float) -> "Places":
        """Return the places between these and later ones; all but x and widths is alike."""

        def between(a: float, b: float) -> float:
            return a + (b - a) * part

        return Places(
            self.wires,
            tuple(between(*pair) for pair in zip(self.slots, later.slots, strict=True)),
            tuple(
                (between(a[0], b[0]), between(a[1], b[1]))
                for a, b in zip(self.columns, later.columns, strict=True)
            ),
            tuple(between(*pair) for pair in zip(self.lanes, later.lanes, strict=True)),
            self.chips,
            self.label_y,
            self.bracket_y,
            self.top,
            self.bottom,
            self.note_y,
        )


def most_wires(look: Look, height: int) -> int:
    """Return how many wires a canvas has room for: a power of two, MIN_WIRES to MAX_WIRES.

    Args:
        look: sizes.
        height: of the canvas, in pixels.
    """
    text_rows = LABEL_ROW + NOTE_LINES * NOTE_ROW
    free, wires = height - text_rows * look.unit * look.type_scale, MAX_WIRES
    while wires > MIN_WIRES and free < MIN_PITCH_PIXELS * (wires - 1 + 2 * RIM):
        wires //= 2
    return wires


def network_places(
    diagram: Diagram,
    look: Look,
    size: tuple[int, int],
    *,
    figures: int,
    has_inputs: bool,
    note_lines: int,
) -> Places:
    """Return where a diagram stands.

    Args:
        diagram: the diagram.
        look: sizes.
        size: width and height of the canvas in pixels.
        figures: of the longest number; 0 for no numbers.
        has_inputs: whether the numbers of the input stand at the left.
        note_lines: how many lines of text stand below.
    """
    width, height = size
    unit, type_unit = look.unit, look.unit * look.type_scale
    label_row, note_rows = LABEL_ROW * type_unit, NOTE_ROW * type_unit * note_lines
    count = diagram.wire_count
    free = max(height - label_row - note_rows, 1.0)
    pitch = min(free / (count - 1 + 2 * RIM), MAX_PITCH * unit)
    rim = max(min(RIM * pitch, MAX_RIM * unit), MIN_RIM * type_unit)
    pitch = min(max((free - 2 * rim) / max(count - 1, 1), 0.0), MAX_PITCH * unit)
    spare = free - 2 * rim - pitch * (count - 1)
    top = label_row + max(spare, 0.0) / 2
    wires = tuple(top + rim + pitch * wire for wire in range(count))
    chips = _chips(pitch if count > 1 else free, type_unit, figures)
    ends = {0} if has_inputs else set()
    slots, columns, lanes = _across(diagram, look, width, chips, type_unit, ends)
    return Places(
        wires=wires,
        slots=slots,
        columns=columns,
        lanes=lanes,
        chips=chips,
        label_y=top - (LABEL_ROW - 1.6) * type_unit,
        bracket_y=top - 1.4 * type_unit,
        top=top,
        bottom=top + 2 * rim + pitch * (count - 1),
        note_y=height - note_rows + NOTE_ROW * type_unit / 2,
    )


def _chips(pitch: float, type_unit: float, figures: int) -> Chips:
    """Return the largest boxes whose neighbours do not overlap, in as few columns as possible."""
    if not figures:
        return Chips(VALUE_TEXT * type_unit, 0.0, 0.0, 1)
    for stagger in range(1, 9):
        for text, beyond in ((VALUE_TEXT, ROOMY_CHIP), (VALUE_TEXT, 0.9), (SMALL_TEXT, FLAT_CHIP)):
            text_size = text * type_unit
            height = capital_height(text_size, is_medium=True) + beyond * type_unit
            if height + 1 <= pitch * (stagger if stagger > 1 else SINGLE_PART):
                break
        else:
            continue
        break
    if stagger == 1:
        height = min(max(height, 1.5 * text * type_unit), pitch * SINGLE_PART)
    digits = text_width("0" * figures, text_size, is_medium=True)
    return Chips(text_size, max(digits + CHIP_SIDES * type_unit, height), height, stagger)


def _across(
    diagram: Diagram, look: Look, width: int, chips: Chips, type_unit: float, ends: set[int]
) -> tuple[tuple[float, ...], tuple[tuple[float, float], ...], tuple[float, ...]]:
    """Return the slots, the edges of the columns, and their lanes."""
    columns, now = diagram.columns, diagram.columns_done
    slot = chips.width * chips.stagger + 2 * CHIP_MARGIN * type_unit
    gaps = [
        STAGE_GAP * (after.sort_pass.stage != before.sort_pass.stage)
        for before, after in pairwise(columns)
    ]
    weights = [1.0] * len(columns)  # of their lanes

    def lane_for(slot_count: int) -> float:
        lanes = sum(
            weight * (column.lane_count - 1 + 2 * SIDE)
            for weight, column in zip(weights, columns, strict=True)
        )
        return (width - slot * slot_count) / max(lanes + sum(gaps), 1.0)

    ends = ends | {now, len(columns)}
    open_slots = ends | set(range(1, len(columns) + 1))
    lane = lane_for(len(open_slots))
    if lane < MIN_ROOMY_LANE * look.unit:
        open_slots = ends | ({now + 1} if look.hides_next and now < len(columns) else set())
        if now < len(columns):
            near = NEAR_LANES / max(columns[now].lane_count, 1)
            weights[now] = min(max(near, MIN_NEAR), MAX_NEAR)
        lane = lane_for(len(open_slots))
    lane = max(min(lane, MAX_LANE * look.unit), 0.0)
    lanes = tuple(weight * lane for weight in weights)
    widths = [
        each * (column.lane_count - 1 + 2 * SIDE)
        for each, column in zip(lanes, columns, strict=True)
    ]
    spare = max(width - slot * len(open_slots) - sum(widths) - sum(gaps) * lane, 0.0)
    # What lanes do not need widens the gaps between columns, up to a point.
    gap = min(spare / max(len(columns) - 1, 1), MAX_GAP * look.unit)
    x = (spare - gap * max(len(columns) - 1, 0)) / 2
    slots, edges = [], []
    for index, column_width in enumerate(widths):
        x += gaps[index - 1] * lane + gap if index else 0.0
        room = slot if index in open_slots else 0.0
        slots.append(x + room / 2)
        edges.append((x + room, x + room + column_width))
        x = edges[-1][1]
    return (*slots, x + slot / 2), tuple(edges), lanes
