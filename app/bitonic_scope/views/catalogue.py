"""The views by name, for `--view`, the window and the recorder.

A new view is a module here, its shaders in shaders/views/, and a row of this table. Rows name the
class instead of importing it, so the command line lists views without loading OpenGL.
"""

from typing import NamedTuple


class ViewRow(NamedTuple):
    """A view: its module in this package, and its class there."""

    module: str
    view: str


VIEWS = {
    "both": ViewRow("both", "Both"),
    "texture": ViewRow("texture_view", "TextureView"),
    "bars": ViewRow("bars", "Bars"),
    "dots": ViewRow("dots", "Dots"),
    "network": ViewRow("network_view", "NetworkView"),
}
