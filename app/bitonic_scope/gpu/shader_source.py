"""Shader text: nested includes, defines, and driver logs traced back to file and line.

Needs no GL context. Does without `#line`: Mesa drops the file number of most errors, and drivers
disagree on the meaning of the line number. Instead each line of text carries its file and number.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bitonic_scope.errors import ProgramError
from bitonic_scope.paths import data_dir

_INCLUDE = re.compile(r'^\s*#include\s+"([\w./-]+)"\s*$')

# How drivers locate an error: Mesa "0:2(36): error", NVIDIA "0(2) : error", others "ERROR: 0:2:".
_LOG_LINE = re.compile(r"^(?:ERROR: |WARNING: )?0(?::(\d+)(?:\(\d+\))?|\((\d+)\))\s*:\s*(.*)$")


def read_shader(name: str) -> str:
    """Return the text of a file, by its path within shaders/.

    Raises:
        ProgramError: the file cannot be read.
    """
    path = data_dir("shaders") / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ProgramError(f"shaders/{name} cannot be read: {error.strerror}") from error


class ShaderLine(NamedTuple):
    """A line of GLSL from line `number` of `file`."""

    text: str
    file: str
    number: int


class ShaderSource(NamedTuple):
    """GLSL for a driver, assembled from files."""

    lines: tuple[ShaderLine, ...]

    @property
    def text(self) -> str:
        """The GLSL, with includes expanded."""
        return "".join(f"{line.text}\n" for line in self.lines)

    def located(self, driver_log: str) -> str:
        """Return the errors of a driver's log on one line, each as "shaders/file:line: message"."""
        faults = []
        for entry in driver_log.splitlines():
            match = _LOG_LINE.match(entry.strip())
            number = int(match[1] or match[2]) if match else 0
            if match and 1 <= number <= len(self.lines):
                line = self.lines[number - 1]
                faults.append(f"shaders/{line.file}:{line.number}: {match[3]}")
        return "; ".join(faults) or " ".join(driver_log.split())


def load_shader(
    name: str,
    *,
    defines: Mapping[str, str | int] | None = None,
    element_format: str | None = None,
    read: Callable[[str], str] = read_shader,
) -> ShaderSource:
    """Read a shader and its includes.

    Args:
        name: a file of shaders/; its first line is `#version`.
        defines: each becomes `#define name value` after that line.
        element_format: the file of include/elements/ that replaces FORMAT in an include.
        read: returns the text of a file by name.

    Raises:
        ProgramError: a file is missing, includes itself, or lacks `#version`; the message names the
            chain of includes.
    """
    lines = _expanded(name, lambda file: _with_format(read(file), element_format), ())
    if not lines or not lines[0].text.startswith("#version"):
        raise ProgramError(f"shaders/{name}:1: the first line must be #version")
    lines[1:1] = [
        ShaderLine(f"#define {key} {value}", name, 1) for key, value in (defines or {}).items()
    ]
    return ShaderSource(tuple(lines))


def _with_format(text: str, element_format: str | None) -> str:
    return text.replace('/FORMAT.glsl"', f'/{element_format}.glsl"') if element_format else text


def _expanded(file: str, read: Callable[[str], str], stack: tuple[str, ...]) -> list[ShaderLine]:
    if file in stack:
        raise ProgramError("circular include: " + " -> ".join([*stack, file]))
    try:
        content = read(file)
    except ProgramError as error:
        way = " -> ".join([*stack, file])
        raise ProgramError(f"{error} (included as {way})" if stack else str(error)) from error
    lines: list[ShaderLine] = []
    for number, text in enumerate(content.splitlines(), 1):
        if match := _INCLUDE.match(text):
            lines += _expanded(match[1], read, (*stack, file))
        else:
            lines.append(ShaderLine(text, file, number))
    return lines
