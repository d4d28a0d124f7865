"""The bars view: columns as high as their elements are light, in the window and in a recording."""

import json
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.gray_scale import gray_keys
from bitonic_scope.files.reading import read_input
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import DisplaySettings, SortSettings, recorded_look
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import Storage, choose_storage
from bitonic_scope.network.schedule import Direction
from bitonic_scope.recording.recording import Recording
from bitonic_scope.views import columns as columns_module
from bitonic_scope.views.bars import Bars
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.palette import PALETTES
from tests.support.oracle import gray_picture, values_at_every_pass
from tests.support.parts import do_all, result_of
from tests.support.pilot import Pilot
from tests.views.bars_oracle import BAR, GROUND, LEAST_ROWS, RANGE, bars_picture, hatch_picture


class Stand:
    """A view of bars with an engine behind it."""

    def __init__(self, gpu: Gpu, data: StartData) -> None:
        self._gpu = gpu
        self.data = data
        self.engine: Engine = new_engine(gpu, data.settings, data.storage)
        self.engine.load(data.elements)
        self.view = Bars(gpu)
        self._canvas = Canvas(gpu.ctx)
        self.part_count = 0

    def frame(self, pass_index: int) -> Frame:
        self.engine.seek(pass_index)
        return Frame(self.data, pass_index, self.engine.sort_texture)

    def draw(
        self, pass_index: int, width: int, height: int, unit: float = 8.0
    ) -> NDArray[np.uint8]:
        self._canvas.begin(width, height)
        look = Look(unit=unit)
        self.part_count = do_all(self.view.parts(self.frame(pass_index), look, self._canvas))
        return result_of(self._canvas.read_in_bands(3))

    def colours(self, pass_index: int) -> NDArray[np.uint8]:
        """Return red, green, blue, and 0 for padding, of each element by its index."""
        colours = ElementColours(self._gpu)
        do_all(colours.parts(self.frame(pass_index)))
        picture = result_of(colours.canvas.read_in_bands(4))
        colours.release()
        return picture[::-1].reshape(-1, 4)

    def close(self) -> None:
        for owner in (self.view, self.view, self._canvas, self.engine):
            owner.release()


def stand_of(gpu: Gpu, settings: SortSettings) -> Stand:
    return Stand(gpu, make_start_data(settings, choose_storage(settings, gpu.capabilities)))


