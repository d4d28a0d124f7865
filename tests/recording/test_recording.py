"""The recorder: every frame is the reference's picture, and nothing is lost on the way."""

import errno
import json
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from math import inf
from pathlib import Path
from threading import Event
from time import perf_counter
from types import ModuleType
from typing import Any

import moderngl
import numpy as np
import pytest
from PIL import Image

from bitonic_scope.cli import record as headless
from bitonic_scope.cli.sort_options import SortOptions
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.reading import read_input
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.model.look import Theme
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.schedule import Direction
from bitonic_scope.recording import frame_files as frame_files_module
from bitonic_scope.recording import png
from bitonic_scope.recording import recording as recording_module
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.recording.folder import check_folder
from bitonic_scope.recording.manifest import MARKER_NAME
from bitonic_scope.recording.recording import Recording, in_flight_limit
from bitonic_scope.text.numbers import counted
from bitonic_scope.views import texture_view
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.catalogue import VIEWS
from bitonic_scope.views.palette import PALETTES
from tests.stress import busy_cores
from tests.support.forked import restore_signals
from tests.support.oracle import expected_frames
from tests.support.program import assert_one_line, environment, run_program

PARTS_OF_A_FRAME = 3  # a small one: its pass, its picture, and reading that back


def frame_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("frame_*.png"))


def manifest(folder: Path) -> Any:
    return json.loads((folder / "frames.json").read_text())


def new_recording(
    gpu: Gpu,
    settings: SortSettings,
    folder: Path,
    *,
    force: bool = False,
    in_background: bool = False,
    **plan: Any,
) -> Recording:
    return Recording(
        gpu,
        start_data(gpu, settings),
        folder=folder,
        plan=RecordingPlan(**plan),
        force=force,
        in_background=in_background,
    )


def start_data(gpu: Gpu, settings: SortSettings) -> StartData:
    return make_start_data(settings, choose_storage(settings, gpu.capabilities))


def finish(recording: Recording, *, in_parts: bool = False) -> None:
    """Go on to the end; in parts as beside a window, or as fast as it can be."""
    while not recording.is_closed:
        recording.work(0.0 if in_parts else inf)
        if not in_parts:
            recording.wait(inf)


def draw_frames(recording: Recording, count: int) -> None:
    """Draw the first frames, and hand them over."""
    for _ in range(PARTS_OF_A_FRAME * count - 1):  # the first frame takes no pass
        assert recording.wants_work
        recording.work(0.0)


def close_early(recording: Recording) -> None:
    draw_frames(recording, 6)
    recording.close()


def make_frame_fail(
    monkeypatch: pytest.MonkeyPatch, index: int, fault: type[Exception] | Exception
) -> None:
    """Let the writer of a frame raise, once later frames have been written."""
    write_png = png.write_png

    def fails(path: Path, picture: Any, texts: Any) -> None:
        if path.name == f"frame_{index:04}.png":
            time.sleep(0.05)
            raise fault
        write_png(path, picture, texts)

    monkeypatch.setattr(frame_files_module, "write_png", fails)


def assert_only_frames(folder: Path, frame_count: int) -> None:
    """Assert that a folder holds the frames before a gap and a manifest of them, and no more."""
    names = [f"frame_{index:04}.png" for index in range(frame_count)]
    assert sorted(path.name for path in folder.iterdir()) == [*names, "frames.json"]
    assert manifest(folder)["complete"] is False
    assert [frame["file"] for frame in manifest(folder)["frames"]] == names


