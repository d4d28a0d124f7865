"""The history: where the user has been, for undo and redo.

A move is a change of settings, a jump, or a run: consecutive steps, or one play. The history keeps
the place before each move, so undo returns to where the user was.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Playing, Timeline

MAX_MOVES = 100


class Place(NamedTuple):
    """What undo restores: the settings and the position."""

    settings: SortSettings
    position: int


@dataclass(frozen=True, slots=True)
class History:
    """The places before the moves, and the places that undo has left.

    Attributes:
        past: the place before each move, the latest last; at most 100.
        future: the places to redo, the next first.
        is_in_run: whether a further step belongs to the last move.
    """

    past: tuple[Place, ...] = ()
    future: tuple[Place, ...] = ()
    is_in_run: bool = False

    def after(
        self,
        old: tuple[SortSettings, Timeline],
        new: tuple[SortSettings, Timeline],
        *,
        is_jump: bool = False,
        is_same_gesture: bool = False,
    ) -> Self:
        """Return the history after a change of settings or timeline.

        Args:
            old: the settings and the timeline before.
            new: the settings and the timeline after.
            is_jump: whether a change of position is a jump, even one by a single pass.
            is_same_gesture: whether the mouse has been down since the last move: a drag is one.
        """
        settings, timeline = old
        new_settings, new_timeline = new
        begins_play = _is_playing(new_timeline) and not _is_playing(timeline)
        moves = timeline.position != new_timeline.position
        if settings == new_settings and not moves and not begins_play:
            return self
        distance = abs(new_timeline.position - timeline.position)
        is_step = settings == new_settings and distance <= 1 and not is_jump
        continues = is_same_gesture or (
            is_step and not begins_play and (self.is_in_run or _is_playing(timeline))
        )
        is_in_run = is_step and not _is_playing(new_timeline)
        if continues and self.past:
            return replace(self, future=(), is_in_run=is_in_run)
        past = (*self.past, Place(settings, timeline.position))[-MAX_MOVES:]
        return replace(self, past=past, future=(), is_in_run=is_in_run)

    def undone(self, now: Place) -> tuple[Self, Place]:
        """Return the history and the place before the last move; unchanged if there is none."""
        past = self.past
        while past and past[-1] == now:  # the move was refused, or has led back by itself
            past = past[:-1]
        if not past:
            return self, now
        future = (now, *self.future)
        return replace(self, past=past[:-1], future=future, is_in_run=False), past[-1]

    def redone(self, now: Place) -> tuple[Self, Place]:
        """Return the history and the place that undo has left; unchanged if there is none."""
        if not self.future:
            return self, now
        past = (*self.past, now)[-MAX_MOVES:]
        return replace(self, past=past, future=self.future[1:], is_in_run=False), self.future[0]


def _is_playing(timeline: Timeline) -> bool:
    return timeline.playing is not Playing.PAUSED
