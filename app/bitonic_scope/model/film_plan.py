"""How long a film shows each picture of a recording."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bitonic_scope.model.limits import number_from_text
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.timeline import CALM_SPEED, SLOW_SPEED, is_slow_pass
from bitonic_scope.network.schedule import BitonicNetwork

MIN_FPS, MAX_FPS = Fraction(1, 2), Fraction(60)  # faster than most screens, and than a gif or webp
MAX_HOLD_SECONDS = 60.0
HOLD_SECONDS = 1.0  # by default: long enough to see what is sorted, and that it is sorted
LOSSLESS_PLAYERS = (
    "for VLC, mpv, Chrome and ffmpeg; PowerPoint, Keynote, QuickTime and Firefox do not play it"
)

_NUMBER = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?")  # players keep time in milliseconds at best


class Timing(NamedTuple):
    """When a film shows its pictures, which come at a constant rate.

    Attributes:
        fps: pictures per second.
        repeats: for each picture, how often it comes in a row, at least once.
        is_state: for each picture, whether it shows a state; the others show elements on their way.
    """

    fps: Fraction
    repeats: Sequence[int]
    is_state: Sequence[bool]

    @property
    def seconds(self) -> Fraction:
        """The duration of the film."""
        return sum(self.repeats) / self.fps


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """How to show the frames of a recording as a film.

    Attributes:
        fps: pictures per second; None for 3 passes per second.
        hold_seconds: how long the first and the last picture stay, at least one picture's time.
        is_slow_first: whether the first passes of each stage come slowly, as in the window.
        is_lossless: whether every pixel must survive; few players open such an mp4.
    """

    fps: Fraction | None = None
    hold_seconds: float = HOLD_SECONDS
    is_slow_first: bool = False
    is_lossless: bool = False

    def timing(self, plan: RecordingPlan, network: BitonicNetwork) -> Timing:
        """Return how long the film shows each frame of a recording.

        Raises:
            ValueError: the network has no frames of the plan.
        """
        shots = plan.shots(network)
        fps = self.fps or min(MAX_FPS, Fraction(CALM_SPEED) * (plan.glide + 1))
        slow = max(1, round(fps / Fraction(SLOW_SPEED)) - plan.glide)
        repeats = [
            slow if self.is_slow_first and shot.is_state and is_slow_pass(shot.pass_index) else 1
            for shot in shots
        ]
        repeats[-1] = 1  # no pass follows
        held = round(Fraction(self.hold_seconds) * fps)
        for end in (0, -1):
            repeats[end] = max(repeats[end], held)
        return Timing(fps, repeats, [shot.is_state for shot in shots])


def hold_from_text(text: str) -> float:
    """Read how many seconds the first and the last picture stay.

    Raises:
        ValueError: the text is no such number.
    """
    return number_from_text("hold", text, 0, MAX_HOLD_SECONDS)


def fps_from_text(text: str) -> Fraction:
    """Read a rate, such as 25 or 29.97 pictures per second.

    Raises:
        ValueError: the text is no such number.
    """
    fps = Fraction(text) if _NUMBER.fullmatch(text) else None
    if fps is None or not MIN_FPS <= fps <= MAX_FPS:
        raise ValueError(
            f"fps must be a number from {float(MIN_FPS):g} to {float(MAX_FPS):g}, got '{text}'"
        )
    return fps
