"""Where everything stands in the window: pure arithmetic, in logical pixels from the top left.

The parts never overlap, so no control ever covers the picture.
"""

from dataclasses import dataclass

BASE_WIDTH, BASE_HEIGHT = 1280, 800  # logical pixels at which the scale is 1
MIN_SCALE, MAX_SCALE = 0.625, 6.0
SCALE_STEPS_PER_UNIT = 8  # text changes its size in calm steps while a window is resized

# All lengths at scale 1.
MARGIN = 12.0
PANEL_WIDTH = 244.0
SETTINGS_HEIGHT = 246.0
MESSAGE_HEIGHT = 100.0  # of a refused value's line, wrapped
RECORDING_HEIGHT = 128.0
CAPTION_HEIGHT = 74.0
SCRUB_HEIGHT = 40.0
TRANSPORT_ROW_HEIGHT = 54.0
ONE_ROW_WIDTH = 1130.0  # what buttons, speed and position need beside each other
UPRIGHT_PANEL_HEIGHT = 300.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: left, top, width and height in logical pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of the window, and the scale of everything in them."""

    scale: float
    settings: Rect
    stages: Rect
    recording: Rect
    picture: Rect
    caption: Rect
    transport: Rect


def automatic_scale(width: float, height: float) -> float:
    """Return the scale of a window: a larger window has larger text, for the last row."""
    wanted = min(width / BASE_WIDTH, height / BASE_HEIGHT)
    stepped = int(wanted * SCALE_STEPS_PER_UNIT) / SCALE_STEPS_PER_UNIT
    return min(max(stepped, MIN_SCALE), MAX_SCALE)


def layout(width: float, height: float, *, ui_scale: float, has_message: bool) -> Layout:
    """Divide a window of that many logical pixels.

    In a wide window the controls stand at the left of the picture, in an upright one below it.
    A message takes its room from the list of stages.
    """
    is_upright = width < height
    if is_upright:  # the width alone decides how large its text can be
        scale = automatic_scale(width * 2, height) * ui_scale
    else:
        scale = automatic_scale(width, height) * ui_scale
    margin = MARGIN * scale
    rows = 1 if width >= ONE_ROW_WIDTH * scale else 2
    transport_height = (SCRUB_HEIGHT + rows * TRANSPORT_ROW_HEIGHT) * scale
    caption_height = CAPTION_HEIGHT * scale
    lower = transport_height + caption_height + margin
    if is_upright:
        panel_height = min(UPRIGHT_PANEL_HEIGHT * scale, height * 0.4)
        top = height - panel_height - lower
        panel_top = height - panel_height
        half = width / 2
        recording_height = min(RECORDING_HEIGHT * scale, panel_height / 2)
        return Layout(
            scale,
            settings=Rect(0, panel_top, half, panel_height),
            stages=Rect(half, panel_top, width - half, panel_height - recording_height),
            recording=Rect(half, height - recording_height, width - half, recording_height),
            picture=_inner(Rect(0, 0, width, top), margin),
            caption=Rect(margin, top, width - 2 * margin, caption_height),
            transport=Rect(margin, top + caption_height, width - 2 * margin, transport_height),
        )
    panel_width = min(PANEL_WIDTH * scale, width / 2)
    top = max(height - lower, 1.0)
    recording_height = min(RECORDING_HEIGHT * scale, top / 2)
    wanted_height = (SETTINGS_HEIGHT + (MESSAGE_HEIGHT if has_message else 0)) * scale
    settings_height = min(wanted_height, top - recording_height)
    stages_height = top - settings_height - recording_height
    return Layout(
        scale,
        settings=Rect(0, 0, panel_width, settings_height),
        stages=Rect(0, settings_height, panel_width, stages_height),
        recording=Rect(0, settings_height + stages_height, panel_width, recording_height),
        picture=_inner(Rect(panel_width, 0, width - panel_width, top), margin),
        caption=Rect(margin, top, width - 2 * margin, caption_height),
        transport=Rect(margin, top + caption_height, width - 2 * margin, transport_height),
    )


def _inner(rect: Rect, margin: float) -> Rect:
    return Rect(
        rect.x + margin,
        rect.y + margin,
        max(rect.width - 2 * margin, 1.0),
        max(rect.height - 2 * margin, 1.0),
    )
