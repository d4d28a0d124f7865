"""Frame pacing: a frame is due after events and after changes, not at a fixed rate."""

import math
from time import perf_counter

FRAMES_AFTER_EVENT = 3  # ImGui needs that many to show the effect of an event
TOOLTIP_SECONDS = 0.6  # after an event: ImGui shows tooltips late
WORK_FRAME_SECONDS = 0.1  # between frames that show only progress
MAX_PUT_OFF_SECONDS = 0.3  # between frames, while long slices of work follow each other
CURSOR_BLINK_SECONDS = 0.25  # between frames while a text field has the keyboard


class FramePacing:
    """Decides when a frame is due."""

    def __init__(self) -> None:
        self._frames_due = FRAMES_AFTER_EVENT
        self._tooltip_at = math.inf
        self._last_frame = 0.0

    def wake(self) -> None:
        """Request frames after an event."""
        self._frames_due = FRAMES_AFTER_EVENT
        self._tooltip_at = perf_counter() + TOOLTIP_SECONDS

    def note_frame(self) -> None:
        """Record that a frame is being drawn."""
        self._frames_due -= 1
        self._last_frame = perf_counter()

    def puts_off(self) -> bool:
        """Return whether to leave the frame to the next tick, after a long slice of work.

        Then that frame already answers the events that arrived during the work.
        """
        if perf_counter() - self._last_frame > MAX_PUT_OFF_SECONDS:
            return False
        self._frames_due = max(self._frames_due, 1)
        return True

    def wants_frame(
        self, *, has_changed: bool, has_new_picture: bool, has_text_field: bool, is_working: bool
    ) -> bool:
        """Return whether a frame is due.

        Args:
            has_changed: whether there is something new to show.
            has_new_picture: whether a new picture is complete.
            has_text_field: whether a text field has a blinking cursor.
            is_working: whether work goes on, so that changes may be only progress.
        """
        now = perf_counter()
        if now >= self._tooltip_at:
            self._frames_due, self._tooltip_at = FRAMES_AFTER_EVENT, math.inf
        if self._frames_due > 0 or has_new_picture:
            return True
        seconds_since_frame = now - self._last_frame
        if has_text_field and seconds_since_frame >= CURSOR_BLINK_SECONDS:
            return True
        return has_changed and (not is_working or seconds_since_frame >= WORK_FRAME_SECONDS)
