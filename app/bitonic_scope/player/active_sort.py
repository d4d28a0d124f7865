"""The active sort: one engine with its seeker, allocated and loaded in slices."""

from collections.abc import Iterator
from time import perf_counter

from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, start_data_steps
from bitonic_scope.model.storage import Storage
from bitonic_scope.player.seeker import Seeker
from bitonic_scope.system.task import Task

# Changing one of these needs another engine; changing other settings, only new input.
ENGINE_SETTINGS = ("width", "height", "order", "network_kind", "stable", "engine")


class ActiveSort:
    """Owns the engine and the seeker of one SortSettings.

    Attributes:
        settings: the settings.
        storage: the storage format.
        engine: the engine, at any pass.
        seeker: moves the engine to other states.
        start_data: the input; None until it is made.
    """

    def __init__(
        self, gpu: Gpu, settings: SortSettings, storage: Storage, *, allocates: bool
    ) -> None:
        """Create the engine and start making the data; `work` continues.

        Args:
            gpu: the GPU to sort on.
            settings: what to sort.
            storage: the result of `choose_storage` for these settings.
            allocates: whether to allocate now; otherwise `work` allocates.

        Raises:
            ProgramError: the driver has no memory for the engine, or refuses a shader.
        """
        self.engine = new_engine(gpu, settings, storage, allocates=allocates)
        self.seeker = Seeker(gpu, self.engine)
        self._allocating = None if allocates else self.engine.allocate_steps()
        self._making: Task[StartData] | None = None
        self.begin(settings, storage)

    def begin(self, settings: SortSettings, storage: Storage) -> None:
        """Start making the data of settings that the engine `suits`."""
        if self._making is not None:
            self._making.cancel()
        self.settings = settings
        self.storage = storage
        self.start_data: StartData | None = None
        self._uploading: Iterator[None] | None = None
        self._making = Task(lambda: start_data_steps(settings, storage))

    def suits(self, settings: SortSettings, storage: Storage) -> bool:
        """Return whether the engine can sort the data of other settings."""
        return storage == self.storage and all(
            getattr(settings, name) == getattr(self.settings, name) for name in ENGINE_SETTINGS
        )

    @property
    def is_allocated(self) -> bool:
        """Whether the engine is allocated."""
        return self._allocating is None

    @property
    def is_loaded(self) -> bool:
        """Whether the engine has the data."""
        return self._making is None

    @property
    def part(self) -> float:
        """The part of the data that is made, 0 to 1."""
        return self._making.part if self._making else 1.0

    def work(self, deadline: float) -> None:
        """Allocate one object, or work on the data until the deadline.

        Raises:
            ProgramError: the driver has no memory for the elements.
            MemoryError: the host has no memory for the data.
        """
        if self._allocating is not None:
            if next(self._allocating, self) is self:  # no step is left
                self._allocating = None
        elif self._uploading is not None:
            self._upload(self._uploading, deadline)
        elif self._making is not None:
            self.start_data = self._making.wait(deadline - perf_counter())
            if self.start_data is not None:
                self._uploading = self.seeker.load_steps(self.start_data.elements)

    def _upload(self, parts: Iterator[None], deadline: float) -> None:
        self._uploading = None  # a failed upload starts again
        for _ in parts:
            if perf_counter() >= deadline:
                self._uploading = parts
                return
        self._making = None

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        if self._making is not None:
            self._making.cancel()
        self._uploading = None
        self.seeker.release()
        self.engine.release()
