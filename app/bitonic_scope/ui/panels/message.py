"""The message: the last refusal or notice, over the strip, where it moves nothing."""

from bitonic_scope.ui.ink import RADIUS, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.windows import canvas, in_front

PADDING_X, PADDING_Y = 2.0, 1.3  # u
GAP = 0.8  # u: above the strip


def message_panel(ink: Ink, state: UiState, strip: Rect) -> None:
    """Draw the message over the strip, unless it stands beside the field that caused it."""
    is_beside = state.entry and ink.focus.has_drawn(state.entry.field.name.lower())
    if state.message and not is_beside:
        with canvas("screen", ink.window):
            toast(ink, state.message, strip)


def toast(ink: Ink, text: str, strip: Rect) -> None:
    """Draw a text in a box over the strip."""
    x, y = PADDING_X * ink.unit, PADDING_Y * ink.unit
    wrap = strip.width - 2 * x
    width, height = ink.extent(text, wrap=wrap)
    bottom = strip.y - GAP * ink.unit
    place = Rect(strip.x, bottom - height - 2 * y, width + 2 * x, height + 2 * y)
    with in_front(ink, "message"):
        ink.fill(place, ink.colours.panel, radius=RADIUS)
        ink.outline(place, ink.colours.text, radius=RADIUS, thickness=0.2)
        ink.paragraph(text, place.x + x, place.y + y, wrap, ink.colours.text)
