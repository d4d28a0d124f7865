"""The elements of a state in a line, in a pane of a canvas: as bars or as dots."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import groupby

import moderngl
import numpy as np

from bitonic_scope.data.elements import is_padding, sort_keys
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Program
from bitonic_scope.model.look import Look
from bitonic_scope.model.start_data import StartData
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import Direction
from bitonic_scope.views.arrangement import Pane
from bitonic_scope.views.canvas import Canvas, rgba
from bitonic_scope.views.columns import Columns, Row
from bitonic_scope.views.drawing import Box, Disc, Drawing
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.fold import PADDING, Fold, fold, group_count, is_folded
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.hatch import hatch_uniforms
from bitonic_scope.views.palette import PALETTES, Colour

MAX_FOLDS = 2  # kept: of the picture that is shown, and of the next
MAX_GLIDING = 64  # elements; the size of came_from in column.glsl
PALE = 0.5  # part of the bars' colour between the least and the greatest of a column
MIN_GAP_PITCH = 3  # pixels from bar to bar, from which there is a gap between them
GAP_PART = 0.2  # of the pitch
MAX_GAP = 0.5  # u
LEAST_BAR = 0.25  # u: a bar of the least value can be seen
MAX_DOT, MIN_DOT = 1.6, 0.4  # u
MIN_DOT_PIXELS = 2
MIN_ROUND = 4  # pixels; smaller dots are squares
DOT_PART = 1.2  # of the pitch: neighbours rarely have equal heights


class LinePicture(ABC):
    """Draws a line of elements."""

    def __init__(self, gpu: Gpu, colours: ElementColours) -> None:
        """Draw with this GPU, with the colours of these elements."""
        self._gpu = gpu
        self._columns = Columns(gpu, colours)
        self._folds: dict[tuple[StartData, int, Pane], Fold] = {}

    def parts(self, frame: Frame, look: Look, canvas: Canvas, pane: Pane) -> Iterator[None]:
        """Draw a column per element, or per pixel if elements share columns.

        Yields:
            Between groups of columns of a large sort.
        """
        yield from self._find(frame, look, pane)
        self._draw(frame, look, canvas, self._columns_pane(frame, look, pane))

    def fold(self, frame: Frame, look: Look, pane: Pane) -> Fold | None:
        """Return the fold of a line; None for one that is not folded.

        Without elements at hand the line has to be drawn before.
        """
        if not is_folded(frame, look):
            return None
        if frame.elements is not None:
            return fold(frame, look, pane, None)
        return self._folds.get((frame.start_data, frame.pass_index, pane))

    def _find(self, frame: Frame, look: Look, pane: Pane) -> Iterator[None]:
        """Find the heights of the columns, folded or not."""
        if not is_folded(frame, look):
            yield from self._columns.parts(frame, column_count(frame, pane))
            return
        yield from self._columns.parts(frame, group_count(frame, pane))
        heights = self._columns.heights()
        found = fold(frame, look, pane, heights)
        self._columns.fold(found.folded(heights))
        if len(self._folds) >= MAX_FOLDS:
            self._folds.pop(next(iter(self._folds)))
        self._folds[frame.start_data, frame.pass_index, pane] = found

    def _columns_pane(self, frame: Frame, look: Look, pane: Pane) -> Pane:
        """Return the part of the line's pane that has its columns."""
        found = self.fold(frame, look, pane)
        return pane if found is None else found.pane

    @abstractmethod
    def _draw(self, frame: Frame, look: Look, canvas: Canvas, pane: Pane) -> None:
        """Draw the columns."""

    def drawing(self, frame: Frame, look: Look, pane: Pane) -> Drawing:
        """Return the columns as shapes, which cover the same pixels; nothing glides."""
        for _ in self._find(frame, look, pane):
            pass
        pane, columns = self._columns_pane(frame, look, pane), self._columns.count
        drawing: Drawing = []
        heights = enumerate(self._columns.heights().tolist())
        for is_hatched, group in groupby(heights, key=lambda item: item[1][1] == PADDING):
            spans = list(group)
            if is_hatched:  # the hatch runs on from column to column
                drawing += _hatched(look, _place_of(pane, columns, spans[0][0], spans[-1][0]))
                continue
            for column, (least, greatest) in spans:
                place = _place_of(pane, columns, column, column)
                drawing += self._column(look, pane, columns, place, least, greatest)
        return drawing

    @abstractmethod
    def _column(
        self, look: Look, pane: Pane, columns: int, place: Box, least: int, greatest: int
    ) -> Drawing:
        """Return one of the columns, without padding, as shapes in its place."""

    def _place(self, program: Program, frame: Frame, look: Look, pane: Pane) -> None:
        """Set the uniforms that say where the columns stand, gliding or not."""
        self._columns.texture.use(0)
        columns = self._columns.count
        program.set_uniforms(column_heights=0, pane_size=(pane.width, pane.height), columns=columns)
        if is_gliding(frame, look):
            origins = places_before(frame, look) + (0,) * (MAX_GLIDING - columns)
            program.set_uniforms(came_from=origins, glide=look.glide)

    def _colour(
        self, program: Program, frame: Frame, look: Look, canvas: Canvas, pane: Pane
    ) -> None:
        """Set the uniforms of colours."""
        palette = PALETTES[look.theme]
        program.set_uniforms(
            pane_origin=canvas.origin_of(pane),
            bar=rgba(palette.bar)[:3],
            pale_bar=rgba(pale_bar(look))[:3],
        )
        if has_padding(frame):
            program.set_uniforms(**hatch_uniforms(look.theme, canvas.size[1]))

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._columns.release()


