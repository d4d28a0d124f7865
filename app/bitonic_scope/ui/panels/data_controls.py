"""The controls of the data that the sentence and the drawer share."""

from dataclasses import replace

from bitonic_scope.model.limits import COUNT
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import action_button, button_width
from bitonic_scope.ui.widgets.fields import typed_text, typed_value
from bitonic_scope.ui.widgets.notes import tooltip


def count_field(ink: Ink, rect: Rect, state: UiState) -> UiState:
    """Draw the field for a number of elements."""
    settings = state.settings
    return typed_value(
        ink,
        Field.COUNT,
        rect,
        str(settings.real_count),
        state,
        lambda text: state.with_settings(settings.with_count(COUNT.from_text(text))),
    )


def seed_buttons(ink: Ink, rect: Rect, state: UiState) -> tuple[UiState, float]:
    """Draw the buttons for seeds from the left of a rectangle; return where the next one starts."""
    x = rect.x
    for action, label in ((Action.NEW_SEED, "New seed"), (Action.PREVIOUS_SEED, "Previous seed")):
        place = rect._replace(x=x, width=button_width(ink, label))
        state = action_button(ink, action, state, place, label)
        x = place.right + ink.unit
    return state, x


def path_field(ink: Ink, rect: Rect, state: UiState, hint: str) -> UiState:
    """Draw the field for the path of the user's own file, which keeps a path that is refused."""
    path = typed_text(ink, Field.PATH, rect, state.typed_path, state, hint=hint, takes_blanks=True)
    tooltip(ink, "A file of numbers (.npy, .csv, .txt) or a picture.")
    if path is None:
        return state
    return replace(state, typed_path=path, opens_path=bool(path))
