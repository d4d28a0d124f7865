"""Everything that a panel may read, as values without GL."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.storage import Storage
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.schedule import BitonicNetwork, SortPass


class Way(StrEnum):
    """A way to reach a state; all ways give the same bits."""

    PASSES = "passes"  # one by one, from the current state or from the input
    COMPUTE = "compute engine"  # many passes per dispatch
    CLOSED_FORM = "closed form"  # from the input, on the CPU, without any pass


class Jump(NamedTuple):
    """A completed jump.

    Attributes:
        way: the way it took.
        seconds: its duration.
    """

    way: Way
    seconds: float


class Progress(NamedTuple):
    """Work that takes longer than a frame.

    Attributes:
        label: the work, in a few words.
        part: the part done, 0 to 1.
        elapsed_seconds: the time since the work began.
        reached: the pass_index at which the work can stop; None if it cannot.
    """

    label: str
    part: float
    elapsed_seconds: float
    reached: int | None


class Counters(NamedTuple):
    """Exact counts of what the passes so far have done; None for what is not counted yet.

    Attributes:
        passes: the number of passes done.
        comparisons: the number of comparisons, those with padding included: n/2 a pass.
        exchanges_to_come: the number of pairs that the pass to come exchanges; None at the end.
        exchanges: the number of exchanges so far.
        in_place: the number of elements that stand where the sorted order has them.
        run_count: the number of ascending runs (descending ones in the other order).
        nothing_lost: whether the elements are those of the input, and at the end in the order that
            the CPU gives them.
        asks_for_check: whether the check that nothing is lost waits for the user to ask for it.
    """

    passes: int
    comparisons: int
    exchanges_to_come: int | None = None
    exchanges: int | None = None
    in_place: int | None = None
    run_count: int | None = None
    nothing_lost: bool | None = None
    asks_for_check: bool = False


class PointedPair(NamedTuple):
    """An element and its partner in the pass to come.

    Attributes:
        element: the index of the element that is pointed at.
        partner: the index of its partner; None at the end.
        value, partner_value: the values as people read them.
        is_ascending: the direction of the comparator.
        exchanges: whether the pass to come exchanges them; None at the end.
        is_pinned: whether the element is pinned.
        rank, partner_rank: the ranks of the values, 1 for the least; None if unknown.
    """

    element: int
    partner: int | None
    value: str
    partner_value: str
    is_ascending: bool
    exchanges: bool | None
    is_pinned: bool
    rank: int | None = None
    partner_rank: int | None = None


class RecordingStatus(NamedTuple):
    """The status of the current recording, or of the last one.

    Attributes:
        folder: the full path of the folder.
        frames_done: the number of complete frames.
        frame_count: the number of frames in all.
        is_running: whether the recording is still running.
        fault: the error, in one line; empty if there is none.
        frames_per_second: the rate so far; 0 before the first frame.
    """

    folder: str
    frames_done: int
    frame_count: int
    is_running: bool
    fault: str = ""
    frames_per_second: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take; None if nothing is known of it."""
        if not self.is_running or not self.frames_per_second:
            return None
        return (self.frame_count - self.frames_done) / self.frames_per_second


@dataclass(frozen=True, slots=True)
class Readout:
    """The state of the player, for panels.

    Attributes:
        settings: the settings of the sort.
        timeline: position and play.
        capabilities: the limits on a sort.
        progress: work towards the position; None once the texture is there.
        achieved_passes_per_second: the measured speed; None before there is a measurement.
        is_sorted: whether a check found the data in order at the end; None before the check.
        storage: the storage format; None while the window still shows an earlier state.
        distinct_counts: the numbers of distinct values before and after rounding to the format;
            None without rounding.
        last_jump: the last jump; None before the first, and after a single pass.
        stage_dispatches: the number of compute dispatches of each stage; empty if no compute engine
            can sort the format here.
        counters: the counters of the shown state; None before there is one.
        pointed: the pair that the user points at; None for none.
    """

    settings: SortSettings
    timeline: Timeline
    capabilities: Capabilities
    progress: Progress | None = None
    achieved_passes_per_second: float | None = None
    is_sorted: bool | None = None
    storage: Storage | None = None
    distinct_counts: tuple[int, int] | None = None
    last_jump: Jump | None = None
    stage_dispatches: tuple[int, ...] = ()
    counters: Counters | None = None
    pointed: PointedPair | None = None

    @property
    def network(self) -> BitonicNetwork:
        """The sorting network."""
        return self.settings.network

    @property
    def pass_done(self) -> SortPass | None:
        """The pass that leads to the position; None at position 0."""
        return self.network.pass_done(self.timeline.position)

    @property
    def pass_to_come(self) -> SortPass | None:
        """The pass that leads on from the position; None at the end."""
        return self.network.pass_to_come(self.timeline.position)
