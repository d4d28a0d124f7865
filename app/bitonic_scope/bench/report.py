"""The report: the facts of the run and a table per group, as text or as JSON."""

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import moderngl

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.bench.line import Line, Status
from bitonic_scope.driver.gpu_clock import GpuClock
from bitonic_scope.system.packages import versions
from bitonic_scope.text.numbers import as_time, three_digits

PACKAGES = ("moderngl", "glcontext", "numpy", "pillow", "imgui-bundle")
TITLES = {
    "passes": "Passes: the last stages of a sort, by draws over a float32 texture",
    "sorts": "Sorts: uniform float32 keys, already in the memory of the GPU or the CPU",
    "jumps": "Jumps to passes both ways, in slices of 12 ms without frames in between",
    "recorder": "Recorder: every pass as a PNG, from the first frame to the last file",
    "screen": "Screen: 1280x800 pixels, drawn without a window; not waiting for a display",
    "window": 'Window: the view "both" against its goals, drawn without opening one',
    "display": "Display: the same in a window on the display, with its way there",
    "start": "Starting: whole processes",
}
DEVICE_KEYS = ("vendor", "renderer", "version")
NAME_WIDTH, TIME_WIDTH, SPREAD_WIDTH, KIND_WIDTH = 41, 9, 6, 17  # characters
EXPLANATION = """
Times are medians of rounds in which the lines of a case take turns, +- half the
interquartile range. Work of less than 50 ms is warmed up before each time it is
measured. N x other: N times as fast, so more is better."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the times depend on: the JSON object without the lines.

    Attributes:
        device: vendor, renderer and version of the driver, in its own words.
        packages: their versions; None for a missing one.
        gpu_times: for each kind of work, whether the GPU's clock `is_true`, and the `reason` if it
            is not; None for work that the driver cannot do.
    """

    program: str
    device: Mapping[str, str]
    core_count: int
    python: str
    packages: Mapping[str, str | None]
    date: str
    quick: bool
    gpu_times: Mapping[str, Mapping[str, Any] | None]


def find_facts(
    ctx: moderngl.Context, clock: GpuClock, *, quick: bool, packages: Sequence[str] = PACKAGES
) -> Facts:
    """Collect the facts of this run."""
    found = {work: {"is_true": not why, "reason": why} for work, why in clock.faults.items()}
    return Facts(
        program=f"{PROGRAM} {__version__}",
        device={key: str(ctx.info[f"GL_{key.upper()}"]) for key in DEVICE_KEYS},
        core_count=os.cpu_count() or 1,
        python=platform.python_version(),
        packages=versions(packages),
        date=datetime.now(UTC).date().isoformat(),
        quick=quick,
        gpu_times={work: found.get(work) for work in ("draws", "dispatches")},
    )


def as_json_text(facts: Facts, lines: Sequence[Line]) -> str:
    """Return one JSON object; every key is always there, and unknown values are null."""
    return json.dumps(asdict(facts) | {"lines": [asdict(line) for line in lines]}, indent=2)


def heading(facts: Facts, command: str = "bench") -> str:
    """Return the text before the tables of a command."""
    device = facts.device
    packages = ", ".join(f"{name} {found or 'missing'}" for name, found in facts.packages.items())
    rows = [
        f"{facts.program} {command}{' --quick' if facts.quick else ''}, {facts.date}",
        f"{device['renderer']} ({device['vendor']}), OpenGL {device['version']}",
        f"Python {facts.python}, {packages}, {facts.core_count} CPU cores",
    ]
    for work, clock in facts.gpu_times.items():
        if clock is not None:
            trust = "trusted" if clock["is_true"] else f"not trusted, {clock['reason']}"
            rows.append(f"GPU times of {work}: {trust}")
    return "\n".join([*rows, EXPLANATION])


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
    remarks = "; ".join(filter(None, (ratio, line.note)))
    wrong = f"{line.status}: " if line.status is Status.WRONG else ""
    return f"{start}{time} {spread:{SPREAD_WIDTH}} {kind} {wrong}{remarks}".rstrip()
