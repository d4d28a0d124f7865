"""Whatever fails wherever: nothing of anybody's is lost, and every file of ours is whole.

Each host of `hosts.HOSTS` works in a folder with other people's files and with earlier results. A
run without a fault tells how often it calls the system. Then, for each fault of `FAULTS` and each
such call, a run in a fresh folder meets the fault at that call; others are killed at moments spread
over all calls. A new host, or a new fault, is a row.
"""

import errno
import json
import os
import re
import shutil
import signal
from collections.abc import Sequence
from fnmatch import fnmatch
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from bitonic_scope import PROGRAM
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.recording.folder import check_folder
from bitonic_scope.recording.manifest import FRAME, MANIFEST_NAME, MARKER_NAME
from bitonic_scope.system.whole_file import PART_SUFFIX
from tests.faults.hosts import COMMANDS, HOSTS, RECORDED, Host, Outcome
from tests.faults.injector import (
    AWAY,
    Fake,
    at_call,
    away_from_folder,
    failing,
    noting,
    on_full_device,
    watching,
)
from tests.faults.killed import run_with_signal
from tests.support.program import ROOT, assert_one_line, run_program

STAND_IN = ROOT / "tests" / "support" / "stand_in_ffmpeg.sh"
MOMENTS = 10  # at which each host is killed

_PART = re.compile(rf"\..+\.[0-9a-f]{{16}}{re.escape(PART_SUFFIX)}")


class Fault(NamedTuple):
    """What goes wrong, and at the calls of which function.

    Attributes:
        ends: whether the host cannot go on; None where it depends on the call.
    """

    function: str
    fake: Fake
    ends: bool | None


FAULTS = {
    "no space to create a file": Fault("os.open", failing(errno.ENOSPC), ends=True),
    "too many open files": Fault("os.open", failing(errno.EMFILE), ends=True),
    "a full device": Fault("os.open", on_full_device, ends=None),
    "an input that cannot be read": Fault("builtins.open", failing(errno.EIO), ends=True),
    "an earlier manifest that cannot be read": Fault("io.open", failing(errno.EIO), ends=True),
    "a rename that fails": Fault("os.replace", failing(errno.EIO), ends=True),
    "a rename that is not permitted": Fault("os.replace", failing(errno.EPERM), ends=True),
    "a folder that vanishes": Fault("os.replace", away_from_folder, ends=True),
    "a removal that fails": Fault("os.unlink", failing(errno.EROFS), ends=None),
    "a folder that cannot be made": Fault("os.mkdir", failing(errno.EACCES), ends=None),
    "no space for a folder": Fault("os.mkdir", failing(errno.ENOSPC), ends=None),
    "a device without new folders": Fault("os.mkdir", failing(errno.EROFS), ends=None),
    "a folder that cannot be listed": Fault("os.listdir", failing(errno.EIO), ends=True),
    "a state that cannot be read": Fault("os.stat", failing(errno.EIO), ends=None),
    "a link that cannot be read": Fault("os.lstat", failing(errno.EIO), ends=None),
    "permissions that cannot be kept": Fault("os.fchmod", failing(errno.EPERM), ends=False),
    "an owner that cannot be kept": Fault("os.fchown", failing(errno.EPERM), ends=False),
    "a device that cannot be synchronised": Fault("os.fsync", failing(errno.EIO), ends=False),
    "a file system without locks": Fault("fcntl.flock", failing(errno.ENOLCK), ends=False),
    "a folder that is claimed": Fault("fcntl.flock", failing(errno.EAGAIN), ends=True),
}


