"""The frames of a plan: which states, how large, with which captions."""

from typing import Any

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu import pixel_ring
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan
from bitonic_scope.model.settings import EngineName, SortSettings, recorded_look
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording.frame_drawer import drawn_frames
from bitonic_scope.views.caption import captions_for
from bitonic_scope.views.catalogue import VIEWS
from bitonic_scope.views.palette import PALETTES
from tests.support.oracle import expected_frames
from tests.support.parts import do_all

SETTINGS = SortSettings(8, 4)


def drawn(
    gpu: Gpu, settings: SortSettings, view: str = "texture", marks: Marks = Marks.NONE, **plan: Any
) -> list[tuple[int, NDArray[np.uint8]]]:
    look = recorded_look(view, marks, Theme.DARK)
    data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
    return list(drawn_frames(gpu, data, RecordingPlan(view, look, **plan)))


@pytest.mark.parametrize("engine", list(EngineName))
def test_a_range_of_stages_has_the_pictures_of_its_states(gpu: Gpu, engine: EngineName) -> None:
    settings = SortSettings(8, 8, engine=engine)
    expected = expected_frames(1, 8, 8, pixels_per_texel=2)
    frames = drawn(gpu, settings, scale=2, every=Every.STAGE, first=1, last=18)
    assert [pass_index for pass_index, _ in frames] == [1, 3, 6, 10, 15]
    for pass_index, picture in frames:
        assert np.array_equal(picture, expected[pass_index])


def test_all_256_grays_of_a_ramp_are_recorded_exactly(gpu: Gpu) -> None:
    own = OwnData("ramp", np.arange(256, dtype=np.float32), (256,), NumpyForm("<f4"))
    *_, (pass_index, picture) = drawn(gpu, SortSettings().with_own(own), scale=1)
    assert pass_index == 36
    assert np.array_equal(picture, np.arange(256).reshape(16, 16)[::-1])


@pytest.mark.parametrize("view", ["texture", "both"])
def test_frames_too_large_for_a_pixel_buffer_are_the_same(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch, view: str
) -> None:
    frames = drawn(gpu, SETTINGS, view, scale=20, has_captions=True)
    monkeypatch.setattr(pixel_ring, "MAX_BYTES", 0)
    for (index, picture), (other_index, other) in zip(
        frames, drawn(gpu, SETTINGS, view, scale=20, has_captions=True), strict=True
    ):
        assert index == other_index
        assert np.array_equal(picture, other)


def test_a_frame_that_cannot_be_fetched_leaves_no_gap(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_into, faults = moderngl.Buffer.read_into, [MemoryError()]
    frames: list[tuple[int, NDArray[np.uint8]]] = []

    def fails_once(self: moderngl.Buffer, *arguments: Any, **options: Any) -> None:
        if len(frames) == 3 and faults:
            raise faults.pop()
        read_into(self, *arguments, **options)

    monkeypatch.setattr(moderngl.Buffer, "read_into", fails_once)
    data = make_start_data(SETTINGS, choose_storage(SETTINGS, gpu.capabilities))
    with pytest.raises(MemoryError):
        do_all(map(frames.append, drawn_frames(gpu, data, RecordingPlan())))
    assert [index for index, _ in frames] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("size", "cell"), [((50, 21), 5), ((49, 300), 6), ((8, 4), 1)])
def test_a_texture_has_whole_cells_in_the_middle_of_a_picture_of_any_size(
    gpu: Gpu, size: tuple[int, int], cell: int
) -> None:
    expected = expected_frames(1, 8, 4, pixels_per_texel=cell)
    for pass_index, picture in drawn(gpu, SETTINGS, picture=size, first=3, last=4):
        assert picture.shape[:2] == size[::-1]
        left, top = (size[0] - 8 * cell) // 2, (size[1] - 4 * cell) // 2
        place = (slice(top, top + 4 * cell), slice(left, left + 8 * cell))
        grays = picture[place] if picture.ndim == 2 else picture[place].max(axis=2)
        assert np.array_equal(grays, expected[pass_index])
        if picture.ndim == 3:
            around = picture.copy()
            around[place] = PALETTES[Theme.DARK].ground
            assert (around == PALETTES[Theme.DARK].ground).all()


