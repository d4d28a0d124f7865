"""The painter: draws a drawing on a canvas or in a window, with one or two draw calls.

A drawing may begin with hundreds of lines between blocks. They cover whole pixels, so they have a
draw call of their own, which neither finds out how much they cover nor blends.
"""

from array import array
from functools import cache
from itertools import takewhile

import moderngl

from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Uniform
from bitonic_scope.views.drawing import (
    Box,
    Disc,
    Drawing,
    Label,
    Line,
    Shape,
    Towards,
)
from bitonic_scope.views.outlines import hatch_distance, text_origin
from bitonic_scope.views.palette import Colour
from bitonic_scope.views.text_atlas import TextAtlas
from bitonic_scope.views.viewport import Viewport

# What a shape is, as shapes.vert numbers it.
BOX, LINE, DISC, TRIANGLE, TEXT = range(5)
DIRECTIONS = {Towards.UP: 0, Towards.DOWN: 1, Towards.LEFT: 2, Towards.RIGHT: 3}
NO_COLOUR = -1

SHAPE_FORMAT = "4f 4f 2f/i"  # geometry, detail, colours: see shapes.vert
SHAPE_FLOATS = 10
FIRST_SHAPES = 1024  # initial capacity; the buffer grows on demand
MIN_WHOLE = 32  # shapes that are worth a draw call of their own


class _Shapes:
    """Owns a buffer of shapes.

    Attributes:
        program: what draws them.
        count: how many there are.
    """

    def __init__(self, gpu: Gpu, *defines: str) -> None:
        self.program = gpu.programs.get(
            "views/shapes.frag", None, *defines, vertex_shader="views/shapes.vert"
        )
        self.count = 0
        self._buffer = gpu.ctx.buffer(reserve=4 * SHAPE_FLOATS * FIRST_SHAPES, dynamic=True)
        self._vertices = self.program.vertex_array(
            self._buffer, SHAPE_FORMAT, "geometry", "detail", "colours"
        )

    def load(self, shapes: "array[float]") -> None:
        """Replace the shapes."""
        self.count = len(shapes) // SHAPE_FLOATS
        if shapes:
            self._buffer.orphan(max(self._buffer.size, 4 * len(shapes)))
            self._buffer.write(shapes)

    def draw(self) -> None:
        """Draw the shapes, if there are any, to the bound framebuffer."""
        if self.count:
            self._vertices.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=self.count)

    def release(self) -> None:
        """Free everything."""
        self._vertices.release()
        self._buffer.release()


