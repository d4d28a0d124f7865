"""Runs an engine towards another state until a deadline: many calls, or a part of one.

A call is a draw or a dispatch. If a call would take longer than a frame, as in large sorts on slow
machines, it runs a few shares at a time: rows of texels, or workgroups.
"""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter

import moderngl

from bitonic_scope.gpu.engine import Engine

MIN_SECONDS_EACH = 1e-7  # per call
FORGETTING = 0.8  # per call: the slowest time decays by this, so a stall does not count forever
SMALL_COMPARISONS = 1 << 20  # a pass makes one per element; 5 ms on two cores of software GL
PART_SECONDS = (0.002, 0.006)  # target range of a part


def finished(ctx: moderngl.Context, steps: Iterator[None]) -> Iterator[None]:
    """Wait for the GPU after each step: calls only queue work, so its time would count later."""
    for _ in steps:
        ctx.finish()
        yield
    ctx.finish()


class _BegunCall:
    """A call that runs in parts.

    Attributes:
        target: the pass_index for which it was planned.
        start: the pass_index before the call.
        stop: the pass_index after the call: the next stop on the way to the target.
        share_count: the number of its shares.
        shares_done: the number of shares done.
        seconds: the time that those took.
    """

    def __init__(self, engine: Engine, target: int) -> None:
        self.target = target
        self.start = engine.pass_index
        self.stop = engine.next_stop(target)
        self.share_count = engine.share_count(target)
        self.shares_done = 0
        self.seconds = 0.0

    @property
    def pass_count(self) -> int:
        """The number of passes of the call."""
        return self.stop - self.start

    @property
    def is_done(self) -> bool:
        """Whether all shares are done."""
        return self.shares_done >= self.share_count


class Runner:
    """Moves one engine to other states, in slices of work.

    Attributes:
        engine: the engine.
        seconds_each: the seconds per call, as last measured; infinite before that.
    """

    def __init__(self, ctx: moderngl.Context, engine: Engine) -> None:
        self.engine = engine
        self.seconds_each = inf
        self._seconds_a_pass = 0.0
        self._ctx = ctx
        self._rewinding: Iterator[None] | None = None
        self._begun: _BegunCall | None = None
        self._part_comparisons = float(SMALL_COMPARISONS)

    @property
    def reached(self) -> int:
        """The engine's pass_index, or the one after the started call; 0 without a state."""
        if self._begun is not None:
            return self._begun.stop
        return 0 if self.has_no_state else self.engine.pass_index

    @property
    def has_no_state(self) -> bool:
        """Whether there is neither a state nor a started call, so work restarts from the input."""
        return self._begun is None and self.engine.pass_index > self.engine.network.pass_count

    @property
    def passes_done(self) -> float:
        """The number of passes done, fractions of a started call included."""
        call = self._begun
        if call is None:
            return float(self.reached)
        return call.start + call.pass_count * call.shares_done / call.share_count

    def forget(self) -> None:
        """Drop a started call or rewind, because the engine has another state."""
        self._begun = self._rewinding = None

    def run(self, target: int, deadline: float) -> bool:
        """Run towards a pass_index until the deadline.

        Finishes a started call first, unless it overshoots the target.

        Returns:
            Whether the engine is at the target.
        """
        engine = self.engine
        if not engine.is_ready_by(deadline):
            return False
        if self._begun is not None and target < self._begun.stop:
            self._begun = None
        if self._begun is None:
            if not self._is_before(target, deadline):
                return False
            if target == engine.pass_index:
                return True
            call = _BegunCall(engine, target)
            if self._fits(call, deadline - perf_counter()):
                return self._run_calls(target, deadline)
            self._begun = call
        self._run_parts(self._begun, deadline)
        return self._begun is None and engine.pass_index == target

    def _is_before(self, target: int, deadline: float) -> bool:
        """Rewind if the target is behind; return whether the engine is at or before the target."""
        if self._rewinding is None:
            if target >= self.engine.pass_index:
                return True
            self._rewinding = finished(self._ctx, self.engine.rewind_steps())
        for _ in self._rewinding:
            if perf_counter() >= deadline:
                return False
        self._rewinding = None
        return True

    def _fits(self, call: _BegunCall, seconds: float) -> bool:
        """Return whether a call fits the budget in one piece."""
        if self._comparisons(call) <= SMALL_COMPARISONS:
            return True  # too short to divide
        return max(self.seconds_each, self._seconds_a_pass * call.pass_count) <= seconds

    def _comparisons(self, call: _BegunCall) -> int:
        return self.engine.network.element_count * call.pass_count

    def _run_calls(self, target: int, deadline: float) -> bool:
        """Run about as many calls as fit the budget, at least one."""
        engine, first, start = self.engine, self.engine.pass_index, perf_counter()
        seconds, seconds_each = deadline - start, self.seconds_each
        goal = goal_in_time(
            engine.call_count, first, target, seconds=seconds, seconds_each=seconds_each
        )
        call_count = engine.call_count(first, goal)
        engine.seek(goal)
        self._ctx.finish()  # calls only queue work: wait for it, to measure its time
        self._note(perf_counter() - start, call_count, goal - first)
        return goal == target

    def _run_parts(self, call: _BegunCall, deadline: float) -> None:
        """Run parts of a call, at least one."""
        shortest, longest = PART_SECONDS
        while not call.is_done:
            start = perf_counter()
            shares = int(self._part_comparisons * call.share_count / self._comparisons(call))
            call.shares_done = self.engine.run_shares(call.target, call.shares_done, max(shares, 1))
            self._ctx.finish()
            now = perf_counter()
            call.seconds += now - start
            if now - start < shortest and not call.is_done:  # the last part is often short
                self._part_comparisons *= 2
            elif now - start > longest:
                self._part_comparisons /= 2
            if now >= deadline:
                break
        if call.is_done:
            self._begun = None
            self._note(call.seconds, 1, call.pass_count)

    def _note(self, seconds: float, call_count: int, pass_count: int) -> None:
        self.seconds_each = seconds / call_count
        self._seconds_a_pass = max(seconds / pass_count, FORGETTING * self._seconds_a_pass)


def goal_in_time(
    count: Callable[[int, int], int],
    reached: int,
    target: int,
    *,
    seconds: float,
    seconds_each: float,
) -> int:
    """Return a pass_index towards the target that fits the budget, at least the next.

    Halves the distance until it fits: with fused passes, the number of calls is not proportional to
    the number of passes.

    Args:
        count: returns the number of calls from one pass_index to another.
        seconds: the budget.
        seconds_each: the time per call.
    """
    max_calls = max(1, int(seconds / max(seconds_each, MIN_SECONDS_EACH)))
    goal = target
    while count(reached, goal) > max_calls and goal > reached + 1:
        goal = reached + (goal - reached) // 2
    return goal
