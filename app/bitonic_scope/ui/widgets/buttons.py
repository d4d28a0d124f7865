"""Buttons, with words and icons."""

from collections.abc import Sequence

from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import RADIUS, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import HOVER_PART, LABEL, PRESS_PART, mixed
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.press import press
from bitonic_scope.views.palette import Colour

CONTROL_HEIGHT = 5.4  # u: of buttons and fields
BUTTON_PADDING = 2.0  # u: left and right of a button's label
ICON_SIZE = 2.3  # u
ICON_GAP = 1.2  # u: between an icon and a word


def button(
    ink: Ink,
    name: str,
    rect: Rect,
    *label: str,
    is_enabled: bool = True,
    is_primary: bool = False,
    repeats: bool = False,
) -> bool:
    """Draw a button; return whether it is pressed.

    Args:
        ink: what to draw with.
        name: the name of its rectangle.
        rect: its place.
        label: words and icons, from left to right.
        is_enabled: whether it does anything now.
        is_primary: whether to invert it: the choice that is on, or the main button.
        repeats: whether holding it repeats its action.
    """
    colours = ink.colours
    ground, text = (colours.text, colours.ground) if is_primary else (colours.button, colours.text)
    gesture = press(ink, name, rect, is_enabled=is_enabled, repeats=repeats)
    if not is_enabled:
        ground, text = colours.panel, colours.quiet_text
    elif gesture.is_held or gesture.is_hovered:
        ground = mixed(ground, text, PRESS_PART if gesture.is_held else HOVER_PART)
    ink.fill(rect, ground, radius=RADIUS)
    _label(ink, rect, label, text)
    return gesture.is_pressed


def _label(ink: Ink, rect: Rect, label: Sequence[str], colour: Colour) -> None:
    """Draw words and icons in the middle of a rectangle."""
    gap = ICON_GAP * ink.unit
    x = rect.middle[0] - _label_width(ink, label) / 2
    for part in label:
        x = ink.text(part, x, rect.middle[1], colour, _size_of(part)) + gap


def _size_of(part: str) -> float:
    return ICON_SIZE if is_icon(part) else LABEL


def is_icon(part: str) -> bool:
    """Return whether a text is one sign of the icon font."""
    return len(part) == 1 and 0xE000 <= ord(part) <= 0xF8FF


def _label_width(ink: Ink, label: Sequence[str]) -> float:
    widths = [ink.width(part, _size_of(part)) for part in label]
    return sum(widths) + ICON_GAP * ink.unit * (len(label) - 1)


def button_width(ink: Ink, *label: str) -> float:
    """Return the width of a button with that label, in logical pixels."""
    return _label_width(ink, label) + 2 * BUTTON_PADDING * ink.unit


def action_button(
    ink: Ink,
    action: Action,
    state: UiState,
    rect: Rect,
    *label: str,
    name: str = "",
    is_primary: bool = False,
) -> UiState:
    """Draw the button of an action; holding it repeats the action if holding the key does.

    Its rectangle has the name of the action, unless there is another button of that action.
    """
    is_pressed = button(
        ink,
        name or action.name,
        rect,
        *label,
        is_enabled=action.would_change(state),
        is_primary=is_primary,
        repeats=action.repeats,
    )
    tooltip(ink, action.tooltip)
    return action.change(state) if is_pressed else state
