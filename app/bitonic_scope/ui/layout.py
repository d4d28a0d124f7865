"""The layout of the window: pure arithmetic, in logical pixels from the top left.

The parts never overlap, so no control covers the picture.
"""

from typing import NamedTuple

BASE_WIDTH, BASE_HEIGHT = 1280, 800  # logical pixels at which the scale is 1
MIN_SCALE, MAX_SCALE = 0.625, 6.0
SCALE_STEPS_PER_UNIT = 8  # text size changes in steps while a window is resized

# All lengths at scale 1.
MARGIN = 12.0
PANEL_WIDTH = 244.0
SETTINGS_HEIGHT = 376.0
FACT_HEIGHT = 46.0  # of a fact under the settings: two lines
MESSAGE_HEIGHT = 64.0  # of a message, in addition to the space that settings leave
STAGES_HEIGHT = 84.0  # minimum: the heading and two lines
RECORDING_HEIGHT = 128.0
BUTTON_ROW_HEIGHT = 46.0  # of the recording panel before the first recording
CAPTION_HEIGHT = 74.0
SCRUB_HEIGHT = 40.0
TRANSPORT_ROW_HEIGHT = 54.0
ONE_ROW_WIDTH = 1130.0  # of buttons, speed and position side by side
UPRIGHT_PANEL_HEIGHT = 300.0
SHARE_OF_UPRIGHT_PANEL = 0.4  # maximum, of the window's height
MIN_SPACE = (460.0, 520.0)  # minimum width and height of all parts at scale 1; limits the scale


class Rect(NamedTuple):
    """A rectangle: left, top, width and height in logical pixels."""

    x: float
    y: float
    width: float
    height: float


class Layout(NamedTuple):
    """The parts of the window, and the scale of their content."""

    scale: float
    settings: Rect
    stages: Rect
    recording: Rect
    picture: Rect
    caption: Rect
    transport: Rect


def automatic_scale(width: float, height: float) -> float:
    """Return the scale of a window; a larger window has larger text, legible from the back row."""
    wanted = min(width / BASE_WIDTH, height / BASE_HEIGHT)
    stepped = int(wanted * SCALE_STEPS_PER_UNIT) / SCALE_STEPS_PER_UNIT
    return min(max(stepped, MIN_SCALE), MAX_SCALE)


def layout(
    width: float,
    height: float,
    *,
    ui_scale: float,
    has_message: bool,
    has_recording: bool = False,
    fact_count: int = 0,
) -> Layout:
    """Divide a window of that many logical pixels into its parts.

    A wide window has the controls left of the picture, an upright window below it. A message, facts
    about the settings and the status of a recording take their space from the list of stages.
    """
    is_upright = width < height
    # In an upright window the width limits the text size.
    scale = automatic_scale(width * 2 if is_upright else width, height) * ui_scale
    scale = min(scale, max(width / MIN_SPACE[0], MIN_SCALE), max(height / MIN_SPACE[1], MIN_SCALE))
    rows = 1 if width >= ONE_ROW_WIDTH * scale else 2
    transport_height = (SCRUB_HEIGHT + rows * TRANSPORT_ROW_HEIGHT) * scale
    caption_height = CAPTION_HEIGHT * scale
    margin = MARGIN * scale
    recording_height = (RECORDING_HEIGHT if has_recording else BUTTON_ROW_HEIGHT) * scale
    panel_height = 0.0
    if is_upright:
        panel_height = min(UPRIGHT_PANEL_HEIGHT * scale, height * SHARE_OF_UPRIGHT_PANEL)
    top = max(height - panel_height - margin - transport_height - caption_height, 1.0)
    lines = {
        "caption": Rect(margin, top, width - 2 * margin, caption_height),
        "transport": Rect(margin, top + caption_height, width - 2 * margin, transport_height),
    }
    if is_upright:
        band = Rect(0, height - panel_height, width, panel_height)
        panels = _side_by_side(band, recording_height)
        return Layout(scale, picture=_inner(Rect(0, 0, width, top), margin), **lines, **panels)
    panel_width = min(PANEL_WIDTH * scale, width / 2)
    column = Rect(0, 0, panel_width, top)
    extra_height = (MESSAGE_HEIGHT if has_message else 0.0) + FACT_HEIGHT * fact_count
    panels = _one_above_the_other(column, scale, recording_height, extra_height=extra_height)
    place = Rect(panel_width, 0, width - panel_width, top)
    return Layout(scale, picture=_inner(place, margin), **lines, **panels)


def _side_by_side(rect: Rect, recording_height: float) -> dict[str, Rect]:
    """Divide a low rectangle among the settings, recording and stages panels."""
    half = rect.width / 2
    recording_height = min(recording_height, rect.height / 2)
    stages_top = rect.y + recording_height
    return {
        "settings": Rect(rect.x, rect.y, half, rect.height),
        "recording": Rect(rect.x + half, rect.y, half, recording_height),
        "stages": Rect(rect.x + half, stages_top, half, rect.height - recording_height),
    }


def _one_above_the_other(
    rect: Rect, scale: float, recording_height: float, *, extra_height: float
) -> dict[str, Rect]:
    """Divide a tall rectangle among the same panels; if it is short, the settings scroll.

    The list of stages comes last: it shrinks, and nothing above it moves.
    """
    recording_height = min(recording_height, rect.height / 4)
    stages_height = min(STAGES_HEIGHT * scale, rect.height / 3)
    wanted_height = (SETTINGS_HEIGHT + extra_height) * scale
    settings_height = min(wanted_height, rect.height - recording_height - stages_height)
    stages_top = rect.y + settings_height + recording_height
    return {
        "settings": Rect(rect.x, rect.y, rect.width, settings_height),
        "recording": Rect(rect.x, rect.y + settings_height, rect.width, recording_height),
        "stages": Rect(rect.x, stages_top, rect.width, rect.y + rect.height - stages_top),
    }


def _inner(rect: Rect, margin: float) -> Rect:
    width, height = max(rect.width - 2 * margin, 1.0), max(rect.height - 2 * margin, 1.0)
    return Rect(rect.x + margin, rect.y + margin, width, height)
