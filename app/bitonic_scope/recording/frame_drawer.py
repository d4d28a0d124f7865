"""Draws the frames of a recording: the state after every pass, in parts."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import perf_counter

from bitonic_scope.data.elements import Elements
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.look import Look, Marks
from bitonic_scope.model.start_data import StartData
from bitonic_scope.views.canvas import BAND_PIXELS
from bitonic_scope.views.frame import MAX_READ_ELEMENTS, Frame
from bitonic_scope.views.view import Picture, new_view

PATIENCE_SECONDS = 0.002  # per wait for a compiling thread; then other workers run


class FrameDrawer:
    """Owns the engine and the view of a recording."""

    def __init__(
        self, gpu: Gpu, start_data: StartData, *, view: str, look: Look, scale: int
    ) -> None:
        """Create the view; allocate no GPU memory yet."""
        self._gpu = gpu
        self._data = start_data
        self._look = look
        self._scale = scale
        self._owned = ExitStack()
        self._view = new_view(view, gpu)
        self._owned.callback(self._view.release)

    def prepare_steps(self) -> Iterator[None]:
        """Allocate everything and upload the input; yields between large objects.

        Raises:
            ProgramError: the driver is out of memory.
        """
        data = self._data
        self._engine = new_engine(self._gpu, data.settings, data.storage, allocates=False)
        self._owned.callback(self._engine.release)
        self._view.allocate(self._engine.layout, self._look, self._scale)
        yield
        for _ in self._engine.allocate_steps():
            yield
        yield from self._engine.load_steps(data.elements)
        while not self._engine.is_ready_by(perf_counter() + PATIENCE_SECONDS):
            yield

    def parts(self) -> Iterator[Callable[[], Picture] | None]:
        """Draw all frames, after `prepare_steps`.

        Yields:
            None after each part of a frame; after the last, a function that makes the picture.
        """
        for pass_index in range(self._data.settings.network.pass_count + 1):
            yield from self._run_pass_to(pass_index)
            frame = Frame(self._data, pass_index, self._engine.sort_texture, self._elements())
            yield (yield from self._view.pixels(frame, self._look, self._scale))

    def _elements(self) -> Elements | None:
        """Return the elements on the CPU, if the view reads them, and they are few."""
        is_small = self._engine.layout.element_count <= MAX_READ_ELEMENTS
        reads = self._view.reads_elements or self._look.marks is not Marks.NONE
        return self._engine.read_back() if is_small and reads else None

    def _run_pass_to(self, pass_index: int) -> Iterator[None]:
        """Run the pass that makes a state, or none for the input; yields after each part."""
        engine = self._engine
        if pass_index == engine.pass_index:
            return
        share_count, done = engine.share_count(pass_index), 0
        shares_at_once = max(1, share_count * BAND_PIXELS // engine.layout.element_count)
        while done < share_count:
            done = engine.run_shares(pass_index, done, shares_at_once)
            yield

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._owned.close()
