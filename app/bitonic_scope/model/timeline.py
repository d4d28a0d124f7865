"""The position in the sort, and how time moves it.

A step pauses the play: who steps by hand wants to look. A seek keeps it, so that a teacher can
jump back while it plays. Play stops by itself at the end that it runs to; started there, it starts
again from the other end.
"""

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

MIN_SPEED, MAX_SPEED = 0.5, 240.0  # passes per second
DEFAULT_SPEED = 3.0  # slow enough for a class, and below the rate at which flicker is a worry
SPEEDS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 60.0, 120.0, 240.0)

# A window that was dragged, minimised or starved comes back with one long interval. Time beyond
# this is not made up for, so no burst of passes follows.
MAX_ADVANCE_SECONDS = 0.25


class Playing(IntEnum):
    """Which way the position moves by itself."""

    BACKWARDS = -1
    PAUSED = 0
    FORWARDS = 1


@dataclass(frozen=True, slots=True)
class Timeline:
    """The only position. Every method returns the next timeline; there is no clock inside.

    Attributes:
        pass_count: P, the last position.
        position: pass_index, how many passes are done, 0..P.
        playing: which way the position moves by itself.
        passes_per_second: speed of play, 0.5 to 240.
        part_of_pass: what time has paid for of the next pass, 0 to below 1.

    Raises:
        ValueError: the position or the speed is out of its range.
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
        """Move by itself from now on; at the end of that way, start again from the other end."""
        if self.pass_count == 0 or playing is Playing.PAUSED:
            return self.pause()
        first, last = (0, self.pass_count) if playing is Playing.FORWARDS else (self.pass_count, 0)
        start = first if self.position == last else self.position
        return replace(self, playing=playing, position=start, part_of_pass=0.0)

    def pause(self) -> Self:
        """Stay where it is."""
        return replace(self, playing=Playing.PAUSED, part_of_pass=0.0)

    def toggle(self, playing: Playing) -> Self:
        """Pause if it plays that way, else play that way."""
        return self.pause() if self.playing is playing else self.play(playing)

    def step(self, passes: int) -> Self:
        """Move by passes, forwards or (negative) backwards, and pause; stop at either end."""
        return self.pause().seek(self.position + passes)

    def seek(self, position: int) -> Self:
        """Stand at a position, clamped to 0..P, playing or not as before."""
        return replace(
            self, position=min(max(position, 0), self.pass_count), part_of_pass=0.0
        )._stopped_at_end()

    def with_speed(self, passes_per_second: float) -> Self:
        """Change the speed, clamped to its range; the position does not jump."""
        if math.isnan(passes_per_second):
            return self
        return replace(self, passes_per_second=min(max(passes_per_second, MIN_SPEED), MAX_SPEED))

    def faster(self) -> Self:
        """Take the next speed above that has a name."""
        above = [speed for speed in SPEEDS if speed > self.passes_per_second]
        return self.with_speed(above[0]) if above else self

    def slower(self) -> Self:
        """Take the next speed below that has a name."""
        below = [speed for speed in SPEEDS if speed < self.passes_per_second]
        return self.with_speed(below[-1]) if below else self

    def advance(self, dt_seconds: float) -> Self:
        """Let time pass: at most 0.25 seconds of it count."""
        if self.playing is Playing.PAUSED:
            return self
        counted_seconds = min(max(dt_seconds, 0.0), MAX_ADVANCE_SECONDS)
        owed = self.part_of_pass + counted_seconds * self.passes_per_second
        whole = math.floor(owed)
        position = min(max(self.position + self.playing * whole, 0), self.pass_count)
        return replace(self, position=position, part_of_pass=owed - whole)._stopped_at_end()

    def seconds_to_next_pass(self) -> float:
        """How long until `advance` moves the position; infinite while paused."""
        if self.playing is Playing.PAUSED:
            return math.inf
        return (1.0 - self.part_of_pass) / self.passes_per_second

    def _stopped_at_end(self) -> Self:
        ends = {Playing.FORWARDS: self.pass_count, Playing.BACKWARDS: 0}
        return self.pause() if ends.get(self.playing) == self.position else self
