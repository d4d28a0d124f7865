"""An ImGui context without a window."""

from collections.abc import Callable, Iterator

import pytest
from imgui_bundle import imgui

from bitonic_scope.model.look import Theme
from bitonic_scope.ui.focus import Focus
from bitonic_scope.ui.fonts import load_fonts
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect, layout
from bitonic_scope.ui.theme import LABEL, apply_style

MakeInk = Callable[[tuple[int, int]], Ink]


@pytest.fixture
def io() -> Iterator[imgui.IO]:
    context = imgui.create_context()
    io = imgui.get_io()
    io.set_ini_filename("")
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = imgui.ImVec2(640, 480)
    io.delta_time = 1 / 60
    yield io
    imgui.destroy_context(context)


@pytest.fixture
def ink_for(io: imgui.IO) -> MakeInk:
    """Return what makes the ink of a window of some size."""
    fonts, focus = load_fonts(), Focus()

    def make(size: tuple[int, int]) -> Ink:
        io.display_size = imgui.ImVec2(*size)
        unit = layout(*size, ui_scale=1.0).type_unit
        ink = Ink(Theme.DARK, unit, fonts, focus, Rect(0, 0, *size))
        apply_style(ink.theme, ink.unit, ink.pixels(LABEL))
        return ink

    return make
