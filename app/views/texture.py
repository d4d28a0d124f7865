"""The texture view: each element a square of its gray or colour, the first at the bottom left."""

import moderngl

from app.frame import Frame
from app.gpu.programs import Programs
from app.start_data import StartData
from app.views.canvas import Canvas

COLOUR_SHADER = "element_colour.frag"
NO_KEY = 0xFFFF_FFFF  # fills the array of keys; never looked at
GRAY_KEY_COUNT = 255


class TextureView:
    """Draws the sort texture.

    What colour an element has is found once an element, not once a pixel: on software GL that is
    half the time of a frame.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx = ctx
        self._programs = programs
        self._enlarge = programs.get("texture_view.frag")
        self._element_colours = Canvas(ctx)
        self._picture: moderngl.Texture | None = None
        self._picture_of: StartData | None = None

    def draw(self, frame: Frame, canvas: Canvas, *, pixels_per_texel: int) -> None:
        """Draw a frame, each element a square of that many pixels a side."""
        layout = frame.layout
        if pixels_per_texel == 1:
            canvas.begin(layout.width, layout.height)
            self._colour(frame)
            return
        self._element_colours.begin(layout.width, layout.height)
        self._colour(frame)
        canvas.begin(layout.width * pixels_per_texel, layout.height * pixels_per_texel)
        self._enlarge.set_uniforms(element_colours=0, pixels_per_texel=pixels_per_texel)
        self._element_colours.texture.use(0)
        self._enlarge.draw()

    def _colour(self, frame: Frame) -> None:
        """Draw the colour of each element, a pixel an element."""
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
            self._release_picture()
            assert data.colours is not None
            height, width, _ = data.colours.shape
            self._picture = self._ctx.texture((width, height), 3, data.colours.tobytes())
            self._picture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._picture_of = data
        return self._picture

    def _release_picture(self) -> None:
        if self._picture is not None:
            self._picture.release()
        self._picture = self._picture_of = None

    def release(self) -> None:
        """Free what it took; a second time does nothing."""
        self._release_picture()
        self._element_colours.release()
