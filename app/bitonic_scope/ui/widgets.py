"""The few widgets that the panels are made of."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action, labelled
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import SMALL_FONT_SIZE, WARNING

# Where each named control was drawn last: (left, top, right, bottom). Tests click there.
control_rects: dict[str, tuple[float, float, float, float]] = {}

TOOLTIP_LINES = 5  # the most that a tooltip has
MIN_TOOLTIP_EMS = 11.5  # about the inner width of the left panel

_PANEL_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_bring_to_front_on_focus
)

_OVERLAY_FLAGS = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.always_auto_resize
)


@contextmanager
def panel(name: str, rect: Rect, *, scrolls: bool = False) -> Iterator[None]:
    """Draw what follows in a rectangle of the window that nobody can move."""
    imgui.set_next_window_pos(imgui.ImVec2(rect.x, rect.y))
    imgui.set_next_window_size(imgui.ImVec2(rect.width, rect.height))
    flags = _PANEL_FLAGS & ~imgui.WindowFlags_.no_scrollbar if scrolls else _PANEL_FLAGS
    imgui.begin(name, None, flags)
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def overlay(name: str, rect: Rect) -> Iterator[None]:
    """Draw what follows in a box over the middle of a rectangle, as large as it needs to be."""
    imgui.set_next_window_pos(
        imgui.ImVec2(rect.x + rect.width / 2, rect.y + rect.height / 2),
        imgui.Cond_.always,
        imgui.ImVec2(0.5, 0.5),
    )
    imgui.set_next_window_size_constraints(
        imgui.ImVec2(0, 0), imgui.ImVec2(rect.width, rect.height)
    )
    imgui.push_style_color(imgui.Col_.window_bg, imgui.get_style_color_vec4(imgui.Col_.popup_bg))
    imgui.begin(name, None, _OVERLAY_FLAGS)
    try:
        yield
    finally:
        imgui.end()
        imgui.pop_style_color()


def note_rect(name: str) -> None:
    """Remember where the last item was drawn; what is scrolled out of sight is nowhere."""
    control_rects.pop(name, None)
    if not imgui.is_item_visible():
        return
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    bottom = min(high.y, imgui.get_window_pos().y + imgui.get_window_height())
    control_rects[name] = (low.x, low.y, high.x, bottom)


def tooltip(text: str, *, at_once: bool = False) -> None:
    """Explain the last item while the mouse rests on it: under it, or over it near the bottom.

    No further right than its panel, so that a tooltip of the left panel never covers the picture.
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
    imgui.set_next_window_pos(corner, imgui.Cond_.always, imgui.ImVec2(0, 1 if is_low else 0))
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(text_width)
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


@contextmanager
def font(size: float) -> Iterator[None]:
    """Draw what follows in a size, in logical pixels at scale 1."""
    imgui.push_font(None, size)
    try:
        yield
    finally:
        imgui.pop_font()


def action_button(
    action: Action, state: UiState, text: str, *, size: tuple[float, float] = (0, 0)
) -> UiState:
    """Draw the button of an action, with its key; greyed where the action would do nothing.

    A held button goes on where a held key does.
    """
    return _button(action, state, labelled(text, action), size)


def _button(action: Action, state: UiState, label: str, size: tuple[float, float]) -> UiState:
    imgui.begin_disabled(not action.would_change(state))
    imgui.push_item_flag(imgui.ItemFlags_.button_repeat, action.repeats)
    is_pressed = imgui.button(f"{label}##{action.name}", imgui.ImVec2(*size))
    imgui.pop_item_flag()
    imgui.end_disabled()
    note_rect(action.name)
    tooltip(f"{action.help}  ({action.keys_text})")
    return action.change(state) if is_pressed else state


def icon_button(action: Action, state: UiState, icon: str, *, size: tuple[float, float]) -> UiState:
    """Draw the button of an action with an icon, and its key in small type under it."""
    corner = imgui.get_cursor_screen_pos()
    state = _button(action, state, "", size)
    colour = imgui.get_color_u32(imgui.Col_.text, 1.0 if action.would_change(state) else 0.35)
    draw_list = imgui.get_window_draw_list()
    base_size = imgui.get_style().font_size_base
    for text, text_size, middle in (
        (icon, base_size, 0.36),
        (action.keys[0], SMALL_FONT_SIZE, 0.78),
    ):
        with font(text_size):
            extent = imgui.calc_text_size(text)
            draw_list.add_text(
                imgui.ImVec2(
                    corner.x + (size[0] - extent.x) / 2, corner.y + size[1] * middle - extent.y / 2
                ),
                colour,
                text,
            )
    return state


def choice(
    name: str, label: str, rows: Sequence[tuple[str, str]], current: str, *, width: float = -1
) -> int | None:
    """Draw a list that opens.

    Args:
        name: of the list; with the text of a row, of that row.
        label: what stands in it while it is closed.
        rows: each with its text, and a sentence that is shown beside it.
        current: the text of the row that is chosen now.
        width: in pixels; -1 for all there is.

    Returns:
        The number of the row that was chosen just now; None where none was.
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
    """Return the label of a list, "Kind (K): chosen", or where that is too long "chosen (K)"."""
    arrow_width = imgui.get_frame_height()
    padding = 2 * imgui.get_style().frame_padding.x
    label = f"{labelled(kind, action)}: {chosen}"
    fits = (
        imgui.calc_text_size(label).x <= imgui.get_content_region_avail().x - arrow_width - padding
    )
    return label if fits else labelled(chosen, action)


def typed_text(
    name: str,
    shown: str,
    *,
    width: float,
    take_focus: bool,
    hint: str = "",
    takes_blanks: bool = False,
) -> str | None:
    """Draw a text field.

    Args:
        name: of the field.
        shown: the text in it.
        width: in pixels; -1 for all there is.
        take_focus: whether it takes the keyboard now.
        hint: what stands in it while it is empty.
        takes_blanks: whether blanks may be typed.

    Returns:
        What was typed, once it is complete (Enter, or a click elsewhere); None before.
    """
    if take_focus:
        imgui.set_keyboard_focus_here()
    imgui.set_next_item_width(width)
    flags = imgui.InputTextFlags_.auto_select_all
    if not takes_blanks:
        flags |= imgui.InputTextFlags_.chars_no_blank
    _, text = imgui.input_text_with_hint(f"##{name}", hint, shown, flags)
    note_rect(name)
    return text if imgui.is_item_deactivated_after_edit() else None


def warning(text: str) -> None:
    """Draw a line of text that says what was refused, wrapped."""
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*WARNING))
    imgui.push_text_wrap_pos(0.0)
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    imgui.pop_style_color()
