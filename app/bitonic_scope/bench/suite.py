"""Runs all groups of the bench, and shows progress and tables."""

from collections.abc import Callable, Iterator

from bitonic_scope.bench.groups.jumps import jumps
from bitonic_scope.bench.groups.passes import passes
from bitonic_scope.bench.groups.recorder import recorder
from bitonic_scope.bench.groups.screen import screen
from bitonic_scope.bench.groups.sorts import engines
from bitonic_scope.bench.groups.window import window
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.report import as_table
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.errors import ProgramError
from bitonic_scope.system.console import Progress
from bitonic_scope.system.signals import NotedSignals

Group = Callable[[Workbench], Iterator[Line]]

WORKBENCH_GROUPS: dict[str, Group] = {
    "passes": passes,
    "sorts": engines,
    "jumps": jumps,
    "recorder": recorder,
    "screen": screen,
    "window": window,
}


class Suite:
    """Collects the lines of groups, shows progress on stderr, and checks for signals."""

    def __init__(self, group_count: int, *, prints_tables: bool) -> None:
        self.lines: list[Line] = []
        self.group_count = 0
        self._prints_tables = prints_tables
        self._signals = NotedSignals()  # exiting at once would leave temporary files behind
        self.progress = Progress(group_count, "group", "{n_fmt}/{total_fmt} {bar} {elapsed} {desc}")

    def checkpoint(self, doing: str) -> None:
        """Show what is being measured, and raise KeyboardInterrupt if a signal has arrived."""
        self._signals.check()
        self.progress.describe(doing)

    def measure(self, name: str, lines: Iterator[Line]) -> None:
        """Collect the lines of a group; a lack of driver memory ends this group only."""
        measured: list[Line] = []
        try:
            for line in lines:
                measured.append(line)
        except ProgramError as error:
            measured.append(skipped(name, name, str(error)))
        self._signals.check()
        self.lines += measured
        self.group_count += 1
        self.progress.update(self.group_count)
        if measured:
            self.print(f"\n{as_table(measured)}")

    def print(self, text: str) -> None:
        """Print text above the bar, unless the output is JSON."""
        if self._prints_tables:
            self.progress.print(text)
