"""Bitonic Scope shows how a GPU sorts.

The map, from the bottom up: `system` wraps the operating system, `network` has the mathematics of
the sort, `data` the elements and their layout in a texture, `model` the values that the layers
above exchange, and `text` puts them into words. `gpu` sorts in shaders, `driver` finds out what
this machine's driver can do, `files` reads the user's data and writes results, and `views` draw the
texture. `player` brings the texture to a position, `recording` saves frames, `ui` has the controls,
and `window` puts all of these together. `bench` measures, `cli` is the command line, and `api` the
way in from Python.
"""

__version__ = "0.1.0"
PROGRAM = "bitonic-scope"

__all__ = [
    "FilmFile",
    "FrameOptions",
    "ProgramError",
    "SortOptions",
    "film",
    "frames",
    "settings",
    "sort",
    "states",
]

TYPE_CHECKING = False  # type checkers take this name for true; typing itself takes time to import
if TYPE_CHECKING:
    from bitonic_scope.api import (
        FilmFile,
        FrameOptions,
        ProgramError,
        SortOptions,
        film,
        frames,
        settings,
        sort,
        states,
    )
else:

    def __getattr__(name):
        """Load the API when it is first used: the command line starts without it."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module("bitonic_scope.api"), name)

    def __dir__():
        return sorted({*globals(), *__all__})
