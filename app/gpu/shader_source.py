"""Shader text: nested includes, defines, and driver logs traced back to file and line.

Text only; nothing here needs a GL context.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.errors import ProgramError
from app.paths import data_dir

_INCLUDE = re.compile(r'^\s*#include\s+"([\w./-]+)"\s*$')

# Where drivers say a fault is: Mesa "0:2(36): error", NVIDIA "0(2) : error", others "ERROR: 0:2:".
_LOG_LINE = re.compile(r"^(?:ERROR: |WARNING: )?(\d+)(?::(\d+)(?:\(\d+\))?|\((\d+)\))\s*:\s*(.*)$")


def read_shader(name: str) -> str:
    """Return the text of a file of shaders/, by its path in there.

    Raises:
        ProgramError: there is no such file.
    """
    path = data_dir("shaders") / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ProgramError(f"shaders/{name} cannot be read: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class ShaderSource:
    """Text that a driver takes, and the files that it was put together from.

    Attributes:
        text: GLSL without includes; each line knows its file through `#line line number`.
        files: the names that those numbers stand for.
    """

    text: str
    files: tuple[str, ...]

    def located(self, driver_log: str) -> str:
        """Return the faults of a driver's log as one line, each as "shaders/file:line: what"."""
        faults = []
        for line in driver_log.splitlines():
            match = _LOG_LINE.match(line.strip())
            if match and int(match[1]) < len(self.files):
                file = self.files[int(match[1])]
                faults.append(f"shaders/{file}:{match[2] or match[3]}: {match[4]}")
        return "; ".join(faults) or " ".join(driver_log.split())


def load_shader(
    name: str,
    *,
    defines: Mapping[str, str | int] | None = None,
    read: Callable[[str], str] = read_shader,
) -> ShaderSource:
    """Read a shader with all that it includes.

    Args:
        name: a file of shaders/; its first line is `#version`.
        defines: become `#define name value` after that line.
        read: gives the text of a file by name.

    Raises:
        ProgramError: a file is missing, or includes itself; the message names the way to it.
    """
    files: list[str] = []

    def expanded(file: str, stack: tuple[str, ...]) -> list[str]:
        if file in stack:
            raise ProgramError("circular include: " + " -> ".join([*stack, file]))
        number = len(files)
        files.append(file)
        lines: list[str] = []
        for line_number, line in enumerate(read(file).splitlines(), 1):
            if match := _INCLUDE.match(line):
                lines.append(f"#line 1 {len(files)}")
                lines += expanded(match[1], (*stack, file))
                lines.append(f"#line {line_number + 1} {number}")
            else:
                lines.append(line)
        return lines

    lines = expanded(name, ())
    if not lines or not lines[0].startswith("#version"):
        raise ProgramError(f"shaders/{name}:1: the first line must be #version")
    lines[1:1] = [
        *(f"#define {key} {value}" for key, value in (defines or {}).items()),
        "#line 2 0",
    ]
    return ShaderSource("\n".join(lines) + "\n", tuple(files))
