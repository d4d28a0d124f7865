"""Imitates a system that lacks libraries of X or GL."""

import subprocess
import sys
from collections.abc import Mapping, Set

from tests.support.program import ROOT, TIME_LIMIT_SECONDS, environment

REFUSE_LIBRARIES = """
import ctypes
load = ctypes.CDLL.__init__
def refuse(self, name=None, *arguments, **options):
    if name and any(f"lib{{library}}.so" in name for library in {libraries!r}):
        raise OSError(f"{{name}}: cannot open shared object file")
    load(self, name, *arguments, **options)
ctypes.CDLL.__init__ = refuse
"""


def run_without_libraries(
    libraries: Set[str], code: str, changes: Mapping[str, str | None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process in which ctypes finds no "libNAME.so" of these names."""
    return subprocess.run(
        [sys.executable, "-c", REFUSE_LIBRARIES.format(libraries=sorted(libraries)) + code],
        cwd=ROOT,
        env=environment(changes),
        capture_output=True,
        text=True,
        check=False,
        timeout=TIME_LIMIT_SECONDS,
    )