@pytest.mark.parametrize(
    ("width", "height", "scale", "order"),
    [
        (8, 8, 3, "ascending"),
        (16, 8, 1, "descending"),
        (2, 8, 64, "ascending"),
        (1, 1, 5, "ascending"),
    ],
)
def test_each_frame_is_the_gray_of_the_reference_at_its_pass(
    tmp_path: Path, width: int, height: int, scale: int, order: Any
) -> None:
    out = tmp_path / "a" / "frames"
    size = f"{width}x{height}"
    options = ("--size", size, "--seed", "7", "--scale", str(scale), "--order", order)
    result = run_program("record", *options, "--out", out, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{counted(len(frame_files(out)), 'frame')} in {out}\n"
    expected = expected_frames(7, width, height, pixels_per_texel=scale, order=Direction(order))
    assert [file.name for file in frame_files(out)] == [
        f"frame_{index:04}.png" for index in range(len(expected))
    ]
    for file, picture in zip(frame_files(out), expected, strict=True):
        with Image.open(file) as image:
            assert image.mode == "L"
            assert np.array_equal(np.asarray(image), picture), file.name
    assert {path.name for path in out.iterdir()} == {
        "frames.json",
        *(file.name for file in frame_files(out)),
    }


def test_recording_twice_makes_the_same_bytes_and_a_manifest_of_every_frame(tmp_path: Path) -> None:
    for name in ("one", "two"):
        result = run_program("record", "--size", "8", "--out", name, folder=tmp_path)
        assert result.returncode == 0, result.stderr
    one, two = frame_files(tmp_path / "one"), frame_files(tmp_path / "two")
    assert len(one) == len(two) == 22
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in two]
    described = manifest(tmp_path / "one")
    assert described["format"] == 1
    assert described["complete"] is True
    assert described["settings"]["width"] == described["settings"]["height"] == 8
    assert described["settings"]["seed"] == 1
    assert described["settings"]["pixels_per_texel"] == 64
    frames = described["frames"]
    assert [frame["file"] for frame in frames] == [file.name for file in one]
    assert frames[0]["pass_index"] == 0
    assert frames[0]["stage"] is frames[0]["pass"] is frames[0]["partner_mask"] is None
    assert frames[5] == {
        "file": "frame_0005.png",
        "pass_index": 5,
        "stage": 3,
        "pass": 2,
        "block_size": 8,
        "compare_distance": 2,
        "partner_mask": 2,
    }


@pytest.mark.parametrize("in_background", [False, True])
def test_a_busy_machine_drops_no_frame(gpu: Gpu, tmp_path: Path, in_background: bool) -> None:
    expected = expected_frames(1, 16, 16, pixels_per_texel=8)
    with busy_cores():
        recording = new_recording(
            gpu, SortSettings(), tmp_path / "out", scale=8, in_background=in_background
        )
        finish(recording, in_parts=in_background)
    assert recording.is_complete
    pictures = [np.asarray(Image.open(file)) for file in frame_files(tmp_path / "out")]
    assert np.array_equal(pictures, expected)


def test_default_scale_makes_the_shorter_side_at_least_512_pixels(tmp_path: Path) -> None:
    run_program("record", "--size", "8x4", "--out", "out", folder=tmp_path)
    with Image.open(tmp_path / "out" / "frame_0000.png") as image:
        assert image.size == (1024, 512)


