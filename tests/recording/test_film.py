"""Films of sorts: every frame at its time, whole or absent, and ffmpeg never outlives us."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import psutil
import pytest
from imageio_ffmpeg import get_ffmpeg_exe
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording.film import Film, FilmOrder
from bitonic_scope.recording.recording import MAX_IN_FLIGHT, Recording
from tests.faults.hosts import Outcome, command
from tests.recording.test_film_formats import decoded
from tests.support.program import assert_one_line

SMALL = ("record", "--size", "4", "--scale", "12", "--fps", "10")  # 11 frames of 48x48
COUNT = 11

Record = Callable[..., Outcome]


@pytest.fixture
def record(gpu: Gpu, tmp_path: Path) -> Record:
    """A function that runs `record` with options in the folder of the test."""
    return lambda *options: command(*SMALL, *options)(gpu, tmp_path)


@pytest.fixture
def stand_in(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], None]:
    """A function that lets a shell script take the place of ffmpeg."""

    def put(script: str) -> None:
        path = tmp_path_factory.mktemp("ffmpeg") / "ffmpeg"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(path))

    return put


def frames_in(folder: Path) -> NDArray[np.uint8]:
    """Return the pictures of all frames: (count, height, width, 3)."""
    return np.array(
        [np.asarray(Image.open(path).convert("RGB")) for path in sorted(folder.glob("frame_*.png"))]
    )


def pictures_in(path: Path) -> NDArray[np.uint8]:
    """Return the pictures of an animation that Pillow reads: (count, height, width, 3)."""
    pictures = []
    with Image.open(path) as film:
        while True:
            pictures.append(np.asarray(film.convert("RGB")))
            try:
                film.seek(len(pictures))
            except EOFError:
                return np.array(pictures)


def assert_nothing_is_left(folder: Path, *expected: str) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(expected)
    names = [child.name() for child in psutil.Process().children()]
    assert not [name for name in names if not name.startswith("python")]


def test_a_film_shows_the_frames_of_the_recording(record: Record, tmp_path: Path) -> None:
    assert record("--out", "frames", "--film", "new/film.mp4", "--hold", "0.3").exit_code == 0
    frames = frames_in(tmp_path / "frames")
    shown = decoded(tmp_path / "new" / "film.mp4", 48, 48)
    expected = frames[[0] * 3 + list(range(1, COUNT - 1)) + [COUNT - 1] * 3]
    assert shown.shape == expected.shape
    assert np.abs(shown.astype(int) - expected).max() <= 2
    assert shown[0].mean() > 64  # not black
    rows = shown[-1][::-12, ::12, 0].ravel()  # from the bottom left
    assert np.all(np.diff(rows.astype(int)) >= -2)  # sorted


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_a_film_needs_no_folder_of_frames(record: Record, tmp_path: Path, suffix: str) -> None:
    assert record("--film", f"film.{suffix}").exit_code == 0
    shown = pictures_in(tmp_path / f"film.{suffix}")
    assert shown.shape == (COUNT, 48, 48, 3)
    assert np.all(np.diff(shown[-1][::-12, ::12, 0].ravel().astype(int)) >= 0)
    assert_nothing_is_left(tmp_path, f"film.{suffix}")


@pytest.mark.parametrize("view", ["bars", "network"])
def test_a_glide_is_in_the_film_and_in_the_frames(gpu: Gpu, tmp_path: Path, view: str) -> None:
    options = ("--size", "2", "--picture", "160x120", "--view", view, "--glide", "2")
    done = command("record", *options, "--out", "frames", "--film", "film.webp")
    assert done(gpu, tmp_path) == (0, "")
    frames = tmp_path / "frames"
    pictures = frames_in(frames)
    np.testing.assert_array_equal(pictures_in(tmp_path / "film.webp"), pictures)
    described = json.loads((frames / "frames.json").read_text())
    assert [frame["pass_index"] for frame in described["frames"]] == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    glides = [frame.get("glide") for frame in described["frames"]]
    assert glides == [None, *([1 / 3, 2 / 3, None] * 3)]
    assert not np.array_equal(pictures[3], pictures[4])
    assert not np.array_equal(pictures[5], pictures[6])


@pytest.fixture
def hears_hang_ups() -> Iterator[None]:
    """Undo what nohup does, should the tests run under it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hears_hang_ups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_any_moment_leaves_no_film_and_no_ffmpeg(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr("bitonic_scope.cli.record.SIGNAL_SECONDS", 0.0)  # checks after each part
    queue = Film._queue
    for moment in (0, 5, COUNT):
        left = iter(range(moment, -1, -1))

        def signal_then_queue(
            film: Film, work: Callable[[], None], left: Iterator[int] = left
        ) -> None:
            if next(left, None) == 0:
                signal.raise_signal(number)
            queue(film, work)

        monkeypatch.setattr(Film, "_queue", signal_then_queue)
        exit_code, message = record("--film", "film.mp4")
        assert exit_code == {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}[number.name]
        assert_one_line(message)
        assert "interrupted: no film was written, after " in message
        assert_nothing_is_left(tmp_path)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'Unknown encoder libx264' >&2; exit 8", "ffmpeg failed: Unknown encoder libx264"),
        (
            "echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1",
            "No space left on device",
        ),
        ("cat >/dev/null; exit 3", "ffmpeg failed: exit code 3"),
        ("kill -9 $$", "signal 9 ended ffmpeg"),
        ("head -c 1000 >/dev/null; kill -9 $$", "signal 9 ended ffmpeg"),
    ],
)
def test_an_ffmpeg_that_fails_is_one_line_and_the_frames_stay(
    record: Record, tmp_path: Path, stand_in: Callable[[str], None], script: str, reason: str
) -> None:
    stand_in(script)
    exit_code, message = record("--film", "film.mp4", "--out", "frames")
    assert exit_code == 1
    assert_one_line(message)
    assert f"cannot write {tmp_path / 'film.mp4'}: {reason}; " in message
    assert message.endswith("no film was written\n")
    assert_nothing_is_left(tmp_path, "frames")
    done = int(message.split(" of 11 frames are complete")[0].rsplit(" ", 1)[1])
    assert len(frames_in(tmp_path / "frames")) == done


