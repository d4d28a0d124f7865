"""The system libraries that the window needs: their names, and which are missing.

Imports no other part of the window, so that `doctor` can report what is missing.
"""

import ctypes
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from bitonic_scope.errors import INSTALL_HINT, ProgramError


class SystemLibrary(NamedTuple):
    """A shared library.

    Attributes:
        soname: its file name.
        package: its Debian package.
        is_needed: whether the window cannot open without it; pyglet can do without the others.
    """

    soname: str
    package: str
    is_needed: bool = False

    @property
    def is_found(self) -> bool:
        """Whether the system can load it."""
        try:
            ctypes.CDLL(self.soname)
        except OSError:
            return False
        return True


# By pyglet's names. The sonames have not changed for decades.
LINUX_LIBRARIES = {
    "GL": SystemLibrary("libGL.so.1", "libgl1", is_needed=True),
    "X11": SystemLibrary("libX11.so.6", "libx11-6", is_needed=True),
    "Xrender": SystemLibrary("libXrender.so.1", "libxrender1", is_needed=True),
    "Xext": SystemLibrary("libXext.so.6", "libxext6"),
    "Xi": SystemLibrary("libXi.so.6", "libxi6"),
    "Xinerama": SystemLibrary("libXinerama.so.1", "libxinerama1"),
    "Xrandr": SystemLibrary("libXrandr.so.2", "libxrandr2"),
    "Xxf86vm": SystemLibrary("libXxf86vm.so.1", "libxxf86vm1"),
}


def system_libraries() -> Mapping[str, SystemLibrary]:
    """Return the libraries that the window uses on this system; none unless it is Linux."""
    return LINUX_LIBRARIES if sys.platform.startswith("linux") else {}


def missing_line(*missing: SystemLibrary) -> str:
    """Return a line that names missing libraries and the command to install them."""
    names = " and ".join(library.soname for library in missing)
    packages = " ".join(library.package for library in missing)
    verb = "is" if len(missing) == 1 else "are"
    return f"{names} {verb} missing; try: apt-get install {packages}"


@contextmanager
def naming_missing_libraries() -> Iterator[None]:
    """Wrap imports of window modules, whose own errors do not name a missing library.

    Raises:
        ProgramError: a module cannot be imported; the message names the missing library.
    """
    try:
        yield
    except (ImportError, AttributeError) as error:  # pyglet raises the latter without libXrender
        needed = [library for library in system_libraries().values() if library.is_needed]
        missing = [library for library in needed if not library.is_found]
        raise ProgramError(
            missing_line(*missing)
            if missing
            else f"a library of the window cannot be loaded: {error}; try: {INSTALL_HINT}"
        ) from error