def is_rest(path: str) -> bool:
    """Return whether a file says or holds what a run had begun."""
    name = Path(path).name
    return name == MARKER_NAME or bool(_PART.fullmatch(name))


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of each file in a folder and below, by its path; of a link its goal."""
    return {
        str(path.relative_to(folder)): bytes(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        for path in folder.rglob("*")
        if not path.is_dir()
    }


@pytest.fixture(autouse=True)
def stand_in_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(STAND_IN))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an input, other people's files among ours, and earlier results."""
    world = tmp_path_factory.mktemp("world")
    np.save(world / "input.npy", np.array([5, 2, 8, 1, 9, 3, 7, 4], np.float32))
    options = ("--size", "2x1", "--scale", "1", "--out", "frames")
    np.save(world / "pair.npy", np.array([2, 1], np.float32))
    assert run_program("record", *options, folder=world).returncode == 0
    others = [
        "notes.txt",
        "frames/notes.txt",
        "frames/.frame_0001.png.part",
        "results/.result.npy.part",
        "figures/picture.svg",
        f"{RECORDED}/frame_0000.png",
        f"{RECORDED}/frames.json",
    ]
    for path in others:
        (world / path).parent.mkdir(exist_ok=True)
        (world / path).write_text(path)
    np.save(world / "results" / "result.npy", np.arange(3))
    (world / "results" / "film.mp4").write_text("an earlier film")
    (world / "results" / "link.npy").symlink_to("../notes.txt")
    (world / "figure.svg").symlink_to("figures/latest.svg")
    (world / "figures" / "latest.svg").symlink_to("picture.svg")
    return world


@pytest.fixture(scope="module")
def undisturbed() -> "dict[str, Undisturbed]":
    """What a run of each host without a fault does, once it is known."""
    return {}


@pytest.fixture
def trial(
    gpu: Gpu, world: Path, tmp_path: Path, host: str, undisturbed: "dict[str, Undisturbed]"
) -> "Trial":
    trial = Trial(gpu, world, tmp_path, HOSTS[host])
    if host not in undisturbed:
        undisturbed[host] = trial.run_undisturbed()
    trial.calls, trial.complete = undisturbed[host]
    return trial


class Undisturbed(NamedTuple):
    """A run without a fault: the functions it calls, in order, and the files it leaves."""

    calls: list[str]
    complete: dict[str, bytes]


class Trial:
    """Lets a host run in copies of the world, and checks what each run leaves.

    Attributes:
        calls: the functions that a run without a fault calls, in order.
        complete: the files that such a run leaves.
    """

    calls: list[str]
    complete: dict[str, bytes]

    def __init__(self, gpu: Gpu, world: Path, root: Path, host: Host) -> None:
        self._gpu = gpu
        self._world = world
        self._root = root
        self._host = host
        self._before = files_in(world)

    def run_undisturbed(self) -> Undisturbed:
        calls: list[str] = []
        outcome, folder = self.run(noting(calls))
        assert outcome == (0, "")
        return Undisturbed(calls, files_in(folder))

    @property
    def others(self) -> set[str]:
        """The paths of all files before a run."""
        return set(self._before)

    def copy(self) -> Path:
        """Return a fresh folder like the world."""
        number = len(list(self._root.iterdir()))
        return Path(shutil.copytree(self._world, self._root / str(number), symlinks=True))

    def run(self, fake: Fake) -> tuple[Outcome, Path]:
        folder = self.copy()
        with watching(folder, fake):
            outcome = self._host.run(self._gpu, folder)
        for away in folder.rglob(f"*{AWAY}"):
            for path in away.iterdir():
                if _PART.fullmatch(path.name):
                    path.unlink()  # the host could not reach it
            away.rename(away.with_suffix(""))
        return outcome, folder

    def check(self, outcome: Outcome, folder: Path) -> None:
        """Check what a run has left, and how it ended."""
        self.check_files(folder)
        assert not any(_PART.fullmatch(path.name) for path in folder.rglob("*"))
        if outcome.exit_code == 0:
            assert self.is_complete(folder)
            return
        assert outcome.exit_code == 1
        assert_one_line(outcome.message)
        assert outcome.message.startswith(f"{PROGRAM}: ")
        assert "a fault of the program" not in outcome.message

    def is_complete(self, folder: Path) -> bool:
        """Return whether a folder is as after a run without a fault, parts of others aside."""
        left = {path: content for path, content in files_in(folder).items() if not is_rest(path)}
        return left == self.complete

    def check_files(self, folder: Path) -> None:
        """Check that what was there is as it was or replaced, and what is ours is whole."""
        left = files_in(folder)
        for path, content in self._before.items():
            if not any(fnmatch(path, pattern) for pattern in self._host.replaces):
                assert left[path] == content, path
            else:
                may_be_missing = path.startswith(f"{self._host.makes}/frame")
                assert path in left or may_be_missing, path
        for path, content in left.items():
            name = Path(path).name
            if name == MANIFEST_NAME and content != self._before.get(path):
                self._check_manifest(json.loads(content), Path(path).parent, left)
            elif name == MARKER_NAME:
                json.loads(content)
            elif not is_rest(path):
                assert content in (self._before.get(path), self.complete.get(path)), path
        for made in folder.glob(self._host.makes):
            check_folder(made, force=True)  # its frames are known as ours

    def _check_manifest(self, manifest: Any, folder: Path, left: dict[str, bytes]) -> None:
        paths = [f"{folder}/{frame['file']}" for frame in manifest["frames"]]
        assert all(left.get(path) == self.complete[path] for path in paths)
        every = {path for path in map(Path, self.complete) if path.parent == folder}
        frame_count = sum(bool(FRAME.fullmatch(path.name)) for path in every)
        assert manifest["complete"] == (len(paths) == frame_count)

    def check_again(self, folder: Path) -> None:
        """Run again, without a fault, where a run was killed."""
        if not self._host.repeats:
            shutil.rmtree(folder / self._host.makes, ignore_errors=True)
        assert self._host.run(self._gpu, folder) == (0, "")
        assert self.is_complete(folder)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("host", HOSTS)
