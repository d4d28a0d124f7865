"""The command `bench`: measures group by group, and prints tables or one JSON object."""

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
    """What is measured, and how it is printed.

    Attributes:
        as_json: as one JSON object, at the end.
        quick: smaller sizes, fewer rounds.
        window: also what needs a display.
    """

    as_json: bool
    quick: bool
    window: bool


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer rounds")
    parser.add_argument(
        "--window", action="store_true", help="also what needs a display: the first frame"
    )


def _read(options: argparse.Namespace) -> Options:
    return Options(options.json, options.quick, options.window)


def run(options: Options, effort: "Effort | None" = None) -> int:
    """Measure, and print what was measured; with tables, each as soon as it is there.

    Args:
        options: what is measured.
        effort: how much to measure; None for what `options.quick` says.

    Returns:
        The exit code: 1 where a result was wrong.

    Raises:
        ProgramError: there is no GL context, or it was interrupted.
    """
    from bitonic_scope.bench.effort import FULL, QUICK
    from bitonic_scope.bench.groups.start import startup
    from bitonic_scope.bench.report import as_json_text, find_facts, heading
    from bitonic_scope.bench.suite import GROUP_COUNT, WORKBENCH_GROUPS, Suite
    from bitonic_scope.bench.workbench import make_workbench
    from bitonic_scope.driver.probe import headless_gpu

    end_loading()
    effort = effort or (QUICK if options.quick else FULL)
    suite = Suite(prints_tables=not options.as_json)
    try:
        with suite.progress:
            with headless_gpu() as gpu:
                workbench = make_workbench(gpu, effort, suite.checkpoint)
                facts = find_facts(gpu.ctx, workbench.clock, quick=options.quick)
                suite.tell(heading(facts))
                for name, group in WORKBENCH_GROUPS.items():
                    suite.measure(name, group(workbench))
            suite.measure("start", startup(effort, suite.checkpoint, window=options.window))
    except KeyboardInterrupt as interrupt:
        raise ProgramError(
            f"interrupted: {suite.group_count} of {GROUP_COUNT} groups of lines were measured",
            exit_code=interrupt_exit_code(interrupt),
        ) from interrupt
    if options.as_json:
        print(as_json_text(facts, suite.lines), flush=True)
    return exit_code(suite.lines)


def exit_code(lines: "Sequence[Line]") -> int:
    """Return 1 where a result was wrong, else 0."""
    from bitonic_scope.bench.line import Status

    return EXIT_FAILED if any(line.status is Status.WRONG for line in lines) else 0


COMMAND = Command(_add_options, _read, run)
