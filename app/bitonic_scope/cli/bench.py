"""The command `bench`: measures this machine, and prints tables or one JSON object."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bitonic_scope.cli.arguments import Command, end_loading
from bitonic_scope.errors import EXIT_FAILED, ProgramError, interrupt_exit_code

if TYPE_CHECKING:
    from bitonic_scope.bench.effort import Effort
    from bitonic_scope.bench.line import Line


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure, and how to print it.

    Attributes:
        as_json: whether to print one JSON object at the end instead of tables.
        quick: whether to measure smaller sizes in fewer rounds.
        window: whether to measure the window on the display too.
    """

    as_json: bool
    quick: bool
    window: bool


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--quick", action="store_true", help="measure smaller sizes in fewer rounds"
    )
    parser.add_argument(
        "--window",
        action="store_true",
        help="also measure the window on the display, from its first frame",
    )


def _read(options: argparse.Namespace) -> Options:
    return Options(options.json, options.quick, options.window)


def run(options: Options, effort: "Effort | None" = None) -> int:
    """Measure, and print each table as soon as it is complete, or JSON at the end.

    Args:
        options: what to measure.
        effort: how much to measure; None to follow `options.quick`.

    Returns:
        The exit code: 1 if a result was wrong.

    Raises:
        ProgramError: there is no GL context, or a signal interrupted the run.
    """
    from bitonic_scope.bench.effort import FULL, QUICK
    from bitonic_scope.bench.groups.display import display
    from bitonic_scope.bench.groups.start import startup
    from bitonic_scope.bench.report import as_json_text, find_facts, heading
    from bitonic_scope.bench.suite import WORKBENCH_GROUPS, Suite
    from bitonic_scope.bench.workbench import make_workbench
    from bitonic_scope.driver.probe import headless_gpu

    end_loading()
    effort = effort or (QUICK if options.quick else FULL)
    group_count = len(WORKBENCH_GROUPS) + 1 + options.window
    suite = Suite(group_count, prints_tables=not options.as_json)
    try:
        with suite.progress:
            with headless_gpu() as gpu:
                workbench = make_workbench(gpu, effort, suite.checkpoint)
                facts = find_facts(gpu.ctx, workbench.clock, quick=options.quick)
                suite.print(heading(facts))
                for name, group in WORKBENCH_GROUPS.items():
                    suite.measure(name, group(workbench))
            if options.window:
                suite.measure("display", display(effort, suite.checkpoint))
            suite.measure("start", startup(effort, suite.checkpoint, window=options.window))
    except KeyboardInterrupt as interrupt:
        raise ProgramError(
            f"interrupted: {suite.group_count} of {group_count} groups were measured",
            exit_code=interrupt_exit_code(interrupt),
        ) from interrupt
    if options.as_json:
        print(as_json_text(facts, suite.lines), flush=True)
    return exit_code(suite.lines)


def exit_code(lines: "Sequence[Line]") -> int:
    """Return 1 if a result was wrong, else 0."""
    from bitonic_scope.bench.line import Status

    return EXIT_FAILED if any(line.status is Status.WRONG for line in lines) else 0


COMMAND = Command(_add_options, _read, run)
