"""What the user chooses to record from the window."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from bitonic_scope.model.film_plan import FilmPlan
from bitonic_scope.model.look import GLIDING_VIEWS, MAX_GLIDING_ELEMENTS, Look, Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan, picture_size_from_text
from bitonic_scope.model.settings import recorded_look
from bitonic_scope.network.schedule import BitonicNetwork

FILMS = {"": "no film", ".mp4": "MP4 film", ".gif": "GIF film", ".webp": "WebP film"}
MAX_SCALE = 16384  # pixels per side of an element


class Span(StrEnum):
    """Which part of the sort to record."""

    ALL = "the whole sort"
    STAGE = "this stage"
    REST = "from here to the end"


@dataclass(frozen=True, slots=True)
class PictureSize:
    """The size of recorded pictures, as the user types it: "", "8" or "1920x1080".

    Raises:
        ValueError: the text is neither a scale nor a size.
    """

    text: str = ""
    scale: int | None = field(init=False, default=None)
    picture: tuple[int, int] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        text = self.text.strip()
        if text.isascii() and text.isdecimal():
            scale = int(text[:6])
            if not 1 <= scale <= MAX_SCALE:
                raise ValueError(f"an element has from 1 to {MAX_SCALE} pixels per side")
            object.__setattr__(self, "scale", scale)
        elif text:
            object.__setattr__(self, "picture", picture_size_from_text(text))


@dataclass(frozen=True, slots=True)
class RecordingChoice:
    """What to record, how, and where; by default the whole sort as the window shows it.

    Attributes:
        folder: the folder in which to create the recording's own; empty for the default.
        span: which part of the sort.
        every: after which passes.
        is_plain: whether to record without marks, in the dark theme, whatever the window shows.
        size: the size of the pictures.
        has_captions: whether the pass and the settings stand under each picture.
        film: the suffix of the film to make, a key of `FILMS`.
        film_plan: how the film shows the pictures, as far as that kind of film can.
        glide: how many pictures between two states show the elements on their way, where they
            glide.
        has_frames: whether to save each picture as a PNG; always, where no film is made.
    """

    folder: str = ""
    span: Span = Span.ALL
    every: Every = Every.PASS
    is_plain: bool = False
    size: PictureSize = PictureSize()
    has_captions: bool = False
    film: str = ""
    film_plan: FilmPlan = field(default_factory=FilmPlan)
    glide: int = 0
    has_frames: bool = True

    @property
    def saves_frames(self) -> bool:
        """Whether each picture becomes a PNG."""
        return self.has_frames or not self.film

    @property
    def has_passes(self) -> bool:
        """Whether each pass has a picture, so that the first ones of a stage can come slowly."""
        return self.every is Every.PASS

    @property
    def can_be_lossless(self) -> bool:
        """Whether the film can be lossless or not; a WebP always is, and a GIF never."""
        return self.film == ".mp4"

    def can_glide(self, network: BitonicNetwork, view: str) -> bool:
        """Return whether a film can show elements on their way."""
        is_small = network.element_count <= MAX_GLIDING_ELEMENTS
        return bool(self.film) and self.has_passes and is_small and view in GLIDING_VIEWS

    @property
    def possible_film_plan(self) -> FilmPlan:
        """The plan of the film without what the other choices rule out."""
        return replace(
            self.film_plan,
            is_slow_first=self.film_plan.is_slow_first and self.has_passes,
            is_lossless=self.film_plan.is_lossless and self.can_be_lossless,
        )

    def plan(
        self, network: BitonicNetwork, pass_index: int, *, view: str, marks: Marks, theme: Theme
    ) -> RecordingPlan:
        """Return the plan of a recording that is asked for at a position of the window.

        Args:
            network: the network of the sort.
            pass_index: the number of passes done.
            view: the name of the window's view.
            marks: what the window marks.
            theme: the theme of the window.
        """
        first, last = self._range(network, pass_index)
        return RecordingPlan(
            view=view,
            look=self._look(view, marks, theme),
            scale=self.size.scale,
            picture=self.size.picture,
            every=self.every,
            first=first,
            last=last,
            has_captions=self.has_captions,
            glide=self.glide if self.can_glide(network, view) else 0,
        )

    def _look(self, view: str, marks: Marks, theme: Theme) -> Look:
        if self.is_plain:
            return recorded_look(view, Marks.NONE, Theme.DARK)
        return recorded_look(view, marks, theme)

    def _range(self, network: BitonicNetwork, pass_index: int) -> tuple[int, int | None]:
        """Return the pass_index of the first and of the last state; None for the end."""
        if self.span is Span.ALL:
            return 0, None
        if self.span is Span.REST:
            return pass_index, None
        ends = [start for start in network.stage_starts if start > pass_index]
        if not ends:  # at the end, the last stage is meant
            ends = [network.pass_count]
        first = max((start for start in network.stage_starts if start < ends[0]), default=0)
        return first, ends[0]