def test_an_ffmpeg_that_cannot_start_is_one_line(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "none"))
    exit_code, message = record("--film", "film.mp4")
    assert exit_code == 1
    assert_one_line(message)
    assert "none cannot be started: No such file or directory" in message
    assert_nothing_is_left(tmp_path)


def test_without_ffmpeg_one_line_says_how_to_get_it(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    exit_code, message = record("--film", "film.mp4")
    assert exit_code == 1
    assert_one_line(message)
    assert "pip install 'bitonic-scope[film]'" in message
    assert_nothing_is_left(tmp_path)


def test_the_ffmpeg_of_the_system_makes_films_without_the_package(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "ffmpeg").symlink_to(get_ffmpeg_exe())
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(programs))
    assert record("--film", "film.mp4").exit_code == 0
    assert_nothing_is_left(tmp_path, "programs", "film.mp4")


def test_only_force_replaces_a_film(record: Record, tmp_path: Path) -> None:
    (tmp_path / "film.gif").write_text("mine")
    exit_code, message = record("--film", "film.gif")
    assert exit_code == 1
    assert_one_line(message)
    assert "film.gif exists: choose another name, or use --force to replace it" in message
    assert (tmp_path / "film.gif").read_text() == "mine"
    assert record("--film", "film.gif", "--force").exit_code == 0
    assert len(pictures_in(tmp_path / "film.gif")) == COUNT


def test_a_film_never_replaces_its_own_input(record: Record, tmp_path: Path) -> None:
    Image.new("L", (2, 2), 7).save(tmp_path / "input.webp", lossless=True)
    before = (tmp_path / "input.webp").read_bytes()
    (tmp_path / "link.webp").symlink_to("input.webp")
    for name in ("input.webp", "link.webp"):
        record_it = ("record", "--input", "input.webp", "--film", name, "--force")
        exit_code, message = command(*record_it)(None, tmp_path)  # type: ignore[arg-type]
        assert exit_code == 2
        assert_one_line(message)
        assert f"the film {name} would overwrite an input" in message
    assert (tmp_path / "input.webp").read_bytes() == before


@pytest.mark.parametrize(
    ("name", "exit_code", "complaint"),
    [
        ("film.avi", 2, "the name of a film must end in .mp4, .gif, .webp, got"),
        ("folder.mp4", 1, "Is a directory"),
        (f"{'n' * 300}.gif", 1, "File name too long"),
        ("file/film.gif", 1, "Not a directory"),
    ],
)
def test_a_name_that_no_film_can_have_is_one_line(
    record: Record, tmp_path: Path, name: str, exit_code: int, complaint: str
) -> None:
    (tmp_path / "folder.mp4").mkdir()
    (tmp_path / "file").write_text("")
    outcome = record("--film", name)
    assert outcome.exit_code == exit_code
    assert_one_line(outcome.message)
    assert complaint in outcome.message
    assert_nothing_is_left(tmp_path, "folder.mp4", "file")


@pytest.mark.parametrize("name", ["%d 100%.mp4", "-y:é#学 file.mp4", "film.MP4"])
def test_a_film_may_have_any_name(record: Record, tmp_path: Path, name: str) -> None:
    assert record(f"--film={name}").exit_code == 0
    assert_nothing_is_left(tmp_path, name)
    assert len(decoded(tmp_path / name, 48, 48)) == COUNT + 18


def test_a_film_beside_a_window_never_waits_for_ffmpeg(
    gpu: Gpu, tmp_path: Path, stand_in: Callable[[str], None]
) -> None:
    stand_in("exec sleep 600")  # reads nothing, so its pipe is full after 64 KiB
    settings = SortSettings(8, 8)  # 22 frames
    recording = Recording(
        gpu,
        make_start_data(settings, choose_storage(settings, gpu.capabilities)),
        folder=None,
        film=FilmOrder(tmp_path / "film.mp4", FilmPlan()),
        plan=RecordingPlan(scale=32),
        in_background=True,
    )
    with closing(recording):
        while recording.wants_work or recording._in_flight:
            recording.work(0.0)
        assert not recording.is_closed
        assert recording.frames_done <= MAX_IN_FLIGHT
        assert len(list(tmp_path.iterdir())) == 1  # the part
    assert_nothing_is_left(tmp_path)


def test_a_film_beside_a_window_is_that_of_the_command(
    gpu: Gpu, record: Record, tmp_path: Path
) -> None:
    assert record("--film", "command.webp").exit_code == 0
    settings = SortSettings(4, 4)
    recording = Recording(
        gpu,
        make_start_data(settings, choose_storage(settings, gpu.capabilities)),
        folder=None,
        film=FilmOrder(tmp_path / "window.webp", FilmPlan()),
        plan=RecordingPlan(scale=12),
        in_background=True,
    )
    while not recording.is_closed:
        recording.work(0.0)
    np.testing.assert_array_equal(
        pictures_in(tmp_path / "window.webp"), pictures_in(tmp_path / "command.webp")
    )
