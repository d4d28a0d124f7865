"""The network view: every arrow as the reference compares, every number where it belongs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.elements import float_keys, is_padding
from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.comparator import is_ascending, is_lower, partner
from bitonic_scope.network.reference import sources, states
from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.diagram import network_diagram
from bitonic_scope.views.drawing import (
    TRIANGLE_HEIGHT,
    Box,
    Disc,
    Drawing,
    Label,
    Line,
    Shape,
    Towards,
    Triangle,
)
from bitonic_scope.views.fonts import capital_height, text_width
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.network_drawing import network_drawing, pointed_drawing
from bitonic_scope.views.network_places import most_wires
from bitonic_scope.views.network_sketch import ARROWS_NOTE
from bitonic_scope.views.network_state import NetworkState, Wires
from bitonic_scope.views.network_view import NetworkView
from bitonic_scope.views.numerals import luminance
from bitonic_scope.views.palette import PALETTES, Colour
from tests.support.parts import do_all, result_of

KINDS = list(product(NetworkKind, Direction))
SIZE = (1248, 469)  # of the picture in a window of 1280x720
LOOK = Look(unit=16 / 3)
PALETTE = PALETTES[Theme.DARK]


def keys_of(element_count: int, seed: int = 5) -> NDArray[np.uint32]:
    return np.random.default_rng(seed).permutation(element_count).astype(np.uint32)


def state_of(
    element_count: int, pass_index: int, kind: NetworkKind, order: Direction, seed: int = 5
) -> NetworkState:
    """Return a state of a sort of 0..element_count - 1 as the reference computes it."""
    network = BitonicNetwork(element_count.bit_length() - 1, kind)
    keys = keys_of(element_count, seed)
    reached = [keys[each] for each in states(keys, order=order, network_kind=kind)]
    came_from = will_come_from = ()
    if pass_index:
        done = network.pass_at(pass_index)
        came_from = sources(reached[pass_index - 1], done, order=order).tolist()
    if to_come := network.pass_to_come(pass_index):
        will_come_from = sources(reached[pass_index], to_come, order=order).tolist()
    return NetworkState(
        network,
        order,
        pass_index,
        now=wires_of(reached[pass_index]),
        inputs=wires_of(keys),
        came_from=came_from,
        will_come_from=will_come_from,
    )


def wires_of(keys: NDArray[Any]) -> Wires:
    grays = [int(255 * key / max(len(keys) - 1, 1)) for key in keys]
    return Wires([str(key) for key in keys], [(gray, gray, gray) for gray in grays])


class Arrow:
    """A comparator as it is drawn."""

    def __init__(self, line: Line, dot: Disc, head: Triangle, wires: list[float]) -> None:
        def wire_at_y(y: float) -> int:
            wire = int(np.argmin(np.abs(np.array(wires) - y)))
            assert abs(wires[wire] - y) < 1e-6
            return wire

        sign = {Towards.DOWN: 1, Towards.UP: -1}[head.towards]
        self.tail = wire_at_y(dot.y)
        self.head = wire_at_y(head.y + sign * head.size * TRIANGLE_HEIGHT / 2)
        self.x = line.x0
        self.colour = head.colour
        self.dash = line.dash
        assert line.x0 == line.x1 == dot.x == head.x
        assert line.colour == dot.colour == head.colour


def arrows(drawing: Drawing, wires: list[float]) -> list[Arrow]:
    """Return all comparators in the order in which they are drawn."""
    return [
        Arrow(line, dot, head, wires)  # type: ignore[arg-type]
        for line, dot, head in zip(drawing, drawing[1:], drawing[2:], strict=False)
        if isinstance(head, Triangle)
    ]


def chips(drawing: Drawing) -> list[tuple[Box, Label]]:
    """Return the numbers and question marks with the boxes that they stand in."""
    return [
        (box, label)
        for box, label in pairwise(drawing)
        if isinstance(box, Box) and isinstance(label, Label) and box.width < 100
    ]


def y_of_wires(drawing: Drawing) -> list[float]:
    """Return y of each wire: the thin lines that run along most of the canvas."""
    dots = sorted({shape.y for shape in drawing if isinstance(shape, Disc)})
    assert dots
    ends = sorted(
        shape.y + (1 if shape.towards is Towards.DOWN else -1) * shape.size * TRIANGLE_HEIGHT / 2
        for shape in drawing
        if isinstance(shape, Triangle)
    )
    wires: list[float] = []
    for y in sorted([*dots, *ends]):
        if not wires or y - wires[-1] > 1e-6:
            wires.append(y)
    return wires


@pytest.mark.parametrize("element_count", [2, 8, 16, 64])
@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_every_arrow_points_where_the_reference_puts_the_larger(
    element_count: int, kind: NetworkKind, order: Direction
) -> None:
    state = state_of(element_count, 0, kind, order)
    drawing = network_drawing(state, LOOK, SIZE)
    wires = y_of_wires(drawing)
    assert len(wires) == element_count
    found = arrows(drawing, wires)
    half = element_count // 2
    assert len(found) == half * state.network.pass_count
    for sort_pass in state.network.passes:
        column = found[(sort_pass.pass_index - 1) * half : sort_pass.pass_index * half]
        assert sorted(wire for a in column for wire in (a.head, a.tail)) == list(
            range(element_count)
        )
        for seed in range(3):
            keys = keys_of(element_count, seed)
            after = keys[sources(keys, sort_pass, order=order)]
            for arrow in column:
                assert arrow.head == partner(arrow.tail, partner_mask=sort_pass.partner_mask)
                assert after[arrow.head] == max(keys[arrow.head], keys[arrow.tail])
    xs = [[a.x for a in found[i : i + half]] for i in range(0, len(found), half)]
    assert all(max(before) < min(after) for before, after in pairwise(xs))


@pytest.mark.parametrize("element_count", [8, 16, 64])
@pytest.mark.parametrize("kind", NetworkKind)
def test_comparators_that_would_overlap_stand_side_by_side(
    element_count: int, kind: NetworkKind
) -> None:
    drawing = network_drawing(state_of(element_count, 0, kind, Direction.ASCENDING), LOOK, SIZE)
    found = arrows(drawing, y_of_wires(drawing))
    for one in found:
        for other in found:
            if one is not other and abs(one.x - other.x) < 2:
                assert max(one.head, one.tail) < min(other.head, other.tail) or max(
                    other.head, other.tail
                ) < min(one.head, one.tail)


@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_only_the_pass_to_come_has_the_hue_of_its_direction(
    kind: NetworkKind, order: Direction
) -> None:
    count = 16
    for pass_index in range(11):
        state = state_of(count, pass_index, kind, order)
        drawing = network_drawing(state, LOOK, SIZE)
        found = arrows(drawing, y_of_wires(drawing))
        for index, arrow in enumerate(found):
            column = index // (count // 2)
            if column < pass_index:
                assert arrow.colour == PALETTE.quiet_text
            elif column > pass_index:
                assert arrow.colour == PALETTE.edge
            else:
                is_down = arrow.head > arrow.tail
                assert arrow.colour == (PALETTE.ascending if is_down else PALETTE.descending)
        outlined = [s for s in drawing if isinstance(s, Box) and s.height > SIZE[1] / 2]
        boxes = [box for box in outlined if box.fill == PALETTE.panel]
        assert len(boxes) == (pass_index < 10)
        coming = [arrow for index, arrow in enumerate(found) if index // 8 == pass_index]
        for box in boxes:
            inside = [arrow for arrow in found if box.left < arrow.x < box.left + box.width]
            assert inside == coming


@pytest.mark.parametrize(("kind", "order"), KINDS)
@pytest.mark.parametrize("element_count", [8, 64])
def test_the_numbers_of_the_state_stand_in_front_of_the_pass_to_come(
    element_count: int, kind: NetworkKind, order: Direction
) -> None:
    last = BitonicNetwork(element_count.bit_length() - 1, kind).pass_count
    for pass_index in {0, 1, last // 2, last - 1, last}:
        state = state_of(element_count, pass_index, kind, order)
        drawing = network_drawing(state, LOOK, SIZE)
        wires = y_of_wires(drawing)
        assert state.now is not None
        assert state.inputs is not None
        now = [(box, label) for box, label in chips(drawing) if label.is_medium]
        now.sort(key=lambda chip: chip[1].y)
        assert [label.text for _, label in now] == list(state.now.numerals)
        assert [box.fill for box, _ in now] == list(state.now.colours)
        assert [label.y for _, label in now] == pytest.approx(wires)
        before = [label for _, label in chips(drawing) if not label.is_medium and label.text != "?"]
        expected = list(state.inputs.numerals) if pass_index else []
        assert [each.text for each in sorted(before, key=lambda each: each.y)] == expected
        xs = [arrow.x for arrow in arrows(drawing, wires)]
        half = element_count // 2
        right = max(box.left + box.width for box, _ in now)
        left = min(box.left for box, _ in now)
        assert all(x > right for x in xs[pass_index * half :])
        assert all(x < left for x in xs[: pass_index * half])
        assert any(isinstance(s, Label) and s.text == "?" for s in drawing) == (pass_index < last)


@pytest.mark.parametrize("size", [SIZE, (1872, 704), (994, 391), (773, 586), (600, 229)])
@pytest.mark.parametrize("element_count", [1, 2, 8, 16, 32, 64, 256, 1 << 20])
@pytest.mark.parametrize("type_scale", [1.0, 1.5])
def test_nothing_is_cut_off_and_no_text_is_smaller_than_the_rule(
    size: tuple[int, int], element_count: int, type_scale: float
) -> None:
    look = Look(unit=min(size[1] / 88, size[0] / 174), type_scale=type_scale)
    network = BitonicNetwork(element_count.bit_length() - 1)
    for pass_index in {0, network.pass_count // 2, network.pass_count}:
        state = NetworkState(network, Direction.ASCENDING, pass_index)
        if element_count <= 64:
            state = state_of(element_count, pass_index, network.kind, Direction.ASCENDING)
        drawing = network_drawing(state, look, size)
        for shape in drawing:
            left, top, right, bottom = extent(shape)
            assert left >= -0.01, shape
            assert top >= -0.01, shape
            assert right <= size[0] + 0.01, shape
            assert bottom <= size[1] + 0.01, shape
            if isinstance(shape, Label):
                assert shape.size >= 2.75 * look.unit * type_scale - 1e-9
        boxes = [box for box, label in chips(drawing) if label.is_medium]
        for index, box in enumerate(boxes):
            for other in boxes[:index]:
                is_beside = abs(box.left - other.left) >= box.width - 0.01
                assert is_beside or abs(box.top - other.top) >= box.height, (box, other)


def contrast(one: Colour, other: Colour) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", Theme)
def test_texts_and_edges_stand_out_from_what_lies_under_them(theme: Theme) -> None:
    palette = PALETTES[theme]
    for element_count, hides_next in product((8, 64), (False, True)):
        state = state_of(element_count, 3, NetworkKind.ALTERNATING, Direction.ASCENDING)
        look = replace(LOOK, theme=theme, hides_next=hides_next)
        drawing = network_drawing(state, look, SIZE)
        in_boxes = [label for _, label in chips(drawing)]
        for box, label in chips(drawing):
            assert box.fill is not None
            assert contrast(label.colour, box.fill) >= 4.5
        for shape in drawing:
            for ground in (palette.ground, palette.panel):
                if isinstance(shape, Label) and shape not in in_boxes:
                    assert contrast(shape.colour, ground) >= 4.5
                elif isinstance(shape, Line | Disc | Triangle):
                    assert contrast(shape.colour, ground) >= 3
                elif isinstance(shape, Box) and shape.outline is not None:
                    assert contrast(shape.outline, ground) >= 3


def extent(shape: Shape) -> tuple[float, float, float, float]:
    if isinstance(shape, Box):
        return shape.left, shape.top, shape.left + shape.width, shape.top + shape.height
    if isinstance(shape, Line):
        return (
            min(shape.x0, shape.x1),
            min(shape.y0, shape.y1),
            max(shape.x0, shape.x1),
            max(shape.y0, shape.y1),
        )
    if isinstance(shape, Label):
        width = text_width(shape.text, shape.size, is_medium=shape.is_medium)
        left = shape.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[shape.align] * width
        return left, shape.y - shape.size / 2, left + width, shape.y + shape.size / 2
    reach = shape.radius if isinstance(shape, Disc) else shape.size / 2
    return shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach


def test_numbers_ride_along_their_comparators_from_the_old_wires_to_the_new() -> None:
    state = state_of(8, 4, NetworkKind.ALTERNATING, Direction.ASCENDING)
    before = state_of(8, 3, NetworkKind.ALTERNATING, Direction.ASCENDING)

    def places(of: NetworkState, glide: float) -> dict[str, tuple[float, float]]:
        drawing = network_drawing(of, replace(LOOK, glide=glide), SIZE)
        return {label.text: (label.x, label.y) for _, label in chips(drawing) if label.is_medium}

    for text, place in places(before, 1.0).items():
        assert places(state, 0.0)[text] == pytest.approx(place)
    middle, start, end = places(state, 0.5), places(state, 0.0), places(state, 1.0)
    drawing = network_drawing(state, replace(LOOK, glide=0.5), SIZE)
    found = arrows(drawing, y_of_wires(drawing))[12:16]
    moved = [text for text in start if start[text][1] != end[text][1]]
    assert moved
    for text in start:
        assert middle[text][1] == pytest.approx((start[text][1] + end[text][1]) / 2)
        nearest = min(abs(arrow.x - middle[text][0]) for arrow in found)
        assert nearest < (25 if text in moved else 1)  # those that pass each other give way
        assert start[text][0] < middle[text][0] < end[text][0]
    assert {arrow.colour for arrow in found} == {PALETTE.ascending}  # the pass that moves them
    box = next(s for s in drawing if isinstance(s, Box) and s.fill == PALETTE.panel)
    assert all(box.left < arrow.x < box.left + box.width for arrow in found)


def test_a_prediction_asks_on_every_wire_behind_the_pass_to_come() -> None:
    state = state_of(8, 2, NetworkKind.ALTERNATING, Direction.ASCENDING)
    plain = network_drawing(state, LOOK, SIZE)
    asks = network_drawing(state, replace(LOOK, hides_next=True), SIZE)
    questions = [label for _, label in chips(asks) if label.text == "?"]
    assert len(questions) == 16
    assert sum(label.text == "?" for _, label in chips(plain)) == 8
    xs = [arrow.x for arrow in arrows(asks, y_of_wires(asks))]
    assert Counter(label.x for label in questions)[min(label.x for label in questions)] == 8
    assert max(xs[8:12]) < min(label.x for label in questions) < min(xs[12:])


@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_pairs_that_keep_their_places_are_thin_and_dashed_where_exchanges_are_marked(
    kind: NetworkKind, order: Direction
) -> None:
    marked = replace(LOOK, marks=Marks.EXCHANGES)
    for pass_index in range(10):
        state = state_of(16, pass_index, kind, order)
        drawing = network_drawing(state, marked, SIZE)
        found = arrows(drawing, y_of_wires(drawing))
        for index, arrow in enumerate(found):
            is_to_come = index // 8 == pass_index
            keeps = is_to_come and state.will_come_from[arrow.head] == arrow.head
            assert bool(arrow.dash) == keeps
        hidden = network_drawing(state, replace(marked, hides_next=True), SIZE)
        assert not any(arrow.dash for arrow in arrows(hidden, y_of_wires(hidden)))


@pytest.mark.parametrize(("kind", "order"), KINDS)
@pytest.mark.parametrize(
    ("stage_count", "max_wires"), [(7, 64), (10, 64), (16, 64), (6, 32), (6, 16), (10, 16)]
)
def test_the_pattern_of_a_large_network_is_true_for_its_elements_and_says_what_it_shows(
    stage_count: int, max_wires: int, kind: NetworkKind, order: Direction
) -> None:
    network = BitonicNetwork(stage_count, kind)
    for pass_index in range(network.pass_count + 1):
        diagram = network_diagram(network, order, pass_index, max_wires=max_wires)
        assert 16 <= diagram.wire_count <= max_wires
        assert f"{network.element_count:,} elements" in diagram.note
        assert ("Each wire stands for" in diagram.note) == (diagram.elements_per_wire > 1)
        coming = network.pass_to_come(pass_index)
        if coming is None:
            assert diagram.columns_done == len(diagram.columns)
        else:
            assert diagram.columns[diagram.columns_done].sort_pass == coming
        for column in diagram.columns:
            sort_pass, per_wire = column.sort_pass, diagram.elements_per_wire
            assert len(column.comparators) == diagram.wire_count // 2
            for comparator in column.comparators:
                elements = comparator.lower * per_wire + np.arange(per_wire)
                others = partner(elements, partner_mask=sort_pass.partner_mask)
                assert set(others // per_wire) == {comparator.upper}
                assert is_lower(elements, compare_distance=sort_pass.compare_distance).all()
                ascending = is_ascending(
                    elements,
                    direction_mask=sort_pass.direction_mask,
                    descending=order is Direction.DESCENDING,
                )
                assert set(ascending.tolist()) == {comparator.ascending}


@pytest.mark.parametrize("count", [8, 16, 32, 64])
@pytest.mark.parametrize("height", range(300, 1400, 75))
def test_numbers_stand_inside_their_boxes(count: int, height: int) -> None:
    look = Look(unit=height / 88, has_labels=True)
    state = state_of(count, 3, NetworkKind.ALTERNATING, Direction.ASCENDING)
    for box, label in chips(network_drawing(state, look, (2 * height, height))):
        assert box.height >= capital_height(label.size, is_medium=label.is_medium), label.text


def test_a_small_network_says_what_its_arrows_mean() -> None:
    drawing = network_drawing(state_of(8, 3, NetworkKind.FLIP, Direction.ASCENDING), LOOK, SIZE)
    texts = [shape.text for shape in drawing if isinstance(shape, Label)]
    assert sum(text.startswith(ARROWS_NOTE) for text in texts) == 1


def test_long_notes_break_into_lines() -> None:
    state = NetworkState(BitonicNetwork(10), Direction.ASCENDING, 23)
    size = (400, 500)
    drawing = network_drawing(state, Look(unit=4), size)
    lines = [s for s in drawing if isinstance(s, Label) and s.y > 440 and s.size == 11]
    assert len(lines) > 1
    assert " ".join(line.text for line in lines) == state.diagram.note
    assert len({line.y for line in lines}) == len(lines)


@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_a_pointed_wire_lights_its_partner_and_their_comparator(
    kind: NetworkKind, order: Direction
) -> None:
    for pass_index, element in product(range(7), range(8)):
        state = state_of(8, pass_index, kind, order)
        drawing = network_drawing(state, LOOK, SIZE)
        wires = y_of_wires(drawing)
        shapes = pointed_drawing(state, LOOK, SIZE, element, is_pinned=False)
        coming = state.network.pass_to_come(pass_index)
        lit = {element} if coming is None else {element, element ^ coming.partner_mask}
        level = {s.y0 for s in shapes if isinstance(s, Line) and s.y0 == s.y1}
        nearest = {int(np.argmin(np.abs(np.array(wires) - y))) for y in level}
        assert nearest == lit
        found = arrows(shapes, wires)
        assert [{arrow.head, arrow.tail} for arrow in found] == ([lit] if coming else [])
        drawn = {(arrow.head, arrow.tail, arrow.colour) for arrow in arrows(drawing, wires)}
        assert {(arrow.head, arrow.tail, arrow.colour) for arrow in found} <= drawn
        halos = [s for s in shapes if isinstance(s, Line) and s.x0 == s.x1][::2]
        assert [halo.colour for halo in halos] == [PALETTE.pointed] * len(found)
        assert {label.text for _, label in chips(shapes)} == {
            state.now.numerals[wire] for wire in lit if state.now
        }


class Stand:
    """A network view of a sort, state by state."""

    def __init__(self, gpu: Gpu, settings: SortSettings) -> None:
        self.gpu = gpu
        self.data: StartData = make_start_data(settings, choose_storage(settings, gpu.capabilities))
        self.engine = new_engine(gpu, settings, self.data.storage)
        self.engine.load(self.data.elements)
        self.view, self.canvas = NetworkView(gpu), Canvas(gpu.ctx)

    def frame(self, pass_index: int) -> Frame:
        self.engine.seek(pass_index)
        elements = self.engine.read_back()
        return Frame(self.data, pass_index, self.engine.sort_texture, elements)

    def drawn(self, frame: Frame, look: Look) -> NDArray[np.uint8]:
        self.canvas.begin(*SIZE)
        do_all(self.view.parts(frame, look, self.canvas))
        return result_of(self.canvas.read_in_bands(3))

    def release(self) -> None:
        self.view.release()
        self.view.release()
        self.canvas.release()
        self.engine.release()


@pytest.fixture
def eight(gpu: Gpu) -> Iterator[Stand]:
    stand = Stand(gpu, EXAMPLES[0].settings)
    yield stand
    stand.release()


def test_pixels_of_a_number_s_box_have_the_gray_of_its_element(eight: Stand) -> None:
    for pass_index in (0, 4, 6):
        frame = eight.frame(pass_index)
        picture = eight.drawn(frame, LOOK)
        assert frame.elements is not None
        drawing = eight.view.shapes(frame, LOOK, SIZE)
        now = [(box, label) for box, label in chips(drawing) if label.is_medium]
        assert [label.text for _, label in now] == [f"{value:.0f}" for value in frame.elements]
        for (box, _), value in zip(now, frame.elements, strict=True):
            gray = int(255 * (float(value) - 1) / 8 + 0.5)
            pixel = picture[int(box.top + box.height / 2), int(box.left) + 4]
            assert pixel.tolist() == [gray] * 3


def test_pointing_at_a_wire_gives_its_element_and_beside_the_wires_none(eight: Stand) -> None:
    frame = eight.frame(3)
    drawing = eight.view.shapes(frame, LOOK, SIZE)
    for element, y in enumerate(y_of_wires(drawing)):
        for x in (20, SIZE[0] / 2, SIZE[0] - 20):
            for beside in (-10, 0, 10):
                assert eight.view.element_at(frame, LOOK, SIZE, x, y + beside) == element
    assert eight.view.element_at(frame, LOOK, SIZE, SIZE[0] / 2, 2) is None
    assert eight.view.element_at(frame, LOOK, SIZE, -5, SIZE[1] / 2) is None
    assert eight.view.pointed(frame, LOOK, SIZE, 5, is_pinned=True)


@pytest.mark.parametrize("kind", NetworkKind)
def test_padding_is_hatched_where_it_was_and_is(gpu: Gpu, kind: NetworkKind) -> None:
    stand = Stand(gpu, SortSettings(4, 4, count=11, network_kind=kind))
    for pass_index in range(11):
        frame = stand.frame(pass_index)
        assert frame.elements is not None
        padding = is_padding(FLOAT32, frame.elements)
        drawing = stand.view.shapes(frame, LOOK, SIZE)
        wires = np.array(y_of_wires(drawing))
        hatched = [s for s in drawing if isinstance(s, Box) and s.is_hatched]
        chips_now = [box for box in hatched if box.radius]
        on = [int(np.argmin(np.abs(wires - box.top - box.height / 2))) for box in chips_now]
        expected = Counter(np.flatnonzero(padding).tolist())
        if pass_index:
            expected += Counter(range(11, 16))
        assert Counter(on) == expected
        bands = [box for box in hatched if not box.radius]
        assert bool(bands) == (pass_index > 0)
        if kind is NetworkKind.FLIP and bands:  # there padding never moves
            on = [int(np.argmin(np.abs(wires - box.top - box.height / 2))) for box in bands]
            assert sorted(on) == [11, 12, 13, 14, 15]
    stand.release()


def test_numbers_that_are_ranks_are_said_to_be(gpu: Gpu) -> None:
    values = np.array([0.25, 7, -1, 3], np.float32)
    own = OwnData("own", values, values.shape, NumpyForm("<f4"))
    stand = Stand(gpu, SortSettings(2, 2, own=own))
    drawing = stand.view.shapes(stand.frame(0), LOOK, SIZE)
    assert [label.text for _, label in chips(drawing) if label.is_medium] == ["2", "4", "1", "3"]
    assert any(isinstance(s, Label) and "ranks" in s.text for s in drawing)
    stand.release()


def test_a_recorded_frame_is_in_colour_and_large_enough_to_read(eight: Stand) -> None:
    frame = eight.frame(3)
    picture = result_of(eight.view.pixels(frame, Look(), (1280, 720)))()()
    assert picture.shape == (720, 1280, 3)
    assert (picture == PALETTE.ascending).all(axis=2).any()
    assert (picture[:10] == PALETTE.ground).all()
    again = result_of(eight.view.pixels(frame, Look(), (1280, 720)))()()
    assert np.array_equal(picture, again)
    for layout, scale, size in (
        (TextureLayout(4, 2), 1, (1280, 720)),
        (TextureLayout(64, 1), 256, (1280, 720)),
        (TextureLayout(16, 4), 256, (2560, 1440)),
        (TextureLayout(256, 256), 64, (10240, 5760)),
    ):
        assert eight.view.recorded_size(layout, scale) == size


def test_the_states_that_the_cpu_computes_are_those_of_the_texture(gpu: Gpu) -> None:
    for kind, order in KINDS:
        settings = SortSettings(4, 4, network_kind=kind, order=order)
        stand = Stand(gpu, settings)
        for pass_index in range(11):
            frame = stand.frame(pass_index)
            assert frame.elements is not None
            reached = stand.view._states_to(stand.data, pass_index)[-1]
            assert np.array_equal(float_keys(reached), float_keys(frame.elements))
        stand.release()


def test_wires_are_as_many_as_a_canvas_keeps_apart() -> None:
    heights = (469, 240, 150, 60)
    assert [most_wires(LOOK, height) for height in heights] == [64, 32, 16, 16]
