"""An ImGui context without a window."""

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui


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
