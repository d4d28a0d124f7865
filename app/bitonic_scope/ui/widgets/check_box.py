"""The check box."""

from imgui_bundle import icons_fontawesome_6 as icons

from bitonic_scope.ui.ink import RADIUS, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.widgets.buttons import ICON_GAP
from bitonic_scope.ui.widgets.press import press
from bitonic_scope.views.drawing import Align

CHECK_SIDE = 3.2  # u: of a box that is ticked


def check_box_width(ink: Ink, text: str) -> float:
    """Return the width of a box with a text, in logical pixels."""
    return (CHECK_SIDE + ICON_GAP) * ink.unit + ink.width(text)


def check_box(ink: Ink, name: str, rect: Rect, text: str, *, is_on: bool) -> bool:
    """Draw a box with a text, ticked while it is on; return whether it is pressed."""
    gesture = press(ink, name, rect)
    side = CHECK_SIDE * ink.unit
    square = Rect(rect.x, rect.middle[1] - side / 2, side, side)
    colours = ink.colours
    if is_on:
        ink.fill(square, colours.text, radius=RADIUS)
        ink.text(icons.ICON_FA_CHECK, *square.middle, colours.ground, 2.0, align=Align.MIDDLE)
    else:
        ink.fill(square, colours.button if gesture.is_hovered else colours.ground, radius=RADIUS)
        ink.outline(square, colours.edge, radius=RADIUS)
    ink.text(text, square.right + ICON_GAP * ink.unit, rect.middle[1], colours.text)
    return gesture.is_pressed
