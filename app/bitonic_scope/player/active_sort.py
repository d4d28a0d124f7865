"""One sort at hand: the sorter with its seeker, given room and data a slice of work at a time."""

from collections.abc import Iterator
from time import perf_counter

import moderngl

from bitonic_scope.gpu.engine import make_engine
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, start_data_steps
from bitonic_scope.model.storage import Storage
from bitonic_scope.player.calibration import Calibration
from bitonic_scope.player.seeker import Seeker
from bitonic_scope.system.task import Task

# Settings that a sorter is made for; others only change its input.
OF_THE_SORTER = ("width", "height", "order", "network_kind", "stable", "engine")


class LoadedSort:
    """Owns the sorter of one SortSettings, and what brings it to other states.

    Attributes:
        settings: what is sorted.
        storage: in which format.
        sorter: the shader core, at whatever pass it has reached.
        seeker: what brings it to other states.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        calibration: Calibration,
        settings: SortSettings,
        storage: Storage,
        *,
        in_steps: bool,
    ) -> None:
        """Begin; `work` goes on.

        Args:
            ctx: the context.
            programs: of that context.
            calibration: of this machine.
            settings: what is sorted.
            storage: in which format.
            in_steps: whether room is made by `work`, too, or now.

        Raises:
            ProgramError: the driver has no memory for it, or no compute shaders.
        """
        self.sorter = make_engine(ctx, programs, settings, storage, in_steps=in_steps)
        self.seeker = Seeker(ctx, programs, self.sorter, calibration)
        self._making_room = self.sorter.make_room() if in_steps else None
        self._loading: Task[StartData] | None = None
        self.begin(settings, storage)

    def begin(self, settings: SortSettings, storage: Storage) -> None:
        """Begin to make the data of settings that it `suits`."""
        if self._loading is not None:
            self._loading.cancel()
        self.settings = settings
        self.storage = storage
        self._start_data: StartData | None = None
        self._uploading: Iterator[None] | None = None
        self._loading = Task(lambda: start_data_steps(settings, storage))

    def suits(self, settings: SortSettings, storage: Storage) -> bool:
        """Tell whether the sorter can take the data of other settings."""
        return storage == self.storage and all(
            getattr(settings, name) == getattr(self.settings, name) for name in OF_THE_SORTER
        )

    @property
    def has_room(self) -> bool:
        """Whether there is room for the elements."""
        return self._making_room is None

    @property
    def is_loaded(self) -> bool:
        """Whether the sorter has the data."""
        return self._loading is None

    @property
    def part(self) -> float:
        """How much of the data is made, 0 to 1."""
        return self._loading.part if self._loading else 1.0

    @property
    def start_data(self) -> StartData | None:
        """The input, once it is made."""
        return self._start_data

    def work(self, deadline: float) -> None:
        """Do a step of making room, or work on the data until the deadline.

        Raises:
            ProgramError: the driver has no memory for it.
            MemoryError: there is none for the data.
        """
        if self._making_room is not None:
            if next(self._making_room, self) is self:  # no step was left
                self._making_room = None
        elif self._uploading is not None:
            self._upload(self._uploading, deadline)
        elif self._loading is not None:
            self._start_data = self._loading.wait(deadline - perf_counter())
            if self._start_data is not None:
                self._uploading = self.seeker.loading(self._start_data.elements)

    def _upload(self, parts: Iterator[None], deadline: float) -> None:
        self._uploading = None  # where it fails, it begins again
        for _ in parts:
            if perf_counter() >= deadline:
                self._uploading = parts
                return
        self._loading = None

    def release(self) -> None:
        """Free everything; a second time does nothing."""
        if self._loading is not None:
            self._loading.cancel()
        self._uploading = None
        self.seeker.release()
        self.sorter.release()
