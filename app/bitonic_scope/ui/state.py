"""All that the controls may change, as one frozen value."""

from dataclasses import dataclass
from enum import Enum, auto

from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline


class Field(Enum):
    """A text field that can be asked to take the keyboard."""

    SEED = auto()
    COUNT = auto()
    PATH = auto()
    POSITION = auto()


class Closing(Enum):
    """How far the wish to close the window has come."""

    NO = auto()
    ASKED = auto()  # answered at once, unless a recording runs: then the person is asked
    WHEN_RECORDED = auto()
    STOP_RECORDING = auto()
    NOW = auto()


@dataclass(frozen=True, slots=True)
class UiState:
    """What panels and keys take and return.

    Attributes:
        settings: what is sorted.
        display: how it is shown.
        timeline: where the sort stands.
        earlier_seeds: the seeds before this one, the latest last.
        open_path: the file that is to be opened; empty where none is.
        record: whether a recording should run.
        closing: whether the window should close.
        focus: the text field that is to take the keyboard in the next frame.
        message: what was refused last, in one line.
    """

    settings: SortSettings
    display: DisplaySettings
    timeline: Timeline
    earlier_seeds: tuple[int, ...] = ()
    open_path: str = ""
    record: bool = False
    closing: Closing = Closing.NO
    focus: Field | None = None
    message: str = ""
