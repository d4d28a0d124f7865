"""The viewport: a rectangle of a framebuffer, as OpenGL counts."""

from typing import NamedTuple


class Viewport(NamedTuple):
    """A rectangle of a framebuffer: left, bottom, width and height in pixels."""

    x: int
    y: int
    width: int
    height: int
