"""The table of jumps: the worst of random jumps both ways, against a replay from the start."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

import numpy as np

from bitonic_scope.bench.checks import same_bits, state_at
from bitonic_scope.bench.contest import WRONG, interleaved, speed, timed
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.model.readout import Jump, Way
from bitonic_scope.player.seeker import Seeker

GROUP = "jumps"
REPLAY = "replay from the start to the same pass"
SLICE_SECONDS = 0.012  # the budget of the window's workers in a tick


class Round(NamedTuple):
    """All jumps, and a replay from the start to the target of the slowest.

    Attributes:
        worst: the slowest jump.
        target: the pass_index to which it led.
        replay_seconds: the time of the passes from the start to the target.
        ways: the number of jumps by each way.
        is_right: whether every jump and the replay led to the right state.
    """

    worst: Jump
    target: int
    replay_seconds: float
    ways: Counter[Way]
    is_right: bool


def jumps(bench: Workbench) -> Iterator[Line]:
    """Measure jumps at the largest size that fits the budget, in slices as in the window."""
    if refusal := bench.float_refusal():
        yield skipped(GROUP, REPLAY, refusal)
        return
    effort, finish = bench.effort, bench.gpu.ctx.finish
    side = bench.largest(effort.jump_sides, effort.jump_budget_seconds)
    case = f"{side}x{side}"
    elements = uniform(SEED, side * side)
    with ExitStack() as owned:
        engine = FragmentEngine(bench.gpu, TextureLayout(side, side))
        owned.callback(engine.release)
        seeker = Seeker(bench.gpu, engine)
        owned.callback(seeker.release)
        seeker.load(elements)
        pass_count = engine.network.pass_count
        words = np.random.PCG64(SEED).random_raw(effort.jump_count)
        targets = [int(word) % (pass_count + 1) for word in words]

        def jump(target: int) -> Jump:
            finish()
            start = perf_counter()
            while engine.pass_index != target or seeker.way is not None:
                seeker.lead(target, perf_counter() + SLICE_SECONDS, is_jump=True)
            finish()
            way = seeker.last_jump.way if seeker.last_jump else Way.PASSES
            return Jump(way, perf_counter() - start)

        def is_at(target: int) -> bool:
            return same_bits(engine.read_back(), state_at(elements, target))

        def take_round() -> Round:
            engine.seek(pass_count)  # the clock of an idle GPU is slow at first
            jump(0)
            made = [jump(target) for target in targets]
            worst, target = max(zip(made, targets, strict=True), key=lambda each: each[0].seconds)
            engine.rewind()
            finish()
            start = perf_counter()
            engine.seek(target)
            finish()
            seconds = perf_counter() - start
            ways = Counter(each.way for each in made)
            return Round(
                worst, target, seconds, ways, is_at(target) and all(map(is_right, targets))
            )

        def is_right(target: int) -> bool:
            """Jump again: a check takes seconds, and meanwhile the clock of a GPU slows down."""
            bench.checkpoint(f"{GROUP} {case}")
            jump(target)
            return is_at(target)

        while seeker.wants_idle_time:  # compile, as the window does while it is idle
            seeker.use_idle_time(perf_counter() + SLICE_SECONDS)
        for target in (pass_count, 0):
            jump(target)
        (rounds,) = interleaved([take_round], effort.long_rounds)
    yield from lines_of(rounds, case=case, jump_count=effort.jump_count)


def lines_of(rounds: Sequence[Round], *, case: str, jump_count: int) -> list[Line]:
    """Return the lines of rounds of jumps."""
    worst = [each.worst.seconds for each in rounds]
    replays = [each.replay_seconds for each in rounds]
    named = Line(GROUP, REPLAY, kind=TimeKind.FINISHED, case=case, unit="a jump")
    replay = timed(named, replays)
    jump = timed(replace(named, name=f"worst of {jump_count} random jumps"), worst)
    if not all(each.is_right for each in rounds):
        return [replace(line, note=WRONG, status=Status.WRONG) for line in (replay, jump)]
    ways: Counter[Way] = sum((each.ways for each in rounds), Counter())
    shares = ", ".join(f"{part / ways.total():.0%} {way}" for way, part in ways.most_common())
    typical = sorted(rounds, key=lambda each: each.worst.seconds)[len(rounds) // 2]
    note = f"to pass {typical.target} by {typical.worst.way}; all: {shares}"
    return [replay, replace(jump, ratio_to=REPLAY, ratio=speed(worst, replays), note=note)]
