"""Notes: texts in a box beside a control."""

from imgui_bundle import imgui

from bitonic_scope.ui.ink import RADIUS, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.widgets.windows import in_front
from bitonic_scope.views.palette import Colour

TOOLTIP_WIDTH = 60.0  # u


def tooltip(ink: Ink, text: str, *, at_once: bool = False) -> None:
    """Draw a tooltip while the mouse rests on the last item: below it, or above near the bottom."""
    hovered = imgui.HoveredFlags_.none if at_once else imgui.HoveredFlags_.for_tooltip
    if text and imgui.is_item_hovered(hovered):
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        note(ink, text, Rect(low.x, low.y, high.x - low.x, high.y - low.y))


def note(ink: Ink, text: str, beside: Rect, *, colour: Colour | None = None) -> None:
    """Draw a text in a box below a rectangle, or above it near the bottom of the window."""
    padding, gap, edge = 1.5 * ink.unit, 0.8 * ink.unit, ink.unit
    wrap = min(TOOLTIP_WIDTH * ink.unit, ink.window.width - 2 * (padding + edge))
    width, height = ink.extent(text, wrap=wrap)
    place = Rect(beside.x, beside.bottom + gap, width + 2 * padding, height + 2 * padding)
    if place.bottom > ink.window.bottom - edge:
        place = place._replace(y=beside.y - gap - place.height)
    place = place._replace(x=max(min(place.x, ink.window.right - edge - place.width), edge))
    with in_front(ink, "note"):
        ink.fill(place, ink.colours.panel, radius=RADIUS)
        ink.outline(place, colour or ink.colours.edge, radius=RADIUS)
        ink.paragraph(text, place.x + padding, place.y + padding, wrap, ink.colours.text)
