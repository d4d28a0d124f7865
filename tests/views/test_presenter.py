"""The presenter: pictures in bands are the same, and the old one stays until one is complete."""

from collections.abc import Iterator
from math import inf
from time import perf_counter

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Program
from bitonic_scope.model.look import Look, Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.views.viewport import Viewport

WIDTH, HEIGHT = 200, 160
REDUCED, SMALL = Viewport(3, 4, 20, 18), Viewport(5, 6, 100, 90)
LARGE = Viewport(0, 0, 200, 160)
SETTINGS = SortSettings(32, 16, data=DataKind.PERMUTATION, count=400)  # with padding
VIEWS = ("texture", "bars", "dots", "both")

Pictures = dict[tuple[str, int, Viewport], NDArray[np.uint8]]


@pytest.fixture
def in_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("canvas.BAND_PIXELS", "columns.ELEMENTS_AT_ONCE"):
        monkeypatch.setattr(f"bitonic_scope.views.{name}", 100)


class Stand:
    """A presenter with an engine behind it and a target before it."""

    def __init__(self, gpu: Gpu) -> None:
        self._ctx = gpu.ctx
        self._data = make_start_data(SETTINGS, choose_storage(SETTINGS, gpu.capabilities))
        self._engine = new_engine(gpu, SETTINGS, self._data.storage)
        self._engine.load(self._data.elements)
        self._target = gpu.ctx.simple_framebuffer((WIDTH, HEIGHT), 4)
        self._wanted: Shot | None = None
        self.presenter = Presenter(gpu, lambda: self._wanted, self._frame)

    def _frame(self) -> Frame:
        engine = self._engine
        return Frame(self._data, engine.pass_index, engine.sort_texture, engine.read_back())

    def want(self, view: str, position: int, place: Viewport) -> Shot:
        """Let the presenter know what to show from now on."""
        self._engine.seek(position)
        self._wanted = Shot(SETTINGS, position, view, Look(), place.width, place.height)
        return self._wanted

    def want_nothing(self) -> None:
        self._wanted = None

    def pixels(self, place: Viewport, pointed: int | None = None) -> NDArray[np.uint8]:
        self._target.use()
        self._target.scissor = self._target.viewport = (0, 0, WIDTH, HEIGHT)
        self._ctx.clear(0.2, 0.3, 0.4, 1.0)
        self.presenter.draw(self._target, place)
        if pointed is not None:
            self.presenter.draw_pointed(self._target, place, pointed)
        raw = np.frombuffer(self._target.read(components=3, dtype="f1"), np.uint8)
        return picture_rows(raw.reshape(HEIGHT, WIDTH, 3))

    def shown(self, view: str, position: int, place: Viewport) -> NDArray[np.uint8]:
        """Make the picture of a state, and return what is seen."""
        self.want(view, position, place)
        assert self.presenter.wants_work
        assert self.presenter.work(inf)
        return self.pixels(place)

    def release(self) -> None:
        self.presenter.release()
        self.presenter.release()
        self._engine.release()
        release_target(self._ctx, self._target)


@pytest.fixture
def stand(gpu: Gpu) -> Iterator[Stand]:
    stand = Stand(gpu)
    yield stand
    stand.release()


@pytest.fixture
def whole(gpu: Gpu) -> Pictures:
    """What is seen of pictures that are made in one piece."""
    stand = Stand(gpu)
    pictures = {
        (view, position, place): stand.shown(view, position, place)
        for view in VIEWS
        for position in (0, 7, 45)
        for place in (REDUCED, SMALL, LARGE)
    }
    stand.release()
    return pictures


@pytest.mark.parametrize("places", [(REDUCED, REDUCED), (SMALL, SMALL), (SMALL, REDUCED, LARGE)])
@pytest.mark.parametrize("view", VIEWS)
def test_a_picture_in_bands_is_the_same_and_the_old_one_stays_until_then(
    stand: Stand, whole: Pictures, view: str, places: tuple[Viewport, ...], in_bands: None
) -> None:
    before: tuple[str, int, Viewport] | None = None
    shot_before: Shot | None = None
    for position, place in zip((7, 45, 0), places, strict=False):
        shot = stand.want(view, position, place)
        parts = 1
        while not stand.presenter.work(perf_counter()):
            assert stand.presenter.is_making
            assert stand.presenter.wants_work
            assert stand.presenter.shown == shot_before
            if before is not None:
                assert np.array_equal(stand.pixels(before[-1]), whole[before])
            parts += 1
        assert not stand.presenter.is_making
        assert parts >= 5
        before, shot_before = (view, position, place), shot
        assert np.array_equal(stand.pixels(place), whole[before])
        assert stand.presenter.shown == shot


