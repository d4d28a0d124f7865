"""The player: brings the sort texture to the timeline's position, a slice of work at a time."""

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

import moderngl

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.dispatch_plan import ComputeForm, dispatches_of_stages
from bitonic_scope.gpu.compute.engine import KINDS
from bitonic_scope.gpu.compute.sorter import GROUP_SIZES
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import Progress, Readout, Way
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, prepare
from bitonic_scope.model.storage import Storage
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.player.active_sort import LoadedSort
from bitonic_scope.player.calibration import calibrate
from bitonic_scope.player.order_check import check_order
from bitonic_scope.player.rate_meter import RateMeter
from bitonic_scope.player.seeker import Seeker
from bitonic_scope.views.frame import Frame

FAST_GROUP_SIZE = GROUP_SIZES[ComputeForm.FAST]
PATIENCE_SECONDS = 0.1  # before the first picture
ELEMENTS_AT_ONCE = 1 << 20  # room for more is made in steps: memory is cleared, 8 MB in 3 ms
UPDATE_BUDGET_SECONDS = 0.012  # leaves a few milliseconds of a 60 Hz frame for views and panels


class Player:
    """Owns the sorter of one SortSettings, and the timeline that says where it should stand.

    Attributes:
        timeline: where it should stand, and how it plays.
        capabilities: which sizes can be chosen.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Programs,
        settings: SortSettings,
        timeline: Timeline,
        capabilities: Capabilities,
    ) -> None:
        """Get ready to sort; nothing is computed yet.

        Raises:
            ProgramError: this driver or memory cannot hold so many elements.
        """
        self._ctx = ctx
        self._programs = programs
        self._calibration = calibrate(ctx, programs, capabilities.float_path)
        self._sort: LoadedSort | None = None
        self._before: tuple[LoadedSort, Timeline] | None = None  # until there is room for the next
        self._rate = RateMeter()
        seconds = self._calibration.pass_seconds(settings.element_count) * timeline.position
        self._is_jump = seconds > PATIENCE_SECONDS  # else it begins with real passes
        self.capabilities = capabilities
        self._start(settings, timeline)

    def _start(self, settings: SortSettings, timeline: Timeline) -> None:
        storage = prepare(settings, self.capabilities)
        self._put_back()
        if self._sort is not None and self._sort.suits(settings, storage):
            self._sort.begin(settings, storage)
        else:
            self._change_sort(settings, storage)
        self.timeline = timeline
        self._checking: Iterator[bool | None] | None = None
        self._is_sorted: bool | None = None
        self._seconds_of_work = 0.0
        self._rate.clear()

    def _change_sort(self, settings: SortSettings, storage: Storage) -> None:
        """Take another sorter; where there is no room for it, the old one is still there."""
        old = self._sort
        if old is not None:
            old.seeker.free_spare()
        in_steps = old is not None and settings.element_count > ELEMENTS_AT_ONCE
        new = LoadedSort(
            self._ctx, self._programs, self._calibration, settings, storage, in_steps=in_steps
        )
        if old is not None and in_steps:
            self._before = old, self.timeline
        else:
            self.release()
        self._sort = new

    def _put_back(self) -> None:
        """Go back to the sort before, if there is not yet room for the present one."""
        if self._before is None:
            return
        self._at_hand.release()
        self._sort, self.timeline = self._before
        self._before = None
        self._checking, self._is_sorted = None, None

    @property
    def _at_hand(self) -> LoadedSort:
        assert self._sort is not None, "the player was released"
        return self._sort

    @property
    def settings(self) -> SortSettings:
        """What is sorted."""
        return self._at_hand.settings

    @property
    def storage(self) -> Storage:
        """In which format."""
        return self._at_hand.storage

    @property
    def sorter(self) -> Engine:
        """The shader core, at whatever pass it has reached."""
        return self._at_hand.sorter

    @property
    def seeker(self) -> Seeker:
        """What brings the sorter to other states."""
        return self._at_hand.seeker

    @property
    def start_data(self) -> StartData:
        """The input, once it is loaded."""
        data = self._at_hand.start_data
        assert data is not None, "is_loaded comes first"
        return data

    @property
    def is_loaded(self) -> bool:
        """Whether the sorter has the start data."""
        return self._at_hand.is_loaded

    @property
    def is_settled(self) -> bool:
        """Whether the texture stands at the timeline's position."""
        return self.is_loaded and self.sorter.pass_index == self.timeline.position

    @property
    def has_work(self) -> bool:
        """Whether `update` has something to do even if no time passes."""
        return not self.is_settled or self._needs_check

    @property
    def _needs_check(self) -> bool:
        """Whether the last pass is done, but the data themselves were not looked at yet."""
        at_end = self.timeline.position == self.timeline.pass_count
        return at_end and self.is_settled and self._is_sorted is None

    def configure(self, settings: SortSettings, timeline: Timeline) -> None:
        """Take what the panels return.

        Other settings restart the sort: paused, at pass 0, whatever the timeline says.

        Raises:
            ProgramError: this driver or memory cannot hold so many elements; the last sort that
                there was room for stays.
        """
        if settings != self.settings:
            self._start(
                settings,
                Timeline(settings.network.pass_count, passes_per_second=timeline.passes_per_second),
            )
            return
        old = self.timeline
        if (timeline.playing, timeline.passes_per_second) != (old.playing, old.passes_per_second):
            self._rate.clear()
        if timeline.position != old.position:
            # One pass on is that pass itself; only further away there is another way.
            self._is_jump = timeline.position != self.sorter.pass_index + 1
        self._move_to(timeline)

    def _move_to(self, timeline: Timeline) -> None:
        if timeline.position != self.timeline.position:
            self._checking, self._is_sorted = None, None  # what was checked is not shown any more
            self._seconds_of_work = 0.0
        self.timeline = timeline
        if self.is_settled:
            self.seeker.stop()  # whatever was under way is not wanted any more

    def stay(self) -> None:
        """Pause where the sorter stands, at the input where it has no state: work has failed."""
        reached = self.sorter.pass_index
        position = reached if reached <= self.timeline.pass_count else 0
        self._move_to(self.timeline.pause().seek(position))

    def update(self, dt_seconds: float) -> bool:
        """Let time pass, and do up to 12 ms of the work towards the position.

        While nothing is to be done, get ready for jumps to come.

        Time only counts while the texture stands where it should: play never runs ahead of what
        the GPU has done, and nothing is made up for later.

        Returns:
            Whether anything that is shown has changed.
        """
        before = self._visible()
        playing, reached = self.timeline.playing, self.timeline.position
        if self.is_settled and playing is not Playing.PAUSED:
            self._is_jump = playing is Playing.BACKWARDS
            self._move_to(self.timeline.advance(dt_seconds))
        deadline = perf_counter() + UPDATE_BUDGET_SECONDS
        is_idle = playing is Playing.PAUSED and not self.has_work
        if is_idle and self.seeker.wants_preparing:
            self.seeker.prepare(deadline)
        self._work(deadline)
        is_forwards = playing is Playing.FORWARDS and self.is_loaded
        if is_forwards and reached <= self.seeker.reached < self.timeline.position:
            # Slower than asked for: show each pass that is reached rather than chase the time.
            position = max(self.seeker.reached, reached + 1)
            self._move_to(replace(self.timeline, position=position, playing=playing))
        self._rate.add(dt_seconds, abs(self.timeline.position - reached))
        if self.timeline.playing is Playing.PAUSED:
            self._rate.clear()
        self._seconds_of_work = 0.0 if self.is_settled else self._seconds_of_work + dt_seconds
        return self._visible() != before

    def _work(self, deadline: float) -> None:
        if not self._at_hand.has_room:  # one step of that is enough for one update
            self._load(deadline)
            return
        while self.has_work and perf_counter() < deadline:
            if not self.is_loaded:
                self._load(deadline)
            elif not self.is_settled:
                self.seeker.lead(self.timeline.position, deadline, is_jump=self._is_jump)
            else:
                self._checking = self._checking or check_order(self.sorter)
                self._is_sorted = next(self._checking)

    def _load(self, deadline: float) -> None:
        """Go on with room and data for the sort.

        Raises:
            ProgramError: there is no room, and the sort is the one before; or memory did not hold
                the data, and it is a small one.
        """
        try:
            self._at_hand.work(deadline)
        except ProgramError:
            self._put_back()
            raise
        except MemoryError as error:
            small = SortSettings()
            self._start(small, Timeline(small.network.pass_count))
            raise ProgramError(
                "out of memory while the data were made; try a smaller size"
            ) from error
        if self._at_hand.has_room:
            self._free_before()

    def _free_before(self) -> None:
        if self._before is not None:
            self._before[0].release()
            self._before = None

    def _visible(self) -> Readout:
        """Return the readout without what nobody sees: the part of a pass that time has paid."""
        return replace(self.readout(), timeline=replace(self.timeline, part_of_pass=0.0))

    def readout(self) -> Readout:
        """Return all that a panel may read."""
        data = self._at_hand.start_data
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
        kind = KINDS.get(self.storage.element_format.name)
        if not self.capabilities.has_compute or kind is None:
            return ()
        return dispatches_of_stages(self.settings.network, FAST_GROUP_SIZE, kind.word_count)

    def _progress(self) -> Progress | None:
        if not self.is_loaded:
            return Progress("Making the data", self._at_hand.part, self._seconds_of_work, None)
        if not self.is_settled:
            way = self.seeker.way or Way.PASSES
            part, reached = self.seeker.part, self.seeker.reached
            return Progress(f"Sorting ({way})", part, self._seconds_of_work, reached)
        return None

    @property
    def has_picture(self) -> bool:
        """Whether the texture holds a state that is worth showing."""
        return self.is_settled or (self.is_loaded and self.seeker.is_glimpse)

    def shown_readout(self) -> Readout:
        """Return the readout of the state that the texture holds."""
        timeline = replace(self.timeline, position=self.sorter.pass_index)
        return self.readout() if self.is_settled else replace(self.readout(), timeline=timeline)

    def frame(self) -> Frame:
        """Return all that a view may read; draw it only while there `has_picture`."""
        return Frame(self.shown_readout(), self.start_data, self.sorter.sort_texture)

    def release(self) -> None:
        """Free the sorter; a second time does nothing."""
        self._free_before()
        if self._sort is not None:
            self._sort.release()
            self._sort = None
