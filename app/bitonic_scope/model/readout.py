"""All that a panel may read: values without GL."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.storage import Storage
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.schedule import BitonicNetwork, SortPass


class Way(StrEnum):
    """A way to a state; all lead to the same bits."""

    PASSES = "passes"  # one by one, from where the sort stands or from the input
    COMPUTE = "compute engine"  # from the input, many passes a dispatch
    CLOSED_FORM = "closed form"  # from the input, on the processor, without any pass


class Jump(NamedTuple):
    """A jump that was made.

    Attributes:
        way: which way it took.
        seconds: how long it took.
    """

    way: Way
    seconds: float


class Progress(NamedTuple):
    """Work that takes longer than a frame.

    Attributes:
        label: what is being done, in a few words.
        part: how much of it is done, 0 to 1.
        elapsed_seconds: for how long it has been going on.
        reached: the pass_index at which it could be stopped; None where it cannot be.
    """

    label: str
    part: float
    elapsed_seconds: float
    reached: int | None


class RecordingStatus(NamedTuple):
    """What is known of the recording that runs, or of the last one.

    Attributes:
        folder: its full path.
        frames_done: how many frames are complete.
        frame_count: how many there are to be.
        is_running: whether it still goes on.
        fault: what went wrong, in one line; empty where nothing did.
    """

    folder: str
    frames_done: int
    frame_count: int
    is_running: bool
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Readout:
    """What the player shows of itself.

    Attributes:
        settings: what is sorted.
        timeline: position and play.
        capabilities: which sizes can be chosen.
        progress: work towards the position, None when the texture stands there.
        achieved_passes_per_second: measured lately; None while there is nothing to measure.
        is_sorted: at the end, whether the data themselves were checked to be in order; None where
            they were not checked (yet).
        storage: in which format; None where nobody asks.
        distinct_counts: how many distinct values there are before and after they were rounded to
            the format; None where nothing is rounded.
        last_jump: which way the last jump took; None before the first.
        stage_dispatches: how many dispatches of the compute engine each stage takes; empty where
            there is none.
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

    @property
    def network(self) -> BitonicNetwork:
        """The network that sorts."""
        return self.settings.network

    @property
    def pass_done(self) -> SortPass | None:
        """The pass that made the state at the position."""
        return self.network.pass_done(self.timeline.position)

    @property
    def pass_to_come(self) -> SortPass | None:
        """The pass that leads on from the position."""
        return self.network.pass_to_come(self.timeline.position)
