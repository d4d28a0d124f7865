"""The line: dots, glide, the strip of directions, and what is pointed at."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.views.arrangement import Pane
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Box, Disc, Label, Line, Towards, Triangle
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.line_marks import (
    bar_values,
    block_strip,
    element_in_line,
    pointed_bars,
    pointed_dots,
)
from bitonic_scope.views.line_picture import came_from
from bitonic_scope.views.numerals import numerals
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.view import new_view
from tests.support.frames import frames, start_data
from tests.support.oracle import gray_picture
from tests.support.parts import do_all, result_of
from tests.views.bars_oracle import BAR, GROUND, hatch_picture

DARK = PALETTES[Theme.DARK]
LOOK = Look(marks=Marks.DIRECTIONS)


class Stand:
    """A view of a line with an engine behind it."""

    def __init__(self, gpu: Gpu, view: str, settings: SortSettings) -> None:
        self.data = start_data(settings)
        self.engine = new_engine(gpu, settings, self.data.storage)
        self.engine.load(self.data.elements)
        self.view = new_view(view, gpu)
        self.canvas = Canvas(gpu.ctx)

    def draw(self, pass_index: int, size: tuple[int, int], look: Look) -> NDArray[np.uint8]:
        engine = self.engine
        engine.seek(pass_index)
        self.canvas.begin(*size)
        frame = Frame(self.data, pass_index, engine.sort_texture, engine.read_back())
        do_all(self.view.parts(frame, look, self.canvas))
        return result_of(self.canvas.read_in_bands(3))

    def close(self) -> None:
        for owner in (self.view, self.view, self.canvas, self.engine):
            owner.release()


@pytest.fixture(params=["bars", "dots"])
def stand(gpu: Gpu, request: pytest.FixtureRequest) -> Iterator[Stand]:
    with closing(Stand(gpu, request.param, SortSettings(4, 4, seed=5))) as stand:
        yield stand


def test_dots_are_as_high_as_the_grays(gpu: Gpu) -> None:
    settings = SortSettings(4, 4, seed=5)
    with closing(Stand(gpu, "dots", settings)) as stand:
        picture = stand.draw(0, (160, 113), Look(unit=2.5))  # dots of 4 pixels, 10 apart
        values = np.asarray(stand.data.elements, np.float32)
    grays = gray_picture(values, 16, pixels_per_texel=1)[0].astype(int)
    is_dot = (picture == BAR).all(axis=2)
    for element, gray in enumerate(grays):
        rows = np.flatnonzero(is_dot[:, 10 * element : 10 * element + 10].any(axis=1))
        below = sum((2 * y + 1) * 255 < 2 * gray * (113 - 4) for y in range(113))
        assert 113 - 1 - rows[-1] == below
        assert len(rows) == 4
    assert (picture[~is_dot] == GROUND).all()


def test_dots_that_share_a_column_reach_from_the_least_to_the_greatest(gpu: Gpu) -> None:
    with closing(Stand(gpu, "dots", SortSettings(32, 32))) as stand:
        picture = stand.draw(0, (8, 200), Look(unit=1.0))
    assert not (picture == GROUND).all(axis=2)[10:190, 2:6].any()


def test_dots_of_padding_are_hatched(gpu: Gpu) -> None:
    settings = SortSettings(8, 4, count=20)
    with closing(Stand(gpu, "dots", settings)) as stand:
        picture = stand.draw(settings.network.pass_count, (96, 60), Look())
    hatch = hatch_picture(96, 60)
    assert np.array_equal(picture[:, 60:], hatch[:, 60:])


@pytest.mark.parametrize("pass_index", [0, 1, 5, 10])
def test_a_glide_begins_at_the_state_before_and_ends_at_this_one(
    stand: Stand, pass_index: int
) -> None:
    size, unit = (160, 90), 3.0
    now = stand.draw(pass_index, size, Look(unit=unit))
    before = stand.draw(max(pass_index - 1, 0), size, Look(unit=unit))
    assert np.array_equal(stand.draw(pass_index, size, Look(unit=unit, glide=0.0)), before)
    assert np.array_equal(stand.draw(pass_index, size, Look(unit=unit, glide=1.0)), now)
    half = stand.draw(pass_index, size, Look(unit=unit, glide=0.5))
    assert np.array_equal(half, now) == np.array_equal(before, now)


@pytest.mark.parametrize("pass_index", [0, 4, 9])
def test_a_glide_back_begins_at_the_state_after(stand: Stand, pass_index: int) -> None:
    size, look = (160, 90), Look(unit=3.0, glides_back=True)
    now = stand.draw(pass_index, size, look)
    half = stand.draw(pass_index, size, replace(look, glide=0.5))
    start = stand.draw(pass_index, size, replace(look, glide=0.0))
    after = stand.draw(pass_index + 1, size, Look(unit=3.0))
    assert np.array_equal(start, after)
    assert np.array_equal(half, now) == np.array_equal(after, now)


@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("count", [None, 5])
def test_elements_glide_from_where_the_reference_had_them(
    kind: NetworkKind, order: Direction, count: int | None
) -> None:
    settings = SortSettings(4, 4, network_kind=kind, order=order, count=count)
    states = frames(settings)
    assert came_from(states[0]) == tuple(range(16))
    for before, now in pairwise(states):
        assert before.elements is not None
        assert now.elements is not None
        places = came_from(now)
        assert sorted(places) == list(range(16))
        moved = before.elements[np.array(places)]
        assert np.array_equal(moved, now.elements, equal_nan=not count)
        back = now.elements[np.array(came_from(before, is_undone=True))]
        assert np.array_equal(back, before.elements, equal_nan=not count)


@pytest.mark.parametrize(
    ("count", "width"), [(8, 1872), (256, 1138), (256, 759), (32, 32), (1, 9), (4096, 4096)]
)
def test_the_middle_of_a_column_is_its_element(count: int, width: int) -> None:
    layout, pane = TextureLayout(count, 1), Pane(7, 3, width, 50)
    for element in range(count):
        left, right = element * width // count, (element + 1) * width // count
        for x in (left + 0.5, (left + right) / 2, right - 0.5):
            assert element_in_line(layout, pane, 7 + x, 20) == element
    assert element_in_line(layout, pane, 6.9, 20) is None
    assert element_in_line(layout, pane, 7 + width, 20) is None
    assert element_in_line(layout, pane, 7.5, 2.9) is None
    assert element_in_line(layout, pane, 7.5, 53) is None


def test_a_pixel_of_many_elements_is_one_of_them() -> None:
    layout, pane = TextureLayout(8192, 2), Pane(0, 0, 750, 50)
    for x in range(750):
        element = element_in_line(layout, pane, x + 0.5, 5)
        assert element is not None
        assert x * 16384 // 750 <= element <= (x + 1) * 16384 // 750


@pytest.mark.parametrize("kind", NetworkKind)
def test_the_strip_below_the_line_tells_the_directions(kind: NetworkKind) -> None:
    pane = Pane(10, 20, 1024, 200)
    for frame in frames(SortSettings(16, 16, network_kind=kind))[:-1]:
        to_come = frame.start_data.settings.network.pass_to_come(frame.pass_index)
        assert to_come is not None
        strip = block_strip(frame, LOOK, pane)
        bands = [shape for shape in strip if isinstance(shape, Box)]
        assert len(bands) == 256 // to_come.block_size
        for number, band in enumerate(bands):
            first = number * to_come.block_size
            ascending = first & to_come.direction_mask == 0
            assert band.fill == (DARK.ascending if ascending else DARK.descending)
            assert 10 + 4 * first <= band.left
            assert band.left + band.width <= 10 + 4 * (first + to_come.block_size)
            assert band.top > pane.bottom
        triangles = [shape for shape in strip if isinstance(shape, Triangle)]
        assert len(triangles) == (len(bands) if to_come.block_size > 2 else 0)
        for triangle, band in zip(triangles, bands, strict=False):
            is_right = triangle.towards is Towards.RIGHT
            assert is_right == (band.fill == DARK.ascending)


def test_blocks_too_small_to_see_get_no_strip() -> None:
    frame = frames(SortSettings(64, 64))[0]
    assert block_strip(frame, LOOK, Pane(0, 0, 800, 100)) == []


@pytest.mark.parametrize("count", [None, 200])
def test_pointed_bars_have_the_height_of_the_bars_below(gpu: Gpu, count: int | None) -> None:
    settings, pane = SortSettings(16, 16, count=count), Pane(0, 0, 512, 100)
    with closing(Stand(gpu, "bars", settings)) as stand:
        picture = stand.draw(12, (512, 100), Look())
        frame = Frame(stand.data, 12, stand.engine.sort_texture, stand.engine.read_back())
    is_bar = (picture != GROUND).any(axis=2)
    for element in range(0, 256, 5):
        drawing = pointed_bars(frame, Look(), pane, element, is_pinned=False)
        bars = [s for s in drawing if isinstance(s, Box) and s.fill == DARK.pointed]
        ends = [element, element ^ 4]
        assert len(bars) == 2
        for end, bar in zip(ends, bars, strict=True):
            assert bar.height == is_bar[:, 2 * end].sum()
            assert bar.left <= 2 * end < bar.left + bar.width
            assert bar.top + bar.height == 100
        lines = [s for s in drawing if isinstance(s, Line) and s.colour == DARK.pointed]
        assert {lines[0].x0, lines[-1].x0} == {bar.left + bar.width / 2 for bar in bars}
        (head,) = [s for s in drawing if isinstance(s, Triangle) and s.colour != DARK.ground]
        goes_up = element // 32 % 2 == 0
        assert head.colour == (DARK.ascending if goes_up else DARK.descending)
        assert head.towards == ("right" if goes_up else "left")


def test_a_pointed_pair_of_a_large_sort_is_marked_all_the_way_up() -> None:
    frame = frames(SortSettings(128, 64))[40]
    pane = Pane(5, 5, 700, 90)
    for marks in (pointed_bars, pointed_dots):
        bars = [
            s
            for s in marks(frame, Look(), pane, 100, is_pinned=False)
            if isinstance(s, Box) and s.fill == DARK.pointed
        ]
        assert [bar.height for bar in bars] == [90, 90]


def test_pointed_dots_are_joined() -> None:
    frame = frames(SortSettings(16, 16))[12]
    drawing = pointed_dots(frame, Look(), Pane(0, 0, 512, 100), 130, is_pinned=False)
    discs = [s for s in drawing if isinstance(s, Disc) and s.colour == DARK.pointed]
    assert [int(disc.x // 2) for disc in discs] == [130, 134]


def test_wide_bars_carry_their_values() -> None:
    frame = frames(SortSettings(4, 2))[3]
    assert frame.elements is not None
    pane = Pane(0, 0, 800, 200)
    labels = bar_values(frame, Look(), pane)
    assert [s.text for s in labels if isinstance(s, Label)] == numerals(
        frame.start_data, frame.elements
    )
    assert bar_values(frame, Look(), pane._replace(width=400)) == []
