"""The state that the controls may change, as one frozen value."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple, Self

from bitonic_scope.model.history import History
from bitonic_scope.model.recording_choice import RecordingChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.views.diagram import MAX_WIRES

NO_HISTORY = History()
WHOLE_SORT = RecordingChoice()


class Field(Enum):
    """A text field that an action can focus."""

    SEED = auto()
    COUNT = auto()
    PATH = auto()
    POSITION = auto()
    FOLDER = auto()
    PICTURE = auto()
    RATE = auto()
    HOLD = auto()
    GLIDE = auto()


class Entry(NamedTuple):
    """What the user has typed into a field."""

    field: Field
    text: str


class Closing(Enum):
    """The steps of closing the window."""

    NO = auto()
    ASKED = auto()  # closes at once, unless a recording runs: then a panel asks the user
    WHEN_RECORDED = auto()
    STOP_RECORDING = auto()
    NOW = auto()


@dataclass(frozen=True, slots=True)
class UiState:
    """The value that panels and keys take and return.

    Attributes:
        settings: what to sort.
        display: how to show it.
        timeline: position and playback.
        earlier_seeds: the seeds before this one, the latest last.
        history: where the user has been, for undo and redo.
        jumps: whether the position changes by a jump, not by a step.
        view_before: the view that has given way to another because of the size, and comes back with
            the size; empty for none.
        typed_path: the path of a file as typed, until that file is read.
        opens_path: whether to open that file now.
        record: whether a recording should run.
        recording: what to record.
        asks_folder: whether to ask for a folder of recordings in a dialog.
        opens_folder: whether to show the folder of the last recording.
        closing: whether the window should close.
        focus: the text field to focus in the next frame.
        pointed: the index of the element under the mouse; None for none.
        pinned: the index of the element that the user has pinned; None for none.
        holds_picture: whether the mouse button went down over the picture: then a click pins, and a
            drag pans.
        wheel_rest: the part of a step that the wheel has turned so far; touchpads send small parts.
        asks_check: whether to check a large state for lost elements.
        zoom: factor on the texture's size; 1 shows the whole texture.
        centre: the place in the middle of a zoomed texture, x and y from 0 to 1.
        has_large_triangle: whether the triangle of passes fills the right column.
        asked_position: the typed number that may mean a pass or a stage; None for none.
        answer: the number that the user has given to the question of `predicts`; None before.
        to_clipboard: the text to put on the clipboard; empty for none.
        saves_picture: whether to save the picture as a file.
        is_fresh: whether the window has just opened without options, and nothing was done yet.
        knows_flicker: whether the user has been told that fast play may flicker.
        message: the last refusal or notice, in one line; empty for none.
        entry: what the user has typed that the message is about, or, without a message, that asks
            for this state; None for none.
    """

    settings: SortSettings
    display: DisplaySettings
    timeline: Timeline
    earlier_seeds: tuple[int, ...] = ()
    history: History = NO_HISTORY
    jumps: bool = False
    view_before: str = ""
    typed_path: str = ""
    opens_path: bool = False
    record: bool = False
    recording: RecordingChoice = WHOLE_SORT
    asks_folder: bool = False
    opens_folder: bool = False
    closing: Closing = Closing.NO
    focus: Field | None = None
    pointed: int | None = None
    pinned: int | None = None
    holds_picture: bool = False
    wheel_rest: float = 0.0
    asks_check: bool = False
    zoom: float = 1.0
    centre: tuple[float, float] = (0.5, 0.5)
    has_large_triangle: bool = False
    asked_position: int | None = None
    answer: int | None = None
    to_clipboard: str = ""
    saves_picture: bool = False
    is_fresh: bool = False
    knows_flicker: bool = False
    message: str = ""
    entry: Entry | None = None

    @property
    def marked(self) -> int | None:
        """The pinned element, else the one under the mouse; None for none."""
        return self.pointed if self.pinned is None else self.pinned

    def refused_text(self, field: Field) -> str | None:
        """Return the text of a field that the message is about; None for none."""
        return (
            self.entry.text if self.message and self.entry and self.entry.field is field else None
        )

    def with_settings(self, settings: SortSettings) -> Self:
        """Sort with other settings, paused: at the same position if these sort as many elements.

        A network that grows beyond its wires gives way to texture and line, until it shrinks again.
        """
        old = self.settings
        if settings == old:
            return self
        has_same_count = (settings.element_count, settings.real_count) == (
            old.element_count,
            old.real_count,
        )
        position = self.timeline.position if has_same_count else 0
        timeline = self.timeline.over(settings.network.pass_count, position)
        state = replace(self, settings=settings, timeline=timeline)
        if has_same_count:
            return state
        state = replace(state, pinned=None, zoom=1.0, centre=(0.5, 0.5))
        view, before = self.display.view, self.view_before
        if old.element_count <= MAX_WIRES < settings.element_count and view == "network":
            view, before = "both", view  # a part of the network says little of them
        elif before and settings.element_count <= MAX_WIRES:
            view, before = before, ""
        return replace(state, display=replace(self.display, view=view), view_before=before)


Change = Callable[[UiState], UiState]  # what an action does
