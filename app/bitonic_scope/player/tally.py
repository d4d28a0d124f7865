"""The tally: counts exactly what the passes have done so far, in slices of work.

The number of exchanges of a pass depends on the input alone, so the counts are cached by
pass_index, and no jump or step back changes them. A replay in another thread runs the whole network
in numpy. Until the replay is done, or if the sort is too large for it, the GPU counts the exchanges
of the pass to come.
"""

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter

import numpy as np

from bitonic_scope.data.elements import element_keys
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.exchange_counter import ExchangeCounter
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Counters
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.model.timeline import Playing
from bitonic_scope.network.exchange_counts import exchange_counts
from bitonic_scope.network.reference import SortKeys
from bitonic_scope.player.examination import Facts, Goal, facts_of, goal_of, keys_of
from bitonic_scope.player.order_check import SLICE_ELEMENT_COUNT
from bitonic_scope.player.player import Player
from bitonic_scope.system.task import Task

MAX_REPLAYED = 1 << 22  # elements: 3 to 6 s of one core, so only while the window is at rest
MAX_EXAMINED = 1 << 16  # elements: 40 ms for a replay, 10 ms for a state at rest
MAX_EXAMINED_IN_PLAY = 1 << 12  # elements: less than 1 ms
WAIT_SECONDS = 0.001  # for a thread, between checks of the deadline


