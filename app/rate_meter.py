"""How many passes a second were really done lately."""

from collections import deque

WINDOW_SECONDS = 2.0  # long enough to be calm to read, short enough to follow a change of speed


class RateMeter:
    """Counts passes over the last two seconds of play."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque()

    def add(self, dt_seconds: float, passes: int) -> None:
        """Note that some passes were done during an interval."""
        self._samples.append((dt_seconds, passes))
        while self._seconds - self._samples[0][0] > WINDOW_SECONDS:
            self._samples.popleft()

    def clear(self) -> None:
        """Forget what was noted."""
        self._samples.clear()

    @property
    def passes_per_second(self) -> float | None:
        """The rate; None until there is enough to tell (half a second)."""
        if self._seconds < WINDOW_SECONDS / 4:
            return None
        return sum(passes for _, passes in self._samples) / self._seconds

    @property
    def _seconds(self) -> float:
        return sum(seconds for seconds, _ in self._samples)
