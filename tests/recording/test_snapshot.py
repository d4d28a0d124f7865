"""Snapshots: the picture of a recorded frame, a sheet of several, and drawings of the same."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings, recorded_look
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording import snapshot
from bitonic_scope.recording.contact_sheet import ContactSheet
from bitonic_scope.recording.frame_drawer import FrameDrawer, drawn_frames
from bitonic_scope.recording.snapshot import check_snapshot, save_snapshot, snapshot_bytes
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.catalogue import SNAPSHOT_VIEWS
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.view import View, new_view
from tests.support.parts import result_of

SETTINGS = SortSettings(8, 4, seed=3)


def data_of(gpu: Gpu, settings: SortSettings = SETTINGS) -> StartData:
    return make_start_data(settings, choose_storage(settings, gpu.capabilities))


def plan_of(view: str, **changes: object) -> RecordingPlan:
    look = recorded_look(view, Marks.NONE, Theme.LIGHT)
    return RecordingPlan(view, look, **changes)  # type: ignore[arg-type]


def pixels(content: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(BytesIO(content)))


def painted(gpu: Gpu, data: StartData, plan: RecordingPlan) -> NDArray[np.uint8]:
    """Return the drawing of the only state of a plan as the painter paints it."""
    drawer, canvas, painter = FrameDrawer(gpu, data, plan), Canvas(gpu.ctx), Painter(gpu)
    for _ in drawer.prepare_steps():
        pass
    (drawing,) = [part for part in drawer.drawings() if part is not None]
    canvas.begin(*drawer.size.frame)
    painter.draw(drawing, canvas.framebuffer)
    picture = result_of(canvas.read_in_bands(3))
    for owner in (drawer, canvas, painter):
        owner.release()
    return picture


def test_a_snapshot_is_the_frame_of_a_recording_and_says_how_to_draw_it_again(gpu: Gpu) -> None:
    plan = plan_of("texture", scale=16, first=7, last=7, has_captions=True)
    content = snapshot_bytes(gpu, data_of(gpu), plan, ".png")
    ((pass_index, frame),) = drawn_frames(gpu, data_of(gpu), plan)
    assert pass_index == 7
    assert np.array_equal(pixels(content), frame)
    texts = Image.open(BytesIO(content)).info
    assert texts["Comment"] == (
        "bitonic-scope snapshot --size 8x4 --seed 3 --at 7 --theme light --scale 16 --caption "
        "--out picture.png"
    )


def test_a_sheet_shows_evenly_spaced_states_from_the_input_to_the_end(gpu: Gpu) -> None:
    plan = plan_of("texture", scale=16, frame_count=4, has_captions=True)
    indexes = plan.pass_indexes(SETTINGS.network)
    assert indexes == [0, 5, 10, 15]
    shown: list[int] = []
    sheet = pixels(snapshot_bytes(gpu, data_of(gpu), plan, ".png", show=shown.append))
    assert shown == sorted(shown)
    assert {*shown} == {0, 1, 2, 3, 4}
    names = ["Input", "Stage 3, pass 2", "Stage 4 done", "Stage 5 done"]
    places = ContactSheet((128, 64), names, Theme.LIGHT, footer="footer").places
    frames = dict(drawn_frames(gpu, data_of(gpu), plan_of("texture", scale=16)))
    for index, (x, y) in zip(indexes, places, strict=True):
        there = sheet[y : y + 64, x : x + 128]
        assert np.array_equal(there, np.repeat(frames[index][:, :, None], 3, axis=2))


def test_a_sheet_of_drawings_has_each_at_its_place(gpu: Gpu) -> None:
    plan = plan_of("triangle", picture=(200, 200), frame_count=2)
    content = snapshot_bytes(gpu, data_of(gpu), plan, ".svg").decode()
    for words, times in {"Input": 1, "Stage 5 done": 1, "5 stages, 15 passes": 2}.items():
        assert content.count(f'aria-label="{words}"') == times


# Up to 1,024 elements share the columns of a picture so narrow.
@pytest.mark.parametrize("view", ["bars", "dots"])
@pytest.mark.parametrize("settings", [SETTINGS, SortSettings(32, 32)])
def test_the_drawing_of_a_line_covers_the_pixels_that_its_shaders_colour(
    gpu: Gpu, view: str, settings: SortSettings
) -> None:
    plan, data = plan_of(view, picture=(320, 180), first=5, last=5), data_of(gpu, settings)
    ((_, picture),) = drawn_frames(gpu, data, plan)
    difference = np.abs(painted(gpu, data, plan).astype(int) - picture).max(axis=2)
    if view == "dots" and settings is SETTINGS:  # the painter smooths the edges of discs
        assert difference.max() < 140
        assert (difference > 0).sum() < 32 * 30
    else:
        assert difference.max() == 0


def test_the_drawing_of_padding_is_hatched_where_the_picture_is(gpu: Gpu) -> None:
    data = data_of(gpu, SortSettings(4, 4, count=10))
    folded = plan_of("bars", picture=(320, 180), first=4, last=4)
    ((_, picture),) = drawn_frames(gpu, data, folded)
    assert np.array_equal(painted(gpu, data, folded), picture)
    plain = replace(folded, look=replace(folded.look, has_labels=False))
    ((_, picture),) = drawn_frames(gpu, data, plain)
    differs = (painted(gpu, data, plain) != picture).any(axis=(0, 2))
    hatched = (picture == picture[60, 160]).all(axis=(0, 2))
    assert 0 < differs.sum() <= 6 / 16 * 320  # the painter smooths the lines of a hatch
    assert not (differs & hatched).any()


def test_the_catalogue_says_which_views_have_drawings(gpu: Gpu) -> None:
    for name, row in SNAPSHOT_VIEWS.items():
        view = new_view(name, gpu)
        assert row.has_drawing == (type(view).drawing is not View.drawing)
        view.release()


def test_a_picture_that_must_stay_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    check_snapshot(path, force=False)
    path.write_text("mine")
    with pytest.raises(ProgramError, match="exists: choose another name, or use --force"):
        check_snapshot(path, force=False)
    check_snapshot(path, force=True)
    with pytest.raises(ProgramError, match="would overwrite an input"):
        check_snapshot(path, force=True, inputs=[path])
    with pytest.raises(ProgramError, match=r"a\.png/b\.png: Not a directory"):
        check_snapshot(path / "b.png", force=False)


def test_the_folder_of_a_picture_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.png"
    check_snapshot(path, force=False)
    save_snapshot(path, b"a picture")
    assert path.read_bytes() == b"a picture"


def test_a_missing_package_is_named_with_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "WRITERS", {".pdf": "no_such_module"})
    with pytest.raises(ProgramError, match=r"pip install 'bitonic-scope\[paper\]'") as refused:
        check_snapshot(tmp_path / "a.pdf", force=False)
    assert "which writes .pdf files, is not installed" in str(refused.value)


def test_an_interrupt_between_parts_ends_the_work(gpu: Gpu) -> None:
    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        snapshot_bytes(
            gpu, data_of(gpu), plan_of("bars", first=3, last=3), ".svg", show=interrupted
        )


@pytest.mark.parametrize("count", [2, 5, 12, 36])
@pytest.mark.parametrize("size", [(512, 512), (910, 512), (16, 512), (1280, 720)])
def test_a_sheet_is_about_three_by_two_and_nothing_on_it_overlaps(
    count: int, size: tuple[int, int]
) -> None:
    names = [f"Stage {index}, pass {index}" for index in range(count)]
    sheet = ContactSheet(size, names, Theme.DARK, footer="words")
    assert len(set(sheet.places)) == count
    assert sheet.columns * sheet.rows - count < sheet.columns
    for x, y in sheet.places:
        assert x + size[0] < sheet.size[0]
        assert y + size[1] < sheet.size[1]
