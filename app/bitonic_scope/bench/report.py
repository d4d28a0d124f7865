"""What the times depend on besides the program, and the result as JSON."""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import moderngl

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.bench.line import Line
from bitonic_scope.driver.gpu_clock import Verdict
from bitonic_scope.system.packages import versions

PACKAGES = ("moderngl", "glcontext", "numpy", "pillow", "imgui-bundle")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the times depend on besides the program.

    Attributes:
        vendor, renderer, version: of the driver, in its own words.
        packages: their versions; None for a missing one.
        python: its version.
        core_count: of the processor.
        date: of the run, as 2026-12-31.
    """

    vendor: str
    renderer: str
    version: str
    packages: Mapping[str, str | None]
    python: str
    core_count: int
    date: str


def find_facts(ctx: moderngl.Context, packages: Sequence[str] = PACKAGES) -> Facts:
    """Collect the facts of this run."""
    return Facts(
        vendor=str(ctx.info["GL_VENDOR"]),
        renderer=str(ctx.info["GL_RENDERER"]),
        version=str(ctx.info["GL_VERSION"]),
        packages=versions(packages),
        python=platform.python_version(),
        core_count=os.cpu_count() or 1,
        date=datetime.now(UTC).date().isoformat(),
    )


def as_json_text(
    facts: Facts, verdicts: Mapping[str, Verdict], lines: Sequence[Line], *, quick: bool
) -> str:
    """Return one JSON object; every key is always there, and unknown values are null."""
    device = {key: getattr(facts, key) for key in ("vendor", "renderer", "version")}
    result: dict[str, Any] = {
        "program": f"{PROGRAM} {__version__}",
        "device": device,
        "core_count": facts.core_count,
        "python": facts.python,
        "packages": dict(facts.packages),
        "date": facts.date,
        "quick": quick,
        "gpu_times": {
            work: asdict(verdicts[work]) if work in verdicts else None
            for work in ("draws", "dispatches")
        },
        "lines": [asdict(line) for line in lines],
    }
    return json.dumps(result, indent=2)
