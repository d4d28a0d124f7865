"""Lines on starting: whole processes of the program, against one that only loads numpy."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import app
from app.bench.contest import Contestant, contest
from app.bench.effort import Effort
from app.bench.line import Line, skipped
from app.bench.workbench import Checkpoint

GROUP = "start"
NUMPY = 'python -c "import numpy"'
HELP = "--help"
RECORD = "record of 8x8"
FIRST_FRAME = "first frame of the window"
RECORDED_FRAMES = 22  # of 64 elements: the start and 21 passes
LIMIT_SECONDS = 60  # a process that takes longer hangs


def startup(effort: Effort, checkpoint: Checkpoint, *, window: bool) -> Iterator[Line]:
    """Start processes in turn; the first frame of the window only where that is asked for."""
    with TemporaryDirectory() as temporary:
        out, screenshot = Path(temporary, "out"), Path(temporary, "screenshot.png")
        record = ("-m", "app", "record", "--size", "8", "--out", str(out))
        contestants = [
            _contestant(NUMPY, ("-c", "import numpy"), temporary, lambda said: said == ""),
            _contestant(
                HELP, ("-m", "app", "--help"), temporary, lambda said: said.startswith("usage:")
            ),
            _contestant(
                RECORD,
                record,
                temporary,
                lambda _: len(list(out.glob("*.png"))) == RECORDED_FRAMES,
                out,
            ),
        ]
        if window:
            first_frame = ("-m", "app", "--screenshot", str(screenshot), "--frames", "1")
            checkpoint(FIRST_FRAME)
            if fault := _fault(first_frame, temporary):
                yield skipped(GROUP, FIRST_FRAME, fault)
            else:
                contestants.append(
                    _contestant(
                        FIRST_FRAME,
                        first_frame,
                        temporary,
                        lambda _: screenshot.is_file(),
                        screenshot,
                    )
                )
        yield from contest(GROUP, contestants, effort.start_rounds, lambda: checkpoint(GROUP))
