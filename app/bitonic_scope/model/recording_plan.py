"""What to record of a sort: which states, and how to draw each of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bitonic_scope.model.limits import number_from_text
from bitonic_scope.model.look import GLIDING_VIEWS, MAX_GLIDING_ELEMENTS, Look
from bitonic_scope.model.settings import DEFAULT_VIEW
from bitonic_scope.network.schedule import BitonicNetwork

MAX_PICTURE_SIDE = 16384  # pixels: viewers refuse larger files
MAX_GLIDE = 60  # frames between two states: a second, at the fastest rate
PICTURE_EXAMPLE = "1920x1080"


class Every(StrEnum):
    """After which passes to record a state."""

    PASS = "pass"
    STAGE = "stage"  # where a whole number of stages is done


class Shot(NamedTuple):
    """What a frame shows: a state, or elements on their way to it.

    Attributes:
        pass_index: the number of passes done.
        glide: how far the elements have moved from their places before the pass done; 1 in a state.
    """

    pass_index: int
    glide: float = 1.0

    @property
    def is_state(self) -> bool:
        """Whether all elements are at their places."""
        return self.glide >= 1.0


@dataclass(frozen=True, slots=True)
class RecordingPlan:
    """Which states of a sort to record, and how to draw them; by default a plain recording of all.

    Frames, films, contact strips and the Python API all follow such a plan.

    Attributes:
        view: the name of the view that draws.
        look: how the view shows a state; see `recorded_look`.
        scale: pixels per side of an element; None for the default.
        picture: width and height of the frames in pixels, captions included, instead of a scale;
            None for the size that follows from the scale.
        every: after which passes to record.
        first: the pass_index of the first state.
        last: the pass_index of the last state; None for the end of the sort.
        frame_count: how many of these states to record, evenly spaced; None for all.
        has_captions: whether the pass and the settings stand in words under each picture.
        glide: how many frames between two states show the elements on their way.

    Raises:
        ValueError: two values contradict, or the picture is too large.
    """

    view: str = DEFAULT_VIEW
    look: Look = field(default_factory=Look)
    scale: int | None = None
    picture: tuple[int, int] | None = None
    every: Every = Every.PASS
    first: int = 0
    last: int | None = None
    frame_count: int | None = None
    has_captions: bool = False
    glide: int = 0

    def __post_init__(self) -> None:
        if self.scale is not None and self.picture is not None:
            raise ValueError("choose a scale or the size of the picture, not both")
        if self.scale is not None and not 1 <= self.scale <= MAX_PICTURE_SIDE:
            raise ValueError(f"scale must be from 1 to {MAX_PICTURE_SIDE}, got {self.scale}")
        if self.picture is not None and not all(
            1 <= side <= MAX_PICTURE_SIDE for side in self.picture
        ):
            raise ValueError(
                f"a picture has from 1 to {MAX_PICTURE_SIDE} pixels per side, got "
                f"{self.picture[0]}x{self.picture[1]}"
            )
        if not 0 <= self.glide <= MAX_GLIDE:
            raise ValueError(f"a glide has from 0 to {MAX_GLIDE} frames, got {self.glide}")
        if self.glide and self.view not in GLIDING_VIEWS:
            raise ValueError(
                f"no element moves in the view {self.view}; a glide needs one of "
                f"{', '.join(GLIDING_VIEWS)}"
            )
        if self.glide and self.every is not Every.PASS:
            raise ValueError("elements glide from pass to pass; record every pass")

    def shots(self, network: BitonicNetwork) -> Sequence[Shot]:
        """Return what each frame shows, in order.

        Raises:
            ValueError: an error of `pass_indexes`, or too many elements for a glide.
        """
        if self.glide and network.element_count > MAX_GLIDING_ELEMENTS:
            raise ValueError(
                f"up to {MAX_GLIDING_ELEMENTS} elements glide, got {network.element_count}; "
                "leave out the glide, or sort fewer"
            )
        first, *others = self.pass_indexes(network)
        parts = [step / (self.glide + 1) for step in range(1, self.glide + 2)]
        return [Shot(first), *(Shot(index, part) for index in others for part in parts)]

    def pass_indexes(self, network: BitonicNetwork) -> Sequence[int]:
        """Return the pass_index of each frame, in order.

        Raises:
            ValueError: the network has no such range of states, or it has no state to record.
        """
        last = network.pass_count if self.last is None else self.last
        if not 0 <= self.first <= last <= network.pass_count:
            raise ValueError(
                f"the first and the last pass_index must be from 0 to {network.pass_count}, in "
                f"this order, got {self.first} and {last}"
            )
        states: Sequence[int] = range(self.first, last + 1)
        if self.every is Every.STAGE:
            states = [start for start in network.stage_starts if self.first <= start <= last]
        if not states:
            raise ValueError(
                f"no stage ends between pass_index {self.first} and {last}; record every pass"
            )
        if self.frame_count is None:
            return states
        if self.frame_count > len(states):
            raise ValueError(f"this sort has {len(states)} states to show, got {self.frame_count}")
        gaps, last_place = max(self.frame_count - 1, 1), len(states) - 1
        return [states[place * last_place // gaps] for place in range(self.frame_count)]


def glide_from_text(text: str) -> int:
    """Read the number of frames between two states.

    Raises:
        ValueError: the text is no such number.
    """
    return int(number_from_text("glide", text, 0, MAX_GLIDE, int))


def picture_size_from_text(text: str) -> tuple[int, int]:
    """Read the size of a picture, "WxH" in pixels.

    Raises:
        ValueError: the text is not a size, or a side is too large.
    """
    sides = text.strip().lower().split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdecimal() for side in sides):
        raise ValueError(
            f"picture must be WxH, each from 1 to {MAX_PICTURE_SIDE} pixels, got '{text}'; "
            f"for example: {PICTURE_EXAMPLE}"
        )
    width, height = (int(side[:6]) for side in sides)
    RecordingPlan(picture=(width, height))
    return width, height
