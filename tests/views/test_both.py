"""The view "both": two pictures of one state, linked, with their labels."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.arrangement import both_panes
from bitonic_scope.views.both import Both
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.drawing import Box, Label
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.labels import line_labels, texture_labels
from bitonic_scope.views.line_marks import question_marks
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.texel_grid import texel_grid
from tests.support.frames import first_frame, frames, start_data
from tests.support.parts import do_all, result_of
from tests.views.bars_oracle import BAR, bars_picture

SIZE = (1248, 469)
LOOK = Look(unit=16 / 3, has_labels=True, has_panels=True, marks=Marks.DIRECTIONS)
ASCENT, DESCENT = 0.39, 0.57  # of Roboto, from the middle of its capitals
SHAPES = [(16, 16), (32, 8), (4, 2), (1024, 1), (2, 8192), (64, 64)]


@pytest.mark.parametrize("theme", Theme)
def test_both_pictures_show_the_same_state(gpu: Gpu, theme: Theme) -> None:
    settings, look = SortSettings(16, 16), replace(LOOK, theme=theme, unit=8.0)
    data = start_data(settings)
    engine, view, canvas = new_engine(gpu, settings, data.storage), Both(gpu), Canvas(gpu.ctx)
    engine.load(data.elements)
    engine.seek(12)
    canvas.begin(*SIZE)
    do_all(view.parts(Frame(data, 12, engine.sort_texture), look, canvas))
    picture = result_of(canvas.read_in_bands(3))
    texture, line = both_panes(engine.layout, *SIZE, look)
    cells = picture[texture.top : texture.bottom, texture.left : texture.right]
    side = texture.width // 16
    grays = cells[side // 2 :: side, side // 2 :: side, 0][::-1].ravel()
    elements = engine.read_back().astype(np.float64)
    assert grays.tolist() == np.floor(255 * elements + 0.5).tolist()
    bars = picture[line.top : line.bottom, line.left : line.right]
    expected = bars_picture(grays, line.width, line.height)
    is_bar = (expected == BAR).all(axis=2)
    palette = PALETTES[theme]
    assert np.array_equal((bars == palette.bar).all(axis=2), is_bar)
    assert tuple(picture[-1, -1]) == palette.ground
    assert tuple(picture[texture.top - 1, texture.left - 1]) == palette.button
    for owner in (view, view, canvas, engine):
        owner.release()


@pytest.mark.parametrize("count", [None, 5000])
def test_a_view_draws_each_state_as_a_new_view_does(gpu: Gpu, count: int | None) -> None:
    settings, canvas = SortSettings(128, 64, count=count), Canvas(gpu.ctx)  # too large to be read
    data, used = start_data(settings), Both(gpu)
    engine = new_engine(gpu, settings, data.storage)
    engine.load(data.elements)
    canvas.begin(*SIZE)
    pass_count = settings.network.pass_count
    light = replace(LOOK, theme=Theme.LIGHT)
    cases = [(40, LOOK), (41, LOOK), (46, LOOK), (46, light), (67, LOOK), (70, LOOK)]
    for pass_index, look in [*cases, (pass_count, LOOK)]:
        engine.seek(pass_index)
        frame = Frame(data, pass_index, engine.sort_texture)
        pictures = []
        for view in (used, Both(gpu)):
            do_all(view.parts(frame, look, canvas))
            pictures.append(result_of(canvas.read_in_bands(3)))
            if view is not used:
                view.release()
        assert np.array_equal(pictures[0], pictures[1])
    for owner in (used, canvas, engine):
        owner.release()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_middle_of_each_place_is_its_element_in_both_pictures(
    gpu: Gpu, shape: tuple[int, int]
) -> None:
    settings = SortSettings(*shape)
    frame, view = first_frame(settings), Both(gpu)
    texture, line = both_panes(frame.layout, *SIZE, LOOK)
    grid = texel_grid(frame.layout, texture, LOOK)
    count = settings.element_count
    for element in range(0, count, max(count // 300, 1)):
        if grid.elements_per_pixel < 1 and min(grid.pixels_x, grid.pixels_y) >= 1:
            left, top, width, height = grid.box(element)
            x, y = left + width / 2, top + height / 2
            assert view.element_at(frame, LOOK, SIZE, x, y) == element
        if count <= line.width:
            low, high = element * line.width // count, (element + 1) * line.width // count
            x = line.left + (low + high) / 2
            assert view.element_at(frame, LOOK, SIZE, x, line.top + 5.5) == element
    assert view.element_at(frame, LOOK, SIZE, SIZE[0] - 0.5, SIZE[1] - 0.5) is None
    view.release()


def test_what_is_pointed_at_lights_up_in_both_pictures(gpu: Gpu) -> None:
    frame, view = frames(SortSettings(16, 16))[12], Both(gpu)
    texture, line = both_panes(frame.layout, *SIZE, LOOK)
    pointed = PALETTES[Theme.DARK].pointed
    shapes = [
        s
        for s in view.pointed(frame, LOOK, SIZE, 130, is_pinned=False)
        if isinstance(s, Box) and pointed in (s.fill, s.outline)
    ]
    in_texture = [s for s in shapes if s.left < texture.right]
    in_line = [s for s in shapes if s.left >= line.left]
    assert [len(in_texture), len(in_line)] == [2, 2]
    found = {
        view.element_at(frame, LOOK, SIZE, s.left + s.width / 2, s.top + s.height / 2)
        for s in shapes
    }
    assert found == {130, 134}
    view.release()


def texts(settings: SortSettings, look: Look = LOOK) -> list[str]:
    """Return all labels, and check that none is cut off or too small."""
    frame = first_frame(settings)
    texture, line = both_panes(frame.layout, *SIZE, look)
    grid = texel_grid(frame.layout, texture, look)
    labels = [
        s
        for s in texture_labels(frame, look, grid, has_values=False)
        + line_labels(frame, look, line, beside=grid)
        if isinstance(s, Label)
    ]
    for label in labels:
        assert label.size >= 2.7 * look.unit
        assert ASCENT * label.size <= label.y <= SIZE[1] - DESCENT * label.size
        assert 0 <= label.x <= SIZE[0]
    return [label.text for label in labels]


def test_labels_name_the_ends_the_order_and_the_grays() -> None:
    assert texts(SortSettings(16, 16)) == [
        "last element",
        "first element",
        "least 0",
        "greatest 1",
        "the same 256 numbers in their order",
    ]
    assert texts(SortSettings(16, 16), replace(LOOK, has_labels=False)) == []


def test_a_line_says_that_the_state_after_the_pass_is_hidden() -> None:
    hidden = "after this pass: ?  Space shows it"
    assert hidden in texts(SortSettings(16, 16), replace(LOOK, hides_next=True))
    assert hidden not in texts(SortSettings(16, 16))


def test_a_question_stands_over_each_block_that_changes_or_one_over_all() -> None:
    look = replace(LOOK, hides_next=True)
    _, pane = both_panes(TextureLayout(16, 16), *SIZE, look)
    for pass_index, asked in ((12, 8), (28, 1), (0, 1), (36, 0)):
        frame = frames(SortSettings(16, 16))[pass_index]
        marks = [s for s in question_marks(frame, look, pane) if isinstance(s, Label)]
        assert [mark.text for mark in marks] == ["?"] * asked
        assert all(pane.left < mark.x < pane.right for mark in marks)
        assert question_marks(frame, LOOK, pane) == []


def test_a_line_whose_figures_are_ranks_says_so() -> None:
    for settings, told in (
        (SortSettings(4, 4), True),
        (EXAMPLES[0].settings, False),
    ):
        frame = first_frame(settings)
        texture, pane = both_panes(frame.layout, *SIZE, LOOK)
        grid = texel_grid(frame.layout, texture, LOOK)
        labels = line_labels(frame, LOOK, pane, beside=grid, has_values=True)
        assert ("figures: rank" in [s.text for s in labels if isinstance(s, Label)]) == told


@pytest.mark.parametrize(
    ("settings", "label"),
    [
        (SortSettings(16, 16, count=200), "56 of padding"),
        (SortSettings(1024, 1), "drawn 13 times as thick"),
        (SortSettings(2, 8192), "texture: drawn 423 times as thick"),
        (SortSettings(1024, 1024), "each pixel shows one of 6 elements"),
    ],
)
def test_labels_say_how_it_is_drawn(settings: SortSettings, label: str) -> None:
    assert label in texts(settings)


def test_a_zoomed_texture_names_only_the_ends_that_it_shows() -> None:
    zoomed = replace(LOOK, zoom=8.0, centre=(0.0, 0.0))
    assert "first element" in texts(SortSettings(64, 64), zoomed)
    assert "last element" not in texts(SortSettings(64, 64), zoomed)


def test_a_legend_without_room_is_shortened_to_its_values() -> None:
    narrow = texts(SortSettings(8, 64), replace(LOOK, type_scale=1.5))
    assert "least 0" not in narrow
    assert narrow[:2] == ["last element", "first element"]
    frame = first_frame(SortSettings(16, 16))
    look = replace(LOOK, type_scale=1.8)
    grid = texel_grid(frame.layout, both_panes(frame.layout, 1000, 391, look)[0], look)
    labels = texture_labels(frame, look, grid, has_values=False)
    found = [s.text for s in labels if isinstance(s, Label)]
    assert found == ["last element", "first element", "0", "1"]