class BarsPicture(LinePicture):
    """Draws one bar per column.

    First it finds the bar at each pixel column, then it colours the pixels. On software GL that is
    faster than many thin bars.
    """

    def __init__(self, gpu: Gpu, colours: ElementColours) -> None:
        """Draw with this GPU, with the colours of these elements."""
        super().__init__(gpu, colours)
        self._spans = Row(gpu.ctx, "a texture of bars")

    def _draw(self, frame: Frame, look: Look, canvas: Canvas, pane: Pane) -> None:
        columns = self._columns.count
        moving = ["MOVING"] if is_gliding(frame, look) else []
        program = self._gpu.programs.get("views/bar_spans.frag", None, *moving)
        self._place(program, frame, look, pane)
        program.set_uniforms(gap=bar_gap(look, pane, columns), least_rows=least_rows(look))
        self._spans.begin(pane.width)
        self._spans.use(0, pane.width)
        program.draw()
        padded = ["PADDED"] if has_padding(frame) else []
        program = self._gpu.programs.get("views/bars.frag", None, *padded)
        self._colour(program, frame, look, canvas, pane)
        program.set_uniforms(spans=0, ground=rgba(PALETTES[look.theme].ground)[:3])
        self._spans.texture.use(0)
        canvas.use(pane)
        program.draw()

    def _column(
        self, look: Look, pane: Pane, columns: int, place: Box, least: int, greatest: int
    ) -> Drawing:
        width = max(place.width - bar_gap(look, pane, columns), 1)
        low, high = (
            max(rows_below(height, pane.height), least_rows(look)) for height in (least, greatest)
        )
        drawing: Drawing = []
        if high > low:
            drawing.append(Box(place.left, pane.bottom - high, width, high, fill=pale_bar(look)))
        full = Box(place.left, pane.bottom - low, width, low, fill=PALETTES[look.theme].bar)
        return [*drawing, full]

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        super().release()
        self._spans.release()


