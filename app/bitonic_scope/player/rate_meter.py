"""The measured speed of play, in passes per second."""

from collections import deque

WINDOW_SECONDS = 4.0  # two passes at the slowest speed


class RateMeter:
    """Measures the rate of passes over the last four seconds of play."""

    def __init__(self) -> None:
        self._now_seconds = 0.0
        self._passes: deque[tuple[float, int]] = deque()
        self._sum = 0

    def add(self, dt_seconds: float, passes: int) -> None:
        """Let time pass; the passes were done at its end."""
        self._now_seconds += dt_seconds
        if passes:
            self._passes.append((self._now_seconds, passes))
            self._sum += passes
        while self._passes and self._now_seconds - self._passes[0][0] > WINDOW_SECONDS:
            self._sum -= self._passes.popleft()[1]

    def clear(self) -> None:
        """Discard the measurements."""
        self._passes.clear()
        self._sum = 0

    @property
    def passes_per_second(self) -> float | None:
        """The rate; None without two moments with passes within four seconds."""
        if len(self._passes) < 2:
            return None
        (start, before), (end, _) = self._passes[0], self._passes[-1]
        return (self._sum - before) / (end - start) if end > start else None
