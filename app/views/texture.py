"""The texture view: each element a square of its gray or colour, the first at the bottom left."""

import moderngl

from app.frame import Frame
from app.gpu.programs import Programs
from app.start_data import StartData
from app.views.canvas import Canvas

SHADER = "texture_view.frag"
NO_KEY = 0xFFFF_FFFF  # fills the array of keys; never looked at
GRAY_KEY_COUNT = 255


class TextureView:
    """Draws the sort texture; owns the colours of a picture."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx = ctx
        self._programs = programs
        self._colours: moderngl.Texture | None = None
        self._colours_of: StartData | None = None

    def draw(self, frame: Frame, canvas: Canvas, *, pixels_per_texel: int) -> None:
        """Draw a frame, each element a square of that many pixels a side."""
        layout, data = frame.layout, frame.start_data
        canvas.begin(layout.width * pixels_per_texel, layout.height * pixels_per_texel)
        element_format = data.storage.element_format
        if data.colours is not None:
            program = self._programs.get(SHADER, element_format, "COLOURS")
            self._colour_texture(data).use(1)
            program.set_uniforms(colours=1)
        else:
            program = self._programs.get(SHADER, element_format)
            unused = (NO_KEY,) * (GRAY_KEY_COUNT - len(data.gray_keys))
            program.set_uniforms(
                gray_keys=data.gray_keys + unused, gray_key_count=len(data.gray_keys)
            )
        program.set_uniforms(sort_texture=0, pixels_per_texel=pixels_per_texel)
        frame.sort_texture.use(0)
        program.draw()

    def _colour_texture(self, data: StartData) -> moderngl.Texture:
        if self._colours is None or self._colours_of is not data:
            self.release()
            assert data.colours is not None
            height, width, _ = data.colours.shape
            self._colours = self._ctx.texture((width, height), 3, data.colours.tobytes())
            self._colours.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._colours_of = data
        return self._colours

    def release(self) -> None:
        """Free the colours; a second time does nothing."""
        if self._colours is not None:
            self._colours.release()
        self._colours = self._colours_of = None
