"""The views by their names: what `--view`, the window and the recorder can show.

A new view is a module here, its shaders in shaders/views/, and a row of this table. Rows name the
class instead of importing it, so that the command line can list views without loading OpenGL.
"""

from typing import NamedTuple


class ViewRow(NamedTuple):
    """Where a view is: the module in this package, and the class in it."""

    module: str
    view: str


VIEWS = {
    "texture": ViewRow("texture_view", "TextureView"),
    "bars": ViewRow("bars", "Bars"),
}