def test_a_folder_with_frames_is_refused_and_force_leaves_nothing_stale(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    others = [
        "notes.txt",
        "frame_1.png",
        "frame_0000.jpg",
        "myframe_0000.png",
        "frame_0000.png.bak",
    ]
    for name in others:
        (out / name).write_text(name)
    assert run_program("record", "--size", "8", "--out", out, folder=tmp_path).returncode == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    refused = run_program("record", "--size", "4", "--out", out, folder=tmp_path)
    assert refused.returncode == 1
    assert_one_line(refused.stderr)
    assert "--force" in refused.stderr
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    (out / ".frame_0009.png.0123456789abcdef.part").write_text("left by a power cut")
    forced = run_program("record", "--size", "4", "--out", out, "--force", folder=tmp_path)
    assert forced.returncode == 0, forced.stderr
    assert [file.name for file in frame_files(out) if file.name not in others] == [
        f"frame_{index:04}.png" for index in range(11)
    ]
    assert len(manifest(out)["frames"]) == 11
    assert not list(out.glob(".*"))
    assert all((out / name).read_text() == name for name in others)


def test_a_force_that_cannot_start_keeps_the_old_frames(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_program("record", "--size", "4", "--out", out, folder=tmp_path)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    too_large = ("--size", "1024", "--scale", "16384", "--out", out, "--force")
    result = run_program("record", *too_large, folder=tmp_path)
    assert result.returncode == 1
    assert_one_line(result.stderr)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.parametrize("out", ["file", "file/folder"])
def test_a_path_that_cannot_be_a_folder_is_one_line(tmp_path: Path, out: str) -> None:
    (tmp_path / "file").write_text("precious")
    result = run_program("record", "--size", "4", "--out", out, folder=tmp_path)
    assert result.returncode == 1
    assert_one_line(result.stderr)
    assert out in result.stderr
    assert (tmp_path / "file").read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_disk_that_fills_up_is_one_line_and_leaves_whole_frames_only(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def limit_files() -> None:  # stands for a full disk: the kernel refuses to write more
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "bitonic_scope",
            "record",
            "--size",
            "64",
            "--scale",
            "1",
            "--out",
            str(out),
        ],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit_files,
    )
    assert result.returncode == 1
    message = result.stderr.strip().splitlines()[-1]
    assert "Traceback" not in result.stderr
    assert "cannot write" in message
    assert str(out / "frame_0000.png") in message
    assert "0 of 79 frames are complete" in message
    assert not list(out.glob("*.png"))
    assert not list(out.glob(".*"))
    assert manifest(out) == {**manifest(out), "complete": False, "frames": []}


def test_frames_after_a_failed_one_are_removed_and_the_fault_is_named(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_png = png.write_png

    def fails_at_frame_5(path: Path, picture: Any, texts: Any) -> None:
        if path.name == "frame_0005.png":
            time.sleep(0.05)  # so that later frames are written before it fails
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        write_png(path, picture, texts)

    monkeypatch.setattr(frame_files_module, "write_png", fails_at_frame_5)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    with pytest.raises(
        ProgramError,
        match=r"frame_0005\.png: No space left on device; 5 of 22 frames are complete in",
    ):
        finish(recording)
    assert [file.name for file in frame_files(tmp_path / "out")] == [
        f"frame_{index:04}.png" for index in range(5)
    ]
    assert manifest(tmp_path / "out")["complete"] is False
    assert len(manifest(tmp_path / "out")["frames"]) == 5
    recording.close()


def test_a_disk_that_takes_no_removal_either_is_still_one_fault_and_a_manifest(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_png = png.write_png

    def fails_at_frame_1(path: Path, picture: Any, texts: Any) -> None:
        if path.name == "frame_0001.png":
            time.sleep(0.05)
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        write_png(path, picture, texts)

    def fails(path: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    monkeypatch.setattr(frame_files_module, "write_png", fails_at_frame_1)
    monkeypatch.setattr(Path, "unlink", fails)
    with pytest.raises(ProgramError, match=r"frame_0001\.png: Read-only file system; 1 of 22"):
        finish(recording)
    assert len(manifest(tmp_path / "out")["frames"]) == 1


def test_a_folder_that_is_removed_meanwhile_is_one_line(gpu: Gpu, tmp_path: Path) -> None:
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "a" / "out", scale=1)
    draw_frames(recording, 4)
    while (tmp_path / "a").exists():  # writers may add to it meanwhile
        shutil.rmtree(tmp_path / "a", ignore_errors=True)
    with pytest.raises(ProgramError, match=r"the folder .*out was moved or removed .* again$"):
        finish(recording)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["with space", "déjà vu", "数据", "100% #1 %04d", "-x", "a'b\n"])
def test_a_folder_may_have_any_name_and_its_parents_are_made(
    gpu: Gpu, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / name / name
    finish(new_recording(gpu, SortSettings(2, 2), folder, scale=1))
    assert len(frame_files(folder)) == 4
    assert manifest(folder)["complete"] is True


@pytest.mark.parametrize("name", ["x" * 300, f"new/{'长' * 100}"])
def test_a_name_that_is_too_long_is_one_line_and_nothing_is_written(
    gpu: Gpu, tmp_path: Path, name: str
) -> None:
    with pytest.raises(ProgramError, match="File name too long"):
        finish(new_recording(gpu, SortSettings(2, 2), tmp_path / name, scale=1))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


OUT_OF_MEMORY_AT_FRAME_5 = (
    r"cannot write .*frame_0005\.png: out of memory; 5 of 22 frames are complete in .*out; "
    r"try a smaller --scale$"
)


@pytest.mark.parametrize("in_parts", [False, True])
def test_a_writer_without_memory_is_told_like_a_full_disk(
    gpu: Gpu,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    in_parts: bool,
) -> None:
    make_frame_fail(monkeypatch, 5, MemoryError)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=2)
    with pytest.raises(ProgramError, match=OUT_OF_MEMORY_AT_FRAME_5):
        finish(recording, in_parts=in_parts)
    assert recording.is_closed
    assert_only_frames(tmp_path / "out", 5)


def test_enlarging_without_memory_is_a_line_too_and_its_remedy_can_be_followed(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(colours: Any, scale: int) -> Any:
        return np.empty((1 << 40, 1 << 20), np.uint8)

    monkeypatch.setattr(texture_view, "enlarge", fails)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    with pytest.raises(ProgramError, match=r"frame_0000\.png: out of memory; .* smaller --size$"):
        finish(recording)
    assert_only_frames(tmp_path / "out", 0)


def test_no_memory_to_draw_a_frame_keeps_those_that_are_on_their_way(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_shares = FragmentEngine.run_shares

    def fails_at_pass_5(self: FragmentEngine, target: int, first: int, count: int) -> int:
        if target == 5:
            raise MemoryError
        return run_shares(self, target, first, count)

    monkeypatch.setattr(FragmentEngine, "run_shares", fails_at_pass_5)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=2)
    with pytest.raises(ProgramError, match=OUT_OF_MEMORY_AT_FRAME_5):
        finish(recording)
    assert_only_frames(tmp_path / "out", 5)


@pytest.mark.parametrize("end", [finish, close_early])
def test_whatever_else_a_writer_raises_comes_after_the_manifest(
    gpu: Gpu,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[Recording], None],
) -> None:
    make_frame_fail(monkeypatch, 2, ValueError("a fault of the program"))
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    with pytest.raises(ValueError, match="a fault of the program"):
        end(recording)
    assert_only_frames(tmp_path / "out", 2)


@pytest.mark.parametrize(
    ("module", "function"), [(frame_files_module, "write_png"), (texture_view, "enlarge")]
)
def test_a_recording_beside_a_window_without_memory_is_a_fault_in_its_status(
    gpu: Gpu,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    function: str,
) -> None:
    def fails(*arguments: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(module, function, fails)
    recorder = BackgroundRecorder(gpu)
    recorder.start(start_data(gpu, SortSettings(8, 8)), RecordingPlan(), tmp_path)
    while recorder.is_running:
        recorder.work(0.0)
    assert recorder.status is not None
    assert not recorder.status.is_running
    assert "frame_0000.png: out of memory; 0 of 22 frames" in recorder.status.fault
    assert_only_frames(tmp_path / "bitonic-8x8-seed-1", 0)
    recorder.release()


def test_a_recording_that_finds_no_memory_to_start_is_a_fault_in_the_status(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: Any, **options: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("bitonic_scope.recording.frame_drawer.new_engine", fails)
    recorder = BackgroundRecorder(gpu)
    recorder.start(start_data(gpu, SortSettings(8, 8)), RecordingPlan(), tmp_path)
    while recorder.is_running:
        recorder.work(0.0)
    assert not list(tmp_path.iterdir())
    assert recorder.status is not None
    assert recorder.status.fault == "out of memory; try a smaller size"
    assert list(tmp_path.iterdir()) == []


def test_a_cancelled_recording_closes_by_the_steps_that_follow(gpu: Gpu, tmp_path: Path) -> None:
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    draw_frames(recording, 5)
    recording.cancel()
    finish(recording, in_parts=True)
    assert len(frame_files(tmp_path / "out")) == recording.frames_done <= 5
    assert manifest(tmp_path / "out")["complete"] is False


def test_a_manifest_that_cannot_be_written_is_a_fault_although_all_frames_are_there(
    gpu: Gpu, tmp_path: Path
) -> None:
    recording = new_recording(gpu, SortSettings(4, 4), tmp_path / "out", scale=1)
    (tmp_path / "out" / "frames.json").mkdir()
    with pytest.raises(ProgramError, match=r"frames\.json: .*; 11 of 11 frames are complete"):
        finish(recording)


def take_no_manifest(*arguments: Any, **options: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", "frames.json")


@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "No space left on device"), MemoryError()])
def test_a_manifest_that_cannot_be_written_either_is_told_with_the_first_fault(
    gpu: Gpu,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
) -> None:
    make_frame_fail(monkeypatch, 5, fault)
    monkeypatch.setattr(frame_files_module, "write_manifest", take_no_manifest)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=2)
    either = r"; 5 of 22 frames are complete in .*out; frames\.json cannot be written either"
    with pytest.raises(ProgramError, match=either):
        finish(recording)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *(f"frame_{index:04}.png" for index in range(5)),
        MARKER_NAME,  # so the frames remain known as ours
    }
    check_folder(tmp_path / "out", force=True)


