"""Whatever writes files: a row each, with how to let it work and what it then makes."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bitonic_scope import PROGRAM
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording.background import BackgroundRecorder
from tests.support.program import run_here

SIDE = 2  # elements: a recording has 4 frames
RECORDED = f"bitonic-{SIDE}x{SIDE}-seed-1"  # where the window records, if that is free


class Outcome(NamedTuple):
    """How a host ended: its exit code, and what it told the user of a failure."""

    exit_code: int
    message: str


class Host(NamedTuple):
    """A way to write files.

    Attributes:
        run: works in a folder, as the world of `test_faults` has them.
        makes: a pattern of the folders in that folder which hold the results.
        replaces: patterns of the files that the host is told to replace.
        repeats: whether a second run replaces what the first has left.
    """

    run: Callable[[Gpu, Path], Outcome]
    makes: str
    replaces: tuple[str, ...] = ()
    repeats: bool = True


def command(*arguments: str) -> Callable[[Gpu, Path], Outcome]:
    """Return what runs a command in this process, on a context that is there already."""

    def run(gpu: Gpu, folder: Path) -> Outcome:
        done = run_here(*arguments, folder=folder, gpu=gpu)
        return Outcome(done.returncode, done.stderr if done.returncode else "")

    return run


def _record_batch(gpu: Gpu, folder: Path) -> Outcome:
    """Record several inputs; what fails has a line, and the last line counts."""
    inputs = ("--input", "pair.npy", "./pair.npy", "--out", "new")
    outcome = command("record", "--scale", "1", "--force", *inputs)(gpu, folder)
    lines = outcome.message.splitlines(keepends=True)
    assert all(line.startswith(f"{PROGRAM}: ") for line in lines)
    return Outcome(outcome.exit_code, "".join(lines[-1:]))


def _record_beside_window(gpu: Gpu, folder: Path) -> Outcome:
    """Record as the window does, which shows a fault and goes on."""
    settings = SortSettings(SIDE, SIDE)
    recorder = BackgroundRecorder(gpu)
    data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
    recorder.start(data, RecordingPlan(scale=1), folder)
    while recorder.is_running:
        recorder.work(0.0)
    assert recorder.status is not None
    fault = recorder.status.fault
    return Outcome(int(bool(fault)), fault and f"{PROGRAM}: {fault}\n")


_RECORD = ("record", "--size", f"{SIDE}x{SIDE}", "--scale", "12", "--force")

_SNAPSHOT = ("snapshot", "--input", "input.npy", "--at", "2.1", "--view", "network", "--force")

COMMANDS: dict[str, tuple[str, ...]] = {
    "record": (*_RECORD, "--out", "new"),
    "record again": (*_RECORD, "--out", "frames"),
    "film": (
        *_RECORD,
        "--scale",
        "32",
        "--out",
        "new",
        "--film",
        "results/film.mp4",
        "--fps",
        "10",
    ),
    "snapshot": (*_SNAPSHOT, "--out", "figure.svg"),
    "sort": (
        *("sort", "--input", "input.npy", "--format", "pair"),
        *("--out", "results/result.npy", "--indices", "results/indices.npy"),
    ),
}
HOSTS = {
    "record": Host(command(*COMMANDS["record"]), makes="new"),
    "record again": Host(
        command(*COMMANDS["record again"]),
        makes="frames",
        replaces=("frames/frame_????.png", "frames/frames.json"),
    ),
    "record batch": Host(_record_batch, makes="new/pair*"),
    "film": Host(command(*COMMANDS["film"]), makes="new", replaces=("results/film.mp4",)),
    "snapshot": Host(
        command(*COMMANDS["snapshot"]), makes="figures", replaces=("figures/picture.svg",)
    ),
    "sort": Host(command(*COMMANDS["sort"]), makes="results", replaces=("results/result.npy",)),
    "window": Host(_record_beside_window, makes=f"{RECORDED}-2", repeats=False),
}
