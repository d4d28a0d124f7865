"""The folder of a recording: what in it is ours, and who writes to it."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bitonic_scope.errors import ProgramError
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.recording.folder import (
    check_folder,
    claim_folder,
    clear_folder,
    fresh_path,
    recorded_files,
)
from bitonic_scope.recording.manifest import (
    MARKER_NAME,
    frame_name,
    write_manifest,
    write_marker,
)
from tests.support.program import environment

FRAMES = [frame_name(frame, 4) for frame in range(4)]  # of 2x2 elements
OURS = ["frames.json", *FRAMES]
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
    ".frame_0001.png.part",
    ".frames.json.part",
    ".frame_0001.png.partial",
    ".frame_0001.png.0123.part",
    ".frame_0009.png.0123456789abcdef.part",
    ".notes.txt.0123456789abcdef.part",
]
PARTS = [f".{name}.0123456789abcdef.part" for name in ("frame_0001.png", "frames.json")]


def filled(folder: Path, names: list[str]) -> Path:
    for name in names:
        (folder / name).write_text(name)
    return folder


def recorded(folder: Path, frame_count: int = 4) -> Path:
    """Put a recording of 2x2 elements into a folder, or its first frames."""
    filled(folder, FRAMES[:frame_count])
    settings = SortSettings(2, 2)
    write_manifest(
        folder,
        settings,
        RecordingPlan(),
        pixels_per_texel=1,
        frames_done=frame_count,
    )
    return folder


def killed(folder: Path, frame_count: int = 2) -> Path:
    """Leave in a folder what a recording of 2x2 elements leaves that is killed."""
    write_marker(folder, len(FRAMES), [])
    return filled(folder, FRAMES[:frame_count])


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refusal(folder: Path, **options: Any) -> str:
    """Return why a folder is refused, and assert that the check changes nothing."""
    before = contents(folder)
    with pytest.raises(ProgramError) as refused:
        check_folder(folder, **{"force": True, **options})
    assert contents(folder) == before
    return str(refused.value)


def test_only_what_the_manifest_lists_is_ours(tmp_path: Path) -> None:
    filled(recorded(tmp_path), NOT_OURS)
    assert {path.name for path in recorded_files(tmp_path)} == set(OURS)


@pytest.mark.parametrize("frame_count", [0, 1, 4])
def test_a_stopped_recording_is_ours(tmp_path: Path, frame_count: int) -> None:
    names = {path.name for path in recorded_files(recorded(tmp_path, frame_count))}
    assert names == {"frames.json", *FRAMES[:frame_count]}


@pytest.mark.parametrize("frame_count", [0, 1, 4])
def test_a_killed_recording_is_ours_with_its_parts(tmp_path: Path, frame_count: int) -> None:
    filled(killed(tmp_path, frame_count), PARTS + NOT_OURS)
    names = {path.name for path in recorded_files(tmp_path)}
    assert names == {MARKER_NAME, *FRAMES[:frame_count], *PARTS}


def test_frames_of_a_run_that_was_killed_while_it_removed_others_are_ours(tmp_path: Path) -> None:
    write_marker(tmp_path, 1, FRAMES[2:])
    filled(tmp_path, [FRAMES[0], FRAMES[3]])
    assert {path.name for path in recorded_files(tmp_path)} == {MARKER_NAME, FRAMES[0], FRAMES[3]}


def test_parts_without_a_manifest_of_ours_are_not_ours(tmp_path: Path) -> None:
    assert recorded_files(filled(tmp_path, PARTS)) == []


def test_the_manifest_comes_first_so_that_it_never_describes_missing_frames(tmp_path: Path) -> None:
    filled(recorded(tmp_path), PARTS)
    assert recorded_files(tmp_path)[0].name == "frames.json"


FOREIGN_MANIFESTS = {
    "text": "mine",
    "nothing": "",
    "no object": "[]",
    "a string": '"frames"',
    "a number": "7",
    "no UTF-8": b"\xff\xfe\x00",
    "half a manifest": '{"format": 1, "program": "bitonic-scope 0.1.0", "frames": [',
    "nested deeply": "[" * 100_000,
    "another program": {"program": "other 1.0"},
    "no program": {"program": None},
    "a longer name": {"program": "bitonic-scope-fork 1.0"},
    "another format": {"format": 2},
    "no format": {"format": None},
    "no frames": {"frames": None},
    "frames that are no objects": {"frames": ["frame_0000.png"]},
    "a name of another kind": {"frames": [{"file": "notes.txt"}]},
    "a name that is no text": {"frames": [{"file": 7}]},
    "a name that is a list": {"frames": [{"file": ["frame_0000.png"]}]},
    "a path up": {"frames": [{"file": "../frame_0000.png"}]},
    "a path down": {"frames": [{"file": "a/frame_0000.png"}]},
    "an absolute path": {"frames": [{"file": "/tmp/frame_0000.png"}]},
    "a count that is no number": {"frame_count": "four"},
}


@pytest.mark.parametrize("manifest", FOREIGN_MANIFESTS.values(), ids=FOREIGN_MANIFESTS)
def test_a_manifest_that_is_not_ours_claims_nothing(
    tmp_path: Path, manifest: str | bytes | dict[str, object]
) -> None:
    recorded(tmp_path)
    path = tmp_path / "frames.json"
    if isinstance(manifest, dict):
        manifest = json.dumps(json.loads(path.read_text()) | manifest)
    path.write_bytes(manifest if isinstance(manifest, bytes) else manifest.encode())
    assert "frame_0000.png, which no frames.json of bitonic-scope lists" in refusal(tmp_path)
    for name in FRAMES:
        (tmp_path / name).unlink()
    assert "frames.json, which bitonic-scope did not write" in refusal(tmp_path)


@pytest.mark.parametrize("name", ["frames.json", MARKER_NAME])
def test_a_manifest_that_is_a_link_a_pipe_or_a_folder_is_not_ours(
    tmp_path: Path, name: str
) -> None:
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "folder"
    for each in (elsewhere, folder):
        each.mkdir()
    recorded(elsewhere)
    path = folder / name
    for make in (partial(path.symlink_to, elsewhere / "frames.json"), partial(os.mkfifo, path)):
        make()
        with pytest.raises(ProgramError, match=f"{name}, which bitonic-scope did not write"):
            check_folder(folder, force=True)
        path.unlink()
    path.mkdir()
    with pytest.raises(ProgramError, match=f"{name}, which bitonic-scope did not write"):
        check_folder(folder, force=True)
    assert names_in(elsewhere) == set(OURS)


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("make", [recorded, killed])
def test_a_frame_that_the_manifest_does_not_list_is_refused_with_its_name(
    tmp_path: Path, make: Any, force: bool
) -> None:
    filled(make(tmp_path), ["frame_0007.png", "frame_10000.png"])
    assert "holds frame_0007.png, which no frames.json" in refusal(tmp_path, force=force)


@pytest.mark.parametrize("force", [False, True])
def test_frames_without_a_manifest_are_refused_with_the_first_name(
    tmp_path: Path, force: bool
) -> None:
    filled(tmp_path, FRAMES[1:])
    assert "holds frame_0001.png, which no frames.json" in refusal(tmp_path, force=force)


def test_clearing_removes_ours_and_leaves_everything_else(tmp_path: Path) -> None:
    filled(recorded(tmp_path), NOT_OURS)
    inner = tmp_path / "inner"
    inner.mkdir()
    recorded(inner)
    clear_folder(tmp_path, 4)
    assert names_in(tmp_path) == {*NOT_OURS, "inner", MARKER_NAME}
    assert names_in(inner) == set(OURS)
    assert all((tmp_path / name).read_text() == name for name in NOT_OURS)


@pytest.mark.parametrize("make", [recorded, killed])
def test_frames_are_known_as_ours_at_each_moment_of_clearing(
    tmp_path: Path, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(make(tmp_path), PARTS)
    unlink, left = Path.unlink, []

    def noted(path: Path, missing_ok: bool = False) -> None:
        left.append({each.name for each in recorded_files(tmp_path)} - {MARKER_NAME})
        assert left[-1] == names_in(tmp_path) - {MARKER_NAME}
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", noted)
    clear_folder(tmp_path, 1)  # fewer frames than before
    assert len(left[0]) == len(left) >= 4
    assert names_in(tmp_path) == {MARKER_NAME}


def test_claiming_makes_the_folder_with_its_parents(tmp_path: Path) -> None:
    os.close(claim_folder(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()


def test_clearing_removes_a_link_and_not_what_it_leads_to(tmp_path: Path) -> None:
    elsewhere = filled(tmp_path, ["precious.png"]) / "precious.png"
    folder = tmp_path / "folder"
    folder.mkdir()
    recorded(folder)
    (folder / FRAMES[0]).unlink()
    (folder / FRAMES[0]).symlink_to(elsewhere)
    clear_folder(folder, 4)
    assert names_in(folder) == {MARKER_NAME}
    assert elsewhere.read_text() == "precious.png"


def test_a_folder_named_like_a_frame_is_refused_and_kept(tmp_path: Path) -> None:
    folder = recorded(tmp_path) / FRAMES[0]
    folder.unlink()
    folder.mkdir()
    filled(folder, ["kept"])
    with pytest.raises(ProgramError, match=r"cannot replace .*frame_0000\.png: Is a directory"):
        check_folder(tmp_path, force=True)
    with pytest.raises(ProgramError, match=r"cannot prepare .*frame_0000\.png"):
        clear_folder(tmp_path, 4)
    assert names_in(folder) == {"kept"}


def test_a_write_protected_frame_is_refused_even_with_force(tmp_path: Path) -> None:
    (recorded(tmp_path) / FRAMES[2]).chmod(0o444)
    assert f"cannot replace {tmp_path / FRAMES[2]}: write-protected (mode 444)" in refusal(tmp_path)


@pytest.mark.parametrize("make", [recorded, killed])
def test_a_folder_with_frames_is_refused_without_force(tmp_path: Path, make: Any) -> None:
    message = refusal(make(tmp_path), force=False)
    assert "already holds frames" in message
    assert "--force to replace" in message
    assert "first frame" in message
    check_folder(tmp_path, force=True)


def test_a_recording_that_was_killed_before_its_first_frame_needs_no_force(tmp_path: Path) -> None:
    filled(killed(tmp_path, 0), PARTS)
    check_folder(tmp_path, force=False)
    clear_folder(tmp_path, 4)
    assert names_in(tmp_path) == {MARKER_NAME}


def test_a_folder_of_other_things_needs_no_force(tmp_path: Path) -> None:
    check_folder(filled(tmp_path, NOT_OURS + PARTS), force=False)
    clear_folder(tmp_path, 4)
    assert names_in(tmp_path) == {*NOT_OURS, *PARTS, MARKER_NAME}


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
        claim_folder(tmp_path / "file" / "folder")


@pytest.mark.parametrize("name", ["frame_0001.png", "link.png", "other.png"])
def test_an_input_among_the_frames_is_refused_whatever_it_is_called(
    tmp_path: Path, name: str
) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    given = recorded(frames) / FRAMES[1]
    (tmp_path / "link.png").symlink_to(given)
    (tmp_path / "other.png").hardlink_to(given)
    path = given if name == given.name else tmp_path / name
    message = refusal(frames, inputs=[path])
    assert f"the frame {given} would overwrite an input; try another folder" in message
    check_folder(frames, force=True, inputs=[tmp_path / "none.png", None])


def test_a_folder_is_claimed_once_at_a_time(tmp_path: Path) -> None:
    first = claim_folder(tmp_path / "out")
    (tmp_path / "link").symlink_to("out")
    for path in (tmp_path / "out", tmp_path / "link", tmp_path / "out" / ".." / "out"):
        with pytest.raises(ProgramError, match=f"another recording is being written to {path}: "):
            claim_folder(path)
    os.close(first)
    os.close(claim_folder(tmp_path / "link"))
    assert names_in(tmp_path / "out") == set()


def test_a_claim_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    claims = (
        "import os, sys; from pathlib import Path; from bitonic_scope.recording.folder import *\n"
        "claim_folder(Path('out')); print('claimed', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", claims],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "claimed\n"
        with pytest.raises(ProgramError, match="another recording"):
            claim_folder(tmp_path / "out")
        process.kill()
        process.wait()
    os.close(claim_folder(tmp_path / "out"))


def test_a_fresh_path_is_one_that_does_not_exist(tmp_path: Path) -> None:
    found = []
    for _ in range(3):
        folder = fresh_path(tmp_path, "bitonic-16x16-seed-1")
        assert not folder.exists()
        folder.mkdir()
        found.append(folder.name)
    assert found == ["bitonic-16x16-seed-1", "bitonic-16x16-seed-1-2", "bitonic-16x16-seed-1-3"]
    (tmp_path / "bitonic-16x16-seed-1-4").symlink_to("nowhere")
    assert fresh_path(tmp_path, "bitonic-16x16-seed-1").name == "bitonic-16x16-seed-1-5"
