"""The frame of a photo: the part of the texture that holds all its pixels, in every state.

Where padding can be depends on the photo's size alone, not on its pixels. It starts to the right of
the photo and above it. A pass moves no element out of its block, so the frame grows with the blocks
only; in the last stage it shrinks to the first rows, because padding sorts last.
"""

from typing import NamedTuple

from bitonic_scope.model.settings import SortSettings


class Part(NamedTuple):
    """The texels of a texture that are shown: columns from the left, rows from the bottom.

    Attributes:
        width, height: the number of columns and of rows.
        least_aspect: no state of the sort shows a part with a smaller ratio of width to height.
    """

    width: int
    height: int
    least_aspect: float = 0.0


def photo_frame(settings: SortSettings, pass_index: int) -> Part | None:
    """Return the part of the texture beyond which all is padding; None for other data.

    Args:
        settings: what is sorted.
        pass_index: the number of passes done.
    """
    own, width, height = settings.own, settings.width, settings.height
    if own is None or own.colours is None:
        return None
    rows, columns = own.shape
    if columns > width or rows > height:  # the pixels are in one line
        rows, columns = -(-own.count // width), width
    least = min(columns / rows, width / height)  # rows are added to full rows alone
    done = settings.network.pass_done(pass_index)
    if done is not None and done.block_size == settings.element_count:
        end = _up_to(own.count, done.compare_distance)
        columns, rows = min(end, width), -(-end // width)
    elif done is not None:
        columns = _up_to(columns, min(done.block_size, width))
        rows = _up_to(rows, max(done.block_size // width, 1))
    return Part(columns, rows, least)


def _up_to(count: int, step: int) -> int:
    """Return the least multiple of a step that is not below a count."""
    return -(-count // step) * step
