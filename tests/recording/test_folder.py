"""The folder of a recording: names of frames, and what in it is ours."""

from pathlib import Path

import pytest

from bitonic_scope.errors import ProgramError
from bitonic_scope.recording.folder import (
    check_folder,
    clear_folder,
    frame_name,
    fresh_path,
    recorded_files,
)

OURS = [
    "frames.json",
    ".frames.json.part",
    "frame_0000.png",
    "frame_0036.png",
    "frame_9999.png",
    "frame_10000.png",
    ".frame_0012.png.part",
]
NOT_OURS = [
    "notes.txt",
    "frame_0000.jpg",
    "frame_0000.PNG",
    "Frame_0000.png",
    "frame_000.png",
    "frame_.png",
    "frame_0000.png.bak",
    "frame_0000.png~",
    "frame_0000 (copy).png",
    "frame_00a0.png",
    "frame_٠٠٠٠.png",
    "my_frame_0000.png",
    "frame_0000.png\n",
    "old-frames.json",
    "frames.json.bak",
    "framesXjson",
    "frame_0000Xpng",
    ".part",
    "film.mp4",
    ".frame_0012.png.partial",
]


def filled(folder: Path, names: list[str]) -> Path:
    for name in names:
        (folder / name).write_text(name)
    return folder


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


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


@pytest.mark.parametrize("frame_count", [37, 211, 10_001])
def test_plain_sort_order_is_the_order_of_passes(frame_count: int) -> None:
    names = [frame_name(frame, frame_count) for frame in range(frame_count)]
    assert sorted(names) == names
    assert len(set(map(len, names))) == 1


@pytest.mark.parametrize("frame_count", [37, 10_001])
def test_every_frame_that_is_written_is_known_as_ours(tmp_path: Path, frame_count: int) -> None:
    names = {frame_name(frame, frame_count) for frame in (0, 1, frame_count - 1)}
    filled(tmp_path, sorted(names))
    assert {path.name for path in recorded_files(tmp_path)} == names


def test_only_ours_is_ours(tmp_path: Path) -> None:
    filled(tmp_path, OURS + NOT_OURS)
    assert {path.name for path in recorded_files(tmp_path)} == set(OURS)


def test_the_manifest_comes_first_so_that_it_never_describes_missing_frames(tmp_path: Path) -> None:
    filled(tmp_path, OURS)
    assert {path.name for path in recorded_files(tmp_path)[:2]} == {
        "frames.json",
        ".frames.json.part",
    }


def test_clearing_removes_ours_and_leaves_everything_else(tmp_path: Path) -> None:
    filled(tmp_path, OURS + NOT_OURS)
    inner = tmp_path / "inner"
    inner.mkdir()
    filled(inner, OURS)
    clear_folder(tmp_path)
    assert names_in(tmp_path) == {*NOT_OURS, "inner"}
    assert names_in(inner) == set(OURS)
    assert all((tmp_path / name).read_text() == name for name in NOT_OURS)


def test_clearing_makes_the_folder_with_its_parents(tmp_path: Path) -> None:
    clear_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_clearing_removes_a_link_and_not_what_it_leads_to(tmp_path: Path) -> None:
    elsewhere = filled(tmp_path, ["precious.png"]) / "precious.png"
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "frame_0000.png").symlink_to(elsewhere)
    clear_folder(folder)
    assert names_in(folder) == set()
    assert elsewhere.read_text() == "precious.png"


def test_a_folder_named_like_a_frame_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "frame_0000.png").mkdir()
    filled(tmp_path / "frame_0000.png", ["kept"])
    with pytest.raises(ProgramError, match=r"cannot prepare .*frame_0000\.png"):
        clear_folder(tmp_path)
    assert names_in(tmp_path / "frame_0000.png") == {"kept"}


@pytest.mark.parametrize("name", OURS)
def test_a_folder_with_frames_is_refused_without_force(tmp_path: Path, name: str) -> None:
    filled(tmp_path, [name])
    with pytest.raises(ProgramError, match=r"already holds frames .*--force to replace") as refusal:
        check_folder(tmp_path, force=False)
    assert name in str(refusal.value)
    assert refusal.value.exit_code == 1
    assert names_in(tmp_path) == {name}


def test_force_allows_frames_and_checking_changes_nothing(tmp_path: Path) -> None:
    filled(tmp_path, OURS + NOT_OURS)
    check_folder(tmp_path, force=True)
    assert names_in(tmp_path) == {*OURS, *NOT_OURS}


def test_a_folder_of_other_things_needs_no_force(tmp_path: Path) -> None:
    check_folder(filled(tmp_path, NOT_OURS), force=False)


def test_a_folder_that_does_not_exist_is_not_made_by_the_check(tmp_path: Path) -> None:
    check_folder(tmp_path / "new" / "folder", force=False)
    assert names_in(tmp_path) == set()


@pytest.mark.parametrize("force", [False, True])
def test_a_file_is_no_folder_even_with_force(tmp_path: Path, force: bool) -> None:
    filled(tmp_path, ["file"])
    with pytest.raises(ProgramError, match=r"file is a file: --out must name a folder"):
        check_folder(tmp_path / "file", force=force)
    assert (tmp_path / "file").read_text() == "file"


def test_a_folder_inside_a_file_cannot_be_prepared(tmp_path: Path) -> None:
    filled(tmp_path, ["file"])
    with pytest.raises(ProgramError, match=r"cannot prepare .*no frame was written"):
        clear_folder(tmp_path / "file" / "folder")


def test_a_fresh_path_is_one_that_does_not_exist(tmp_path: Path) -> None:
    found = []
    for _ in range(3):
        folder = fresh_path(tmp_path, "bitonic-16x16-seed-1")
        assert not folder.exists()
        folder.mkdir()
        found.append(folder.name)
    assert found == ["bitonic-16x16-seed-1", "bitonic-16x16-seed-1-2", "bitonic-16x16-seed-1-3"]
