"""The texture view: each element a square of its gray, black at the bottom left."""

from app.frame import Frame
from app.gpu.programs import Programs
from app.views.canvas import Canvas


class TextureView:
    """Draws the sort texture in gray."""

    def __init__(self, programs: Programs) -> None:
        self._program = programs.get("texture_view.frag")

    def draw(self, frame: Frame, canvas: Canvas, *, pixels_per_texel: int) -> None:
        """Draw a frame, each element a square of that many pixels a side."""
        layout = frame.layout
        canvas.begin(layout.width * pixels_per_texel, layout.height * pixels_per_texel)
        self._program.set_uniforms(sort_texture=0, pixels_per_texel=pixels_per_texel)
        frame.sort_texture.use(0)
        self._program.draw()
