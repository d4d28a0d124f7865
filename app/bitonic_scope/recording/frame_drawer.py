"""Draws the frames of a recording: the colours of all elements after every pass, in parts."""

from collections.abc import Iterator
from contextlib import ExitStack
from time import perf_counter

import moderngl
import numpy as np
from numpy.typing import NDArray

from bitonic_scope.gpu.engine import make_engine
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.views.canvas import BAND_PIXELS, Canvas
from bitonic_scope.views.element_colours import ElementColours
from bitonic_scope.views.frame import Frame

PATIENCE_SECONDS = 0.002  # for a shader that a thread compiles; then others work


class FrameDrawer:
    """Owns the sorter and the canvas of a recording."""

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        settings: SortSettings,
        capabilities: Capabilities,
        start_data: StartData,
    ) -> None:
        """Take what is to be drawn; nothing is made yet."""
        self._ctx = ctx
        self._programs = programs
        self._settings = settings
        self._capabilities = capabilities
        self._start_data = start_data
        self._owned = ExitStack()

    def prepare(self) -> Iterator[None]:
        """Make room for all that is needed; yields between one large thing and the next.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        settings, data = self._settings, self._start_data
        self._colours = ElementColours(self._ctx, self._programs)
        self._owned.callback(self._colours.release)
        self._canvas = Canvas(self._ctx)
        self._owned.callback(self._canvas.release)
        self._canvas.begin(settings.width, settings.height)
        yield
        self._sorter = make_engine(self._ctx, self._programs, settings, data.storage, in_steps=True)
        self._owned.callback(self._sorter.release)
        for _ in self._sorter.make_room():
            yield
        yield from self._sorter.loading(data.elements)
        while not self._sorter.is_ready_by(perf_counter() + PATIENCE_SECONDS):
            yield

    def parts(self) -> Iterator[NDArray[np.uint8] | None]:
        """Draw all frames, after `prepare`.

        Yields:
            After each part of a frame None; with its last part the colours: (height, width) uint8
            gray, or (height, width, 4) uint8 RGBA where alpha 0 marks padding; top row first.
        """
        is_gray = self._start_data.colours is None and not self._settings.padding_count
        components = 1 if is_gray else 4
        for pass_index in range(self._settings.network.pass_count + 1):
            yield from self._run_pass_to(pass_index)
            yield from self._colours.parts(self._frame(pass_index), self._canvas)
            yield None
            yield (yield from self._canvas.read_in_bands(components))

    def _run_pass_to(self, pass_index: int) -> Iterator[None]:
        """Run the pass that leads to a state, none to the input; yields after each part."""
        sorter = self._sorter
        if pass_index == sorter.pass_index:
            return
        share_count, done = sorter.share_count(pass_index), 0
        shares_at_once = max(1, share_count * BAND_PIXELS // sorter.layout.element_count)
        while done < share_count:
            done = sorter.run_shares(pass_index, done, shares_at_once)
            yield

    def _frame(self, pass_index: int) -> Frame:
        timeline = Timeline(self._settings.network.pass_count, position=pass_index)
        readout = Readout(self._settings, timeline, self._capabilities)
        return Frame(readout, self._start_data, self._sorter.sort_texture)

    def release(self) -> None:
        """Free what was made; a second time does nothing."""
        self._owned.close()
