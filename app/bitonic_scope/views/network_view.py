"""The network view: the sorting network as a diagram, with the numbers in front of the pass."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from bitonic_scope.data.elements import Elements, is_padding, sort_keys
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.start_data import StartData
from bitonic_scope.network.reference import sources
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.diagram import MAX_WIRES, network_diagram
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.network_drawing import (
    NetworkState,
    Wires,
    network_drawing,
    pointed_drawing,
    wire_at,
)
from bitonic_scope.views.numerals import element_colours, numerals, shows_ranks
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.view import Picture, View

RECORDED = (1280, 720)  # pixels, at least: 64 wires are legible from here on
RECORDED_SIDE = 512  # of a texture that gives RECORDED; a larger one enlarges it
RECORDED_UNITS = (180, 104)  # u in a recorded frame
MAX_RECORDED = 8  # times RECORDED


class NetworkView(View):
    """Draws the network of the sort."""

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        super().__init__(gpu)
        self._painter = Painter(gpu)
        self._states: tuple[StartData, list[Elements]] | None = None

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return 1280 x 720, or more in proportion where the shorter side exceeds 512 pixels."""
        side = min(layout.width, layout.height) * scale
        factor = min(max(side / RECORDED_SIDE, 1.0), MAX_RECORDED)
        width, height = (int(length * factor) for length in RECORDED)
        return width, height

    def allocate(self, layout: TextureLayout, scale: int) -> None:
        """Allocate the canvas alone: no picture of the elements is needed."""
        self._own_canvas.begin(*self.recorded_size(layout, scale))

    def elements_per_pixel(self, layout: TextureLayout, width: int, height: int) -> float:
        """Return 0: a diagram has no pixels of elements."""
        return 0.0

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw the diagram at once; never yields."""
        drawing = network_drawing(self._state(frame), look, canvas.texture.size)
        canvas.begin_drawing(is_fresh=True, ground=PALETTES[look.theme].ground)
        self._painter.draw(drawing, canvas.framebuffer)
        yield from ()

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the first element of the wire at a point; None beside the wires."""
        state = self._state(frame)
        wire = wire_at(state, look, size, x, y)
        return None if wire is None else wire * state.diagram.elements_per_wire

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the wires of an element and of its partner, and their comparator, lit."""
        state = self._state(frame)
        wire = element // state.diagram.elements_per_wire
        if wire >= state.diagram.wire_count:
            return []
        return pointed_drawing(state, look, size, wire, is_pinned=is_pinned)

    def pixels(
        self, frame: Frame, look: Look, scale: int
    ) -> Generator[None, None, Callable[[], Picture]]:
        """Draw a recorded frame, whose text has the size of the frame, and read it back in RGB."""
        width, height = self.recorded_size(frame.layout, scale)
        unit = min(width / RECORDED_UNITS[0], height / RECORDED_UNITS[1])
        self._own_canvas.begin(width, height)
        yield from self.parts(frame, replace(look, unit=unit), self._own_canvas)
        picture = yield from self._own_canvas.read_in_bands(3)
        return lambda: picture

    def _state(self, frame: Frame) -> NetworkState:
        """Return the frame as values."""
        data, elements = frame.start_data, frame.elements
        settings = data.settings
        network, order, pass_index = settings.network, settings.order, frame.pass_index
        if elements is None:
            return NetworkState(network, order, pass_index)
        diagram = network_diagram(network, order, pass_index)
        are_ranks = shows_ranks(data)
        if network.element_count > MAX_WIRES:
            if diagram.elements_per_wire > 1:
                return NetworkState(network, order, pass_index)
            now = self._wires(data, elements[: diagram.wire_count])
            return NetworkState(network, order, pass_index, now, are_ranks=are_ranks)
        states = self._states_to(data, pass_index)
        came_from: list[int] = []
        if pass_index:
            came_from = self._sources(data, states[pass_index - 1], pass_index).tolist()
        padding = []
        if settings.padding_count:
            element_format = data.storage.element_format
            padding = [is_padding(element_format, state).tolist() for state in states]
        return NetworkState(
            network,
            order,
            pass_index,
            now=self._wires(data, elements),
            inputs=self._wires(data, data.elements),
            came_from=came_from,
            padding=padding,
            are_ranks=are_ranks,
        )

    def _wires(self, data: StartData, elements: Elements) -> Wires:
        return Wires(numerals(data, elements), element_colours(data, elements))

    def _states_to(self, data: StartData, pass_index: int) -> list[Elements]:
        """Return the states 0..pass_index of a small sort, as the CPU computes them."""
        if self._states is None or self._states[0] is not data:
            self._states = (data, [data.elements])
        states = self._states[1]
        while len(states) <= pass_index:
            states.append(states[-1][self._sources(data, states[-1], len(states))])
        return states[: pass_index + 1]

    def _sources(self, data: StartData, before: Elements, pass_index: int):  # type: ignore[no-untyped-def]
        settings = data.settings
        keys = sort_keys(
            data.storage.element_format,
            before,
            descending=settings.order.value == "descending",
            stable=settings.stable,
        )
        return sources(keys, settings.network.pass_at(pass_index), order=settings.order)

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        super().release()
        self._painter.release()