class Painter:
    """Owns the buffers of shapes and the atlas of texts."""

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        self._gpu = gpu
        self._ctx = gpu.ctx
        self._shapes = _Shapes(gpu)
        self._whole: _Shapes | None = None  # drawn before the others
        self._atlas = TextAtlas(gpu.ctx)
        self._loaded: tuple[Drawing, float] | None = None  # the last drawing, and its scale

    def draw(
        self,
        drawing: Drawing,
        target: moderngl.Framebuffer,
        place: Viewport | None = None,
        *,
        scale: float = 1.0,
    ) -> None:
        """Draw shapes over the content of a framebuffer.

        Args:
            drawing: the shapes; later ones cover earlier ones. It must not change afterwards.
            target: the framebuffer.
            place: the rectangle whose top left is the origin, and that clips the shapes; None for
                the whole framebuffer.
            scale: framebuffer pixels per pixel of the drawing.
        """
        place = Viewport(0, 0, *target.size) if place is None else place
        self._load(drawing, scale)
        if not drawing:
            return
        target.viewport = target.scissor = place
        target.use()
        placed: dict[str, Uniform] = {
            "place_size": (float(place.width), float(place.height)),
            "scale": float(scale),
        }
        if self._whole is not None and self._whole.count:
            self._whole.program.set_uniforms(**placed)
            self._ctx.enable_only(moderngl.NOTHING)
            self._whole.draw()
        self._atlas.upload().use(0)
        self._shapes.program.set_uniforms(
            atlas=0,
            top_left=(float(place.x), float(place.y + place.height)),
            hatch=hatch_distance(place.height),
            **placed,
        )
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]  # a wrong stub
        self._ctx.blend_func = (  # type: ignore[assignment]  # the stub allows pairs only
            moderngl.SRC_ALPHA,
            moderngl.ONE_MINUS_SRC_ALPHA,
            moderngl.ONE,
            moderngl.ONE_MINUS_SRC_ALPHA,
        )
        self._shapes.draw()
        self._ctx.disable(moderngl.BLEND)  # left on, it would corrupt the next pass of the sort
        target.scissor = None  # type: ignore[assignment]  # the stub has no None: the whole target

    def _load(self, drawing: Drawing, scale: float) -> None:
        """Bring a drawing to the buffers, unless it is the last one."""
        if self._loaded is not None:
            last, last_scale = self._loaded
            if drawing is last and scale == last_scale:
                return
        self._loaded = drawing, scale
        self._atlas.begin()
        whole_count = len(list(takewhile(_is_whole, drawing)))
        if whole_count < MIN_WHOLE:
            whole_count = 0
        elif self._whole is None:
            self._whole = _Shapes(self._gpu, "WHOLE")
        if self._whole is not None:
            self._whole.load(self._packed(drawing[:whole_count], scale))
        self._shapes.load(self._packed(drawing[whole_count:], scale))

    def _packed(self, drawing: Drawing, scale: float) -> "array[float]":
        """Return SHAPE_FLOATS numbers per shape, in the order of shapes.vert."""
        numbers: list[float] = []  # an array grows more slowly
        add = numbers.extend
        for shape in drawing:
            if isinstance(shape, Box):
                left, top, width, height, fill, outline, thickness, radius, is_hatched = shape
                add((left, top, width, height, thickness, radius, is_hatched, BOX))
                add((_code(fill), _code(outline)))
            elif isinstance(shape, Line):
                x0, y0, x1, y1, colour, thickness, dash = shape
                add((x0, y0, x1, y1, thickness, dash, 0, LINE, _code(colour), NO_COLOUR))
            elif isinstance(shape, Label):
                self._add_text(numbers, shape, scale)
            elif isinstance(shape, Disc):
                x, y, radius, colour = shape
                add((x, y, radius, 0, 0, 0, 0, DISC, _code(colour), NO_COLOUR))
            else:
                x, y, size, towards, colour = shape
                add((x, y, size, DIRECTIONS[towards], 0, 0, 0, TRIANGLE))
                add((_code(colour), NO_COLOUR))
        return array("f", numbers)

    def _add_text(self, numbers: list[float], label: Label, scale: float) -> None:
        """Add a label: its baseline and its left end are on whole pixels of the target."""
        text, size, is_medium, width_part = (
            label.text,
            label.size,
            label.is_medium,
            label.width_part,
        )
        placed = self._atlas.place(text, size * scale, is_medium=is_medium, width_part=width_part)
        if not placed.width:
            return
        x, baseline = text_origin(label, scale)
        left, top = x + placed.left, baseline + placed.top
        numbers.extend((left, top, placed.width, placed.height, placed.x, placed.y, 0, TEXT))
        numbers.extend((_code(label.colour), NO_COLOUR))

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._shapes.release()
        if self._whole is not None:
            self._whole.release()
            self._whole = None
        self._loaded = None
        self._atlas.release()


def _is_whole(shape: Shape) -> bool:
    """Return whether a shape covers whole pixels, all of them in one colour."""
    if isinstance(shape, Line):
        return not shape.dash and (shape.x0 == shape.x1 or shape.y0 == shape.y1)
    if not isinstance(shape, Box) or shape.fill is None:
        return False
    return shape.outline is None and not shape.radius and not shape.is_hatched


@cache
def _code(colour: Colour | None) -> int:
    """Return a colour as one number, exact in a float; NO_COLOUR for none."""
    if colour is None:
        return NO_COLOUR
    red, green, blue = colour
    return red << 16 | green << 8 | blue
