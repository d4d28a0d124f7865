"""The texture view: each element a square of its gray or colour, the first at the bottom left."""

import moderngl

from app.frame import Frame
from app.gpu.programs import Programs
from app.views.canvas import Canvas
from app.views.element_colours import ElementColours


class TextureView:
    """Draws the sort texture."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._enlarge = programs.get("texture_view.frag")
        self._colours = ElementColours(ctx, programs)
        self._small_canvas = Canvas(ctx)

    def draw(self, frame: Frame, canvas: Canvas, *, pixels_per_texel: int) -> None:
        """Draw a frame, each element a square of that many pixels a side."""
        if pixels_per_texel == 1:
            self._colours.draw(frame, canvas)
            return
        layout = frame.layout
        self._colours.draw(frame, self._small_canvas)
        canvas.begin(layout.width * pixels_per_texel, layout.height * pixels_per_texel)
        self._enlarge.set_uniforms(element_colours=0, pixels_per_texel=pixels_per_texel)
        self._small_canvas.texture.use(0)
        self._enlarge.draw()

    def release(self) -> None:
        """Free what it took; a second time does nothing."""
        self._colours.release()
        self._small_canvas.release()
