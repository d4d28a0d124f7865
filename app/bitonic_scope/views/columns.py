"""The columns of the line: the least and the greatest height of the elements in each."""

from collections.abc import Iterator

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.gpu.allocation import allocate_target, texture_of
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame

ELEMENTS_AT_ONCE = 1 << 20  # per part: 10 ms on software GL


class Row:
    """Owns a texture of one row, RG32UI, and the framebuffer to draw it."""

    def __init__(self, ctx: moderngl.Context, what: str) -> None:
        """Allocate nothing yet; `what` is for messages."""
        self._ctx = ctx
        self._what = what
        self._target: moderngl.Framebuffer | None = None

    @property
    def texture(self) -> moderngl.Texture:
        """The texture."""
        assert self._target is not None, "begin() comes first"
        return texture_of(self._target)

    def begin(self, width: int) -> None:
        """Allocate a row of that many texels; one of that width keeps its content."""
        if self._target is None or self._target.size != (width, 1):
            self.release()
            self._target = allocate_target(self._ctx, (width, 1), 2, "u4", what=self._what)

    def use(self, first: int, count: int) -> None:
        """Make a part of the row the target of the next draw."""
        assert self._target is not None, "begin() comes first"
        self._ctx.enable_only(moderngl.NOTHING)
        self._target.viewport = (first, 0, count, 1)
        self._target.use()

    def release(self) -> None:
        """Free the texture; a second call does nothing."""
        if self._target is not None:
            release_target(self._ctx, self._target)
            self._target = None


class Columns:
    """Owns one texel per column; makes them anew for another state or number of columns."""

    def __init__(self, gpu: Gpu, colours: ElementColours) -> None:
        """Draw with this GPU, with the colours of these elements."""
        self._colours = colours
        self._row = Row(gpu.ctx, "a texture of columns")
        self._folded_row = Row(gpu.ctx, "a texture of folded columns")
        self._is_folded = False
        self._shows: tuple[StartData, int, int] | None = None

    @property
    def texture(self) -> moderngl.Texture:
        """The heights, as columns.frag makes them, or those that `fold` took."""
        return (self._folded_row if self._is_folded else self._row).texture

    @property
    def count(self) -> int:
        """The number of columns in that texture."""
        return self.texture.width

    def heights(self) -> NDArray[np.uint32]:
        """Return the heights: (columns, 2) uint32, the least and the greatest; see columns.frag."""
        return np.frombuffer(self.texture.read(), np.uint32).reshape(-1, 2)

    def parts(self, frame: Frame, columns: int) -> Iterator[None]:
        """Find the heights of a state, for that many columns; these are not folded.

        Yields:
            Between groups of columns of a large sort.
        """
        self._is_folded = False
        shows = (frame.start_data, frame.pass_index, columns)
        if shows == self._shows:
            return
        self._shows = None
        self._row.begin(columns)
        element_count = frame.layout.element_count
        at_once = max(1, columns * ELEMENTS_AT_ONCE // element_count)
        for first in range(0, columns, at_once):
            if first:
                yield
            program = self._colours.program("views/columns.frag", frame)
            program.set_uniforms(
                log2_width=frame.layout.log2_width, element_count=element_count, columns=columns
            )
            self._row.use(first, min(at_once, columns - first))
            program.draw()
        self._shows = shows

    def fold(self, heights: NDArray[np.uint32]) -> None:
        """Take other heights, (columns, 2) uint32, until `parts` is called again."""
        self._folded_row.begin(len(heights))
        self._folded_row.texture.write(heights.tobytes())
        self._is_folded = True

    def release(self) -> None:
        """Free the textures; a second call does nothing."""
        self._row.release()
        self._folded_row.release()
        self._is_folded = False
        self._shows = None
