"""All that a view may read: the readout, and the texture that it speaks of."""

from typing import NamedTuple

import moderngl

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.start_data import StartData


class Frame(NamedTuple):
    """One state of the sort, ready to be drawn.

    Attributes:
        readout: what is known of the state.
        start_data: what was loaded: the format of the elements, and how they are shown.
        sort_texture: (height, width) texels in that format, row 0 at the bottom.
    """

    readout: Readout
    start_data: StartData
    sort_texture: moderngl.Texture

    @property
    def layout(self) -> TextureLayout:
        """Which element lies in which texel."""
        return TextureLayout(self.sort_texture.width, self.sort_texture.height)
