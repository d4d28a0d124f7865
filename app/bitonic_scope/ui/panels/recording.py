"""The status of a recording: how far it is, and where it goes."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.readout import RecordingStatus
from bitonic_scope.text.numbers import as_time, counted
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.message import toast
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.press import press
from bitonic_scope.ui.widgets.rects import note_rect

LINE = 2.0  # u: above and below the middle of the place
MIN_ROOM = 12.0  # u


def recording_note(
    ink: Ink, status: RecordingStatus | None, state: UiState, room: Rect, strip: Rect
) -> UiState:
    """Draw how far the recording is; the tooltip says where it is, and a click opens its folder.

    Args:
        ink: what to draw with.
        status: the status; None before the first recording.
        state: says whether the question before closing, which tells the same, is open.
        room: the place, which may be too small.
        strip: the strip of passes, over which it is said then, while the recording runs.
    """
    if status is None:
        return state
    count, where = recording_lines(status)
    if room.width < MIN_ROOM * ink.unit:
        if (status.is_running or status.fault) and state.closing is not Closing.ASKED:
            toast(ink, f"{count}: {where}", strip)
        return state
    middle = room.middle[1]
    top = middle - LINE * ink.unit
    colours = ink.colours
    shorter = count.removeprefix("Recording: ")
    for text in (
        *(count, shorter, shorter.partition(",")[0]),
        *(shorter.removesuffix(" recorded"), shorter.partition(" frames")[0]),
    ):
        if ink.width(text) <= room.width:
            break
    ink.text(ink.shortened(text, room.width), room.x, top, colours.text)
    if status.is_running:
        bar = Rect(room.x, middle + (LINE - 0.6) * ink.unit, room.width, 1.2 * ink.unit)
        ink.fill(bar, colours.button, radius=0.6)
        part = status.frames_done / status.frame_count
        ink.fill(bar._replace(width=bar.width * part), colours.bar, radius=0.6)
    else:
        short = ink.shortened(where, room.width)
        ink.text(short, room.x, middle + LINE * ink.unit, colours.quiet_text)
    if status.is_running or not status.frames_done:
        imgui.set_cursor_screen_pos((room.x, room.y))
        imgui.dummy((room.width, room.height))
        note_rect("recording")
        tooltip(ink, f"{recording_lines(status)[0]}: {where}")
        return state
    opens = press(ink, "recording", room).is_pressed
    tooltip(ink, f"{recording_lines(status)[0]}: {where}\nA click opens the folder.")
    return replace(state, opens_folder=opens)


def recording_lines(status: RecordingStatus) -> tuple[str, str]:
    """Return the status of a recording in words, and its folder or its fault."""
    count = f"{status.frames_done} of {counted(status.frame_count, 'frame')}"
    if status.fault and not status.is_running:
        return "Recording failed", status.fault
    if status.is_running:
        return f"Recording: {count}{_time_left(status)}", status.folder
    if status.frames_done < status.frame_count:
        return f"Cancelled after {count}", status.folder
    return f"{counted(status.frame_count, 'frame')} recorded", status.folder


def _time_left(status: RecordingStatus) -> str:
    """Return the rate and the time left, once they are known."""
    if status.seconds_left is None:
        return ""
    return f", {status.frames_per_second:.3g}/s, {as_time(status.seconds_left)} left"
