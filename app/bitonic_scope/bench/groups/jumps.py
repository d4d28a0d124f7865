"""The table of jumps: the worst of random jumps both ways, against a replay from the start."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.rounds import interleaved, speed, spread
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.model.readout import Jump, Way
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player.predicted_state import predicted_state
from bitonic_scope.player.seeker import Seeker

GROUP = "jumps"
REPLAY = "replay from the start to the same pass"
SLICE_SECONDS = 0.012  # what a tick of the window spends on work


@dataclass(frozen=True, slots=True)
class Round:
    """All jumps, and a replay from the start to the target of the worst one.

    Attributes:
        worst: the jump that took longest.
        target: its pass_index.
        replay_seconds: how long the passes from the start to the target take.
        ways: how many jumps took which way.
        is_right: whether every jump and the replay led to the right state.
    """

    worst: Jump
    target: int
    replay_seconds: float
    ways: Counter[Way]
    is_right: bool


def jumps(bench: Workbench) -> Iterator[Line]:
    """Measure jumps at the largest size that fits the budget."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, REPLAY, refusal)
        return
    side = bench.largest(bench.effort.jump_sides, bench.effort.jump_budget_seconds)
    case = f"{side}x{side}"
    bench.checkpoint(f"{GROUP} {case}")
    with ExitStack() as owned:
        jumper = _Jumper(bench, side, owned)
        jumper.warm_up()
        (rounds,) = interleaved([jumper.round], bench.effort.long_rounds)
    yield from lines_of(rounds, case=case, jump_count=bench.effort.jump_count)


def lines_of(rounds: Sequence[Round], *, case: str, jump_count: int) -> list[Line]:
    """Return the lines of rounds of jumps."""
    is_right = all(each.is_right for each in rounds)
    worst = [each.worst.seconds for each in rounds]
    replays = [each.replay_seconds for each in rounds]
    ways: Counter[Way] = sum((each.ways for each in rounds), Counter())
    shares = ", ".join(f"{part / ways.total():.0%} {way}" for way, part in ways.most_common())
    typical = sorted(rounds, key=lambda each: each.worst.seconds)[len(rounds) // 2]
    note = f"to pass {typical.target} by {typical.worst.way}; all: {shares}"
    replay = Line(
        GROUP,
        REPLAY,
        median(replays),
        TimeKind.FINISHED,
        case=case,
        unit="a jump",
        spread=spread(replays),
        rounds=len(rounds),
        status=Status.OK if is_right else Status.WRONG,
    )
    jump = replace(
        replay,
        name=f"worst of {jump_count} random jumps",
        seconds=median(worst),
        ratio_to=REPLAY if is_right else None,
        ratio=speed(worst, replays) if is_right else None,
        note=note if is_right else "the result is wrong",
        spread=spread(worst),
    )
    return [replay, jump]


class _Jumper:
    """Jumps as the window does: in slices of work, but without frames in between."""

    def __init__(self, bench: Workbench, side: int, owned: ExitStack) -> None:
        self._bench = bench
        self._elements = uniform(SEED, side * side)
        self._engine = FragmentEngine(bench.gpu, TextureLayout(side, side))
        owned.callback(self._engine.release)
        self._seeker = Seeker(bench.gpu, self._engine)
        owned.callback(self._seeker.release)
        self._seeker.load(self._elements)
        self._pass_count = self._engine.network.pass_count
        words = np.random.PCG64(SEED).random_raw(bench.effort.jump_count)
        self._targets = [int(word) % (self._pass_count + 1) for word in words]

    def warm_up(self) -> None:
        """Compile what jumps need, as the window does while it is idle."""
        while self._seeker.wants_idle_time:
            self._seeker.use_idle_time(perf_counter() + SLICE_SECONDS)
        for target in (self._pass_count, 0):
            self._jump(target)

    def round(self) -> Round:
        """Make all jumps, one after the other, then the replay."""
        self._jump(0)
        made: list[tuple[Jump, int]] = []
        is_right = True
        for target in self._targets:
            self._bench.checkpoint(GROUP)
            made.append((self._jump(target), target))
            is_right = is_right and self._is_at(target)
        worst, target = max(made, key=lambda each: each[0].seconds)

        self._engine.rewind()
        self._bench.gpu.ctx.finish()
        start = perf_counter()
        self._engine.seek(target)
        self._bench.gpu.ctx.finish()
        replay_seconds = perf_counter() - start
        is_right = is_right and self._is_at(target)
        ways = Counter(jump.way for jump, _ in made)
        return Round(worst, target, replay_seconds, ways, is_right)

    def _jump(self, target: int) -> Jump:
        self._bench.gpu.ctx.finish()
        start = perf_counter()
        while True:
            deadline = perf_counter() + SLICE_SECONDS
            self._seeker.lead(target, deadline, is_jump=True)
            if self._engine.pass_index == target and self._seeker.way is None:
                break
        self._bench.gpu.ctx.finish()
        seconds = perf_counter() - start
        last = self._seeker.last_jump
        return Jump(last.way if last else Way.PASSES, seconds)

    def _is_at(self, target: int) -> bool:
        expected = predicted_state(
            FLOAT32,
            self._elements,
            target,
            order=Direction.ASCENDING,
            network_kind=NetworkKind.ALTERNATING,
        )
        return same_bits(self._engine.read_back(), expected)
