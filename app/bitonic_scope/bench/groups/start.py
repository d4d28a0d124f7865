"""The table of starts: processes of the program, against one that only imports numpy.

The window's process exits as soon as it shows its first frame.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree, which
from tempfile import TemporaryDirectory

from bitonic_scope import PROGRAM
from bitonic_scope.bench.contest import Contestant, contest
from bitonic_scope.bench.effort import Effort
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.process import Process
from bitonic_scope.bench.workbench import Checkpoint

GROUP = "start"
NUMPY = 'python -c "import numpy"'
HELP = f"{PROGRAM} --help"
RECORD = f"{PROGRAM} record of 8x8"
FIRST_FRAME = f"{PROGRAM}, first frame of the window"
SHOW_FIRST_FRAME = """
import os, sys
from bitonic_scope import __main__
from bitonic_scope.cli import window as command
end_loading = command.end_loading
def end_loading_of_a_short_window():
    from bitonic_scope.window import loop as window
    def leave(loop):
        print("shown", flush=True)
        os._exit(0)
    window.Loop.run = leave
    end_loading()
command.end_loading = end_loading_of_a_short_window
sys.argv = ["bitonic-scope", "--size", "8"]
__main__.main()
"""
RECORDED_FRAMES = 22  # of 64 elements: the start and 21 passes


def startup(effort: Effort, checkpoint: Checkpoint, *, window: bool) -> Iterator[Line]:
    """Start processes in turn, the window's only if asked to."""
    installed = which(PROGRAM, path=str(Path(sys.executable).parent))
    program = (installed,) if installed else (sys.executable, "-m", "bitonic_scope")
    with TemporaryDirectory() as folder:
        frames = Path(folder, "frames")

        def contestant(
            name: str, process: Process, is_right: Callable[[], bool], against: str = NUMPY
        ) -> Contestant:
            return Contestant(
                name,
                process.run,
                lambda: process.has_succeeded and is_right(),
                prepare=lambda: rmtree(frames, ignore_errors=True),
                against=against,
                unit="a process",
            )

        numpy = Process(folder, sys.executable, "-c", "import numpy")
        usage = Process(folder, *program, "--help")
        record = Process(folder, *program, "record", "--size", "8", "--out", str(frames))
        contestants = [
            contestant(NUMPY, numpy, lambda: True, against=""),
            contestant(HELP, usage, lambda: usage.done.stdout.startswith("usage:")),
            contestant(RECORD, record, lambda: len(list(frames.glob("*.png"))) == RECORDED_FRAMES),
        ]
        if window:
            first = Process(folder, sys.executable, "-c", SHOW_FIRST_FRAME)
            checkpoint(GROUP)
            first.run()
            if first.has_succeeded:
                contestants.append(
                    contestant(FIRST_FRAME, first, lambda: first.done.stdout == "shown\n")
                )
            else:
                yield skipped(GROUP, FIRST_FRAME, first.fault)
        yield from contest(GROUP, contestants, effort.start_rounds, lambda: checkpoint(GROUP))
