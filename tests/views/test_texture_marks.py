"""The marks on a texture: blocks, directions, pairs, exchanges and values, by the reference."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from bitonic_scope.data.elements import sort_keys
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind, SortPass
from bitonic_scope.views.arrangement import both_panes
from bitonic_scope.views.drawing import Box, Disc, Drawing, Label, Line, Towards, Triangle
from bitonic_scope.views.fonts import text_width
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import texture_labels
from bitonic_scope.views.numerals import element_colours, luminance, numerals
from bitonic_scope.views.pairs import is_block_ascending
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.texel_grid import TexelGrid, texel_grid
from bitonic_scope.views.texture_marks import (
    block_borders,
    cell_values,
    direction_strip,
    pair_marks,
    pointed_cells,
)
from tests.support.frames import frames

LOOK = Look(unit=8.0, has_labels=True, has_panels=True, marks=Marks.EXCHANGES)
DARK = PALETTES[Theme.DARK]
KINDS = [
    SortSettings(16, 16, network_kind=kind, order=order)
    for kind in NetworkKind
    for order in Direction
]


def grid_of(frame: Frame, look: Look = LOOK) -> TexelGrid:
    return texel_grid(frame.layout, both_panes(frame.layout, 1872, 704, look)[0], look)


def pass_to_come(frame: Frame) -> SortPass:
    to_come = frame.start_data.settings.network.pass_to_come(frame.pass_index)
    assert to_come is not None
    return to_come


def swaps(frame: Frame) -> dict[tuple[int, int], bool]:
    """Return each pair of the pass to come, lower end first, and whether it is exchanged."""
    settings, to_come = frame.start_data.settings, pass_to_come(frame)
    assert frame.elements is not None
    keys = sort_keys(frame.start_data.storage.element_format, frame.elements).tolist()
    found = {}
    for i in range(settings.element_count):
        j = i ^ to_come.partner_mask
        if i & to_come.compare_distance == 0:
            ascending = i & to_come.direction_mask == 0
            if settings.order is Direction.DESCENDING:
                ascending = not ascending
            found[i, j] = keys[i] > keys[j] if ascending else keys[i] < keys[j]
    return found


@pytest.mark.parametrize("settings", KINDS)
def test_borders_lie_between_the_blocks_of_the_pass_to_come(settings: SortSettings) -> None:
    for frame in frames(settings)[:-1]:
        grid, block = grid_of(frame), pass_to_come(frame).block_size
        lines = [line for line in block_borders(frame, LOOK, grid) if isinstance(line, Line)]
        lines = [line for line in lines if line.colour == DARK.text]
        across = {line.y0 for line in lines if line.y0 == line.y1}
        up = {line.x0 for line in lines if line.x0 == line.x1}
        rows = max(block // 16, 1)
        assert across == {grid.y_of(row) for row in range(rows, 16, rows)}
        assert up == {grid.x_of(column) for column in range(min(block, 16), 16, block)}
        for line in lines:
            assert grid.pane.left <= line.x0 <= line.x1 <= grid.pane.right
            assert grid.pane.top <= line.y0
            assert line.y1 <= grid.pane.bottom


@pytest.mark.parametrize("settings", KINDS)
def test_the_strip_tells_the_direction_of_every_block(settings: SortSettings) -> None:
    for frame in frames(settings)[:-1]:
        grid, to_come = grid_of(frame), pass_to_come(frame)
        strip = direction_strip(frame, LOOK, grid)
        bands = [shape for shape in strip if isinstance(shape, Box)]
        triangles = [shape for shape in strip if isinstance(shape, Triangle)]
        is_lying = to_come.block_size < 16
        assert len(bands) == (16 // to_come.block_size if is_lying else 256 // to_come.block_size)
        assert len(triangles) == len(bands)
        for number, (band, triangle) in enumerate(zip(bands, triangles, strict=True)):
            first = number * to_come.block_size
            ascending = (first & to_come.direction_mask == 0) == (
                settings.order is Direction.ASCENDING
            )
            assert band.fill == (DARK.ascending if ascending else DARK.descending)
            if is_lying:
                assert triangle.towards == (Towards.RIGHT if ascending else Towards.LEFT)
                assert band.top >= grid.pane.bottom
                assert band.left >= grid.x_of(first)
                assert band.left + band.width <= grid.x_of(first + to_come.block_size)
            else:
                assert triangle.towards == (Towards.UP if ascending else Towards.DOWN)
                assert triangle.x - triangle.size / 2 >= 0
                assert band.left + band.width < grid.pane.left
                row = first // 16
                rows = to_come.block_size // 16
                assert grid.y_of(row + rows) <= band.top
                assert band.top + band.height <= grid.y_of(row)


@pytest.mark.parametrize("marks", Marks)
def test_each_marks_include_those_before(marks: Marks) -> None:
    frame, look = frames(SortSettings(16, 16))[12], replace(LOOK, marks=marks)
    grid, index = grid_of(frame, look), list(Marks).index(marks)
    assert bool(block_borders(frame, look, grid)) == (index >= 1)
    assert bool(direction_strip(frame, look, grid)) == (index >= 2)
    pairs = pair_marks(frame, look, grid)
    assert bool(pairs) == (index >= 3)
    assert any(isinstance(shape, Triangle) for shape in pairs) == (index >= 4)


def test_nothing_is_marked_at_the_end() -> None:
    frame = frames(SortSettings(16, 16))[-1]
    for marks in (block_borders, direction_strip, pair_marks):
        assert marks(frame, LOOK, grid_of(frame)) == []


@pytest.mark.parametrize(
    "settings", [*KINDS, SortSettings(32, 8), SortSettings(4, 2), SortSettings(16, 16, count=100)]
)
def test_an_exchange_has_two_heads_and_a_pair_that_stays_is_dashed(
    settings: SortSettings,
) -> None:
    for frame in frames(settings)[:-1]:
        grid = grid_of(frame)
        drawing = pair_marks(frame, LOOK, grid)
        found = swaps(frame)
        heads = [s for s in drawing if isinstance(s, Triangle) and s.colour == DARK.text]
        dashed = [s for s in drawing if isinstance(s, Line) and s.dash]
        whole = [s for s in drawing if isinstance(s, Line) and not s.dash and s.colour == DARK.text]
        assert len(heads) == 2 * sum(found.values())
        assert len(whole) == sum(found.values())
        assert len(dashed) == len(found) - len(whole)
        ends = {
            tuple(sorted((at(grid, line.x0, line.y0), at(grid, line.x1, line.y1))))
            for line in whole
        }
        assert ends == {tuple(sorted(pair)) for pair, swap in found.items() if swap}


def at(grid: TexelGrid, x: float, y: float) -> int:
    element = grid.element_at(x, y)
    assert element is not None
    return element


def test_what_is_to_be_predicted_is_not_told() -> None:
    frame, look = frames(SortSettings(16, 16))[12], replace(LOOK, hides_next=True)
    drawing = pair_marks(frame, look, grid_of(frame))
    assert not any(isinstance(shape, Triangle) for shape in drawing)
    assert not any(isinstance(shape, Line) and shape.dash for shape in drawing)
    assert sum(isinstance(shape, Disc) for shape in drawing) == 4 * 128


@pytest.mark.parametrize("marks", [Marks.PAIRS, Marks.EXCHANGES])
def test_in_large_textures_squares_mark_the_ends(marks: Marks) -> None:
    frame, look = frames(SortSettings(64, 64))[24], replace(LOOK, marks=marks)
    grid = grid_of(frame, look)
    squares = [s for s in pair_marks(frame, look, grid) if isinstance(s, Box)]
    marked = {at(grid, s.left + s.width / 2, s.top + s.height / 2) for s in squares}
    found = swaps(frame)
    if marks is Marks.PAIRS:
        assert marked == {lower for lower, _ in found}
    else:
        assert marked == {end for pair, swap in found.items() if swap for end in pair}


@pytest.mark.parametrize("theme", Theme)
def test_values_stand_in_large_cells_and_are_legible(theme: Theme) -> None:
    look = Look(theme, Marks.DIRECTIONS, unit=8.0, has_labels=True, has_panels=True)
    for frame in frames(SortSettings(16, 16))[::9]:
        assert frame.elements is not None
        grid = grid_of(frame, look)
        labels = cell_values(frame, look, grid)
        texts = numerals(frame.start_data, frame.elements)
        colours = element_colours(frame.start_data, frame.elements)
        assert len(labels) == 256
        for label in labels:
            assert isinstance(label, Label)
            element = at(grid, label.x, label.y)
            assert label.text == texts[element]
            assert label.size >= 2.7 * look.unit
            width = text_width(label.text, label.size) * label.width_part
            assert grid.cell - width >= 0.15 * grid.cell  # so that neighbours stand apart
            assert label.width_part >= 0.85
            light, dark = sorted((luminance(label.colour), luminance(colours[element])))[::-1]
            assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_strip_below_a_texture_leaves_its_labels_alone() -> None:
    for frame in frames(SortSettings(64, 64))[:10]:
        grid = grid_of(frame)
        strip = [s for s in direction_strip(frame, LOOK, grid) if isinstance(s, Triangle)]
        labels = [
            s for s in texture_labels(frame, LOOK, grid, has_values=False) if isinstance(s, Label)
        ]
        lowest = max((s.y + s.size / 2 for s in strip), default=0.0)
        assert all(s.y - 0.4 * s.size >= lowest for s in labels if s.y > grid.pane.bottom)
        assert all(s.size >= 0.9 * LOOK.unit for s in strip)


def test_small_cells_and_large_sorts_have_no_values() -> None:
    small = frames(SortSettings(32, 32))[3]
    assert cell_values(small, LOOK, grid_of(small)) == []
    frame = frames(SortSettings(16, 16))[3]
    without = frame._replace(elements=None)
    assert cell_values(without, LOOK, grid_of(without)) == []
    assert pair_marks(without, LOOK, grid_of(without)) == []


def boxes(drawing: Drawing) -> list[Box]:
    return [s for s in drawing if isinstance(s, Box) and s.outline == DARK.pointed]


@pytest.mark.parametrize(
    "settings",
    [*KINDS, SortSettings(32, 8), SortSettings(4, 2), SortSettings(1024, 1), SortSettings(2, 64)],
)
def test_the_pointed_element_and_its_partner_are_outlined(settings: SortSettings) -> None:
    every = max(settings.element_count // 64, 1)
    for frame in frames(settings)[::3]:
        grid = grid_of(frame)
        to_come = settings.network.pass_to_come(frame.pass_index)
        for element in range(0, settings.element_count, every):
            drawing = pointed_cells(frame, LOOK, grid, element, is_pinned=False)
            middles = {
                at(grid, box.left + box.width / 2, box.top + box.height / 2)
                for box in boxes(drawing)
            }
            expected = {element} if to_come is None else {element, element ^ to_come.partner_mask}
            assert middles == expected
            has_line = any(isinstance(s, Line) and s.colour == DARK.pointed for s in drawing)
            assert has_line == (to_come is not None)
            heads = [s for s in drawing if isinstance(s, Triangle) and s.colour != DARK.ground]
            assert len(heads) == has_line
            if to_come is not None:
                partner = element ^ to_come.partner_mask
                ascending = is_block_ascending(frame, to_come, element)
                assert heads[0].colour == (DARK.ascending if ascending else DARK.descending)
                smaller, larger = sorted((element, partner), reverse=not ascending)
                x, y = (grid.box(larger)[k] - grid.box(smaller)[k] for k in (0, 1))
                is_across = abs(x) > abs(y)
                names = ("left", "right") if is_across else ("up", "down")
                assert heads[0].towards == names[(x if is_across else y) > 0]


def test_a_pin_is_thicker_than_a_point() -> None:
    frame = frames(SortSettings(16, 16))[12]
    point, pin = (
        boxes(pointed_cells(frame, LOOK, grid_of(frame), 130, is_pinned=is_pinned))
        for is_pinned in (False, True)
    )
    assert pin[0].thickness > point[0].thickness


def test_lines_of_pairs_run_side_by_side() -> None:
    for frame in frames(SortSettings(16, 16))[:-1]:
        drawing = pair_marks(frame, LOOK, grid_of(frame))
        lines = [
            s
            for s in drawing
            if isinstance(s, Line) and (s.dash or s.colour == DARK.text) and s.y0 == s.y1
        ]
        lines.sort(key=lambda line: (line.y0, line.x0))
        for line, after in pairwise(lines):
            assert line.y0 < after.y0 or line.x1 <= after.x0
    assert np.isfinite([line.y0 for line in lines]).all()
