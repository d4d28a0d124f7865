"""The bars view: the value of each element over its index, left to right."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.model.look import Look
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.view import View

ELEMENTS_AT_ONCE = 1 << 20  # per part: 10 ms on software GL


class Bars(View):
    """Draws one bar per element, or per pixel column if elements share columns."""

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw the element colours, one pixel each, then a bar as high as each colour is light.

        Yields:
            Between groups of columns of a large sort.
        """
        yield from self._colours.parts(frame)
        element_count, width = frame.layout.element_count, canvas.texture.width
        columns = min(element_count, width)
        at_once = max(1, columns * ELEMENTS_AT_ONCE // element_count)
        for first in range(0, columns, at_once):
            if first:
                yield
            canvas.begin_drawing(is_fresh=first == 0)
            self._draw(frame, columns, first, min(at_once, columns - first))

    def _draw(self, frame: Frame, columns: int, first: int, count: int) -> None:
        program = self._gpu.programs.get("views/bars.frag", vertex_shader="views/bars.vert")
        program.set_uniforms(
            element_colours=0,
            log2_width=frame.layout.log2_width,
            element_count=frame.layout.element_count,
            columns=columns,
            first_column=first,
        )
        self._colours.canvas.texture.use(0)
        program.draw(moderngl.TRIANGLE_STRIP, vertices=4, instances=count)
