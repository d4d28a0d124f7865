"""The views by name, for `--view`, the window and the recorder.

A new view is a module here, its shaders in shaders/views/, and a row of this table. Rows name the
class instead of importing it, so the command line lists views without loading OpenGL.
"""

from typing import NamedTuple


class ViewRow(NamedTuple):
    """A view: its module in this package, its class there, and whether it can be a drawing."""

    module: str
    view: str
    has_drawing: bool


VIEWS = {
    "both": ViewRow("both", "Both", has_drawing=False),
    "texture": ViewRow("texture_view", "TextureView", has_drawing=False),
    "bars": ViewRow("bars", "Bars", has_drawing=True),
    "dots": ViewRow("dots", "Dots", has_drawing=True),
    "network": ViewRow("network_view", "NetworkView", has_drawing=True),
}

# Single pictures may also show the triangle, which the window has beside each view.
SNAPSHOT_VIEWS = VIEWS | {"triangle": ViewRow("triangle_view", "TriangleView", has_drawing=True)}
