"""The frame of a photo: all padding lies outside where it can, and pointing stays exact."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.elements import PADDING_BIT, is_padding
from bitonic_scope.data.own_data import OwnData, PictureForm
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.views.arrangement import free_pane
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Box, Label
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import texture_labels
from bitonic_scope.views.photo_frame import photo_frame
from bitonic_scope.views.texture_marks import padding_bars
from bitonic_scope.views.view import new_view
from tests.support.frames import frames, start_data
from tests.support.parts import do_all, result_of

SIZE = (1000, 620)
LOOK = Look(unit=6.0, has_labels=True)
PHOTOS = [(5, 7), (7, 5), (5, 1), (1, 6), (9, 16), (16, 9), (17, 16), (8, 4)]


def photo(width: int, height: int) -> SortSettings:
    """Return settings for a picture of as many different colours as possible."""
    keys = np.random.default_rng(5).permutation(width * height).astype(np.uint32)
    colours = np.stack([keys % 251, keys // 251 % 251, keys * 7 % 241], axis=1).astype(np.uint8)
    own = OwnData("photo.png", keys, (height, width), PictureForm(), colours)
    return SortSettings().with_own(own)


@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize("kind", NetworkKind)
@pytest.mark.parametrize("size", PHOTOS)
def test_outside_the_frame_is_nothing_but_padding(
    size: tuple[int, int], kind: NetworkKind, order: Direction
) -> None:
    square = replace(photo(*size), network_kind=kind, order=order)
    shapes = [(square.width, square.height), (32, 16), (1024, 1), (2, 256)]
    for width, height in shapes:
        settings = replace(square, width=width, height=height)
        for frame in frames(settings):
            part = photo_frame(settings, frame.pass_index)
            assert part is not None
            assert 1 <= part.width <= width
            assert 1 <= part.height <= height
            assert frame.elements is not None
            padding = is_padding(frame.start_data.storage.element_format, frame.elements)
            inside = np.zeros((height, width), bool)
            inside[: part.height, : part.width] = True
            assert padding.reshape(height, width)[~inside].all()


@pytest.mark.parametrize("size", PHOTOS)
def test_the_frame_is_the_photo_at_the_start_and_its_rows_at_the_end(size: tuple[int, int]) -> None:
    settings = photo(*size)
    pass_count = settings.network.pass_count
    parts = [photo_frame(settings, pass_index) for pass_index in range(pass_count + 1)]
    sizes = [part[:2] for part in parts if part is not None]
    rows = -(-settings.real_count // settings.width)
    assert sizes[0] == size
    assert sizes[-1] == (min(settings.width, settings.real_count), rows)
    assert len(sizes) == len(parts)
    assert all(part and part.width / part.height >= part.least_aspect for part in parts)
    assert photo_frame(SortSettings(16, 16, count=200), 0) is None


@pytest.mark.parametrize("view", ["texture", "both"])
@pytest.mark.parametrize("size", [(5, 7), (300, 200)])
@pytest.mark.parametrize("zoom", [1.0, 3.0])
def test_each_pixel_of_the_frame_is_the_element_pointed_at(
    gpu: Gpu, size: tuple[int, int], view: str, zoom: float
) -> None:
    settings = photo(*size)
    data, look = start_data(settings), replace(LOOK, zoom=zoom)
    engine, drawn = new_engine(gpu, settings, data.storage), new_view(view, gpu)
    canvas = Canvas(gpu.ctx)
    engine.load(data.elements)
    canvas.begin(*SIZE)
    own = settings.own
    assert own is not None
    assert own.colours is not None
    count = settings.network.pass_count
    for pass_index in (0, 1, count // 2, count - 1, count):
        engine.seek(pass_index)
        frame = Frame(data, pass_index, engine.sort_texture)  # no values in the cells
        do_all(drawn.parts(frame, look, canvas))
        picture = result_of(canvas.read_in_bands(3))
        elements = engine.read_back()
        grid = drawn.grid(frame, look, SIZE)
        assert grid is not None
        pane, seen = grid.pane, set()
        for y in range(pane.top, pane.bottom, 11):
            for x in range(pane.left, pane.right, 5):
                element = drawn.element_at(frame, look, SIZE, x + 0.5, y + 0.5)
                assert element is not None
                assert grid.shows(element)
                seen.add(element)
                left, top, width, height = grid.box(element)
                assert left <= x + 0.5 <= left + width
                assert top <= y + 0.5 <= top + height
                is_whole = int(x) >= left and x + 1 <= left + width and y + 1 <= top + height
                tag = int(elements[element, 1])
                if is_whole and y >= top and not tag & int(PADDING_BIT):
                    assert np.array_equal(picture[y, x], own.colours[tag])
        assert len(seen) >= 6
        for x, y in ((pane.right + 1, pane.top + 1), (pane.left + 1, pane.top - 9)):
            assert drawn.element_at(frame, look, SIZE, x, y) is None  # a bar is no element
    for owner in (drawn, canvas, engine):
        owner.release()


@pytest.mark.parametrize("view", ["texture", "both"])
def test_what_is_pointed_at_is_marked_in_its_frame(gpu: Gpu, view: str) -> None:
    for size in ((5, 7), (300, 200)):
        settings, drawn = photo(*size), new_view(view, gpu)
        data = start_data(settings)
        texture = new_engine(gpu, settings, data.storage)
        frame = Frame(data, 0, texture.sort_texture)
        grid = drawn.grid(frame, LOOK, SIZE)
        assert grid is not None
        corner = (size[1] - 1) * settings.width + size[0] - 1
        for element in (0, size[0] - 2, corner):
            left, top, width, height = grid.box(element)
            assert (
                drawn.element_at(frame, LOOK, SIZE, left + width / 2, top + height / 2) == element
            )
            marks = drawn.pointed(frame, LOOK, SIZE, element, is_pinned=False)
            middles = [
                (m.left + m.width / 2, m.top + m.height / 2) for m in marks if isinstance(m, Box)
            ]
            middle = (left + width / 2, top + height / 2)
            assert any(place == pytest.approx(middle, abs=0.01) for place in middles)
        beyond = size[0]  # padding, in the bar
        assert not grid.shows(beyond)
        texture.release()
        drawn.release()


def test_bars_stand_for_the_padding_and_tell_its_count(gpu: Gpu) -> None:
    settings, drawn = photo(300, 200), new_view("texture", gpu)
    states = {0: ("71,072 of padding",), settings.network.pass_count: ("70,656 of padding",)}
    texture = new_engine(gpu, settings, start_data(settings).storage)
    for pass_index, counts in states.items():
        frame = Frame(start_data(settings), pass_index, texture.sort_texture)
        grid = drawn.grid(frame, LOOK, SIZE)
        assert grid is not None
        bars = padding_bars(LOOK, grid)
        assert len(bars) == (2 if pass_index == 0 else 1)
        assert all(isinstance(bar, Box) and bar.is_hatched for bar in bars)
        labels = texture_labels(frame, LOOK, grid, has_values=False)
        texts = [label.text for label in labels if isinstance(label, Label)]
        assert all(texts.count(count) == 1 for count in counts)
        assert ("71,072 of padding in all" in texts) == (pass_index > 0)
        assert "last element" not in texts
    texture.release()
    drawn.release()


@pytest.mark.parametrize("size", [(300, 200), (200, 300), (5, 7), (257, 256), (900, 20)])
def test_the_panels_stay_where_they_are(gpu: Gpu, size: tuple[int, int]) -> None:
    settings, drawn = photo(*size), new_view("both", gpu)
    look = replace(LOOK, has_panels=True, marks=Marks.DIRECTIONS)
    data = start_data(settings)
    engine = new_engine(gpu, settings, data.storage)
    free = {
        free_pane(engine.layout, *SIZE, look, photo_frame(settings, index))
        for index in range(settings.network.pass_count + 1)
    }
    assert len(free) == 1
    (panels,) = free
    for index in range(settings.network.pass_count + 1):
        grid = drawn.grid(Frame(data, index, engine.sort_texture), look, SIZE)
        assert grid is not None
        pane = grid.pane
        overlaps = pane.right > panels.left and pane.bottom > panels.top
        assert not overlaps or panels.width <= 0 or panels.height <= 0
        assert 0 <= pane.left < pane.right <= SIZE[0]
        assert 0 <= pane.top < pane.bottom <= SIZE[1]
    engine.release()
    drawn.release()


def test_plain_recordings_show_the_whole_texture(gpu: Gpu) -> None:
    settings = photo(5, 7)
    engine = new_engine(gpu, settings, start_data(settings).storage)
    assert Frame(start_data(settings), 0, engine.sort_texture).part(Look()) is None
    engine.release()
