"""The network view: the sorting network as a diagram, with the numbers in front of the pass."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.elements import Elements, is_padding, sort_keys
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look
from bitonic_scope.model.start_data import StartData
from bitonic_scope.network.reference import sources
from bitonic_scope.network.schedule import Direction
from bitonic_scope.views.diagram import MAX_WIRES
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.drawn_view import DrawnView
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.network_drawing import network_drawing, pointed_drawing, wire_at
from bitonic_scope.views.network_places import most_wires
from bitonic_scope.views.network_state import NetworkState, Wires
from bitonic_scope.views.numerals import element_colours, numerals, shows_ranks

RECORDED = (1280, 720)  # pixels, at least: 64 wires are legible from here on
RECORDED_SIDE = 512  # of a texture that gives RECORDED; a larger one enlarges it
MAX_RECORDED = 8  # times RECORDED


class NetworkView(DrawnView):
    """Draws the network of the sort."""

    reads_elements = True
    recorded_units = (180, 104)

    def __init__(self, gpu: Gpu) -> None:
        """Draw with this GPU."""
        super().__init__(gpu)
        self._states: tuple[StartData, list[Elements]] | None = None

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return 1280 x 720, or more in proportion where the shorter side exceeds 512 pixels."""
        factor = recorded_factor(layout, scale)
        width, height = (int(length * factor) for length in RECORDED)
        return width, height

    def shapes(self, frame: Frame, look: Look, size: tuple[int, int]) -> Drawing:
        """Return the diagram."""
        frame, look = self._on_the_way(frame, look)
        return network_drawing(self._state(frame, look, size), look, size)

    def element_at(
        self, frame: Frame, look: Look, size: tuple[int, int], x: float, y: float
    ) -> int | None:
        """Return the first element of the wire at a point; None beside the wires."""
        frame, look = self._on_the_way(frame, look)
        state = self._state(frame, look, size)
        wire = wire_at(state, look, size, x, y)
        return None if wire is None else wire * state.diagram.elements_per_wire

    def pointed(
        self, frame: Frame, look: Look, size: tuple[int, int], element: int, *, is_pinned: bool
    ) -> Drawing:
        """Return the wires of an element and of its partner, and their comparator, lit."""
        frame, look = self._on_the_way(frame, look)
        state = self._state(frame, look, size)
        wire = element // state.diagram.elements_per_wire
        if wire >= state.diagram.wire_count:
            return []
        return pointed_drawing(state, look, size, wire, is_pinned=is_pinned)

    def _on_the_way(self, frame: Frame, look: Look) -> tuple[Frame, Look]:
        """Return the frame and the look to draw: on the way back, the way forth in reverse."""
        data, undone = frame.start_data, frame.pass_index + 1
        if not look.glides_back or data.settings.element_count > MAX_WIRES:
            return frame, look
        elements = self._states_to(data, undone)[undone]
        frame = frame._replace(pass_index=undone, elements=elements)
        return frame, replace(look, glide=1 - look.glide, glides_back=False)

    def _state(self, frame: Frame, look: Look, size: tuple[int, int]) -> NetworkState:
        """Return the frame as values, for a canvas of that size."""
        data, elements, pass_index = frame.start_data, frame.elements, frame.pass_index
        settings = data.settings
        state = NetworkState(
            settings.network, settings.order, pass_index, max_wires=most_wires(look, size[1])
        )
        diagram = state.diagram
        if elements is None or diagram.elements_per_wire > 1:
            return state
        elements = elements[: diagram.wire_count]
        state = state._replace(now=_wires(data, elements), are_ranks=shows_ranks(data))
        if pass_index < settings.network.pass_count:
            coming = _sources(data, elements, pass_index + 1)
            state = state._replace(will_come_from=coming.tolist())
        if settings.element_count > state.max_wires:
            return state
        states = self._states_to(data, pass_index)
        if pass_index:
            came_from = _sources(data, states[pass_index - 1], pass_index).tolist()
            state = state._replace(came_from=came_from)
        if settings.padding_count:
            element_format = data.storage.element_format
            padding = [is_padding(element_format, each).tolist() for each in states]
            state = state._replace(padding=padding)
        return state._replace(inputs=_wires(data, data.elements))

    def _states_to(self, data: StartData, pass_index: int) -> list[Elements]:
        """Return the states 0..pass_index of a small sort, as the CPU computes them."""
        if self._states is None or self._states[0] is not data:
            self._states = (data, [data.elements])
        states = self._states[1]
        while len(states) <= pass_index:
            states.append(states[-1][_sources(data, states[-1], len(states))])
        return states[: pass_index + 1]


def recorded_factor(layout: TextureLayout, scale: int) -> float:
    """Return how many times as large as by default a recorded diagram is."""
    side = min(layout.width, layout.height) * scale
    return min(max(side / RECORDED_SIDE, 1.0), MAX_RECORDED)


def _wires(data: StartData, elements: Elements) -> Wires:
    return Wires(numerals(data, elements), element_colours(data, elements))


def _sources(data: StartData, before: Elements, pass_index: int) -> NDArray[np.int64]:
    """Return from which index each element comes in a pass."""
    settings = data.settings
    keys = sort_keys(
        data.storage.element_format,
        before,
        descending=settings.order is Direction.DESCENDING,
        stable=settings.stable,
    )
    return sources(keys, settings.network.pass_at(pass_index), order=settings.order)
