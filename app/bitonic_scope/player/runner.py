"""Runs a sorter towards another state for as long as there is time: many calls, or a part of one.

A call is a draw or a dispatch. On a slow machine one of a large sort takes longer than a frame;
then it is run a few shares at a time: rows of texels, or workgroups.
"""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter
from typing import Generic, TypeVar

import moderngl

from bitonic_scope.gpu.runnable import Runnable

MIN_SECONDS_EACH = 1e-7  # of a call
FORGETTING = 0.8  # of the slowest call so far: one that was held up is not for ever
FIRST_PART_COMPARISONS = 1 << 20  # a pass makes one an element: 5 ms on two cores of software GL
PART_SECONDS = (0.002, 0.006)  # parts are made longer below, shorter above


Sorter = TypeVar("Sorter", bound=Runnable)


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

    def __init__(self, sorter: Runnable, target: int) -> None:
        self.target = target
        self.start = sorter.pass_index
        self.stop = sorter.next_stop(target)
        self.share_count = sorter.share_count(target)
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


class Runner(Generic[Sorter]):
    """Leads one sorter to other states, a slice of work at a time.

    Attributes:
        sorter: what it leads.
        seconds_each: what a call takes, measured lately.
    """

    def __init__(self, ctx: moderngl.Context, sorter: Sorter, seconds_each: float) -> None:
        """Take a sorter, with what a call of it likely takes; infinity where nobody knows."""
        self.sorter = sorter
        self.seconds_each = seconds_each
        self._seconds_a_pass = seconds_each if seconds_each < inf else 0.0
        self._ctx = ctx
        self._rewinding: Iterator[None] | None = None
        self._begun: _BegunCall | None = None
        self._part_comparisons = float(FIRST_PART_COMPARISONS)

    @property
    def reached(self) -> int:
        """The pass_index where it stands, or where the call that was begun leads.

        Where there is no state, it will begin again from the input.
        """
        if self._begun is not None:
            return self._begun.stop
        return 0 if self.is_nowhere else self.sorter.pass_index

    @property
    def is_nowhere(self) -> bool:
        """Whether there is no state, nor any that was begun: only the way back to the input."""
        return self._begun is None and self.sorter.pass_index > self.sorter.network.pass_count

    @property
    def passes_done(self) -> float:
        """How many passes are done, those under way in part."""
        call = self._begun
        if call is None:
            return float(self.reached)
        return call.start + call.pass_count * call.shares_done / call.share_count

    def forget(self) -> None:
        """Take note that the sorter was given another state: what was begun leads nowhere."""
        self._begun = self._rewinding = None

    def run(self, target: int, deadline: float) -> bool:
        """Run towards a pass_index until the deadline.

        A call that was begun is ended first, unless it leads too far.

        Returns:
            Whether the state at the target is there.
        """
        sorter = self.sorter
        if not sorter.is_ready_by(deadline):
            return False
        if self._begun is not None and target < self._begun.stop:
            self._begun = None
        if self._begun is None:
            if not self._is_before(target, deadline):
                return False
            if target == sorter.pass_index:
                return True
            call = _BegunCall(sorter, target)
            if self._fits(call, deadline - perf_counter()):
                return self._run_calls(target, deadline)
            self._begun = call
        self._run_parts(self._begun, deadline)
        return self._begun is None and sorter.pass_index == target

    def _is_before(self, target: int, deadline: float) -> bool:
        """Return to the input where the target is behind; tell whether it is ahead now."""
        if self._rewinding is None:
            if target >= self.sorter.pass_index:
                return True
            self._rewinding = self.sorter.rewinding()
        for _ in self._rewinding:
            self._ctx.finish()
            if perf_counter() >= deadline:
                return False
        self._ctx.finish()
        self._rewinding = None
        return True

    def _fits(self, call: _BegunCall, seconds: float) -> bool:
        """Tell whether a call is run in one piece."""
        if self._comparisons(call) <= FIRST_PART_COMPARISONS:
            return True  # nobody waits long for that
        return max(self.seconds_each, self._seconds_a_pass * call.pass_count) <= seconds

    def _comparisons(self, call: _BegunCall) -> int:
        return self.sorter.network.element_count * call.pass_count

    def _run_calls(self, target: int, deadline: float) -> bool:
        """Run about as many as there is time for, at least one."""
        sorter, first, start = self.sorter, self.sorter.pass_index, perf_counter()
        goal = goal_in_time(
            sorter.call_count,
            first,
            target,
            seconds=deadline - start,
            seconds_each=self.seconds_each,
        )
        call_count = sorter.call_count(first, goal)
        sorter.seek(goal)
        self._ctx.finish()  # a call only queues the work; without this no time is measured
        self._note(perf_counter() - start, call_count, goal - first)
        return goal == target

    def _run_parts(self, call: _BegunCall, deadline: float) -> None:
        """Run parts of a call, at least one."""
        shortest, longest = PART_SECONDS
        while not call.is_done:
            start = perf_counter()
            shares = int(self._part_comparisons * call.share_count / self._comparisons(call))
            call.shares_done = self.sorter.run_shares(call.target, call.shares_done, max(shares, 1))
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
