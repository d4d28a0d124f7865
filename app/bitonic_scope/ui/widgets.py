"""The widgets that all panels share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action, labelled
from bitonic_scope.ui.fonts import drawable
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.theme import FONT_SIZE, SMALL_FONT_SIZE, TEXT, Colour

# The last rectangle of each named control: (left, top, right, bottom). Tests click there.
control_rects: dict[str, tuple[float, float, float, float]] = {}

TOOLTIP_LINES = 5  # of the longest tooltip
MIN_TOOLTIP_EMS = 11.5  # about the inner width of the left panel

TABLE_FLAGS = imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_host_extend_x
_FIXED = (
    imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_resize
)
_PANEL_FLAGS = (
    _FIXED | imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_bring_to_front_on_focus
)
_OVERLAY_FLAGS = _FIXED | imgui.WindowFlags_.always_auto_resize


@contextmanager
def panel(name: str, rect: Rect, *, scrolls: bool = False) -> Iterator[None]:
    """Draw the body in a fixed rectangle of the window."""
    imgui.set_next_window_pos((rect.x, rect.y))
    imgui.set_next_window_size((rect.width, rect.height))
    flags = _PANEL_FLAGS & ~imgui.WindowFlags_.no_scrollbar if scrolls else _PANEL_FLAGS
    imgui.begin(name, None, flags)
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def overlay(name: str, rect: Rect) -> Iterator[None]:
    """Draw the body in a box centred on a rectangle, sized to its content."""
    imgui.set_next_window_pos(
        (rect.x + rect.width / 2, rect.y + rect.height / 2), imgui.Cond_.always, (0.5, 0.5)
    )
    imgui.set_next_window_size_constraints((0, 0), (rect.width, rect.height))
    imgui.push_style_color(imgui.Col_.window_bg, imgui.get_style_color_vec4(imgui.Col_.popup_bg))
    imgui.begin(name, None, _OVERLAY_FLAGS)
    try:
        yield
    finally:
        imgui.end()
        imgui.pop_style_color()


def note_rect(name: str) -> None:
    """Record the rectangle of the last item; forget it if the item is scrolled out of view."""
    control_rects.pop(name, None)
    if not imgui.is_item_visible():
        return
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    bottom = min(high.y, imgui.get_window_pos().y + imgui.get_window_height())
    control_rects[name] = (low.x, low.y, high.x, bottom)


def tooltip(text: str, *, at_once: bool = False) -> None:
    """Draw a tooltip while the mouse rests on the last item: below it, or above near the bottom.

    Extends no further right than its panel, so tooltips of the left panel never cover the picture.
    """
    hovered = imgui.HoveredFlags_.none if at_once else imgui.HoveredFlags_.for_tooltip
    if not text or not imgui.is_item_hovered(hovered):
        return
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    line_height = imgui.get_text_line_height_with_spacing()
    is_low = high.y + TOOLTIP_LINES * line_height > imgui.get_io().display_size.y
    padding = imgui.get_style().window_padding.x
    text_width = max(high.x - low.x - padding, MIN_TOOLTIP_EMS * imgui.get_font_size())
    right = imgui.get_window_pos().x + imgui.get_window_width()
    left = max(min(low.x, right - text_width - 2 * padding), imgui.get_window_pos().x)
    corner = imgui.ImVec2(left, low.y if is_low else high.y)
    imgui.set_next_window_pos(corner, imgui.Cond_.always, (0, 1 if is_low else 0))
    imgui.begin_tooltip()
    wrapped(text, right=text_width)
    imgui.end_tooltip()


def wrapped(text: str, colour: Colour = TEXT, *, right: float = 0.0) -> None:
    """Draw any text in several lines, up to a position in the window; 0 for the window's edge."""
    imgui.push_style_color(imgui.Col_.text, colour)
    imgui.push_text_wrap_pos(right)
    imgui.text_unformatted(drawable(text))
    imgui.pop_text_wrap_pos()
    imgui.pop_style_color()


@contextmanager
def font(size: float) -> Iterator[None]:
    """Draw the body in a font size, in logical pixels at scale 1."""
    imgui.push_font(None, size)
    try:
        yield
    finally:
        imgui.pop_font()


def _button(action: Action, state: UiState, label: str, size: tuple[float, float]) -> UiState:
    """Draw the button of an action; greyed out if the action would do nothing.

    Holding the button repeats the action if holding the key does.
    """
    imgui.begin_disabled(not action.would_change(state))
    imgui.push_item_flag(imgui.ItemFlags_.button_repeat, action.repeats)
    is_pressed = imgui.button(f"{label}##{action.name}", size)
    imgui.pop_item_flag()
    imgui.end_disabled()
    note_rect(action.name)
    tooltip(f"{action.help}  ({action.keys_text})")
    return action.change(state) if is_pressed else state


