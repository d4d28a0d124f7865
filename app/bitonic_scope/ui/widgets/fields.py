"""Text fields, which change the state once their text is complete."""

from collections.abc import Callable
from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.ui.fonts import drawable
from bitonic_scope.ui.ink import RADIUS, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import Entry, Field, UiState
from bitonic_scope.ui.theme import LABEL
from bitonic_scope.ui.widgets.notes import note
from bitonic_scope.ui.widgets.press import keep_in_view
from bitonic_scope.ui.widgets.rects import note_rect


def typed_text(
    ink: Ink,
    field: Field,
    rect: Rect,
    shown: str,
    state: UiState,
    *,
    hint: str = "",
    takes_blanks: bool = False,
) -> str | None:
    """Draw a text field; it takes the keyboard if the state or the user's Tab focuses it.

    Args:
        ink: what to draw with.
        field: the field, which gives the name of its rectangle: "seed".
        rect: its place.
        shown: the text in the field.
        state: the state that the controls may change.
        hint: the text shown while the field is empty.
        takes_blanks: whether the field accepts blanks.

    Returns:
        The typed text, once complete (Enter, or a click elsewhere); None before, and after Esc.
    """
    name = field.name.lower()
    has_focus = ink.focus.note(name)
    if state.focus is field or ink.focus.enters(name):
        imgui.set_keyboard_focus_here()
    imgui.set_cursor_screen_pos((rect.x, rect.y))
    imgui.set_next_item_width(rect.width)
    padding = (rect.height - ink.pixels(LABEL)) / 2
    imgui.push_style_var(imgui.StyleVar_.frame_padding, (1.2 * ink.unit, padding))
    flags = imgui.InputTextFlags_.auto_select_all
    if not takes_blanks:
        flags |= imgui.InputTextFlags_.chars_no_blank
    _, text = imgui.input_text_with_hint(f"##{name}", hint, shown, flags)
    drawable(text)  # loads its letters
    imgui.pop_style_var()
    note_rect(name)
    ends = imgui.is_item_deactivated_after_edit() and not imgui.is_key_down(imgui.Key.escape)
    ends |= imgui.is_item_deactivated() and _is_enter_down()
    is_active = imgui.is_item_active()
    if is_active:
        ink.focus.take(name)
    ink.outline(
        rect,
        ink.colours.text if is_active else ink.colours.edge,
        radius=RADIUS,
        thickness=0.25 if is_active else 0.0,
    )
    if has_focus and ink.focus.is_shown:
        ink.ring(rect)
        keep_in_view(rect)
    if state.refused_text(field) is not None and ink.focus.is_on_top:
        note(ink, state.message, rect, colour=ink.colours.text)
    return text if ends else None


def _is_enter_down() -> bool:
    return any(imgui.is_key_down(key) for key in (imgui.Key.enter, imgui.Key.keypad_enter))


def typed_value(
    ink: Ink,
    field: Field,
    rect: Rect,
    shown: str,
    state: UiState,
    change: Callable[[str], UiState],
    *,
    hint: str = "",
    takes_blanks: bool = False,
) -> UiState:
    """Draw a text field whose text changes the state; a ValueError of `change` is the message.

    A refused text stays in the field as long as its message.
    """
    refused = state.refused_text(field)
    text = typed_text(
        ink,
        field,
        rect,
        shown if refused is None else refused,
        state,
        hint=hint,
        takes_blanks=takes_blanks,
    )
    if text is None or (text == shown and refused is None):
        return state
    entry = Entry(field, text)
    try:
        return replace(change(text), message="", entry=entry)
    except ValueError as error:
        return replace(state, message=str(error), entry=entry)
