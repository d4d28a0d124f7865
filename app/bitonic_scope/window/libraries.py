"""Prepares to import the window's libraries without their unused parts."""

import ctypes
import sys
from types import ModuleType
from typing import Any

import pyglet

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

# The sonames of X and GL libraries, unchanged for decades. pyglet would run ldconfig to find each.
SONAMES = {
    "GL": "libGL.so.1",
    "X11": "libX11.so.6",
    "Xext": "libXext.so.6",
    "Xi": "libXi.so.6",
    "Xinerama": "libXinerama.so.1",
    "Xrandr": "libXrandr.so.2",
    "Xrender": "libXrender.so.1",
    "Xxf86vm": "libXxf86vm.so.1",
}


class _Unused(ModuleType):
    """Stands in for a module that the program never calls."""

    def __getattr__(self, name: str) -> None:
        return None


def prepare_libraries() -> None:
    """Call before importing any of them; saves a sixth of the time to the first frame."""
    for name in UNUSED:
        sys.modules.setdefault(name, _Unused(name))
    pyglet.options.dpi_scaling = (
        "stretch"  # layout and mouse in logical pixels, GL in physical ones
    )
    pyglet.options.search_local_libs = False  # none lie beside the program
    if sys.platform.startswith("linux"):
        _name_libraries()


def _name_libraries() -> None:
    from pyglet.lib import loader as pyglet_loader  # reads the options

    loader: Any = pyglet_loader
    look_for = loader.find_library

    def find_library(name: str) -> str | None:
        soname = SONAMES.get(name)
        try:
            if soname is not None:
                ctypes.CDLL(soname)
                return soname
        except OSError:
            pass
        found: str | None = look_for(name)
        return found

    loader.find_library = find_library
