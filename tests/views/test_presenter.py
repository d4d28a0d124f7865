"""The showcase: a picture made in bands is the same, and the old one stays until it is complete."""

from collections.abc import Iterator
from math import inf
from time import perf_counter

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.texture_layout import TextureLayout, picture_rows
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data, prepare
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.views.downsample import Place
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.presenter import Showcase

WIDTH, HEIGHT = 200, 160
REDUCED, SMALL, LARGE = Place(3, 4, 20, 18), Place(5, 6, 100, 90), Place(0, 0, 200, 160)
CAPABILITIES = Capabilities(1024, 1 << 20)
SETTINGS = SortSettings(32, 16, data=DataKind.PERMUTATION, count=400)  # with padding


@pytest.fixture
def in_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("canvas", "downsample"):
        monkeypatch.setattr(f"bitonic_scope.views.{module}.BAND_PIXELS", 100)


class Stand:
    """A showcase with a sorter behind it and a target before it."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx = ctx
        self._data = make_start_data(SETTINGS, prepare(SETTINGS, CAPABILITIES))
        self._sorter = FragmentSorter(
            ctx,
            programs,
            TextureLayout(SETTINGS.width, SETTINGS.height),
            element_format=self._data.storage.element_format,
        )
        self._sorter.load(self._data.elements)
        self._target = ctx.simple_framebuffer((WIDTH, HEIGHT), 4)
        self.showcase = Showcase(ctx, programs)

    def frame(self, position: int) -> Frame:
        self._sorter.seek(position)
        timeline = Timeline(SETTINGS.network.pass_count, position=position)
        readout = Readout(SETTINGS, timeline, CAPABILITIES)
        return Frame(readout, self._data, self._sorter.sort_texture)

    def pixels(self, place: Place) -> NDArray[np.uint8]:
        self._target.use()
        self._target.scissor = self._target.viewport = (0, 0, WIDTH, HEIGHT)
        self._ctx.clear(0.2, 0.3, 0.4, 1.0)
        self.showcase.draw(self._target, place, line_pixels=2, line_colour=(1.0, 0.0, 0.0))
        raw = np.frombuffer(self._target.read(components=3, dtype="f1"), np.uint8)
        return picture_rows(raw.reshape(HEIGHT, WIDTH, 3))

    def shown(self, position: int, place: Place) -> NDArray[np.uint8]:
        """Make the picture of a state, and return what is seen."""
        self.showcase.begin(self.frame(position), place)
        assert self.showcase.work(inf)
        return self.pixels(place)

    def release(self) -> None:
        self.showcase.release()
        self.showcase.release()
        self._sorter.release()
        release_target(self._ctx, self._target)


@pytest.fixture
def stand(ctx: moderngl.Context, programs: Programs) -> Iterator[Stand]:
    stand = Stand(ctx, programs)
    yield stand
    stand.release()


@pytest.fixture
def whole(ctx: moderngl.Context, programs: Programs) -> dict[tuple[int, Place], NDArray[np.uint8]]:
    """What is seen of pictures that are made in one piece."""
    stand = Stand(ctx, programs)
    pictures = {
        (position, place): stand.shown(position, place)
        for position in (0, 7, 45)
        for place in (REDUCED, SMALL, LARGE)
    }
    stand.release()
    return pictures


@pytest.mark.parametrize("places", [(REDUCED, REDUCED), (SMALL, SMALL), (SMALL, REDUCED, LARGE)])
def test_a_picture_in_bands_is_the_same_and_the_old_one_stays_until_then(
    stand: Stand,
    whole: dict[tuple[int, Place], NDArray[np.uint8]],
    places: tuple[Place, ...],
    in_bands: None,
) -> None:
    before: tuple[int, Place] | None = None
    for position, place in zip((7, 45, 0), places, strict=False):
        stand.showcase.begin(stand.frame(position), place)
        parts = 1
        while not stand.showcase.work(perf_counter()):
            assert stand.showcase.is_making
            if before is not None:
                assert np.array_equal(stand.pixels(before[1]), whole[before])
            parts += 1
        assert not stand.showcase.is_making
        assert parts >= 5
        before = position, place
        assert np.array_equal(stand.pixels(place), whole[before])
        assert stand.showcase.readout is not None
        assert stand.showcase.readout.timeline.position == position


@pytest.mark.parametrize("place", [REDUCED, SMALL])
def test_what_was_left_off_leaves_no_trace(
    stand: Stand,
    whole: dict[tuple[int, Place], NDArray[np.uint8]],
    place: Place,
    in_bands: None,
) -> None:
    stand.shown(7, place)
    for count in range(1, 12):
        stand.showcase.begin(stand.frame(45), place)
        for _ in range(count):
            stand.showcase.work(perf_counter())
        stand.showcase.drop()
        assert not stand.showcase.is_making
        if stand.showcase.shows(stand.frame(45).readout, place):
            break  # it was complete before it could be left off
        assert np.array_equal(stand.pixels(place), whole[7, place])
        again = stand.shown(7, place)  # the same state once more
        assert np.array_equal(again, whole[7, place])
    assert np.array_equal(stand.shown(45, place), whole[45, place])


def test_another_place_asks_for_no_new_colours_unless_squares_change(
    stand: Stand,
    whole: dict[tuple[int, Place], NDArray[np.uint8]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []
    draw = ElementColours._draw

    def noted(self: ElementColours, frame: Frame) -> None:
        drawn.append(frame.readout.timeline.position)
        draw(self, frame)

    monkeypatch.setattr(ElementColours, "_draw", noted)
    stand.shown(7, REDUCED)
    other = REDUCED._replace(width=REDUCED.width - 2)
    stand.shown(7, other)
    assert drawn == [7]
    assert np.array_equal(stand.shown(7, REDUCED), whole[7, REDUCED])
    assert drawn == [7]
    assert np.array_equal(stand.shown(7, LARGE), whole[7, LARGE])
    assert np.array_equal(stand.shown(45, LARGE), whole[45, LARGE])
    assert drawn == [7, 7, 45]
