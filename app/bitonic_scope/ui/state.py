"""The state that the controls may change, as one frozen value."""

from dataclasses import dataclass
from enum import Enum, auto

from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline


class Field(Enum):
    """A text field that an action can focus."""

    SEED = auto()
    COUNT = auto()
    PATH = auto()
    POSITION = auto()


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
        open_path: the file to open; empty for none.
        record: whether a recording should run.
        closing: whether the window should close.
        focus: the text field to focus in the next frame.
        pointed: the index of the element under the mouse; None for none.
        pinned: the index of the element that the user has pinned; None for none.
        asks_check: whether to check a large state for lost elements.
        zoom: factor on the texture's size; 1 shows the whole texture.
        centre: the place in the middle of a zoomed texture, x and y from 0 to 1.
        message: the last refusal or notice, in one line; empty for none.
    """

    settings: SortSettings
    display: DisplaySettings
    timeline: Timeline
    earlier_seeds: tuple[int, ...] = ()
    open_path: str = ""
    record: bool = False
    closing: Closing = Closing.NO
    focus: Field | None = None
    pointed: int | None = None
    pinned: int | None = None
    asks_check: bool = False
    zoom: float = 1.0
    centre: tuple[float, float] = (0.5, 0.5)
    message: str = ""
