"""The columns of the line: the least and the greatest height of the elements in each."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.gpu.allocation import allocate_target, texture_of
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame

ELEMENTS_AT_ONCE = 1 << 20  # per part: 10 ms on software GL


class Columns:
    """Owns one texel per column; makes them anew for another state or number of columns."""

    def __init__(self, gpu: Gpu, colours: ElementColours) -> None:
        """Draw with this GPU, with the colours of these elements."""
        self._ctx = gpu.ctx
        self._colours = colours
        self._target: moderngl.Framebuffer | None = None
        self._shows: tuple[StartData, int, int] | None = None

    @property
    def texture(self) -> moderngl.Texture:
        """The heights, as columns.frag makes them: RG32UI, one row."""
        assert self._target is not None, "parts() come first"
        return texture_of(self._target)

    def parts(self, frame: Frame, columns: int) -> Iterator[None]:
        """Find the heights of a state, for that many columns.

        Yields:
            Between groups of columns of a large sort.
        """
        shows = (frame.start_data, frame.pass_index, columns)
        if shows == self._shows:
            return
        self._shows = None
        if self._target is None or self._target.size != (columns, 1):
            self.release()
            what = f"a texture of {columns} columns"
            self._target = allocate_target(self._ctx, (columns, 1), 2, "u4", what=what)
        element_count = frame.layout.element_count
        at_once = max(1, columns * ELEMENTS_AT_ONCE // element_count)
        for first in range(0, columns, at_once):
            if first:
                yield
            self._draw(frame, columns, first, min(at_once, columns - first))
        self._shows = shows

    def _draw(self, frame: Frame, columns: int, first: int, count: int) -> None:
        assert self._target is not None
        program = self._colours.program("views/columns.frag", frame)
        program.set_uniforms(
            log2_width=frame.layout.log2_width,
            element_count=frame.layout.element_count,
            columns=columns,
        )
        self._ctx.enable_only(moderngl.NOTHING)
        self._target.viewport = (first, 0, count, 1)
        self._target.use()
        program.draw()

    def release(self) -> None:
        """Free the texture; a second call does nothing."""
        if self._target is not None:
            release_target(self._ctx, self._target)
        self._target = self._shows = None
