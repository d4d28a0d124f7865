"""What a view may read of a state of the sort."""

from typing import NamedTuple

import moderngl

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.start_data import StartData


class Frame(NamedTuple):
    """One state of the sort, ready to be drawn.

    Attributes:
        start_data: what was loaded: settings, element format, and how values are shown.
        pass_index: how many passes are done, 0..P.
        sort_texture: (height, width) texels in that format, row 0 at the bottom.
    """

    start_data: StartData
    pass_index: int
    sort_texture: moderngl.Texture

    @property
    def layout(self) -> TextureLayout:
        """Which element lies in which texel."""
        return TextureLayout(self.sort_texture.width, self.sort_texture.height)

    @property
    def is_gray(self) -> bool:
        """Whether all its elements are gray: none is a pixel of a photo, or padding."""
        return self.start_data.colours is None and not self.start_data.settings.padding_count
