"""When a frame is drawn: only after events, while something moves, and never twice the same."""

import math
from time import perf_counter

FRAMES_AFTER_EVENT = 3  # ImGui takes that many to show what an event did
TOOLTIP_SECONDS = 0.6  # after an event: ImGui shows tooltips late
WORK_FRAME_SECONDS = 0.1  # between frames that show nothing but progress
MAX_PUT_OFF_SECONDS = 0.3  # between frames, where a long slice of work follows another
CURSOR_BLINK_SECONDS = 0.25  # between frames while a text field has the keyboard


class FramePacing:
    """Remembers events and frames."""

    def __init__(self) -> None:
        self._frames_due = FRAMES_AFTER_EVENT
        self._tooltip_at = math.inf
        self._last_frame = 0.0

    def wake(self) -> None:
        """Ask for frames: something happened outside."""
        self._frames_due = FRAMES_AFTER_EVENT
        self._tooltip_at = perf_counter() + TOOLTIP_SECONDS

    def note_frame(self) -> None:
        """A frame is drawn now."""
        self._frames_due -= 1
        self._last_frame = perf_counter()

    def puts_off(self) -> bool:
        """Leave the frame to the next tick, after a long slice of work without events.

        An event that came during the work is answered by that frame, and not by one after it.
        """
        if perf_counter() - self._last_frame > MAX_PUT_OFF_SECONDS:
            return False
        self._frames_due = max(self._frames_due, 1)
        return True

    def wants_frame(
        self, *, has_changed: bool, has_new_picture: bool, has_text_field: bool, is_working: bool
    ) -> bool:
        """Tell whether a frame should be drawn.

        Args:
            has_changed: whether there is something new to show.
            has_new_picture: whether another state can be shown.
            has_text_field: whether the cursor blinks in one.
            is_working: whether what has changed is no more than progress.
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
