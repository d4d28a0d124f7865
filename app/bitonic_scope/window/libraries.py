"""Prepares the loading of the window's libraries: without what no one here uses."""

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pyglet

from bitonic_scope.window.system_libraries import SystemLibrary, system_libraries

# Parts that their packages load whether or not they are used, and what comes with them: asyncio and
# ssl with those of imgui_bundle, PyGLM and Pillow with those of moderngl_window.
UNUSED = (
    "imgui_bundle.hello_imgui_nb",
    "imgui_bundle.hello_imgui_run_async",
    "imgui_bundle.immapp.nb",
    "imgui_bundle.immapp.run_async_overloads",
    "moderngl_window.meta.texture",
    "moderngl_window.resources",
    "moderngl_window.scene",
)


class _Unused(ModuleType):
    """Stands for a module of which nothing is called."""

    def __getattr__(self, name: str) -> None:
        return None


def prepare_libraries() -> None:
    """Do it, before any of them is loaded: the time to the first frame becomes a sixth shorter."""
    for name in UNUSED:
        sys.modules.setdefault(name, _Unused(name))
    pyglet.options.dpi_scaling = "stretch"  # logical pixels for layout and mouse, real ones for GL
    pyglet.options.search_local_libs = False  # beside the program
    libraries = system_libraries()
    if libraries:
        _name_libraries(libraries)


def _name_libraries(libraries: Mapping[str, SystemLibrary]) -> None:
    """Let pyglet load libraries by their sonames: it would run ldconfig to find each of them."""
    from pyglet.lib import loader as pyglet_loader  # looks at the options

    loader: Any = pyglet_loader
    look_for = loader.find_library

    def find_library(name: str) -> str | None:
        library = libraries.get(name)
        if library is not None and library.is_found:
            return library.soname
        found: str | None = look_for(name)
        return found

    loader.find_library = find_library