def stand_of_values(gpu: Gpu, values: NDArray[np.float32], width: int) -> Stand:
    """Stand for the sort of values from 0 to 1, in rows of that many."""
    settings = SortSettings(width, values.size // width)
    storage, keys = Storage(FLOAT32), gray_keys(0.0, 1.0, as_floats=True)
    return Stand(gpu, StartData(settings, storage, values, keys))


def grays_at_every_pass(settings: SortSettings) -> Iterator[NDArray[np.uint8]]:
    """Yield the grays of uniform data in order of the element index, at every pass_index 0..P."""
    values = uniform(settings.seed, settings.element_count)
    for state in values_at_every_pass(values, settings.order):
        yield gray_picture(state, settings.element_count, pixels_per_texel=1)[0]


@pytest.mark.parametrize(
    ("sort_width", "sort_height", "width", "height"),
    [
        (8, 4, 64, 51),  # 2 pixels a bar
        (8, 4, 32, 102),  # 1
        (8, 4, 70, 51),  # 2 or 3
        (16, 16, 64, 51),  # 4 elements a bar
        (16, 16, 100, 153),  # 2 or 3
        (64, 2, 1, 51),  # all in one
        (1, 1, 9, 51),
    ],
)
@pytest.mark.parametrize("order", Direction)
def test_bars_are_as_high_as_the_grays_of_every_state(
    gpu: Gpu, sort_width: int, sort_height: int, width: int, height: int, order: Direction
) -> None:
    settings = SortSettings(sort_width, sort_height, seed=7, order=order)
    with closing(stand_of(gpu, settings)) as stand:
        for pass_index, grays in enumerate(grays_at_every_pass(settings)):
            expected = bars_picture(grays, width, height)
            assert np.array_equal(stand.draw(pass_index, width, height), expected), pass_index


def test_the_first_element_is_on_the_left_and_the_foot_at_the_bottom(gpu: Gpu) -> None:
    values = np.array([1 / 3, 0.0, 1.0, 2 / 3], np.float32)
    with closing(stand_of_values(gpu, values, 2)) as stand:
        picture = stand.draw(0, 4, 9)
    is_bar = (picture == BAR).all(axis=2)
    assert is_bar.sum(axis=0).tolist() == [3, LEAST_ROWS, 9, 6]
    assert is_bar[-1].all()
    assert (picture[~is_bar] == GROUND).all()


def test_a_shared_column_is_full_to_its_least_element_and_pale_to_its_greatest(gpu: Gpu) -> None:
    values = np.array([0.8, 0.2, 0.4, 0.6, 0.6, 0.6, 0.0, 1.0], np.float32)
    with closing(stand_of_values(gpu, values, 8)) as stand:
        picture = stand.draw(0, 4, 20)
    full = (picture == BAR).all(axis=2).sum(axis=0)
    pale = (picture == RANGE).all(axis=2).sum(axis=0)
    assert full.tolist() == [4, 8, 12, LEAST_ROWS]
    assert pale.tolist() == [12, 4, 0, 20 - LEAST_ROWS]
    columns = picture[::-1].transpose(1, 0, 2)  # each from its foot up
    assert (columns[0] == [BAR] * 4 + [RANGE] * 12 + [GROUND] * 4).all()


@pytest.mark.parametrize("element", [0, 511, 1000, 4095])
def test_one_element_among_many_never_disappears(gpu: Gpu, element: int) -> None:
    for ground, one in ((0.0, 1.0), (1.0, 0.0)):
        values = np.full(4096, ground, np.float32)
        values[element] = one
        with closing(stand_of_values(gpu, values, 64)) as stand:
            picture = stand.draw(0, 30, 51)
        column = int((element + 0.5) * 30 / 4096)
        foot = picture[-LEAST_ROWS:]
        assert (foot == BAR).all()
        picture = picture[:-LEAST_ROWS]
        assert set(map(tuple, picture[:, column].tolist())) == {RANGE}
        others = np.delete(picture, column, axis=1).reshape(-1, 3)
        assert set(map(tuple, others.tolist())) == {BAR if ground else GROUND}


@pytest.mark.parametrize("width", [64, 20, 5])
def test_bars_of_padding_are_hatched_and_as_high_as_the_picture(gpu: Gpu, width: int) -> None:
    settings = SortSettings(8, 4, data=DataKind.PERMUTATION, count=21)
    with closing(stand_of(gpu, settings)) as stand:
        last = settings.network.pass_count
        for pass_index in range(last + 1):
            picture = stand.draw(pass_index, width, 51)
            colours = stand.colours(pass_index)
            expected = bars_picture(colours[:, 0], width, 51, is_padding=colours[:, 3] == 0)
            assert np.array_equal(picture, expected), pass_index
    is_hatched = (picture == hatch_picture(width, 51)).all(axis=2).all(axis=0)
    first = 21 * min(width, 32) // 32  # the column in which the padding of a sorted state begins
    assert is_hatched.tolist() == [
        ((x + 1) * min(width, 32) - 1) // width >= first for x in range(width)
    ]


def test_bars_of_a_photo_are_as_high_as_its_pixels_are_light(gpu: Gpu, tmp_path: Path) -> None:
    photo = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]], np.uint8)
    Image.fromarray(photo).save(tmp_path / "photo.png")
    settings = SortSettings().with_own(read_input(tmp_path / "photo.png"))
    with closing(stand_of(gpu, settings)) as stand:
        unsorted = stand.draw(0, 4, 100)
        in_order = stand.draw(settings.network.pass_count, 4, 100)
    heights = [21, 72, 7, 100]  # the weights of red, green and blue, and all of them
    assert (unsorted == BAR).all(axis=2).sum(axis=0).tolist() == heights
    assert (in_order == BAR).all(axis=2).sum(axis=0).tolist() == sorted(heights)


