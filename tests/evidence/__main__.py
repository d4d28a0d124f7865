"""Prints the tables of the evidence: `python -m tests.evidence [--quick] [--markdown]`.

With --markdown it prints the table of README's section "Speed" instead. torch.sort takes part if
torch is installed.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bitonic_scope.bench.effort import FULL, QUICK, Effort
from bitonic_scope.bench.groups import passes, sorts
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.report import PACKAGES, TITLES, as_table, find_facts, heading
from bitonic_scope.bench.workbench import Workbench, make_workbench
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.settings import EngineName
from bitonic_scope.text.numbers import as_time
from tests.evidence import contexts, formats, torch_sort
from tests.evidence.textbook import textbook

EVIDENCE_TITLES = TITLES | {
    formats.GROUP: "Element formats: a sort by the fragment engine",
    contexts.GROUP: "Contexts: from making the first to the last result on the host",
}
README_SIDES = (64, 256, 1024, 4096)
README_COLUMNS = (
    EngineName.FRAGMENT,
    EngineName.COMPUTE_SIMPLE,
    EngineName.COMPUTE,
    torch_sort.NAME,
    sorts.NUMPY_SORT,
)


@dataclass(frozen=True, slots=True)
class Extent:
    """How much to measure.

    Attributes:
        effort: of the tables that `bench` has as well.
        format_sides: for the formats: the largest whose sort fits the budget.
        format_budget_seconds: that budget.
        context_side: of the sorts on one context and on many.
        context_count: how many sorts.
    """

    effort: Effort = FULL
    format_sides: tuple[int, ...] = (256, 1024)
    format_budget_seconds: float = 0.5
    context_side: int = 64
    context_count: int = 10


FULL_EXTENT = Extent()
QUICK_EXTENT = Extent(QUICK, format_sides=(128, 1024), format_budget_seconds=0.1, context_side=16)


def sorts_with_torch(bench: Workbench) -> Iterator[Line]:
    """Measure the table of sorts, with torch.sort among the contestants."""
    refusal = torch_sort.refusal()
    if refusal:
        yield skipped(sorts.GROUP, torch_sort.NAME, refusal)
    yield from sorts.engines(bench, [] if refusal else [torch_sort.torch_sort])


def measure(extent: Extent, *, quick: bool) -> list[Line]:
    """Measure everything, print each table as soon as it is complete, and return its lines."""
    tables: list[list[Line]] = []

    def add(lines: Iterator[Line]) -> None:
        tables.append(list(lines))
        print(f"\n{as_table(tables[-1], EVIDENCE_TITLES)}", flush=True)

    with headless_gpu() as gpu:
        bench = make_workbench(gpu, extent.effort, _show)
        print(_heading(bench, quick=quick), flush=True)
        add(passes.passes(bench, [textbook]))
        add(sorts_with_torch(bench))
        add(
            formats.formats(bench, extent.format_sides, budget_seconds=extent.format_budget_seconds)
        )
    rounds = extent.effort.long_rounds
    add(contexts.contexts(extent.context_side, extent.context_count, rounds, _show))
    return [line for table in tables for line in table]


def measure_for_readme(effort: Effort, *, quick: bool) -> list[Line]:
    """Measure the sorts of README's table, print the table, and return its lines."""
    sides = tuple(side for side in effort.sort_sides if side in README_SIDES)
    with headless_gpu() as gpu:
        bench = make_workbench(gpu, replace(effort, sort_sides=sides), _show)
        print(_heading(bench, quick=quick), file=sys.stderr)
        lines = list(sorts_with_torch(bench))
    print(as_markdown(lines))
    return lines


def as_markdown(lines: Sequence[Line]) -> str:
    """Return README's table of sorts: medians by the wall clock until the result is there."""
    times = {
        (line.case, line.name): as_time(line.seconds)
        for line in lines
        if line.seconds and line.kind in (TimeKind.FINISHED, TimeKind.WALL)
    }
    heads = " | ".join(f"`{name}`" if "." in name else name for name in README_COLUMNS)
    rows = [f"| elements | {heads} |", "|---" * (1 + len(README_COLUMNS)) + "|"]
    for case in dict.fromkeys(case for case, _ in times):
        cells = " | ".join(times.get((case, name), "-") for name in README_COLUMNS)
        rows.append(f"| {case} | {cells} |")
    return "\n".join(rows)


def _heading(bench: Workbench, *, quick: bool) -> str:
    packages = (*PACKAGES, "torch")
    facts = find_facts(bench.gpu.ctx, bench.clock, quick=quick, packages=packages)
    return heading(facts, "evidence")


def _show(doing: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{doing:40}\r", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Measure, and return 1 if any result was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.evidence", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer rounds")
    parser.add_argument("--markdown", action="store_true", help="print README's table of sorts")
    options = parser.parse_args()
    extent = QUICK_EXTENT if options.quick else FULL_EXTENT
    try:
        if options.markdown:
            lines = measure_for_readme(extent.effort, quick=options.quick)
        else:
            lines = measure(extent, quick=options.quick)
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    return int(any(line.status is Status.WRONG for line in lines))


if __name__ == "__main__":
    sys.exit(main())
