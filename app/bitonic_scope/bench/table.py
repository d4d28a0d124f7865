"""The result as text: a heading, then a table for each group."""

from collections.abc import Iterator, Mapping, Sequence

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.bench.line import Line, Status
from bitonic_scope.bench.report import Facts
from bitonic_scope.driver.gpu_clock import Verdict
from bitonic_scope.text.numbers import as_time, three_digits

TITLES = {
    "passes": "Passes: the last stages of a sort, by draws over one float a texel",
    "sorts": "Sorts: uniform float32 keys that lie where they are sorted",
    "jumps": "Jumps to passes both ways, in slices of 12 ms without frames in between",
    "recorder": "Recorder: every pass as a PNG, from making the engine to the last file",
    "screen": "Screen: 1280x800 pixels, drawn without a window; not waiting for a display",
    "start": "Starting: whole processes",
}
NAME_WIDTH, TIME_WIDTH, SPREAD_WIDTH, KIND_WIDTH = 41, 9, 6, 17  # characters


def heading(
    facts: Facts, verdicts: Mapping[str, Verdict], *, quick: bool, command: str = "bench"
) -> str:
    """Return the text before the tables of a command."""
    packages = ", ".join(f"{name} {found or 'missing'}" for name, found in facts.packages.items())
    return "\n".join(
        [
            f"{PROGRAM} {__version__} {command}{' --quick' if quick else ''}, {facts.date}",
            f"{facts.renderer} ({facts.vendor}), OpenGL {facts.version}",
            f"Python {facts.python}, {packages}, {facts.core_count} processor cores",
            *(
                f"GPU times of {work}: {'' if verdict.is_true else 'not '}trusted, {verdict.reason}"
                for work, verdict in verdicts.items()
            ),
            "",
            "Times are medians of rounds in which the lines of a case take turns, +- half the",
            "interquartile range. Work of less than 50 ms is warmed up before each time it is",
            "measured. N x other: N times as fast, so more is better.",
        ]
    )


def as_table(lines: Sequence[Line], titles: Mapping[str, str] = TITLES) -> str:
    """Return the lines of one group under its title; titles are by group."""
    unit = next((line.unit for line in lines if line.unit), "")
    title = titles[lines[0].group]
    return "\n".join([f"{title}; time for {unit}" if unit else title, *_rows(lines)])


def _rows(lines: Sequence[Line]) -> Iterator[str]:
    case = name = None
    for line in lines:
        if line.case and line.case != case:
            yield f"  {line.case}"
        is_same = (line.case, line.name) == (case, name)
        case, name = line.case, line.name
        yield _row(line, "" if is_same else line.name)


def _row(line: Line, name: str) -> str:
    start = f"    {name:{NAME_WIDTH}}"
    if line.seconds is None:
        return f"{start}{line.status}: {line.note}"
    time = f"{as_time(line.seconds):>{TIME_WIDTH}}"
    kind = f"{line.kind or '':{KIND_WIDTH}}"
    spread = "" if line.spread is None else f"+-{line.spread:.0%}"
    ratio = "" if line.ratio is None else f"{three_digits(line.ratio)} x {line.ratio_to}"
    parts = [part for part in (ratio, line.note) if part]
    wrong = f"{line.status}: " if line.status is Status.WRONG else ""
    return f"{start}{time} {spread:{SPREAD_WIDTH}} {kind} {wrong}{'; '.join(parts)}".rstrip()
