"""Prepares to import the window's libraries without their unused parts."""

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pyglet

from bitonic_scope.window.system_libraries import SystemLibrary, system_libraries

# Modules that their packages always import, with heavy dependencies: asyncio and ssl in
# imgui_bundle, PyGLM and Pillow in moderngl_window.
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
    """Stands in for a module that the program never calls."""

    def __getattr__(self, name: str) -> None:
        return None


def prepare_libraries() -> None:
    """Call before importing any of them; saves a sixth of the time to the first frame."""
    for name in UNUSED:
        sys.modules.setdefault(name, _Unused(name))
    pyglet.options.dpi_scaling = "stretch"  # layout in logical pixels, GL in physical ones
    pyglet.options.search_local_libs = False  # none lie beside the program
    if libraries := system_libraries():
        _name_libraries(libraries)


def _name_libraries(libraries: Mapping[str, SystemLibrary]) -> None:
    """Let pyglet load libraries by their sonames: it would run ldconfig to find each of them."""
    from pyglet.lib import loader as pyglet_loader  # reads the options

    loader: Any = pyglet_loader
    look_for = loader.find_library

    def find_library(name: str) -> str | None:
        library = libraries.get(name)
        if library is not None and library.is_found:
            return library.soname
        found: str | None = look_for(name)
        return found

    loader.find_library = find_library