@pytest.mark.parametrize("width", [1, 13, 64, 300])
def test_a_large_sort_is_drawn_in_parts_and_comes_out_the_same(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    settings = SortSettings(16, 16, seed=7)
    with closing(stand_of(gpu, settings)) as stand:
        whole = stand.draw(9, width, 51)
        assert stand.part_count == 1
        monkeypatch.setattr(columns_module, "ELEMENTS_AT_ONCE", 40)
        stand.draw(8, width, 51)  # another state, so that no columns are kept
        assert np.array_equal(stand.draw(9, width, 51), whole)
        assert stand.part_count >= min(256 // 40, width)


def record(
    gpu: Gpu, settings: SortSettings, folder: Path, *, in_background: bool = False, **options: Any
) -> list[Image.Image]:
    """Record bars to the end; return the frames."""
    data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
    plan = RecordingPlan("bars", **options)
    recording = Recording(gpu, data, folder=folder, plan=plan, in_background=in_background)
    deadline = 0.0 if in_background else inf
    while not recording.is_closed:
        recording.work(deadline)
        recording.wait(inf)
    assert recording.is_complete
    return [Image.open(path) for path in sorted(folder.glob("frame_*.png"))]


@pytest.mark.parametrize("in_background", [False, True])
def test_recorded_bars_have_the_colours_of_the_theme_and_the_manifest_names_the_view(
    gpu: Gpu, tmp_path: Path, in_background: bool
) -> None:
    settings = SortSettings(8, 4, seed=7)
    frames = record(gpu, settings, tmp_path / "out", scale=51, in_background=in_background)
    assert len(frames) == settings.network.pass_count + 1
    with closing(stand_of(gpu, settings)) as stand:
        for pass_index, frame in enumerate(frames):
            assert (frame.mode, frame.size) == ("RGB", (724, 408))
            expected = stand.draw(pass_index, *frame.size, unit=408 / 90)
            assert np.array_equal(np.asarray(frame), expected)
    told = json.loads((tmp_path / "out" / "frames.json").read_text())
    assert told["settings"]["view"] == "bars"
    assert told["settings"]["pixels_per_texel"] == 51
    assert "theme" not in told["settings"]
    assert told["complete"] is True


def test_recorded_marks_and_theme_are_told_by_the_manifest(gpu: Gpu, tmp_path: Path) -> None:
    settings, look = SortSettings(8, 4), Look(Theme.LIGHT, Marks.PAIRS, has_labels=True)
    frames = record(gpu, settings, tmp_path / "out", scale=51, look=look)
    told = json.loads((tmp_path / "out" / "frames.json").read_text())["settings"]
    assert (told["theme"], told["marks"]) == ("light", "pairs")
    picture = np.asarray(frames[3])
    assert tuple(picture[0, 0]) == PALETTES[Theme.LIGHT].ground
    assert (picture == PALETTES[Theme.LIGHT].ascending).all(axis=2).any()


def test_the_window_records_the_view_that_it_shows(gpu: Gpu, tmp_path: Path) -> None:
    settings, display = SortSettings(4, 2, seed=7), DisplaySettings(view="bars")
    with closing(Pilot(gpu.ctx, settings, tmp_path / "a", display=display)) as pilot:
        pilot.key(symbols.E, "ctrl")
        pilot.settle()
    (folder,) = (tmp_path / "a").iterdir()
    assert json.loads((folder / "frames.json").read_text())["settings"]["view"] == "bars"
    scale = json.loads((folder / "frames.json").read_text())["settings"]["pixels_per_texel"]
    look = recorded_look("bars", display.marks, Theme.DARK)
    record(gpu, settings, tmp_path / "b", scale=scale, look=look)
    for path in (tmp_path / "b").iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_another_view_of_the_same_state_is_drawn_at_once(gpu: Gpu, tmp_path: Path) -> None:
    settings = SortSettings(8, 8, seed=7)
    with closing(Pilot(gpu.ctx, settings, tmp_path, size=(900, 700))) as pilot:
        pilot.settle()
        texture = pilot.pixels()
        seen = []
        for view in ("bars", "texture"):
            pilot.change(display=DisplaySettings(view=view))
            pilot.settle()
            seen.append(pilot.pixels())
        assert pilot.position == 0
    assert not np.array_equal(seen[0], texture)
    assert np.array_equal(seen[1], texture)