def test_marks_leave_cells_whole_in_a_picture_of_any_size(gpu: Gpu) -> None:
    settings = SortSettings(64, 64)
    ((_, picture),) = drawn(gpu, settings, marks=Marks.BLOCKS, picture=(225, 200), first=0, last=0)
    expected = expected_frames(1, 64, 64, pixels_per_texel=3)[0]
    assert np.array_equal(picture[4:196, 16:208].max(axis=2), expected)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", [(1, 1), (3, 70), (333, 200)])
def test_every_view_fills_a_picture_of_any_size(gpu: Gpu, view: str, size: tuple[int, int]) -> None:
    frames = drawn(gpu, SETTINGS, view, Marks.EXCHANGES, picture=size, every=Every.STAGE, first=3)
    assert [picture.shape for _, picture in frames] == [(*size[::-1], 3)] * 4


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("options", [{"scale": 20}, {"picture": (330, 201)}], ids=["scale", "size"])
def test_a_caption_stands_under_the_picture_and_changes_no_pixel_of_it(
    gpu: Gpu, view: str, options: dict[str, Any]
) -> None:
    chosen: dict[str, Any] = {"every": Every.STAGE, "first": 3}
    captioned = drawn(gpu, SETTINGS, view, has_captions=True, **options, **chosen)
    if "picture" in options:
        width, height = options["picture"]
        assert captioned[0][1].shape == (height, width, 3)
        strip = captions_for(SETTINGS, [3, 6, 10, 15], Theme.DARK, (width, height)).height
        options = {"picture": (width, height - strip)}
    strips, palette = [], PALETTES[Theme.DARK]
    for (pass_index, picture), (index, plain) in zip(
        captioned, drawn(gpu, SETTINGS, view, **options, **chosen), strict=True
    ):
        assert pass_index == index
        expected = plain if plain.ndim == 3 else np.repeat(plain[:, :, np.newaxis], 3, axis=2)
        assert np.array_equal(picture[: len(plain)], expected)
        strips.append(picture[len(plain) :])
        assert (strips[-1] == palette.text).all(axis=2).any()
        assert (strips[-1][0] == palette.ground).all()
    assert len({len(strip) for strip in strips}) == 1
    assert len({strip.tobytes() for strip in strips}) == len(strips) == 4


def test_elements_on_their_way_have_the_caption_of_the_state_that_they_leave(gpu: Gpu) -> None:
    frames = drawn(gpu, SortSettings(2, 2), "bars", picture=(320, 200), glide=1, has_captions=True)
    strip = captions_for(SortSettings(2, 2), range(4), Theme.DARK, (320, 200)).height
    told = [picture[-strip:].tobytes() for _, picture in frames]
    assert told[0::2] == [*told[1::2], told[-1]]
    assert len(set(told)) == 4


@pytest.mark.parametrize(
    ("plan", "refusal"),
    [
        ({"scale": 7}, r"at least 64 pixels wide, got 56x28; try a larger --scale"),
        ({"picture": (640, 40)}, r"would take \d+ pixels of a picture of 640x40, more than half"),
    ],
)
def test_a_caption_that_has_no_room_is_one_line_with_a_remedy(
    gpu: Gpu, plan: dict[str, Any], refusal: str
) -> None:
    with pytest.raises(ProgramError, match=refusal):
        drawn(gpu, SETTINGS, has_captions=True, **plan)


def test_a_caption_does_not_make_a_frame_larger_than_viewers_take(gpu: Gpu) -> None:
    with pytest.raises(ProgramError, match=r"of 8192x1\d+ pixels exceeds 16384 .* smaller --scale"):
        drawn(gpu, SortSettings(2, 4), has_captions=True, scale=4096)
