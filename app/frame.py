"""All that a view may read: the readout, and the texture that it speaks of."""

from dataclasses import dataclass

import moderngl

from app.data.texture_layout import TextureLayout
from app.readout import Readout


@dataclass(frozen=True, slots=True)
class Frame:
    """One state of the sort, ready to be drawn.

    Attributes:
        readout: what is known of the state.
        sort_texture: (height, width) texels in the element format, row 0 at the bottom.
    """

    readout: Readout
    sort_texture: moderngl.Texture

    @property
    def layout(self) -> TextureLayout:
        """Which element lies in which texel."""
        return TextureLayout(self.sort_texture.width, self.sort_texture.height)
