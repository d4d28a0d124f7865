"""The colour of each element, a pixel an element: what a view or the recorder enlarges."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.frame import Frame

COLOUR_SHADER = "views/element_colour.frag"
NO_KEY = 0xFFFF_FFFF  # fills the array of keys; never looked at
GRAY_KEY_COUNT = 255


class ElementColours:
    """Finds the colours of the elements, and owns the picture whose pixels they are, if any.

    Once an element, not once a pixel: on software GL that is half the time of a frame.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx = ctx
        self._programs = programs
        self._picture: moderngl.Texture | None = None
        self._picture_of: StartData | None = None

    def parts(self, frame: Frame, canvas: Canvas) -> Iterator[None]:
        """Draw the colours on a canvas, made of the layout's size; alpha 0 marks padding.

        Yields:
            Between parts of a large picture.
        """
        layout = frame.layout
        yield from canvas.drawn_in_bands(layout.width, layout.height, lambda: self._draw(frame))

    def _draw(self, frame: Frame) -> None:
        data = frame.start_data
        element_format = data.storage.element_format
        if data.colours is not None:
            program = self._programs.get(COLOUR_SHADER, element_format, "COLOURS")
            self._picture_texture(data).use(1)
            program.set_uniforms(colours=1)
        else:
            program = self._programs.get(COLOUR_SHADER, element_format)
            unused = (NO_KEY,) * (GRAY_KEY_COUNT - len(data.gray_keys))
            program.set_uniforms(
                gray_keys=data.gray_keys + unused, gray_key_count=len(data.gray_keys)
            )
        program.set_uniforms(sort_texture=0)
        frame.sort_texture.use(0)
        program.draw()

    def _picture_texture(self, data: StartData) -> moderngl.Texture:
        if self._picture is None or self._picture_of is not data:
            self.release()
            assert data.colours is not None
            height, width, _ = data.colours.shape
            self._picture = self._ctx.texture((width, height), 3, data.colours.tobytes())
            self._picture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._picture_of = data
        return self._picture

    def release(self) -> None:
        """Free the picture; a second time does nothing."""
        if self._picture is not None:
            self._picture.release()
        self._picture = self._picture_of = None
