"""Prepares the loading of the window's libraries: without what no one here uses."""

import ctypes
import sys
from types import ModuleType
from typing import Any

import pyglet

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

# The libraries of X and GL by their sonames, which have not changed for decades. pyglet would run
# ldconfig to find each of them.
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
    """Stands for a module of which nothing is called."""

    def __getattr__(self, name: str) -> None:
        return None


def prepare_libraries() -> None:
    """Do it, before any of them is loaded: the time to the first frame becomes a sixth shorter."""
    for name in UNUSED:
        sys.modules.setdefault(name, _Unused(name))
    pyglet.options.dpi_scaling = "stretch"  # logical pixels for layout and mouse, real ones for GL
    pyglet.options.search_local_libs = False  # beside the program
    if sys.platform.startswith("linux"):
        _name_libraries()


def _name_libraries() -> None:
    from pyglet.lib import loader as pyglet_loader  # looks at the options

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
