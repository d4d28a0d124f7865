"""The table of the display: the goals of the window, in a window that a process of its own opens.

That process drives the loop of the window, so a frame includes its way to the display.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from bitonic_scope.bench.effort import Effort
from bitonic_scope.bench.groups.window import FRAME, Driver, goal_lines, opening_of
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.process import Process
from bitonic_scope.bench.workbench import Checkpoint
from bitonic_scope.errors import ProgramError
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.system_libraries import naming_missing_libraries

if TYPE_CHECKING:
    from bitonic_scope.window.loop import Loop

OpenLoop = Callable[[Opening, tuple[int, int]], AbstractContextManager["Loop"]]

GROUP = "display"
LIMIT_SECONDS = 300.0
MEASURE = """
from bitonic_scope.bench.contest import Rounds
from bitonic_scope.bench.effort import Effort, Recorded
from bitonic_scope.bench.groups.display import print_lines
print_lines({effort!r})
"""


def display(effort: Effort, checkpoint: Checkpoint) -> Iterator[Line]:
    """Measure play, rest and keys in the windows that can be opened."""
    checkpoint(GROUP)
    measure = MEASURE.format(effort=effort)
    process = Process(".", sys.executable, "-c", measure, limit_seconds=LIMIT_SECONDS)
    process.run()
    for told in map(json.loads, process.done.stdout.splitlines()):
        yield Line(**told | {"kind": TimeKind(told["kind"]), "status": Status(told["status"])})
    if not process.has_succeeded:
        yield skipped(GROUP, FRAME, process.fault)


def print_lines(effort: Effort) -> None:
    """Measure, and print each line as JSON, until a window cannot be opened; then exit with 1."""
    try:
        with naming_missing_libraries():
            from bitonic_scope.window.libraries import prepare_libraries

            prepare_libraries()
            from bitonic_scope.window.loop import open_loop
        for line in goal_lines(effort, partial(_driver, open_loop, effort)):
            print(json.dumps(asdict(line)))
    except ProgramError as error:
        sys.exit(str(error))


@contextmanager
def _driver(
    open_loop: OpenLoop, effort: Effort, side: int, size: tuple[int, int]
) -> Iterator[Driver]:
    with open_loop(opening_of(side), size) as loop:
        if loop.window.size != size:
            raise ProgramError(f"the screen has no room for a window of {size[0]}x{size[1]}")
        width, height = loop.window.buffer_size
        case = f"{side}x{side} at {width}x{height}"
        surface, rounds = _OnDisplay(loop), effort.long_rounds
        yield Driver(surface, GROUP, case, rounds, lambda doing: None, takes_own_time=False)


class _OnDisplay:
    """A window as a surface."""

    def __init__(self, loop: "Loop") -> None:
        self.session = loop.session
        self._loop = loop

    def turn(self) -> bool:
        has_drawn = self._loop.turn()
        if has_drawn:
            self._loop.window.ctx.finish()
        return has_drawn

    def clear(self) -> None:
        pass  # the next frame replaces what the display shows

    def has_picture(self) -> bool:
        return bool(self._loop.read_pixels().any())
