"""The elements of a state in a line, in a pane of a canvas: as bars or as dots."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import moderngl
import numpy as np

from bitonic_scope.data.elements import sort_keys
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Program, Uniform
from bitonic_scope.model.look import Look
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import Direction
from bitonic_scope.views.arrangement import Pane
from bitonic_scope.views.canvas import Canvas, rgba
from bitonic_scope.views.columns import Columns
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.hatch import hatch_uniforms
from bitonic_scope.views.palette import PALETTES, Colour

MAX_GLIDING = 64  # elements; the size of came_from in column.glsl
PALE = 0.5  # part of the bars' colour between the least and the greatest of a column
MIN_GAP_PITCH = 3  # pixels from bar to bar, from which there is a gap between them
GAP_PART = 0.2  # of the pitch
MAX_GAP = 0.5  # u
LEAST_BAR = 0.25  # u: a bar of the least value can be seen
MAX_DOT, MIN_DOT = 1.6, 0.4  # u
MIN_DOT_PIXELS = 2
DOT_PART = 1.2  # of the pitch: neighbours rarely have equal heights


class LinePicture(ABC):
    """Draws a line of elements."""

    shader = ""

    def __init__(self, gpu: Gpu, colours: ElementColours) -> None:
        """Draw with this GPU, with the colours of these elements."""
        self._gpu = gpu
        self._columns = Columns(gpu, colours)

    def parts(self, frame: Frame, look: Look, canvas: Canvas, pane: Pane) -> Iterator[None]:
        """Draw a column per element, or per pixel if elements share columns.

        Yields:
            Between groups of columns of a large sort.
        """
        columns = column_count(frame, pane)
        yield from self._columns.parts(frame, columns)
        program = self._gpu.programs.get(
            f"views/{self.shader}.frag", vertex_shader=f"views/{self.shader}.vert"
        )
        self._set_uniforms(program, frame, look, canvas, pane)
        self._columns.texture.use(0)
        canvas.use(pane)
        program.draw(moderngl.TRIANGLE_STRIP, vertices=4, instances=columns)

    def _set_uniforms(
        self, program: Program, frame: Frame, look: Look, canvas: Canvas, pane: Pane
    ) -> None:
        columns, palette = column_count(frame, pane), PALETTES[look.theme]
        pale = mixed(palette.bar, palette.ground, PALE)
        program.set_uniforms(
            column_heights=0,
            pane_size=(pane.width, pane.height),
            pane_origin=canvas.origin_of(pane),
            columns=columns,
            glide=look.glide,
            bar=rgba(palette.bar)[:3],
            pale_bar=rgba(pale)[:3],
            **hatch_uniforms(look.theme, canvas.size[1]),
            **self._sizes(look, pane, columns),
        )
        if look.glide < 1 and columns <= MAX_GLIDING:
            program.set_uniforms(came_from=came_from(frame) + (0,) * (MAX_GLIDING - columns))

    @abstractmethod
    def _sizes(self, look: Look, pane: Pane, columns: int) -> dict[str, Uniform]:
        """Return the uniforms that only this kind of line has."""

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._columns.release()


class BarsPicture(LinePicture):
    """Draws one bar per column."""

    shader = "bars"

    def _sizes(self, look: Look, pane: Pane, columns: int) -> dict[str, Uniform]:
        return {
            "gap": bar_gap(look, pane, columns),
            "least_rows": least_rows(look),
            "ground": rgba(PALETTES[look.theme].ground)[:3],
        }


class DotsPicture(LinePicture):
    """Draws one dot per column."""

    shader = "dots"

    def _sizes(self, look: Look, pane: Pane, columns: int) -> dict[str, Uniform]:
        return {"dot_size": dot_size(look, pane, columns)}


def column_count(frame: Frame, pane: Pane) -> int:
    """Return the number of columns: one per element, at most one per pixel."""
    return min(frame.layout.element_count, pane.width)


def bar_gap(look: Look, pane: Pane, columns: int) -> int:
    """Return the pixels between bars."""
    pitch = pane.width / columns
    if pitch < MIN_GAP_PITCH:
        return 0
    return max(1, min(round(pitch * GAP_PART), round(MAX_GAP * look.unit)))


def least_rows(look: Look) -> int:
    """Return the height of a bar of the least value, in pixels."""
    return max(1, round(LEAST_BAR * look.unit))


def dot_size(look: Look, pane: Pane, columns: int) -> int:
    """Return the width and height of a dot, in pixels."""
    wanted = min(DOT_PART * pane.width / columns, MAX_DOT * look.unit)
    least = max(MIN_DOT * look.unit, MIN_DOT_PIXELS)
    return min(round(max(wanted, least)), pane.height)


def rows_below(height: int, rows: int) -> int:
    """Return the number of pixels whose middle is below a height of 0 to 65535.

    Twin of shaders/include/column.glsl.
    """
    area = 2 * height * rows
    return 0 if area == 0 else ((area - 1) // 65535 + 1) // 2


def came_from(frame: Frame) -> tuple[int, ...]:
    """Return, for each element of a small sort, its index before the pass done."""
    data, settings = frame.start_data, frame.start_data.settings
    if frame.pass_index == 0:
        return tuple(range(settings.element_count))
    keys = sort_keys(
        data.storage.element_format,
        data.elements,
        descending=settings.order is Direction.DESCENDING,
        stable=settings.stable,
    )
    all_states = states(keys, order=settings.order, network_kind=settings.network_kind)
    before = now = np.arange(settings.element_count)
    for _, indexes in zip(range(frame.pass_index + 1), all_states, strict=False):
        before, now = now, indexes
    return tuple(np.argsort(before)[now].tolist())


def mixed(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a colour between two: `part` of the first."""
    red, green, blue = (
        round(one * part + two * (1 - part)) for one, two in zip(colour, other, strict=True)
    )
    return red, green, blue
