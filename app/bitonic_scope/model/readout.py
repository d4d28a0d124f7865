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


class RecordingStatus(NamedTuple):
    """The status of the current recording, or of the last one.

    Attributes:
        folder: the full path of the folder.
        frames_done: the number of complete frames.
        frame_count: the number of frames in all.
        is_running: whether the recording is still running.
        fault: the error, in one line; empty if there is none.
    """

    folder: str
    frames_done: int
    frame_count: int
    is_running: bool
    fault: str = ""


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
