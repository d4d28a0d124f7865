"""The player: brings the sort texture to the timeline's position, in slices of work."""

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.dispatch_plan import dispatches_of_stages
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Progress, Readout, Way
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.model.storage import COMPUTE_FORMATS, Storage, choose_storage
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.player.active_sort import ActiveSort
from bitonic_scope.player.order_check import check_order
from bitonic_scope.player.rate_meter import RateMeter
from bitonic_scope.player.runner import SMALL_COMPARISONS
from bitonic_scope.player.seeker import Seeker
from bitonic_scope.views.frame import MAX_READ_ELEMENTS, Frame

ALLOCATED_AT_ONCE = 1 << 20  # elements; beyond, one object per step: drivers clear 8 MB in 3 ms


class Player:
    """Owns the settings, the timeline, and the engine that follows them.

    A worker of the session; see `window.turns`.

    Attributes:
        timeline: the wanted position, and play.
        capabilities: the limits on a sort.
    """

    def __init__(self, gpu: Gpu, settings: SortSettings, timeline: Timeline) -> None:
        """Create the engine and start making the data; runs no pass yet.

        Raises:
            ProgramError: this machine cannot sort these settings.
        """
        self._gpu = gpu
        self._sort: ActiveSort | None = None
        self._before: tuple[ActiveSort, Timeline] | None = None  # until the new sort is allocated
        self._rate = RateMeter()
        self.capabilities = gpu.capabilities
        self._start(settings, timeline)

    def _start(self, settings: SortSettings, timeline: Timeline) -> None:
        storage = choose_storage(settings, self.capabilities)
        self._put_back()
        if self._sort is not None and self._sort.suits(settings, storage):
            self._sort.begin(settings, storage)
        else:
            self._change_sort(settings, storage)
        self.timeline = timeline
        self._is_jump = settings.element_count * timeline.position > SMALL_COMPARISONS
        self._checking: Iterator[bool | None] | None = None
        self._is_sorted: bool | None = None
        self._unspent_seconds = 0.0
        self._seconds_of_work = 0.0
        self._rate.clear()

    def _change_sort(self, settings: SortSettings, storage: Storage) -> None:
        """Create another engine; keeps the old one if the driver has no memory for it."""
        old = self._sort
        if old is not None:
            old.seeker.free_spare()
        allocates = old is None or settings.element_count <= ALLOCATED_AT_ONCE
        new = ActiveSort(self._gpu, settings, storage, allocates=allocates)
        if old is not None and not allocates:
            self._before = old, self.timeline
        else:
            self.release()
        self._sort = new

    def _put_back(self) -> None:
        """Return to the previous sort if the new one is not allocated yet."""
        if self._before is None:
            return
        self._active.release()
        self._sort, self.timeline = self._before
        self._before = None
        self._checking, self._is_sorted = None, None

    @property
    def _active(self) -> ActiveSort:
        assert self._sort is not None, "the player was released"
        return self._sort

    @property
    def settings(self) -> SortSettings:
        """The settings of the sort."""
        return self._active.settings

    @property
    def storage(self) -> Storage:
        """The storage format."""
        return self._active.storage

    @property
    def engine(self) -> Engine:
        """The engine, at any pass."""
        return self._active.engine

    @property
    def seeker(self) -> Seeker:
        """The seeker, which moves the engine to other states."""
        return self._active.seeker

    @property
    def start_data(self) -> StartData:
        """The input; requires `is_loaded`."""
        data = self._active.start_data
        assert data is not None, "is_loaded comes first"
        return data

    @property
    def is_loaded(self) -> bool:
        """Whether the engine has the start data."""
        return self._active.is_loaded

    @property
    def is_settled(self) -> bool:
        """Whether the texture is at the timeline's position."""
        return self.is_loaded and self.engine.pass_index == self.timeline.position

    @property
    def is_busy(self) -> bool:
        """Whether the data, the position or the check needs work."""
        return not self.is_settled or self._needs_check

    @property
    def _needs_check(self) -> bool:
        """Whether the last pass is done, but the order of the data is not checked yet."""
        at_end = self.timeline.position == self.timeline.pass_count
        return at_end and self.is_settled and self._is_sorted is None

    def configure(self, settings: SortSettings, timeline: Timeline) -> None:
        """Follow new settings and a new timeline.

        New settings pause the sort: at the timeline's position, or at pass 0 if that belongs to
        another number of passes.

        Raises:
            ProgramError: this machine cannot sort these settings; keeps the last allocated sort.
        """
        if settings != self.settings:
            pass_count = settings.network.pass_count
            fits = timeline.pass_count == pass_count
            self._start(settings, timeline.pause() if fits else timeline.over(pass_count))
            return
        old = self.timeline
        if timeline.playing is not old.playing:
            self._unspent_seconds = 0.0  # ignore time from before the change
        if (timeline.playing, timeline.passes_per_second) != (old.playing, old.passes_per_second):
            self._rate.clear()
        if timeline.position != old.position:
            # The next pass simply runs; positions further away may be reached in other ways.
            self._is_jump = timeline.position != self.engine.pass_index + 1
        self._move_to(timeline)

    def _move_to(self, timeline: Timeline) -> None:
        if timeline.position != self.timeline.position:
            self._checking, self._is_sorted = None, None  # the check was of the previous state
            self._seconds_of_work = 0.0
        self.timeline = timeline
        if self.is_settled:
            self.seeker.stop()  # abandon work towards another state

    def stay(self) -> None:
        """Pause at the engine's state, or at the input if there is none, after work has failed."""
        reached = self.engine.pass_index
        position = reached if reached <= self.timeline.pass_count else 0
        self._move_to(self.timeline.pause().seek(position))

    def pass_time(self, dt_seconds: float) -> None:
        """Let time pass; the next `work` spends it."""
        self._unspent_seconds += dt_seconds

    @property
    def wants_work(self) -> bool:
        """Whether `work` has something to do: a position to reach, play, or idle work."""
        is_playing = self.timeline.playing is not Playing.PAUSED
        return self.is_busy or is_playing or self.seeker.wants_idle_time

    def work(self, deadline: float) -> bool:
        """Spend the time that has passed, and work towards the position until the deadline.

        Time counts only while the texture is at the position: play neither runs ahead of the GPU
        nor catches up later. Idle time goes into preparing jumps.

        Returns:
            Whether the visible state has changed.
        """
        dt_seconds, self._unspent_seconds = self._unspent_seconds, 0.0
        before = self._visible()
        playing, reached = self.timeline.playing, self.timeline.position
        if self.is_settled and playing is not Playing.PAUSED:
            advanced = self.timeline.advance(dt_seconds)
            self._is_jump = advanced.position < reached  # backwards, or round the end of a loop
            self._move_to(advanced)
        if playing is Playing.PAUSED and not self.is_busy and self.seeker.wants_idle_time:
            self.seeker.use_idle_time(deadline)
        self._work_until(deadline)
        is_forwards = playing is Playing.FORWARDS and self.is_loaded
        if is_forwards and reached <= self.seeker.reached < self.timeline.position:
            # Too slow for the speed: show each pass reached rather than catch up.
            position = max(self.seeker.reached, reached + 1)
            self._move_to(replace(self.timeline, position=position, playing=playing))
        self._rate.add(dt_seconds, abs(self.timeline.position - reached))
        if self.timeline.playing is Playing.PAUSED:
            self._rate.clear()
        self._seconds_of_work = 0.0 if self.is_settled else self._seconds_of_work + dt_seconds
        return self._visible() != before

    def _work_until(self, deadline: float) -> None:
        if not self._active.is_allocated:  # one object per call
            self._load(deadline)
            return
        while self.is_busy:
            if not self.is_loaded:
                self._load(deadline)
            elif not self.is_settled:
                self.seeker.lead(self.timeline.position, deadline, is_jump=self._is_jump)
            else:
                self._checking = self._checking or check_order(self.engine)
                self._is_sorted = next(self._checking)
            if perf_counter() >= deadline:
                break

    def _load(self, deadline: float) -> None:
        """Allocate the engine, and make and upload the data.

        Raises:
            ProgramError: the driver is out of memory, and the previous sort is back; or the host
                is, and a small sort has replaced this one.
        """
        try:
            self._active.work(deadline)
        except ProgramError:
            self._put_back()
            raise
        except MemoryError as error:
            small = SortSettings()
            self._start(small, Timeline(small.network.pass_count))
            raise ProgramError("out of memory while making the data; try a smaller size") from error
        if self._active.is_allocated:
            self._free_before()

    def _free_before(self) -> None:
        if self._before is not None:
            self._before[0].release()
            self._before = None

    def _visible(self) -> tuple[object, ...]:
        """Return what `work` can change in the readout, without the invisible part_of_pass."""
        timeline, data = self.timeline, self._active.start_data
        return (
            (self.settings, timeline.position, timeline.playing, timeline.stop_at),
            self._progress(),
            self._rate.passes_per_second,
            self._is_sorted,
            self.storage,
            self.seeker.last_jump,
            data.distinct_counts if data else None,
        )

    def readout(self) -> Readout:
        """Return the player's state for panels."""
        data = self._active.start_data
        return Readout(
            settings=self.settings,
            timeline=self.timeline,
            capabilities=self.capabilities,
            progress=self._progress(),
            achieved_passes_per_second=self._rate.passes_per_second,
            is_sorted=self._is_sorted,
            storage=self.storage,
            last_jump=self.seeker.last_jump,
            stage_dispatches=self._stage_dispatches(),
            distinct_counts=data.distinct_counts if data else None,
        )

    def _stage_dispatches(self) -> tuple[int, ...]:
        element_format = self.storage.element_format
        if not self.capabilities.has_compute or element_format.name not in COMPUTE_FORMATS:
            return ()
        settings = self.settings
        word_count = element_format.component_count
        return dispatches_of_stages(settings.network, settings.engine, word_count)

    def _progress(self) -> Progress | None:
        if not self.is_loaded:
            return Progress("Making the data", self._active.part, self._seconds_of_work, None)
        if not self.is_settled:
            way = self.seeker.way or Way.PASSES
            part, reached = self.seeker.part, self.seeker.reached
            return Progress(f"Sorting ({way})", part, self._seconds_of_work, reached)
        return None

    @property
    def shown_position(self) -> int | None:
        """The pass_index of the state in the texture; None if there is none to show."""
        if self.is_settled or (self.is_loaded and self.seeker.is_glimpse):
            return self.engine.pass_index
        return None

    def frame(self) -> Frame:
        """Return the shown state for views; requires a `shown_position`."""
        engine = self.engine
        is_small = engine.layout.element_count <= MAX_READ_ELEMENTS
        elements = engine.read_back() if is_small else None
        return Frame(self.start_data, engine.pass_index, engine.sort_texture, elements)

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._free_before()
        if self._sort is not None:
            self._sort.release()
            self._sort = None
