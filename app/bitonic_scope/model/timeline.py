"""The position in the sort, and how time moves it.

A step pauses play, so the user can look. A seek does not, so a teacher can jump back during play.
Play stops at the end; started there, it begins again at the other end.
"""

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

MIN_SPEED, MAX_SPEED = 0.5, 240.0  # passes per second
DEFAULT_SPEED = 3.0  # slow enough for a class, and below rates of harmful flicker
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

    Raises:
        ValueError: the position or the speed is out of range.
    """

    pass_count: int
    position: int = 0
    playing: Playing = Playing.PAUSED
    passes_per_second: float = DEFAULT_SPEED
    part_of_pass: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.position <= self.pass_count:
            raise ValueError(f"position must be from 0 to {self.pass_count}, got {self.position}")
        if not MIN_SPEED <= self.passes_per_second <= MAX_SPEED:
            raise ValueError(
                f"speed must be from {MIN_SPEED} to {MAX_SPEED:.0f} passes per second, "
                f"got {self.passes_per_second}"
            )

    def play(self, playing: Playing = Playing.FORWARDS) -> Self:
        """Start playing; at the end of that direction, begin again at the other end."""
        if self.pass_count == 0 or playing is Playing.PAUSED:
            return self.pause()
        first, last = (0, self.pass_count) if playing is Playing.FORWARDS else (self.pass_count, 0)
        start = first if self.position == last else self.position
        return replace(self, playing=playing, position=start, part_of_pass=0.0)

    def pause(self) -> Self:
        """Stop playing."""
        return replace(self, playing=Playing.PAUSED, part_of_pass=0.0)

    def toggle(self, playing: Playing) -> Self:
        """Pause if playing in that direction, else play in that direction."""
        return self.pause() if self.playing is playing else self.play(playing)

    def step(self, passes: int) -> Self:
        """Move by passes, backwards if negative, and pause; clamped to 0..P."""
        return self.pause().seek(self.position + passes)

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
        if self.playing is Playing.PAUSED:
            return self
        counted_seconds = min(max(dt_seconds, 0.0), MAX_ADVANCE_SECONDS)
        owed = self.part_of_pass + counted_seconds * self.passes_per_second
        whole = math.floor(owed)
        position = min(max(self.position + self.playing * whole, 0), self.pass_count)
        return replace(self, position=position, part_of_pass=owed - whole)._stopped_at_end()

    def seconds_to_next_pass(self) -> float:
        """Return the seconds until `advance` moves the position; infinite while paused."""
        if self.playing is Playing.PAUSED:
            return math.inf
        return (1.0 - self.part_of_pass) / self.passes_per_second

    def _stopped_at_end(self) -> Self:
        ends = {Playing.FORWARDS: self.pass_count, Playing.BACKWARDS: 0}
        return self.pause() if ends.get(self.playing) == self.position else self
