"""All groups of the bench: the lines that they yield, and how far it is."""

import sys
from collections.abc import Callable, Iterator

from tqdm import tqdm

from bitonic_scope.bench.groups.jumps import jumps
from bitonic_scope.bench.groups.passes import passes
from bitonic_scope.bench.groups.recorder import recorder
from bitonic_scope.bench.groups.screen import screen
from bitonic_scope.bench.groups.sorts import engines
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.table import as_table
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.errors import ProgramError
from bitonic_scope.system.signals import NotedSignals

Group = Callable[[Workbench], Iterator[Line]]

WORKBENCH_GROUPS: dict[str, Group] = {
    "passes": passes,
    "sorts": engines,
    "jumps": jumps,
    "recorder": recorder,
    "screen": screen,
}
GROUP_COUNT = len(WORKBENCH_GROUPS) + 1  # and that of processes


class Suite:
    """Collects lines, shows how far it is on stderr, and looks for signals now and then.

    Attributes:
        lines: all that were measured.
        group_count: of how many groups.
    """

    def __init__(self, *, prints_tables: bool) -> None:
        self.lines: list[Line] = []
        self.group_count = 0
        self._prints_tables = prints_tables
        self._signals = NotedSignals()  # at once would leave files behind
        self._progress = tqdm(
            total=GROUP_COUNT,
            file=sys.stderr,
            leave=False,
            bar_format="{n_fmt}/{total_fmt} {bar} {elapsed} {desc}",
        )

    def checkpoint(self, doing: str) -> None:
        """Show what is being done, and raise KeyboardInterrupt if a signal has come."""
        self._signals.check()
        self._progress.set_description_str(doing)

    def measure(self, name: str, lines: Iterator[Line]) -> None:
        """Take the lines of a group; what the driver has no room for ends the group only."""
        measured: list[Line] = []
        try:
            for line in lines:
                measured.append(line)
        except ProgramError as error:
            measured.append(skipped(name, name, str(error)))
        self._signals.check()
        self.lines += measured
        self.group_count += 1
        self._progress.update()
        if measured:
            self.tell(f"\n{as_table(measured)}")

    def tell(self, text: str) -> None:
        """Print text above the bar, unless there are no tables."""
        if self._prints_tables:
            self._progress.write(text, file=sys.stdout)
            sys.stdout.flush()

    def close(self) -> None:
        """Remove the bar."""
        self._progress.close()
