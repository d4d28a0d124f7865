"""The position in the sort, and how time moves it.

A step pauses play, so the user can look. A seek does not, so a teacher can jump back during play.
Play stops at the end; started there, it begins again at the other end. It can also stop at the end
of the stage, run the first passes of each stage slowly, and begin again by itself.
"""

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

from bitonic_scope.network.schedule import passes_before_stage

MIN_SPEED, MAX_SPEED = 0.5, 240.0  # passes per second
CALM_SPEED = 3.0  # slow enough for a class, and below rates of harmful flicker
DEFAULT_SPEED = CALM_SPEED
SLOW_SPEED = 1.0  # of the first passes of each stage, if these come slowly
SLOW_PASSES = 2  # at the start of each stage: the new block size, and the first halving
END_SECONDS = 2.0  # that a loop stays at its end
SPEEDS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 60.0, 120.0, 240.0)

# A window that was dragged, minimised or starved reports one long interval. Ignoring the excess
# avoids a burst of passes.
MAX_ADVANCE_SECONDS = 0.25


class Playing(IntEnum):
    """The direction of play."""

    BACKWARDS = -1
    PAUSED = 0
    FORWARDS = 1


@dataclass(frozen=True, slots=True)
class Timeline:
    """The position and play. Methods return the next timeline; there is no clock inside.

    Attributes:
        pass_count: P, the last position.
        position: pass_index, the number of passes done, 0..P.
        playing: the direction of play.
        passes_per_second: the speed of play, 0.5 to 240.
        part_of_pass: the part of the next pass for which time has passed, 0 to below 1.
        stop_at: the position at which this play stops; None for the end of the sort.
        is_slow_first: whether play runs the first passes of each stage slowly.
        loops: whether play begins again after the end.

    Raises:
        ValueError: the position or the speed is out of range.
    """

    pass_count: int
    position: int = 0
    playing: Playing = Playing.PAUSED
    passes_per_second: float = DEFAULT_SPEED
    part_of_pass: float = 0.0
    stop_at: int | None = None
    is_slow_first: bool = False
    loops: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.position <= self.pass_count:
            raise ValueError(f"position must be from 0 to {self.pass_count}, got {self.position}")
        if not MIN_SPEED <= self.passes_per_second <= MAX_SPEED:
            raise ValueError(
                f"speed must be from {MIN_SPEED} to {MAX_SPEED:.0f} passes per second, "
                f"got {self.passes_per_second}"
            )

    def over(self, pass_count: int, position: int = 0) -> Self:
        """Return the timeline of another sort: paused, with the same speed and options."""
        return replace(self, pass_count=pass_count, position=position).pause()

    def play(self, playing: Playing = Playing.FORWARDS) -> Self:
        """Start playing; at the end of that direction, begin again at the other end."""
        if self.pass_count == 0 or playing is Playing.PAUSED:
            return self.pause()
        first, last = self._ends(playing)
        start = first if self.position == last else self.position
        return replace(self, playing=playing, position=start, part_of_pass=0.0, stop_at=None)

    def play_stage(self) -> Self:
        """Play to the end of this stage; pause if playing there, and do nothing at the end."""
        if self.stop_at is not None:
            return self.pause()
        if self.position == self.pass_count:
            return self
        _, stop_at = stage_at(self.position)
        return replace(self.play(), stop_at=min(stop_at, self.pass_count))

    def pause(self) -> Self:
        """Stop playing."""
        return replace(self, playing=Playing.PAUSED, part_of_pass=0.0, stop_at=None)

    def toggle(self, playing: Playing) -> Self:
        """Pause if playing in that direction, else play in that direction."""
        return self.pause() if self.playing is playing else self.play(playing)

    def step(self, passes: int) -> Self:
        """Move by passes, backwards if negative, and pause; clamped to 0..P."""
        return replace(
            self,
            position=min(max(self.position + passes, 0), self.pass_count),
            playing=Playing.PAUSED,
            part_of_pass=0.0,
            stop_at=None,
        )

    def seek(self, position: int) -> Self:
        """Move to a position, clamped to 0..P; play goes on unless the position is its end."""
        return replace(
            self, position=min(max(position, 0), self.pass_count), part_of_pass=0.0
        )._stopped_at_end()

    def with_speed(self, passes_per_second: float) -> Self:
        """Change the speed, clamped to its range; NaN changes nothing."""
        if math.isnan(passes_per_second):
            return self
        return replace(self, passes_per_second=min(max(passes_per_second, MIN_SPEED), MAX_SPEED))

    def faster(self) -> Self:
        """Choose the next higher of SPEEDS."""
        above = [speed for speed in SPEEDS if speed > self.passes_per_second]
        return self.with_speed(above[0]) if above else self

    def slower(self) -> Self:
        """Choose the next lower of SPEEDS."""
        below = [speed for speed in SPEEDS if speed < self.passes_per_second]
        return self.with_speed(below[-1]) if below else self

    def advance(self, dt_seconds: float) -> Self:
        """Let time pass; at most 0.25 seconds count."""
        timeline = self._stopped_at_end()
        if timeline.playing is Playing.PAUSED:
            return timeline
        counted_seconds = min(max(dt_seconds, 0.0), MAX_ADVANCE_SECONDS)
        part_of_pass = self.part_of_pass + counted_seconds * self.speed_of_next_pass
        timeline = replace(timeline, part_of_pass=part_of_pass)
        while timeline.part_of_pass >= 1.0 and timeline.playing is not Playing.PAUSED:
            timeline = timeline._after_pass()
        return timeline

    def _after_pass(self) -> Self:
        """Spend the time of one pass; the rest counts at the speed of the pass after it."""
        first, last = self._ends(self.playing)
        position = first if self.position == last else self.position + self.playing
        following = replace(self, position=position, part_of_pass=0.0)._stopped_at_end()
        if following.playing is Playing.PAUSED:
            return following
        part, speed = self.part_of_pass - 1.0, self.speed_of_next_pass
        if following.speed_of_next_pass != speed:
            part *= following.speed_of_next_pass / speed
        return replace(following, part_of_pass=part)

    @property
    def speed_of_next_pass(self) -> float:
        """The passes per second at which play leaves this position."""
        if self.position == self._ends(self.playing)[1]:
            return 1 / END_SECONDS
        passed = self.position if self.playing is not Playing.BACKWARDS else self.position - 1
        slowed = self.is_slow_first and is_slow_pass(passed)
        return min(self.passes_per_second, SLOW_SPEED) if slowed else self.passes_per_second

    def seconds_to_next_pass(self) -> float:
        """Return the seconds until `advance` moves the position; infinite while paused."""
        if self.playing is Playing.PAUSED:
            return math.inf
        return (1.0 - self.part_of_pass) / self.speed_of_next_pass

    def _ends(self, playing: Playing) -> tuple[int, int]:
        """Return where play begins and where it ends in a direction."""
        return (self.pass_count, 0) if playing is Playing.BACKWARDS else (0, self.pass_count)

    def _stopped_at_end(self) -> Self:
        if self.playing is Playing.PAUSED:
            return self
        if self.stop_at is not None:
            return self.pause() if self.position >= self.stop_at else self
        is_at_end = self.position == self._ends(self.playing)[1]
        return self.pause() if is_at_end and not self.loops else self


def is_slow_pass(position: int) -> bool:
    """Return whether the pass to come at a position comes slowly, if first passes do."""
    return position - stage_at(position)[0] < SLOW_PASSES


def stage_at(position: int) -> tuple[int, int]:
    """Return the positions before and after the stage of the pass to come at a position.

    With s(s-1)/2 passes before stage s, no network is needed to know them.
    """
    stage = (math.isqrt(8 * position + 1) + 1) // 2
    return passes_before_stage(stage), passes_before_stage(stage + 1)
