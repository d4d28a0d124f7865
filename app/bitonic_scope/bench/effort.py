"""How much is measured: sizes, rounds and budgets."""

from dataclasses import dataclass

from bitonic_scope.bench.rounds import Rounds

SEED = 1  # of all start data


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured.

    A side is one of a square of elements. Of several sides for one purpose, the largest is taken
    that this machine can do in time.

    Attributes:
        pass_sides: at which a pass is compared with a copy.
        sort_sides: at which the engines are compared.
        format_sides: for the formats.
        jump_sides: for the jumps.
        jump_count: how many jumps.
        context_side: of the sorts on one context and on many.
        context_count: how many of them.
        recordings: of sorts whose every pass is recorded: side, and pixels a side for an element.
        screen_side: of the sort that the screen shows.
        screen_frames: how many frames make a sample.
        rounds: of all but those that follow.
        long_rounds: of what takes seconds a round.
        start_rounds: of processes that are started.
        sort_budget_seconds: a sort that is expected to take longer is left out.
        series_budget_seconds: a sort likewise, where there are many of one size.
        jump_budget_seconds: a sort likewise, where there are jumps.
        stage_budget_seconds: a last stage likewise, where passes are compared.
        batch_seconds: how long a series of passes should take at most.
    """

    pass_sides: tuple[int, ...]
    sort_sides: tuple[int, ...]
    format_sides: tuple[int, ...]
    jump_sides: tuple[int, ...]
    jump_count: int
    context_side: int
    context_count: int
    recordings: tuple[tuple[int, int], ...]
    screen_side: int
    screen_frames: int
    rounds: Rounds
    long_rounds: Rounds
    start_rounds: Rounds
    sort_budget_seconds: float
    series_budget_seconds: float
    jump_budget_seconds: float
    stage_budget_seconds: float
    batch_seconds: float


FULL = Effort(
    pass_sides=(256, 1024, 4096),
    sort_sides=(64, 128, 256, 512, 1024, 2048, 4096),
    format_sides=(256, 1024),
    jump_sides=(256, 512, 1024, 4096),
    jump_count=20,
    context_side=64,
    context_count=10,
    recordings=((64, 8), (256, 2)),
    screen_side=256,
    screen_frames=60,
    rounds=Rounds(3, 9, 4.0),
    long_rounds=Rounds(3, 5, 4.0),
    start_rounds=Rounds(5, 9, 6.0),
    sort_budget_seconds=3.0,
    series_budget_seconds=0.5,
    jump_budget_seconds=1.0,
    stage_budget_seconds=1.0,
    batch_seconds=0.2,
)

QUICK = Effort(
    pass_sides=(256, 1024),
    sort_sides=(64, 256, 1024),
    format_sides=(128, 1024),
    jump_sides=(256, 1024),
    jump_count=20,
    context_side=16,
    context_count=10,
    recordings=((64, 8),),
    screen_side=64,
    screen_frames=20,
    rounds=Rounds(3, 5, 0.5),
    long_rounds=Rounds(1, 3, 0.5),
    start_rounds=Rounds(2, 3, 1.0),
    sort_budget_seconds=0.4,
    series_budget_seconds=0.1,
    jump_budget_seconds=0.1,
    stage_budget_seconds=0.3,
    batch_seconds=0.05,
)
