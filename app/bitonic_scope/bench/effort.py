"""How much the bench measures: sizes, rounds and budgets."""

from dataclasses import dataclass
from typing import NamedTuple

from bitonic_scope.bench.contest import Rounds
from bitonic_scope.model.settings import DEFAULT_VIEW

SEED = 1  # of all input


class Recorded(NamedTuple):
    """A sort to record: a square of elements, with a scale and a view.

    Attributes:
        side: of the square, in elements.
        scale: pixels per side of an element.
        view: the name of the view.
        last: the pass_index of the last frame; None for the end of the sort.
    """

    side: int
    scale: int
    view: str = DEFAULT_VIEW
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure. A side is that of a square of elements; sides ascend.

    Attributes:
        rounds: the rounds of most contests.
        long_rounds: the rounds of contests whose rounds take seconds.
        start_rounds: the rounds of whole processes.
        jump_sides: candidates for jumps; the largest with a sort within jump_budget_seconds wins.
        recordings: sorts to record; of large ones the first frames, which compress least.
        screen_frames: how many frames one sample draws.
        window_side: of a sort so large that its passes take longer than a frame.
        has_large_window: whether to measure a window of 3840x2160 pixels, too.
        sort_budget_seconds: skip sorts that would take longer.
        stage_budget_seconds: skip passes whose last stage would take longer.
        batch_seconds: how long a batch of passes should take at most.
    """

    rounds: Rounds
    long_rounds: Rounds
    start_rounds: Rounds
    pass_sides: tuple[int, ...] = (256, 1024, 4096)
    sort_sides: tuple[int, ...] = (64, 128, 256, 512, 1024, 2048, 4096)
    jump_sides: tuple[int, ...] = (256, 512, 1024, 4096)
    jump_count: int = 20
    recordings: tuple[Recorded, ...] = (
        Recorded(256, 2),
        Recorded(1024, 1, last=31),
        Recorded(1024, 1, "both", last=31),
    )
    screen_side: int = 256
    screen_frames: int = 60
    window_side: int = 4096
    has_large_window: bool = True
    sort_budget_seconds: float = 3.0
    jump_budget_seconds: float = 1.0
    stage_budget_seconds: float = 1.0
    batch_seconds: float = 0.2


FULL = Effort(
    rounds=Rounds(3, 9, 4.0), long_rounds=Rounds(3, 5, 4.0), start_rounds=Rounds(5, 9, 6.0)
)
QUICK = Effort(
    rounds=Rounds(3, 5, 0.5),
    long_rounds=Rounds(1, 3, 0.5),
    start_rounds=Rounds(2, 3, 1.0),
    pass_sides=(256, 1024),
    sort_sides=(64, 256, 1024),
    jump_sides=(256, 1024),
    recordings=(Recorded(64, 8),),
    screen_side=64,
    screen_frames=20,
    window_side=1024,
    has_large_window=False,
    sort_budget_seconds=0.4,
    jump_budget_seconds=0.1,
    stage_budget_seconds=0.3,
    batch_seconds=0.05,
)