class Tally:
    """Owns the counts of the player's current sort.

    A worker of the session; see `window.turns`.

    Attributes:
        goal: the sorted input; None before it is computed, and for large sorts.
    """

    def __init__(self, gpu: Gpu, player: Player) -> None:
        """Take the player whose passes to count; counts nothing yet."""
        self._player = player
        self._counter = ExchangeCounter(gpu)
        self._may_count = True  # until the driver refuses
        self._replay: Task[Goal] | None = None
        self._begin(None)

    def _begin(self, data: StartData | None) -> None:
        """Discard all counts, and begin to count for other data."""
        if self._replay is not None:
            self._replay.cancel()
        self._data = data
        self._replay = None
        self._has_replayed = False
        self.goal: Goal | None = None
        pass_count = data.settings.network.pass_count if data else 0
        self._exchanges: list[int | None] = [None] * pass_count  # of each pass
        self._facts: dict[int, Facts] = {}  # by pass_index
        self._job: Iterator[None] | None = None  # on the state at that pass_index
        self._job_position = 0
        self._asked_at: int | None = None  # pass_index at which the user asked

    def ask(self) -> None:
        """Examine the current state even if it is large."""
        self._asked_at = self._player.timeline.position

    def counters(self, settings: SortSettings, pass_index: int) -> Counters | None:
        """Return the counters of a state; None before its data are loaded.

        Args:
            settings: the settings of the sort.
            pass_index: the number of passes done, 0..P.
        """
        if self._data is None or self._data.settings != settings:
            return None
        counted = [count for count in self._exchanges[:pass_index] if count is not None]
        facts = self._facts.get(pass_index)
        return Counters(
            passes=pass_index,
            comparisons=settings.network.comparison_count(pass_index),
            exchanges_to_come=next(iter(self._exchanges[pass_index : pass_index + 1]), None),
            exchanges=sum(counted) if len(counted) == pass_index else None,
            in_place=facts.in_place if facts else None,
            run_count=facts.run_count if facts else None,
            nothing_lost=facts.nothing_lost if facts else None,
            asks_for_check=facts is None and self._may_ask(pass_index),
        )

    def _may_ask(self, pass_index: int) -> bool:
        """Return whether the user may ask for the facts of a state, and has not."""
        is_shown = self._player.is_settled and self._player.engine.pass_index == pass_index
        is_large = self._element_count > MAX_EXAMINED
        return is_large and is_shown and self._is_at_rest and self._asked_at != pass_index

    @property
    def wants_work(self) -> bool:
        """Whether there is something to count while the player stays at its position."""
        if not self._player.is_settled:
            return False
        is_new = self._player.start_data is not self._data
        return is_new or self._replay is not None or self._wants_replay or self._has_job

    @property
    def is_busy(self) -> bool:
        """Whether there is something to count that takes only a moment."""
        return self._element_count <= MAX_EXAMINED and self.wants_work

    @property
    def _element_count(self) -> int:
        return self._player.settings.element_count

    @property
    def _is_at_rest(self) -> bool:
        return self._player.timeline.playing is Playing.PAUSED

    @property
    def _wants_replay(self) -> bool:
        limit = MAX_REPLAYED if self._is_at_rest else MAX_EXAMINED
        return not self._has_replayed and self._element_count <= limit

    @property
    def _has_job(self) -> bool:
        return self._wants_count or self._wants_facts

    @property
    def _wants_count(self) -> bool:
        position = self._player.engine.pass_index
        if self._element_count <= MAX_EXAMINED or position >= len(self._exchanges):
            return False  # the replay of a small sort is faster
        return self._may_count and self._exchanges[position] is None

    @property
    def _wants_facts(self) -> bool:
        if self._player.engine.pass_index in self._facts:
            return False
        if self._element_count > MAX_EXAMINED:
            return self._asked_at == self._player.engine.pass_index
        limit = MAX_EXAMINED if self._is_at_rest else MAX_EXAMINED_IN_PLAY
        return self._element_count <= limit and self.goal is not None

    def work(self, deadline: float) -> bool:
        """Count until the deadline, at least one part; return whether the counters have changed."""
        player = self._player
        if player.start_data is not self._data:
            self._begin(player.start_data)
        before = self._present()
        self._lead_replay()
        if self._job_position != player.engine.pass_index:
            self._job = None
            self._job_position = player.engine.pass_index
        while self._job is not None or self._has_job:
            if self._job is None:
                self._job = self._count() if self._wants_count else self._examine()
            if next(self._job, self) is self:  # no step is left
                self._job = None
            if perf_counter() >= deadline:
                break
        return self._present() != before

    def _present(self) -> Counters | None:
        return self.counters(self._player.settings, self._player.engine.pass_index)

    def _lead_replay(self) -> None:
        """Start the replay if it is due, or take its result."""
        if self._replay is not None and self._replay.is_done:
            replay, self._replay = self._replay, None
            with suppress(MemoryError):  # not tried again: the counts stay unknown
                self.goal = replay.wait()
        if self._wants_replay:
            data, exchanges = self._player.start_data, self._exchanges
            self._replay = Task(lambda: _replayed(data, exchanges))
            self._has_replayed = True

    def _count(self) -> Iterator[None]:
        """Count the exchanges of the pass to come on the GPU."""
        engine = self._player.engine
        try:
            count = yield from self._counter.count_steps(engine)
        except ProgramError:  # not tried again: the count stays unknown
            self._may_count = False
        else:
            self._exchanges[engine.pass_index] = count

    def _examine(self) -> Iterator[None]:
        """Read the state back, and compare it with the sorted input."""
        engine, data = self._player.engine, self._player.start_data
        rows = max(1, SLICE_ELEMENT_COUNT // engine.layout.width)
        parts = []
        for first_row in range(0, engine.layout.height, rows):
            if first_row:
                yield
            parts.append(engine.read_back(first_row, min(rows, engine.layout.height - first_row)))
        is_at_end = engine.pass_index == engine.network.pass_count
        if self.goal is not None:
            self._facts[engine.pass_index] = facts_of(self.goal, parts[0], is_at_end=is_at_end)
            return
        state = np.concatenate(parts)
        examining = Task(lambda: iter([facts_of(goal_of(data), state, is_at_end=is_at_end)]))
        while not examining.is_done_by(perf_counter() + WAIT_SECONDS):
            yield
        facts = examining.wait()
        if facts is not None:
            self._facts[engine.pass_index] = facts

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._begin(None)
        self._counter.release()


def _replayed(data: StartData, exchanges: list[int | None]) -> Iterator[float | Goal]:
    """Fill in the exchanges of all passes; yield the goal of a small sort."""
    settings, element_format = data.settings, data.storage.element_format
    keys: SortKeys = keys_of(data, data.elements)
    if not element_format.has_tag:
        keys = element_keys(element_format, data.elements)  # half as wide
    counts = exchange_counts(keys, order=settings.order, network_kind=settings.network_kind)
    for number, count in enumerate(counts):
        exchanges[number] = count
        yield number / len(exchanges)
    if settings.element_count <= MAX_EXAMINED:
        yield goal_of(data)