class DotsPicture(LinePicture):
    """Draws one dot per column."""

    def _draw(self, frame: Frame, look: Look, canvas: Canvas, pane: Pane) -> None:
        columns = self._columns.count
        padded = ["PADDED"] if has_padding(frame) else []
        program = self._gpu.programs.get(
            "views/dots.frag", None, *padded, vertex_shader="views/dots.vert"
        )
        program.set_uniforms(glide=1.0, dot_size=dot_size(look, pane, columns))
        self._place(program, frame, look, pane)
        self._colour(program, frame, look, canvas, pane)
        canvas.use(pane)
        program.draw(moderngl.TRIANGLE_STRIP, vertices=4, instances=columns)

    def _column(
        self, look: Look, pane: Pane, columns: int, place: Box, least: int, greatest: int
    ) -> Drawing:
        size, colour = dot_size(look, pane, columns), PALETTES[look.theme].bar
        rows, left = max(pane.height - size, 1), place.left + int((place.width - size) / 2)
        low, high = (pane.bottom - rows_below(height, rows) - size for height in (least, greatest))
        first = max(left, pane.left)
        across = min(left + size, pane.right) - first  # the first and the last dot may stand out
        drawing: Drawing = []
        if high < low:
            drawing.append(Box(first, high + size / 2, across, low - high, fill=pale_bar(look)))
        for top in {low, high}:
            if size < MIN_ROUND:
                drawing.append(Box(first, top, across, size, fill=colour))
            else:
                drawing.append(Disc(left + size / 2, top + size / 2, size / 2, colour))
        return drawing


def _place_of(pane: Pane, columns: int, first: int, last: int) -> Box:
    """Return the place of some columns, from the top to the bottom of their pane."""
    left, right = (edge * pane.width // columns for edge in (first, last + 1))
    return Box(pane.left + left, pane.top, right - left, pane.height)


def _hatched(look: Look, place: Box) -> Drawing:
    palette = PALETTES[look.theme]
    hatch = place._replace(fill=palette.edge, is_hatched=True)
    return [place._replace(fill=palette.panel), hatch]


def pale_bar(look: Look) -> Colour:
    """Return the colour between the least and the greatest of a column."""
    palette = PALETTES[look.theme]
    return mixed(palette.bar, palette.ground, PALE)


def has_padding(frame: Frame) -> bool:
    """Return whether a state has padding elements."""
    return frame.start_data.settings.padding_count > 0


def is_gliding(frame: Frame, look: Look) -> bool:
    """Return whether elements are shown on their way to their places."""
    return look.glide < 1 and frame.layout.element_count <= MAX_GLIDING


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


def came_from(frame: Frame, *, is_undone: bool = False) -> tuple[int, ...]:
    """Return, for each element of a small sort, its index before the pass done.

    Args:
        frame: the state.
        is_undone: whether the pass to come was undone instead: then the index after that pass,
            because pairs exchange the same way forth and back.
    """
    data, settings = frame.start_data, frame.start_data.settings
    pass_index = frame.pass_index + is_undone
    if pass_index == 0:
        return tuple(range(settings.element_count))
    keys = sort_keys(
        data.storage.element_format,
        data.elements,
        descending=settings.order is Direction.DESCENDING,
        stable=settings.stable,
    )
    all_states = states(keys, order=settings.order, network_kind=settings.network_kind)
    before = now = np.arange(settings.element_count)
    for _, indexes in zip(range(pass_index + 1), all_states, strict=False):
        before, now = now, indexes
    return tuple(np.argsort(before)[now].tolist())


def places_before(frame: Frame, look: Look) -> tuple[int, ...]:
    """Return, for each place in the line of a small sort, where its element comes from.

    Padding has no place in a folded line.
    """
    before = came_from(frame, is_undone=look.glides_back)
    if not is_folded(frame, look) or frame.elements is None:
        return before
    padding = is_padding(frame.start_data.storage.element_format, frame.elements)
    sources = np.array(before)[~padding]
    return tuple(np.argsort(np.argsort(sources)).tolist())


def mixed(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a colour between two: `part` of the first."""
    red, green, blue = (
        round(one * part + two * (1 - part)) for one, two in zip(colour, other, strict=True)
    )
    return red, green, blue
