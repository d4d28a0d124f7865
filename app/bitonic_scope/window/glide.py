"""The glide: after a pass, the elements take a moment to their new places."""

import math

from bitonic_scope.model.settings import SortSettings

GLIDE_SECONDS = 0.25


class Glide:
    """Follows the shown position: each pass forward starts a glide."""

    def __init__(self) -> None:
        self._seconds = math.inf
        self._shown: tuple[SortSettings, int] | None = None

    @property
    def is_moving(self) -> bool:
        """Whether elements are on their way."""
        return self._seconds < GLIDE_SECONDS

    def pass_time(self, dt_seconds: float) -> None:
        """Let time pass."""
        self._seconds += dt_seconds

    def follow(self, settings: SortSettings, position: int, *, may_glide: bool) -> float:
        """Return how far the elements have moved to a position, 0 to 1.

        Args:
            settings: what is sorted.
            position: the position to show.
            may_glide: whether elements may glide at all; if not, they are there at once.
        """
        if self._shown != (settings, position):
            is_next = self._shown == (settings, position - 1)
            self._seconds = 0.0 if is_next else math.inf
            self._shown = settings, position
        if not may_glide:
            self._seconds = math.inf
        return min(self._seconds / GLIDE_SECONDS, 1.0)
