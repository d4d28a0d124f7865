"""The size of recorded frames in pixels."""

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.recording_plan import MAX_PICTURE_SIDE, RecordingPlan

MIN_SHORTER_SIDE = 512  # pixels, of a frame at the default scale


def default_scale(layout: TextureLayout) -> int:
    """Return the smallest scale that makes the shorter side at least 512 pixels.

    If the longer side would then exceed 16384 pixels, return the largest scale within that limit.
    """
    wanted = -(-MIN_SHORTER_SIDE // min(layout.width, layout.height))
    return max(1, min(wanted, MAX_PICTURE_SIDE // max(layout.width, layout.height)))


def scale_of(plan: RecordingPlan, layout: TextureLayout) -> int | None:
    """Return the pixels per side of an element; None where the plan has the size of the picture.

    Raises:
        ProgramError: frames at that scale would be too large.
    """
    if plan.picture is not None:
        return None
    scale = default_scale(layout) if plan.scale is None else plan.scale
    width, height = layout.width * scale, layout.height * scale
    if max(width, height) > MAX_PICTURE_SIDE:
        raise ProgramError(
            f"a frame of {width}x{height} pixels exceeds {MAX_PICTURE_SIDE} per side; "
            "try a smaller --scale"
        )
    return scale