def test_a_manifest_that_an_interrupted_recording_lacks_is_told(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupt:
        def check(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(frame_files_module, "write_manifest", take_no_manifest)
    monkeypatch.setattr(headless, "NotedSignals", Interrupt)
    monkeypatch.setattr("bitonic_scope.driver.probe.headless_gpu", lambda: nullcontext(gpu))
    told = "interrupted: 0 of 22 frames are complete in .*; frames.json could not be written$"
    with pytest.raises(ProgramError, match=told) as caught:
        headless.run(
            headless.Options(
                SortOptions(SortSettings(8, 8), None, (), None, round_values=False, at=None),
                tmp_path / "out",
                None,
                FilmPlan(),
                RecordingPlan(scale=1),
                force=False,
            )
        )
    assert caught.value.exit_code == 130


def test_a_manifest_that_cannot_be_written_is_a_fault_of_a_cancelled_recording_too(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_files_module, "write_manifest", take_no_manifest)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    recording.cancel()
    with pytest.raises(ProgramError, match=r"frames\.json: No space left on device; 0 of 22"):
        recording.work(inf)


def test_a_recording_that_is_closed_early_keeps_what_is_complete(gpu: Gpu, tmp_path: Path) -> None:
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    with closing(recording):
        draw_frames(recording, 6)
    assert not recording.is_complete
    files = frame_files(tmp_path / "out")
    assert 1 <= len(files) == recording.frames_done <= 6
    assert manifest(tmp_path / "out")["complete"] is False
    assert [frame["file"] for frame in manifest(tmp_path / "out")["frames"]] == [
        file.name for file in files
    ]


def test_work_in_parts_comes_to_the_same_end(gpu: Gpu, tmp_path: Path) -> None:
    recording = new_recording(
        gpu, SortSettings(8, 8), tmp_path / "out", scale=2, in_background=True
    )
    finish(recording, in_parts=True)
    assert recording.is_complete
    expected = expected_frames(1, 8, 8, pixels_per_texel=2)
    pictures = [np.asarray(Image.open(file)) for file in frame_files(tmp_path / "out")]
    assert np.array_equal(pictures, expected)


def note_calls(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, called: list[str]) -> None:
    """Go on calling a method, and note its name."""
    method = getattr(owner, name)

    def noted(self: Any, *arguments: Any, **options: Any) -> Any:
        called.append(name)
        return method(self, *arguments, **options)

    monkeypatch.setattr(owner, name, noted)


def note_parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on note what is done for frames: passes, bands that are drawn, and read back."""
    called: list[str] = []
    note_calls(monkeypatch, FragmentEngine, "run_shares", called)
    note_calls(monkeypatch, moderngl.Framebuffer, "read_into", called)
    draw_in_bands = Canvas.draw_in_bands

    def noted(self: Canvas, draw: Callable[[], None], **options: Any) -> Any:
        def noted_draw() -> None:
            called.append("draw")
            draw()

        return draw_in_bands(self, noted_draw, **options)

    monkeypatch.setattr(Canvas, "draw_in_bands", noted)
    return called


def test_work_without_time_does_one_part_of_a_frame(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = note_parts(monkeypatch)
    every = ["run_shares", "draw", "read_into"]
    with closing(new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)) as recording:
        for frame in range(3):
            of_frame = every if frame else every[1:]  # the first shows the input
            for count in range(1, len(of_frame) + 1):
                assert recording.wants_work
                recording.work(0.0)
                assert done == of_frame[:count]
            done.clear()
        recording.work(0.0)
        recording.work(perf_counter() + 60)  # what has begun is drawn to its end
        assert done[:3] == every
        assert done.count("read_into") >= 4


def test_work_is_over_once_the_writers_are_behind_and_tells_what_they_have_done(
    gpu: Gpu, tmp_path: Path
) -> None:
    with closing(new_recording(gpu, SortSettings(4, 4), tmp_path / "out", scale=1)) as recording:
        assert not recording.work(0.0)  # a frame is not done when it is drawn
        while not recording.is_closed:
            before = recording.frames_done
            has_changed = recording.work(inf)
            assert has_changed == (recording.frames_done > before or recording.is_closed)
            recording.wait(inf)
    assert recording.is_complete
    assert not recording.wants_work
    assert recording.frames_done == recording.frame_count == len(frame_files(tmp_path / "out"))


@pytest.mark.parametrize("engine", list(EngineName))
def test_large_frames_are_drawn_in_bands_and_come_out_the_same(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: EngineName
) -> None:
    for module in ("bitonic_scope.recording.frame_drawer", "bitonic_scope.views.canvas"):
        monkeypatch.setattr(f"{module}.BAND_PIXELS", 16 * 5)
    done = note_parts(monkeypatch)
    settings = SortSettings(16, 16, engine=engine)
    for in_parts in (True, False):
        folder = tmp_path / str(in_parts)
        with closing(new_recording(gpu, settings, folder, scale=1)) as recording:
            done.clear()
            if in_parts:
                while done.count("read_into") < 2 * 4:
                    before = len(done)
                    recording.work(0.0)
                    assert len(done) <= before + 1
                assert done.count("draw") == 2 * 4  # 5, 5, 5 rows and 1
            finish(recording, in_parts=in_parts)
        assert done.count("draw") == done.count("read_into") == 4 * recording.frame_count
        expected = expected_frames(1, 16, 16, pixels_per_texel=1)
        pictures = [np.asarray(Image.open(file)) for file in frame_files(folder)]
        assert np.array_equal(pictures, expected)


def test_frames_in_flight_are_limited_in_number_and_in_bytes() -> None:
    assert in_flight_limit(8, 8) == recording_module.MAX_IN_FLIGHT
    assert in_flight_limit(4096, 4096) * 4096 * 4096 * 3 <= recording_module.MAX_BYTES_IN_FLIGHT
    assert in_flight_limit(32768, 32768) == recording_module.MIN_IN_FLIGHT


def test_no_work_is_wanted_while_the_writers_are_behind(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_write = Event()

    def waits(path: Path, picture: Any, texts: Any) -> None:
        may_write.wait()

    monkeypatch.setattr(frame_files_module, "write_png", waits)
    done = note_parts(monkeypatch)
    recording = new_recording(gpu, SortSettings(8, 8), tmp_path / "out", scale=1)
    with closing(recording), closing_of(may_write):  # or nobody could close it
        draw_frames(recording, recording_module.MAX_IN_FLIGHT)
        for _ in range(2):
            assert not recording.wants_work
            assert not recording.work(0.0)
            assert not recording.work(inf)
        assert done.count("read_into") == recording_module.MAX_IN_FLIGHT
        start = perf_counter()
        recording.wait(0.02)
        assert 0.02 <= perf_counter() - start < 60
        recording.cancel()
        assert not recording.wants_work
        assert not recording.work(0.0)
        may_write.set()
        while not recording.work(0.0):
            assert not recording.is_closed
        assert recording.is_closed


@contextmanager
def closing_of(event: Event) -> Iterator[None]:
    """Set the event at the end, whatever happens."""
    try:
        yield
    finally:
        event.set()


def test_others_may_draw_between_the_parts_of_a_frame(gpu: Gpu, tmp_path: Path) -> None:
    shapes = {"one": (8, 8), "two": (16, 4), "three": (8, 4)}
    recordings = [
        new_recording(gpu, SortSettings(width, height), tmp_path / name, scale=width // height)
        for name, (width, height) in shapes.items()
    ]
    for number, recording in enumerate(recordings):
        for _ in range(number):  # each stands at another part
            recording.work(0.0)
    while not all(recording.is_closed for recording in recordings):
        for recording in recordings:
            recording.work(0.0)
    for name, (width, height) in shapes.items():
        expected = expected_frames(1, width, height, pixels_per_texel=width // height)
        pictures = [np.asarray(Image.open(file)) for file in frame_files(tmp_path / name)]
        assert np.array_equal(pictures, expected)


@pytest.mark.parametrize(
    ("sent", "exit_code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_an_interrupted_run_says_how_many_frames_are_complete(
    tmp_path: Path, sent: signal.Signals, exit_code: int
) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "bitonic_scope", "record", "--size", "256", "--out", str(out)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=restore_signals,
    )
    deadline = time.monotonic() + 60
    while len(list(out.glob("frame_*.png"))) < 3:
        assert time.monotonic() < deadline, "no frame was written in 60 s"
        time.sleep(0.01)
    process.send_signal(sent)
    output, messages = process.communicate(timeout=60)
    assert process.returncode == exit_code
    assert output == ""
    assert "Traceback" not in messages
    done = len(frame_files(out))
    assert 3 <= done < 137
    assert f"interrupted: {done} of 137 frames are complete in {out}" in messages
    assert manifest(out)["complete"] is False
    assert len(manifest(out)["frames"]) == done
    assert not list(out.glob(".*"))
    for file in frame_files(out):
        with Image.open(file) as image:
            image.load()


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_recording_that_is_left_off_before_it_is_ready_leaves_the_folder_as_it_was(
    gpu: Gpu, tmp_path: Path, steps: int
) -> None:
    folder = tmp_path / "out"
    with closing(new_recording(gpu, SortSettings(4, 4), folder, scale=1)) as recording:
        finish(recording)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    recording = new_recording(
        gpu, SortSettings(8, 8), folder, scale=1, force=True, in_background=True
    )
    for _ in range(steps):
        assert recording.wants_work
        recording.work(0.0)
    assert not recording.is_ready
    recording.cancel()
    recording.work(0.0)
    assert recording.is_closed
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_two_that_were_given_the_same_folder_do_not_clear_each_other_s_frames(
    gpu: Gpu, tmp_path: Path
) -> None:
    folder, settings = tmp_path / "out", SortSettings(4, 4)
    late = new_recording(gpu, settings, folder, scale=1, in_background=True)
    with closing(new_recording(gpu, settings, folder, scale=1)) as recording:
        finish(recording)
    with pytest.raises(ProgramError, match="out"):
        finish(late, in_parts=True)
    assert late.is_closed
    assert len(frame_files(folder)) == recording.frame_count


def test_a_second_recording_into_a_folder_is_refused_while_the_first_runs(
    gpu: Gpu, tmp_path: Path
) -> None:
    out, settings = tmp_path / "out", SortSettings(8, 8)
    with closing(new_recording(gpu, settings, out, scale=1)) as first:
        draw_frames(first, 3)
        for in_background in (False, True):
            with pytest.raises(ProgramError, match=f"another recording is being written to {out}"):
                finish(
                    new_recording(
                        gpu, settings, out, scale=2, force=True, in_background=in_background
                    )
                )
        finish(first)
    assert first.is_complete
    expected = expected_frames(1, 8, 8, pixels_per_texel=1)
    pictures = [np.asarray(Image.open(file)) for file in frame_files(out)]
    assert np.array_equal(pictures, expected)
    with closing(new_recording(gpu, settings, out, scale=2, force=True)) as second:
        finish(second)
    assert second.is_complete


def test_a_recording_never_removes_its_own_input(gpu: Gpu, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with closing(new_recording(gpu, SortSettings(4, 4), out, scale=1)) as recording:
        finish(recording)
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    own = read_input(out / "frame_0003.png")
    for in_background in (False, True):
        with pytest.raises(ProgramError, match=r"frame_0003\.png would overwrite an input"):
            finish(
                new_recording(
                    gpu,
                    SortSettings().with_own(own),
                    out,
                    force=True,
                    in_background=in_background,
                )
            )
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before


def test_nothing_is_told_of_a_recording_that_was_cancelled_before_it_was_ready(
    gpu: Gpu, tmp_path: Path
) -> None:
    recorder = BackgroundRecorder(gpu)
    recorder.start(start_data(gpu, SortSettings(8, 8)), RecordingPlan(), tmp_path)
    assert recorder.status is not None
    recorder.cancel()
    assert recorder.wants_work
    assert recorder.work(0.0)
    assert not recorder.is_running
    assert recorder.status is None


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_can_be_recorded_with_marks_in_either_theme(tmp_path: Path, view: str) -> None:
    options = ("--size", "8x4", "--scale", "30", "--view", view)
    looks = (("--marks", "exchanges", "--theme", "light"), ("--marks", "blocks"))
    grounds = [PALETTES[theme].ground for theme in (Theme.LIGHT, Theme.DARK)]
    for look, ground in zip(looks, grounds, strict=True):
        out = tmp_path / look[1]
        result = run_program("record", *options, *look, "--out", out, folder=tmp_path)
        assert result.returncode == 0, result.stderr
        told = json.loads((out / "frames.json").read_text())["settings"]
        assert told["marks"] == look[1]
        assert told.get("view", "texture") == view
        files = frame_files(out)
        assert len(files) == 16
        with Image.open(files[3]) as image:
            assert image.mode == "RGB"
            if view == "texture":
                assert image.size == (240, 120)
            elif view != "network":
                assert image.size == (426, 240)
            colours = {colour for _, colour in image.getcolors(1 << 20) or ()}
            assert ground in colours
