"""The fold of a line: all elements in their order, and one bar for all padding."""

from itertools import pairwise

import numpy as np
import pytest

from bitonic_scope.data.elements import is_padding
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.arrangement import Pane
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Box, Triangle
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.fold import fold, fold_bar
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.line_marks import _height, block_strip, element_in_line, pointed_bars
from bitonic_scope.views.line_picture import BarsPicture, places_before
from bitonic_scope.views.palette import PALETTES
from tests.support.frames import frames, start_data
from tests.support.parts import do_all

LOOK = Look(unit=5.0, has_labels=True, marks=Marks.DIRECTIONS)
PANE = Pane(10, 20, 500, 100)
SMALL = SortSettings(4, 4, count=11)


@pytest.mark.parametrize("settings", [SMALL, SortSettings(16, 16, count=200)])
def test_each_element_has_its_place_and_no_padding_has_any(settings: SortSettings) -> None:
    for frame in frames(settings):
        line = fold(frame, LOOK, PANE, None)
        assert frame.elements is not None
        padding = is_padding(frame.start_data.storage.element_format, frame.elements)
        assert line.columns == settings.real_count
        columns = [line.column_of(element) for element in range(settings.element_count)]
        assert [column for column in columns if column is not None] == list(range(line.columns))
        assert [column is None for column in columns] == padding.tolist()
        assert all(columns[line.element_of(column)] == column for column in range(line.columns))
        middles = line.pane.left + (np.arange(line.columns) + 0.5) * line.pane.width / line.columns
        for element in np.flatnonzero(~padding).tolist():
            x = float(middles[columns[element]])
            assert element_in_line(frame.layout, PANE, x, 50.0, line) == element
        assert line.pane.right <= line.bar.left < line.bar.right <= PANE.right
        assert element_in_line(frame.layout, PANE, line.bar.left + 1.0, 50.0, line) is None


def test_the_strip_has_a_part_for_each_block_with_elements() -> None:
    frame = frames(SMALL)[3]  # blocks of 8, of which the second has 3 elements
    line = fold(frame, LOOK, PANE, None)
    bands = [shape for shape in block_strip(frame, LOOK, PANE, line) if isinstance(shape, Box)]
    assert [round(band.width / line.pane.width, 1) for band in bands] == [0.7, 0.3]
    later = frames(SMALL)[1]  # blocks of 4: the last has none
    line = fold(later, LOOK, PANE, None)
    strip = block_strip(later, LOOK, PANE, line)
    assert len([shape for shape in strip if isinstance(shape, Triangle)]) == 3


def test_a_partner_that_is_padding_is_the_hatched_bar() -> None:
    frame = frames(SMALL)[3]
    line = fold(frame, LOOK, PANE, None)
    ends = [end for end in (8, 12) if line.column_of(end) is not None]
    assert len(ends) == 1
    pointed = PALETTES[LOOK.theme].pointed
    drawing = pointed_bars(frame, LOOK, PANE, ends[0], line, is_pinned=False)
    bars = [shape for shape in drawing if isinstance(shape, Box) and shape.fill == pointed]
    assert line.bar.left in [bar.left for bar in bars]
    assert [shape.is_hatched for shape in fold_bar(LOOK, line) if isinstance(shape, Box)] == [
        False,
        True,
    ]


def test_elements_glide_between_their_places_past_no_padding() -> None:
    states = frames(SMALL)
    assert places_before(states[0], LOOK) == tuple(range(11))
    for before, now in pairwise(states):
        assert before.elements is not None
        assert now.elements is not None
        element_format = now.start_data.storage.element_format
        old = before.elements[~is_padding(element_format, before.elements)]
        new = now.elements[~is_padding(element_format, now.elements)]
        places = places_before(now, LOOK)
        assert old[list(places)].tobytes() == new.tobytes()


@pytest.mark.parametrize("settings", [SMALL, SortSettings(128, 64, count=5000)])
def test_columns_have_the_heights_of_all_elements_and_of_no_padding(
    gpu: Gpu, settings: SortSettings
) -> None:
    data, colours, canvas = start_data(settings), ElementColours(gpu), Canvas(gpu.ctx)
    engine, picture = new_engine(gpu, settings, data.storage), BarsPicture(gpu, colours)
    engine.load(data.elements)
    engine.seek(7)
    canvas.begin(600, 150)
    whole = Frame(data, 7, engine.sort_texture, engine.read_back())
    frame = whole if settings is SMALL else whole._replace(elements=None)
    do_all(picture.parts(frame, LOOK, canvas, PANE))
    line, found = picture.fold(frame, LOOK, PANE), picture._columns.heights()
    assert line is not None
    assert len(found) == line.columns == min(settings.real_count, line.pane.width)
    first = np.arange(line.group_count) * settings.element_count // line.group_count
    groups = np.searchsorted(first, np.arange(settings.element_count), side="right") - 1
    ranks = np.searchsorted(line.kept, groups)
    heights = np.array([_height(whole, i) or 0 for i in range(settings.element_count)])
    assert whole.elements is not None
    padding = is_padding(data.storage.element_format, whole.elements)
    shown = ((ranks + 1) * line.columns - 1) // len(line.kept)
    for column in range(line.columns):
        expected = heights[(shown == column) & ~padding]
        assert found[column].tolist() == [expected.min(), expected.max()]
    for owner in (picture, colours, canvas, engine):
        owner.release()