@pytest.mark.parametrize("place", [REDUCED, SMALL])
@pytest.mark.parametrize("view", VIEWS)
def test_what_was_left_off_leaves_no_trace(
    stand: Stand, whole: Pictures, view: str, place: Viewport, in_bands: None
) -> None:
    other = LARGE if place is SMALL else SMALL
    stand.shown(view, 7, place)
    for count in range(1, 12):
        shot = stand.want(view, 45, place)
        for _ in range(count):
            stand.presenter.work(perf_counter())
        stand.presenter.drop()
        assert not stand.presenter.is_making
        if stand.presenter.shown == shot:
            break  # it was complete before it could be left off
        assert np.array_equal(stand.pixels(place), whole[view, 7, place])
        for again in (other, place):  # the same state once more
            assert np.array_equal(stand.shown(view, 7, again), whole[view, 7, again])
    assert count > 4
    if stand.presenter.shown != shot:
        stand.shown(view, 45, place)
    assert np.array_equal(stand.pixels(place), whole[view, 45, place])


def test_columns_are_counted_anew_only_for_another_state_or_width(
    stand: Stand, whole: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []
    program = ElementColours.program

    def noted(self: ElementColours, shader: str, frame: Frame, *defines: str) -> Program:
        if shader == "views/columns.frag":
            counted.append(frame.pass_index)
        return program(self, shader, frame, *defines)

    monkeypatch.setattr(ElementColours, "program", noted)
    stand.shown("both", 7, LARGE)
    stand.shown("both", 7, LARGE._replace(height=LARGE.height - 2))
    assert counted == [7]
    stand.shown("both", 7, SMALL)
    stand.shown("both", 45, SMALL)
    assert counted == [7, 7, 45]
    assert np.array_equal(stand.shown("both", 7, LARGE), whole["both", 7, LARGE])


def test_one_view_follows_the_other_in_the_same_place(stand: Stand, whole: Pictures) -> None:
    for view in (*VIEWS, *VIEWS):
        assert np.array_equal(stand.shown(view, 45, SMALL), whole[view, 45, SMALL])


def test_nothing_is_drawn_where_nothing_is_wanted_or_it_is_shown_already(
    stand: Stand, whole: Pictures
) -> None:
    presenter = stand.presenter
    assert not presenter.wants_work
    assert not presenter.work(inf)
    assert presenter.shown is None
    assert len(np.unique(stand.pixels(SMALL).reshape(-1, 3), axis=0)) == 1  # not even its border
    shot = stand.want("texture", 7, SMALL)
    assert presenter.work(inf)
    assert not presenter.wants_work
    assert not presenter.work(inf)
    stand.want_nothing()
    assert not presenter.wants_work
    assert presenter.shown == shot
    assert np.array_equal(stand.pixels(SMALL), whole["texture", 7, SMALL])


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_pointed_at_is_drawn_over_the_picture_and_leaves_no_trace(
    stand: Stand, whole: Pictures, view: str
) -> None:
    plain = stand.shown(view, 7, LARGE)
    pointed = stand.pixels(LARGE, pointed=3)
    assert (pointed == PALETTES[Theme.DARK].pointed).all(axis=2).any()
    assert not stand.presenter.wants_work
    assert np.array_equal(stand.pixels(LARGE), plain)


@pytest.mark.parametrize("view", VIEWS)
def test_a_point_of_the_picture_has_the_element_that_the_view_shows_there(
    stand: Stand, view: str
) -> None:
    presenter = stand.presenter
    assert presenter.element_at(5.5, 5.5) is None  # nothing is shown yet
    stand.shown(view, 7, SMALL)
    found = {
        presenter.element_at(x + 0.5, y + 0.5)
        for x in range(SMALL.width)
        for y in range(0, SMALL.height, 3)
    }
    assert len(found) > 40
    assert all(each is None or 0 <= each < SETTINGS.element_count for each in found)
    assert presenter.element_at(-1, 5) is None
    assert presenter.element_at(5, SMALL.height + 1) is None


def test_an_element_that_is_not_there_is_not_marked(stand: Stand) -> None:
    plain = stand.shown("both", 7, LARGE)
    assert np.array_equal(stand.pixels(LARGE, pointed=SETTINGS.element_count), plain)


def test_a_picture_of_another_size_stays_inside_its_place(stand: Stand) -> None:
    stand.shown("bars", 7, LARGE)
    picture = stand.pixels(SMALL)  # before the picture of the new size is complete
    top, left = HEIGHT - SMALL.y - SMALL.height, SMALL.x
    outside = np.ones((HEIGHT, WIDTH), bool)
    outside[top : top + SMALL.height, left : left + SMALL.width] = False
    assert len(np.unique(picture[outside], axis=0)) == 1
