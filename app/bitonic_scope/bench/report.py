"""What is known of the machine and the versions, and the result as JSON."""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import moderngl

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.bench.line import Line
from bitonic_scope.bench.timer import Verdict

PACKAGES = ("moderngl", "glcontext", "numpy", "pillow", "imgui-bundle", "torch")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the times depend on, beside the program.

    Attributes:
        vendor, renderer, version: of the driver, in its own words.
        packages: their versions; None for one that is missing.
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


def find_facts(ctx: moderngl.Context) -> Facts:
    """Find out what the times of this run depend on."""
    return Facts(
        vendor=str(ctx.info["GL_VENDOR"]),
        renderer=str(ctx.info["GL_RENDERER"]),
        version=str(ctx.info["GL_VERSION"]),
        packages={name: _version(name) for name in PACKAGES},
        python=platform.python_version(),
        core_count=os.cpu_count() or 1,
        date=datetime.now(UTC).date().isoformat(),
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def as_json_text(
    facts: Facts, verdicts: Mapping[str, Verdict], lines: Sequence[Line], *, quick: bool
) -> str:
    """Return one JSON object; what is not known is null, and no key is ever missing."""
    told: dict[str, Any] = {
        "program": f"{PROGRAM} {__version__}",
        "device": {
            "vendor": facts.vendor,
            "renderer": facts.renderer,
            "version": facts.version,
        },
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
    return json.dumps(told, indent=2)
