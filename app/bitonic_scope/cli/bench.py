"""Host of `bench`: measures group by group, and prints tables or one JSON object."""

import sys
from collections.abc import Callable, Iterator, Sequence

from tqdm import tqdm

from bitonic_scope.bench.effort import FULL, QUICK, Effort
from bitonic_scope.bench.groups.jumps import jumps
from bitonic_scope.bench.groups.passes import passes
from bitonic_scope.bench.groups.recorder import recorder
from bitonic_scope.bench.groups.screen import screen
from bitonic_scope.bench.groups.sorts import engines
from bitonic_scope.bench.groups.start import startup
from bitonic_scope.bench.line import Line, Status, skipped
from bitonic_scope.bench.report import as_json_text, find_facts
from bitonic_scope.bench.table import as_table, heading
from bitonic_scope.bench.workbench import Workbench, make_workbench
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import EXIT_FAILED, ProgramError, interrupt_exit_code
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


def bench(*, as_json: bool, quick: bool, window: bool, effort: Effort | None = None) -> int:
    """Measure, and print what was measured; with tables, each as soon as it is there.

    Args:
        as_json: print one JSON object, at the end.
        quick: measure less.
        window: measure as well what needs a display.
        effort: how much to measure; None for what `quick` says.

    Returns:
        The exit code: 1 where a result was wrong.

    Raises:
        ProgramError: there is no GL context, or it was interrupted.
    """
    effort = effort or (QUICK if quick else FULL)
    run = _Run(prints_tables=not as_json)
    try:
        with headless_gpu() as gpu:
            facts = find_facts(gpu.ctx)
            workbench = make_workbench(gpu, effort, run.checkpoint)
            verdicts = workbench.clock.verdicts
            run.tell(heading(facts, verdicts, quick=quick))
            for name, group in WORKBENCH_GROUPS.items():
                run.measure(name, group(workbench))
        run.measure("start", startup(effort, run.checkpoint, window=window))
    except KeyboardInterrupt as interrupt:
        raise ProgramError(
            f"interrupted: {run.group_count} of {GROUP_COUNT} groups of lines were measured",
            exit_code=interrupt_exit_code(interrupt),
        ) from interrupt
    finally:
        run.close()
    if as_json:
        print(as_json_text(facts, verdicts, run.lines, quick=quick), flush=True)
    return exit_code(run.lines)


def exit_code(lines: Sequence[Line]) -> int:
    """Return 1 where a result was wrong, else 0."""
    return EXIT_FAILED if any(line.status is Status.WRONG for line in lines) else 0


class _Run:
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
