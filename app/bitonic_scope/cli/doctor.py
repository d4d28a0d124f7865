"""The command `doctor`: reports what this machine's driver can do."""

import argparse
import json
import os
import platform
import re
from typing import Any

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.cli.arguments import Command, end_loading
from bitonic_scope.driver.report import SUPPORT_HEADINGS, DriverReport
from bitonic_scope.errors import EXIT_FAILED, ProgramError
from bitonic_scope.window.system_libraries import missing_line, system_libraries

PACKAGES = (
    "moderngl",
    "glcontext",
    "numpy",
    "imgui-bundle",
    "moderngl-window",
    "pyglet",
    "pillow",
    "psutil",
)
LABEL_WIDTH = 18  # characters
CELL_WIDTH = 11
TAKEN_MARK = ">"

_FOLDERS = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[\\/]+[^\s\\/:'\"()]+)*[\\/]+(?=[^\s\\/])")
_RELEASE = re.compile(r"[0-9.]*")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for a bug report")


def _read(options: argparse.Namespace) -> bool:
    return bool(options.json)


def run(as_json: bool) -> int:
    """Print a report on this machine's driver, and return the exit code.

    Args:
        as_json: whether to print one JSON object instead of a page of text.
    """
    report, error = _report_or_error()
    print(as_json_text(report, error) if as_json else as_page(report, error), flush=True)
    return 0 if report else EXIT_FAILED


def _report_or_error() -> tuple[DriverReport | None, str]:
    from bitonic_scope.driver.probe import examine, headless_gpu

    end_loading()
    try:
        with headless_gpu() as gpu:
            return examine(gpu), ""
    except ProgramError as error:
        return None, without_folders(str(error))
    except Exception as error:  # drivers fail in all kinds of ways, and the user asks which
        line = " ".join(str(error).split())
        return None, without_folders(f"the driver cannot be examined: {line}; try: another driver")


def without_folders(text: str) -> str:
    """Strip the folders of absolute paths: a bug report must not reveal user names."""
    home = os.path.expanduser("~") + os.sep  # first, because it may contain spaces
    return _FOLDERS.sub("", text.replace(home, ""))


def as_page(report: DriverReport | None, error: str = "") -> str:
    """Return the report as a page of text."""
    packages = ", ".join(f"{name} {found or 'missing'}" for name, found in _packages().items())
    lines = [
        f"{PROGRAM} {__version__}, Python {platform.python_version()}, {_platform()}",
        packages,
        "",
        *_library_lines(),
    ]
    if report is None:
        return "\n".join([*lines, error])
    lines += [f"{label:{LABEL_WIDTH}}{text}" for label, text in report.lines]
    lines += ["", *_format_lines(report), "", "How floats are stored", *_decision_lines(report)]
    return "\n".join([*lines, "", report.reason])


def _library_lines() -> list[str]:
    """Return the system libraries of the window, and a blank line; nothing outside Linux."""
    lines = []
    for library in system_libraries().values():
        if library.is_found:
            lines.append(f"  {library.soname:{LABEL_WIDTH}}found")
        else:
            lines.append(f"  {missing_line(library)}{'' if library.is_needed else ' (optional)'}")
    return ["Libraries of the window", *lines, ""] if lines else []


def _format_lines(report: DriverReport) -> list[str]:
    rows: list[tuple[str, tuple[str, ...]]] = [("Element formats", SUPPORT_HEADINGS)]
    rows += [(name, tuple(map(_yes_or_no, answers))) for name, answers in report.rows]
    return [
        f"{label:{LABEL_WIDTH}}{''.join(f'{cell:{CELL_WIDTH}}' for cell in cells)}".rstrip()
        for label, cells in rows
    ]


def _decision_lines(report: DriverReport) -> list[str]:
    questions = {step.question for step in report.steps}
    lines = []
    for yes, no in zip(report.steps[::2], report.steps[1::2], strict=True):
        is_reached = yes.is_taken or no.is_taken
        lines.append(f"  {yes.question}{'' if is_reached else '  (not reached)'}")
        for step in (yes, no):
            mark = TAKEN_MARK if step.is_taken else " "
            text = "go on" if step.leads_to in questions else step.leads_to
            lines.append(f"  {mark} {_yes_or_no(step.answer):5}{text}")
    return lines


def _yes_or_no(answer: bool) -> str:
    return "yes" if answer else "no"


def as_json_text(report: DriverReport | None, error: str = "") -> str:
    """Return one JSON object; every key is always there, and unknown values are null."""
    facts: dict[str, Any] = {
        "program": f"{PROGRAM} {__version__}",
        "python": platform.python_version(),
        "platform": _platform(),
        "packages": _packages(),
        "libraries": {library.soname: library.is_found for library in system_libraries().values()},
        "error": error or None,
    }
    facts |= _driver_facts(report) if report else dict.fromkeys(_DRIVER_KEYS)
    return json.dumps(facts, indent=2)


_DRIVER_KEYS = ("driver", "formats", "limits", "decision")


def _driver_facts(report: DriverReport) -> dict[str, Any]:
    return {
        "driver": {
            "vendor": report.vendor,
            "renderer": report.renderer,
            "version": report.version,
            "glsl_version": report.glsl_version,
            "has_compute": report.has_compute,
            "has_timer": report.has_timer,
        },
        "formats": {name.value: support._asdict() for name, support in report.supports.items()},
        "limits": {
            "max_texture_side": report.max_texture_side,
            "max_side": report.max_side,
            "max_element_count": report.max_element_count,
            "free_bytes": report.free_bytes,
        },
        "decision": {
            "float_path": report.float_path.name.lower(),
            "outcome": report.float_path.value,
            "reason": report.reason,
            "steps": [step._asdict() for step in report.steps],
        },
    }


def _packages() -> dict[str, str | None]:
    from bitonic_scope.system.packages import versions  # slow to import

    return versions(PACKAGES)


def _platform() -> str:
    """Return system, release and machine; only the numbers of the release, not its free text."""
    release = _RELEASE.match(platform.release())
    return f"{platform.system()} {release[0] if release else ''} {platform.machine()}"


COMMAND = Command(_add_options, _read, run)