def test_a_fault_at_any_call_is_one_line_and_loses_nothing(
    trial: Trial, host: str, fault: str
) -> None:
    function, fake, ends = FAULTS[fault]
    for number in range(trial.calls.count(function)):
        outcome, folder = trial.run(at_call(number, fake, function))
        trial.check(outcome, folder)
        if ends is not None:
            assert outcome.exit_code == int(ends), number


@pytest.mark.parametrize("host", HOSTS)
def test_a_kill_at_any_moment_loses_nothing(trial: Trial, host: str) -> None:
    moments = [len(trial.calls) * moment // MOMENTS for moment in range(MOMENTS)]
    for folder, exit_code in runs_with_signals(trial, host, moments, [signal.SIGKILL]):
        assert exit_code == -signal.SIGKILL
        trial.check_files(folder)
        trial.check_again(folder)


@pytest.mark.parametrize("host", ["record", "record again"])
def test_a_signal_at_any_moment_leaves_whole_frames_and_says_which(trial: Trial, host: str) -> None:
    moments = Random(host).sample(range(len(trial.calls)), MOMENTS)
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    stopped = 0
    for (folder, exit_code), number in zip(
        runs_with_signals(trial, host, moments, numbers), cycle(numbers), strict=False
    ):
        assert exit_code in (0, 128 + number)
        trial.check_files(folder)
        assert not any(is_rest(path) for path in set(files_in(folder)) - trial.others)
        assert exit_code or trial.is_complete(folder)
        stopped += not trial.is_complete(folder)
    assert stopped >= 3


def runs_with_signals(
    trial: "Trial", host: str, moments: Sequence[int], numbers: Sequence[int]
) -> list[tuple[Path, int]]:
    """Send signals to runs, one at the call of each moment; return their folders and exit codes."""
    folders = [trial.copy() for _ in moments]
    orders = zip(folders, moments, cycle(numbers), strict=False)
    return [
        (folder, run_with_signal(host, folder, call, number)) for folder, call, number in orders
    ]


@pytest.mark.parametrize("lost", ["a full standard output", "a closed pipe", "a lost display"])
@pytest.mark.parametrize("host", COMMANDS)
def test_what_is_shown_does_not_stop_what_is_written(trial: Trial, host: str, lost: str) -> None:
    folder = trial.copy()
    reader, writer = os.pipe()
    os.close(reader)
    display = {"DISPLAY": ":9999"} if lost == "a lost display" else None
    with os.fdopen(writer, "w") as pipe, open("/dev/full", "w") as full:
        streams = {"a full standard output": full, "a closed pipe": pipe}
        stdout = streams.get(lost)
        done = run_program(*COMMANDS[host], folder=folder, stdout=stdout, changes=display)
    trial.check_files(folder)
    assert trial.is_complete(folder)
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) <= 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("host", HOSTS)
def test_the_points_are_counted(trial: Trial, host: str) -> None:
    points = sum(trial.calls.count(fault.function) for fault in FAULTS.values())
    print(f"{host}: {points} points of failure and {MOMENTS} kills")
    assert points >= 40