def button_row(state: UiState, texts: Mapping[Action, str], *, left_part: float) -> UiState:
    """Draw the buttons of two actions, each with its text and key, side by side."""
    (left, left_text), (right, right_text) = texts.items()
    width_left = imgui.get_content_region_avail().x - imgui.get_style().item_spacing.x
    state = _button(left, state, labelled(left_text, left), (width_left * left_part, 0))
    imgui.same_line()
    return _button(right, state, labelled(right_text, right), (-1, 0))


def icon_button(action: Action, state: UiState, icon: str, *, size: tuple[float, float]) -> UiState:
    """Draw the button of an action: an icon, with the key in small type below."""
    corner = imgui.get_cursor_screen_pos()
    state = _button(action, state, "", size)
    colour = imgui.get_color_u32(imgui.Col_.text, 1.0 if action.would_change(state) else 0.35)
    draw_list = imgui.get_window_draw_list()
    rows = ((icon, FONT_SIZE, 0.36), (action.keys[0], SMALL_FONT_SIZE, 0.78))
    for text, text_size, middle in rows:
        with font(text_size):
            extent = imgui.calc_text_size(text)
            draw_list.add_text(
                (corner.x + (size[0] - extent.x) / 2, corner.y + size[1] * middle - extent.y / 2),
                colour,
                text,
            )
    return state


def choice(
    name: str, label: str, rows: Sequence[tuple[str, str]], current: str, *, width: float = -1
) -> int | None:
    """Draw a drop-down list.

    Args:
        name: the name of the list; a row is named by it and the row's text.
        label: the text of the closed list.
        rows: the text and the tooltip of each row.
        current: the text of the current row.
        width: in logical pixels; -1 for all available.

    Returns:
        The index of the row that the user has just chosen; None for no choice.
    """
    imgui.set_next_item_width(width)
    chosen = None
    if imgui.begin_combo(f"##{name}", label, imgui.ComboFlags_.height_largest):
        for number, (text, sentence) in enumerate(rows):
            if imgui.selectable(text, text == current)[0] and text != current:
                chosen = number
            note_rect(f"{name} {text}")
            tooltip(sentence, at_once=True)
        if imgui.is_key_pressed(imgui.Key.escape):
            imgui.close_current_popup()
        imgui.end_combo()
    note_rect(name)
    return chosen


def list_label(kind: str, action: Action, chosen: str) -> str:
    """Return the label of a list: "Kind (K): chosen", or "chosen (K)" if that is too long."""
    arrow_width = imgui.get_frame_height()
    padding = 2 * imgui.get_style().frame_padding.x
    label = f"{labelled(kind, action)}: {chosen}"
    width_left = imgui.get_content_region_avail().x - arrow_width - padding
    return label if imgui.calc_text_size(label).x <= width_left else labelled(chosen, action)


def typed_text(
    field: Field,
    shown: str,
    state: UiState,
    *,
    width: float = -1,
    hint: str = "",
    takes_blanks: bool = False,
) -> str | None:
    """Draw a text field; it takes the keyboard if the state focuses it.

    Args:
        field: the field, which gives the name of its rectangle: "seed".
        shown: the text in the field.
        state: the state that the controls may change.
        width: in logical pixels; -1 for all available.
        hint: the text shown while the field is empty.
        takes_blanks: whether the field accepts blanks.

    Returns:
        The typed text, once complete (Enter, or a click elsewhere); None before.
    """
    name = field.name.lower()
    if state.focus is field:
        imgui.set_keyboard_focus_here()
    imgui.set_next_item_width(width)
    flags = imgui.InputTextFlags_.auto_select_all
    if not takes_blanks:
        flags |= imgui.InputTextFlags_.chars_no_blank
    _, text = imgui.input_text_with_hint(f"##{name}", hint, shown, flags)
    drawable(text)  # loads its letters
    note_rect(name)
    return text if imgui.is_item_deactivated_after_edit() else None


def typed_value(
    field: Field, shown: str, state: UiState, change: Callable[[str], UiState], *, width: float = -1
) -> UiState:
    """Draw a text field whose text changes the state; a ValueError of `change` is the message."""
    text = typed_text(field, shown, state, width=width)
    if text is None:
        return state
    try:
        return replace(change(text), message="")
    except ValueError as error:
        return replace(state, message=str(error))
