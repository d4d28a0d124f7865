"""The frame: a state of the sort, as views read it."""

from typing import NamedTuple

import moderngl

from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.photo_frame import Part, photo_frame

MAX_READ_ELEMENTS = 4096  # that are read back for digits and marks; less than a millisecond


class Frame(NamedTuple):
    """One state of the sort, ready to draw.

    Attributes:
        start_data: the loaded data: settings, element format, and how to show values.
        pass_index: the number of passes done, 0..P.
        sort_texture: (height, width) texels in that format, row 0 at the bottom.
        elements: the same elements on the CPU, in order of their index; None if there are more than
            MAX_READ_ELEMENTS, or nobody read them back.
    """

    start_data: StartData
    pass_index: int
    sort_texture: moderngl.Texture
    elements: Elements | None = None

    @property
    def layout(self) -> TextureLayout:
        """The layout of elements in the texture."""
        return TextureLayout(self.sort_texture.width, self.sort_texture.height)

    def part(self, look: Look) -> Part | None:
        """Return the part of the texture to show; None for the whole, as in plain recordings."""
        if not look.has_labels:
            return None
        return photo_frame(self.start_data.settings, self.pass_index)

    @property
    def is_gray(self) -> bool:
        """Whether all elements are gray: no pixels of a picture file, no padding."""
        return self.start_data.colours is None and not self.start_data.settings.padding_count
