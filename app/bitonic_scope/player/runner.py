"""Runs an engine towards another state until a deadline: many calls, or a part of one.

A call is a draw or a dispatch. On a slow machine a call of a large sort takes longer than a frame;
then it runs a few shares at a time: rows of texels, or workgroups.
"""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter

import moderngl

from bitonic_scope.gpu.engine import Engine

MIN_SECONDS_EACH = 1e-7  # of a call
FORGETTING = 0.8  # of the slowest call so far: one that was held up is not for ever
SMALL_COMPARISONS = 1 << 20  # a pass makes one an element: 5 ms on two cores of software GL
PART_SECONDS = (0.002, 0.006)  # parts are made longer below, shorter above


class _BegunCall:
    """A call that was begun.

    Attributes:
        target: where it was going; it leads to the next stop on the way there.
        start: the pass_index at which it began.
        stop: the pass_index to which it leads.
        share_count: of how many shares it consists.
        shares_done: how many are done.
        seconds: what they took.
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
        """How many passes it runs."""
        return self.stop - self.start

    @property
    def is_done(self) -> bool:
        """Whether its state is there."""
        return self.shares_done >= self.share_count


class Runner:
    """Leads one engine to other states, a slice of work at a time.

    Attributes:
        engine: what it leads.
        seconds_each: how long the last call took; infinite before the first.
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
        """The pass_index where it stands, or where the call that was begun leads.

        Where there is no state, it will begin again from the input.
        """
        if self._begun is not None:
            return self._begun.stop
        return 0 if self.has_no_state else self.engine.pass_index

    @property
    def has_no_state(self) -> bool:
        """Whether there is no state, nor a call that leads to one: only the way to the input."""
        return self._begun is None and self.engine.pass_index > self.engine.network.pass_count

    @property
    def passes_done(self) -> float:
        """How many passes are done, those under way in part."""
        call = self._begun
        if call is None:
            return float(self.reached)
        return call.start + call.pass_count * call.shares_done / call.share_count

    def forget(self) -> None:
        """Take note that the engine was given another state: a call that has begun is void."""
        self._begun = self._rewinding = None

    def run(self, target: int, deadline: float) -> bool:
        """Run towards a pass_index until the deadline.

        Finishes a started call first, unless it overshoots the target.

        Returns:
            Whether the state at the target is there.
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
        """Return to the input where the target is behind; tell whether it is ahead now."""
        if self._rewinding is None:
            if target >= self.engine.pass_index:
                return True
            self._rewinding = self.engine.rewind_steps()
        for _ in self._rewinding:
            self._ctx.finish()
            if perf_counter() >= deadline:
                return False
        self._ctx.finish()
        self._rewinding = None
        return True

    def _fits(self, call: _BegunCall, seconds: float) -> bool:
        """Tell whether a call is run in one piece."""
        if self._comparisons(call) <= SMALL_COMPARISONS:
            return True  # nobody waits long for that
        return max(self.seconds_each, self._seconds_a_pass * call.pass_count) <= seconds

    def _comparisons(self, call: _BegunCall) -> int:
        return self.engine.network.element_count * call.pass_count

    def _run_calls(self, target: int, deadline: float) -> bool:
        """Run about as many as there is time for, at least one."""
        engine, first, start = self.engine, self.engine.pass_index, perf_counter()
        goal = goal_in_time(
            engine.call_count,
            first,
            target,
            seconds=deadline - start,
            seconds_each=self.seconds_each,
        )
        call_count = engine.call_count(first, goal)
        engine.seek(goal)
        self._ctx.finish()  # a call only queues the work; without this no time is measured
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
            if now - start < shortest and not call.is_done:  # the last one is often short
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
    """Return a pass_index on the way to the target for which there is time, at least the next.

    By halving the way: where passes are fused, what lies between two of them need not be reachable
    in proportion.

    Args:
        count: how many calls lead from one pass_index to another.
        reached: where the way begins.
        target: where it ends.
        seconds: how much time there is.
        seconds_each: what a call takes.
    """
    room = max(1, int(seconds / max(seconds_each, MIN_SECONDS_EACH)))
    goal = target
    while count(reached, goal) > room and goal > reached + 1:
        goal = reached + (goal - reached) // 2
    return goal
