"""The manifest: frames.json says what each frame shows."""

import json
from pathlib import Path
from typing import Any

import pytest

from bitonic_scope import __version__
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.recording.manifest import (
    FRAME,
    MARKER_NAME,
    claimed_names,
    frame_name,
    write_manifest,
    write_marker,
)

PLAIN = RecordingPlan()


def written(
    folder: Path,
    settings: SortSettings,
    frames_done: int,
    plan: RecordingPlan = PLAIN,
) -> dict[str, Any]:
    write_manifest(folder, settings, plan, pixels_per_texel=32, frames_done=frames_done)
    assert [path.name for path in folder.iterdir()] == ["frames.json"]
    manifest: dict[str, Any] = json.loads((folder / "frames.json").read_text(encoding="utf-8"))
    return manifest


@pytest.mark.parametrize(
    ("frame", "frame_count", "name"),
    [
        (0, 1, "frame_0000.png"),
        (36, 37, "frame_0036.png"),
        (9999, 10_000, "frame_9999.png"),
        (0, 10_001, "frame_00000.png"),
        (10_000, 10_001, "frame_10000.png"),
    ],
)
def test_frames_have_at_least_four_digits_and_one_width(
    frame: int, frame_count: int, name: str
) -> None:
    assert frame_name(frame, frame_count) == name
    assert FRAME.fullmatch(name)


@pytest.mark.parametrize("frame_count", [37, 211, 10_001])
def test_plain_sort_order_is_the_order_of_passes(frame_count: int) -> None:
    names = [frame_name(frame, frame_count) for frame in range(frame_count)]
    assert sorted(names) == names
    assert len(set(map(len, names))) == 1


@pytest.mark.parametrize("frames_done", [0, 4, 37])
def test_a_manifest_claims_itself_and_its_frames(tmp_path: Path, frames_done: int) -> None:
    manifest = written(tmp_path, SortSettings(), frames_done)
    names = {"frames.json", *(frame["file"] for frame in manifest["frames"])}
    assert claimed_names(tmp_path / "frames.json") == names
    assert len(names) == frames_done + 1


def test_a_marker_claims_the_frames_to_come_and_those_to_be_removed(tmp_path: Path) -> None:
    write_marker(tmp_path, 2, ["frame_0005.png", "frame_0001.png"])
    names = {MARKER_NAME, "frame_0000.png", "frame_0001.png", "frame_0005.png"}
    assert claimed_names(tmp_path / MARKER_NAME) == names
    assert claimed_names(tmp_path / "frames.json") == set()


def test_a_complete_recording_describes_every_frame(tmp_path: Path) -> None:
    manifest = written(tmp_path, SortSettings(width=4, height=2, seed=7), 7)
    assert list(manifest) == ["format", "program", "command", "complete", "settings", "frames"]
    assert manifest["format"] == 1
    assert manifest["program"] == f"bitonic-scope {__version__}"
    command = "bitonic-scope record --size 4x2 --seed 7 --scale 32 --out frames"
    assert manifest["command"] == command
    assert manifest["complete"] is True
    keys = ("file", "pass_index", "stage", "pass", "block_size", "compare_distance", "partner_mask")
    assert all(tuple(frame) == keys for frame in manifest["frames"])
    assert [tuple(frame.values()) for frame in manifest["frames"]] == [
        ("frame_0000.png", 0, None, None, None, None, None),
        ("frame_0001.png", 1, 1, 1, 2, 1, 1),
        ("frame_0002.png", 2, 2, 1, 4, 2, 2),
        ("frame_0003.png", 3, 2, 2, 4, 1, 1),
        ("frame_0004.png", 4, 3, 1, 8, 4, 4),
        ("frame_0005.png", 5, 3, 2, 8, 2, 2),
        ("frame_0006.png", 6, 3, 3, 8, 1, 1),
    ]


@pytest.mark.parametrize("frames_done", [0, 1, 36])
def test_a_stopped_recording_is_not_complete(tmp_path: Path, frames_done: int) -> None:
    manifest = written(tmp_path, SortSettings(), frames_done)
    assert manifest["complete"] is False
    assert [frame["pass_index"] for frame in manifest["frames"]] == list(range(frames_done))


def test_one_element_is_one_frame(tmp_path: Path) -> None:
    manifest = written(tmp_path, SortSettings(width=1, height=1), 1)
    assert manifest["complete"] is True
    assert [frame["file"] for frame in manifest["frames"]] == ["frame_0000.png"]


def test_the_settings_make_the_recording_again(tmp_path: Path) -> None:
    settings = SortSettings(32, 8, 2**63 - 1, Direction.DESCENDING, NetworkKind.FLIP)
    told = written(tmp_path, settings, 37)["settings"]
    assert told == {
        "width": 32,
        "height": 8,
        "seed": 9223372036854775807,
        "order": "descending",
        "network": "flip",
        "data": "uniform",
        "format": "auto",
        "stable": False,
        "count": 256,
        "input": None,
        "engine": "fragment",
        "pixels_per_texel": 32,
    }


def test_a_view_is_named_where_it_is_not_the_usual_one(tmp_path: Path) -> None:
    usual = written(tmp_path, SortSettings(), 37)
    assert "view" not in usual["settings"]
    bars = written(tmp_path, SortSettings(), 37, RecordingPlan("bars"))
    assert bars["settings"] == {**usual["settings"], "view": "bars"}


def test_theme_and_marks_are_told_where_they_differ_from_a_plain_recording(tmp_path: Path) -> None:
    plain = written(tmp_path, SortSettings(), 37)["settings"]
    assert not {"theme", "marks"} & set(plain)
    look = Look(Theme.LIGHT, Marks.BLOCKS, unit=5.0, has_labels=True)
    marked = written(tmp_path, SortSettings(), 37, RecordingPlan(look=look))["settings"]
    assert marked == plain | {"theme": "light", "marks": "blocks"}


@pytest.mark.parametrize("frames_done", [0, 2, 3])
def test_a_range_of_stages_is_described_as_it_was_recorded(
    tmp_path: Path, frames_done: int
) -> None:
    plan = RecordingPlan(picture=(640, 360), every=Every.STAGE, first=1, last=7, has_captions=True)
    write_manifest(tmp_path, SortSettings(), plan, pixels_per_texel=None, frames_done=frames_done)
    manifest = json.loads((tmp_path / "frames.json").read_text())
    assert manifest["complete"] == (frames_done == 3)
    told = [(frame["file"], frame["pass_index"], frame["stage"]) for frame in manifest["frames"]]
    every = [("frame_0000.png", 1, 1), ("frame_0001.png", 3, 2), ("frame_0002.png", 6, 3)]
    assert told == every[:frames_done]
    plain = written(tmp_path, SortSettings(), 37)["settings"]
    del plain["pixels_per_texel"]
    chosen = {"picture": [640, 360], "every": "stage", "captions": True}
    assert manifest["settings"] == {**plain, **chosen}


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    written(tmp_path, SortSettings(), 37)
    text = (tmp_path / "frames.json").read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert len(text.splitlines()) > 37


def test_a_folder_that_is_gone_is_reported_by_the_name_of_the_manifest(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        write_manifest(
            tmp_path / "gone",
            SortSettings(),
            PLAIN,
            pixels_per_texel=1,
            frames_done=0,
        )
    assert raised.value.filename == str(tmp_path / "gone" / "frames.json")
