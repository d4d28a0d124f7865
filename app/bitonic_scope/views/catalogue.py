"""The views by their names: what `--view`, the window and the recorder can show.

A new view is a module here, its shaders in shaders/views/, and a row of this table. Rows name the
modules instead of importing them, so that the command line can list views without loading OpenGL.
"""

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bitonic_scope.gpu.gpu import Gpu
    from bitonic_scope.views.view import View


class _Row(NamedTuple):
    module: str
    view: str  # the class in it


VIEWS = {
    "texture": _Row("texture_view", "TextureView"),
    "bars": _Row("bars", "Bars"),
}


def new_view(name: str, gpu: "Gpu") -> "View":
    """Make the view of that name."""
    row = VIEWS[name]
    view: View = getattr(import_module(f"bitonic_scope.views.{row.module}"), row.view)(gpu)
    return view
