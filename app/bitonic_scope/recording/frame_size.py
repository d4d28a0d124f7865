"""The size of recorded frames in pixels, with or without captions."""

from typing import NamedTuple

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.recording_plan import MAX_PICTURE_SIDE, RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.views.caption import Captions, captions_for
from bitonic_scope.views.view import View

MIN_SHORTER_SIDE = 512  # pixels, of a frame at the default scale


class FrameSize(NamedTuple):
    """The size of the frames of a recording, and what stands in them.

    Attributes:
        picture: width and height of the pictures that the view draws, in pixels.
        scale: pixels per side of an element; None where the plan has the size of the frames.
        captions: the captions under the pictures; None for none.
    """

    picture: tuple[int, int]
    scale: int | None
    captions: Captions | None

    @property
    def frame(self) -> tuple[int, int]:
        """Width and height of the frames in pixels, captions included."""
        width, height = self.picture
        return width, height + (self.captions.height if self.captions is not None else 0)

    @property
    def remedy(self) -> str:
        """The option that makes smaller frames."""
        if self.scale is None:
            return "--picture"
        return "--scale" if self.scale > 1 else "--size"


def default_scale(layout: TextureLayout) -> int:
    """Return the smallest scale that makes the shorter side at least 512 pixels.

    If the longer side would then exceed 16384 pixels, return the largest scale within that limit.
    """
    wanted = -(-MIN_SHORTER_SIDE // min(layout.width, layout.height))
    return max(1, min(wanted, MAX_PICTURE_SIDE // max(layout.width, layout.height)))


def frame_size(plan: RecordingPlan, settings: SortSettings, view: View) -> FrameSize:
    """Return the size of the frames of a plan.

    Raises:
        ProgramError: the frames would be too large, or too small for captions.
        ValueError: the network has no state of the plan.
    """
    layout = TextureLayout(settings.width, settings.height)
    scale, captions = None, None
    if plan.picture is None:
        scale = default_scale(layout) if plan.scale is None else plan.scale
        _check(layout.width * scale, layout.height * scale)
    width, height = plan.picture or view.recorded_size(layout, scale or 1)
    if plan.has_captions:
        indexes = plan.pass_indexes(settings.network)
        captions = captions_for(settings, indexes, plan.look.theme, (width, height))
        if plan.picture is None:
            _check(width, height + captions.height)
        elif 2 * captions.height > height:
            raise ProgramError(
                f"a caption would take {captions.height} pixels of a picture of {width}x{height}, "
                "more than half; try a larger --picture"
            )
        else:
            height -= captions.height
    return FrameSize((width, height), scale, captions)


def _check(width: int, height: int) -> None:
    if max(width, height) > MAX_PICTURE_SIDE:
        raise ProgramError(
            f"a frame of {width}x{height} pixels exceeds {MAX_PICTURE_SIDE} per side; "
            "try a smaller --scale"
        )
