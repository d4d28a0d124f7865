"""The controls that all panels share, each at an exact place."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import ceil, floor
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.fonts import drawable
from bitonic_scope.ui.ink import RADIUS, RING, Ink
from bitonic_scope.ui.layout import MARGIN, Rect
from bitonic_scope.ui.state import Entry, Field, UiState
from bitonic_scope.ui.theme import HOVER_PART, LABEL, PRESS_PART, as_vec4, mixed
from bitonic_scope.views.drawing import Align
from bitonic_scope.views.palette import Colour

# The last rectangle of each named control: (left, top, right, bottom). Tests click there.
control_rects: dict[str, tuple[float, float, float, float]] = {}

CONTROL_HEIGHT = 5.4  # u: of buttons and fields
BUTTON_PADDING = 2.0  # u: left and right of a button's label
ICON_SIZE = 2.3  # u
ICON_GAP = 1.2  # u: between an icon and a word
CHECK_SIDE = 3.2  # u: of a box that is ticked
TOOLTIP_WIDTH = 60.0  # u
ROW_PADDING = 1.2  # u: of the rows of a list
LIST_GAP = 0.8  # u: between a control and its list

_FIXED = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)


class Press(NamedTuple):
    """What the user does to a control: points at it, holds it, has just pressed it."""

    is_hovered: bool
    is_held: bool
    is_pressed: bool


@contextmanager
def canvas(name: str, rect: Rect, *, is_behind: bool = True) -> Iterator[None]:
    """Draw the body on an ImGui window without any look of its own."""
    imgui.set_next_window_pos((rect.x, rect.y))
    imgui.set_next_window_size((rect.width, rect.height))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (0, 0))
    flags = _FIXED | imgui.WindowFlags_.no_scroll_with_mouse | imgui.WindowFlags_.no_background
    if is_behind:
        flags |= imgui.WindowFlags_.no_bring_to_front_on_focus
    imgui.begin(name, None, flags)
    imgui.pop_style_var()
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def box(ink: Ink, name: str, rect: Rect) -> Iterator[None]:
    """Draw the body on a window with a ground and an edge, which scrolls if need be."""
    imgui.set_next_window_pos((rect.x, rect.y))
    imgui.set_next_window_size((rect.width, rect.height))
    imgui.push_style_color(imgui.Col_.window_bg, as_vec4(ink.colours.panel))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    imgui.begin(name, None, _FIXED & ~imgui.WindowFlags_.no_scrollbar)
    imgui.pop_style_var()
    imgui.pop_style_color()
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def overlay(ink: Ink, name: str, *, is_dimmed: bool = True) -> Iterator[None]:
    """Draw the body in a box in the middle of the window, sized to it, over all else."""
    with canvas(f"behind {name}", ink.window, is_behind=False):
        if is_dimmed:
            ink.fill(ink.window, ink.colours.ground, opacity=0.8)
        imgui.invisible_button(f"##behind {name}", (ink.window.width, ink.window.height))
    imgui.set_next_window_pos(ink.window.middle, imgui.Cond_.always, (0.5, 0.5))
    imgui.set_next_window_size_constraints((0, 0), (ink.window.width, ink.window.height))
    imgui.push_style_color(imgui.Col_.window_bg, as_vec4(ink.colours.panel))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (round(4 * ink.unit), round(3 * ink.unit)))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    flags = _FIXED & ~imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.always_auto_resize
    imgui.begin(name, None, flags)
    imgui.pop_style_var(2)
    imgui.pop_style_color()
    with ink.focus.layer():
        try:
            yield
        finally:
            imgui.end()


def note_rect(name: str) -> None:
    """Record the rectangle of the last item; forget it if the item is scrolled out of view."""
    control_rects.pop(name, None)
    if not imgui.is_item_visible():
        return
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    bottom = min(high.y, imgui.get_window_pos().y + imgui.get_window_height())
    control_rects[name] = (low.x, low.y, high.x, bottom)


def note_place(name: str, rect: Rect) -> None:
    """Record a part of a control."""
    control_rects[name] = (rect.x, rect.y, rect.right, rect.bottom)


def next_rect(width: float, height: float) -> Rect:
    """Return a rectangle at ImGui's cursor; a width of 0 takes all that is available."""
    corner = imgui.get_cursor_screen_pos()
    width = width or imgui.get_content_region_avail().x
    return Rect(round(corner.x), round(corner.y), floor(width), ceil(height))


def press(
    ink: Ink,
    name: str,
    rect: Rect,
    *,
    is_enabled: bool = True,
    repeats: bool = False,
    is_row: bool = False,
    takes_enter: bool = True,
) -> Press:
    """Take hovering and presses at a rectangle, and draw nothing but the ring of the focus.

    Args:
        ink: what to draw with.
        name: the name of its rectangle.
        rect: its place.
        is_enabled: whether it does anything now.
        repeats: whether holding it goes on pressing.
        is_row: whether it fills the width of a list, so that the ring has no room around it.
        takes_enter: whether Enter presses it; if not, Enter does what it does anywhere.
    """
    imgui.set_cursor_screen_pos((rect.x, rect.y))
    size = max(rect.width, 1), max(rect.height, 1)
    if is_enabled and not repeats:
        is_pressed = imgui.invisible_button(f"##{name}", size)
    else:
        imgui.begin_disabled(not is_enabled)
        imgui.push_item_flag(imgui.ItemFlags_.button_repeat, repeats)
        is_pressed = imgui.invisible_button(f"##{name}", size)
        imgui.pop_item_flag()
        imgui.end_disabled()
    note_rect(name)
    # Where the last press has disabled a control, Tab goes on from it.
    if (is_enabled or ink.focus.is_at(name)) and ink.focus.note(name):
        has_enter = is_enabled and ink.focus.presses(name)
        is_pressed |= has_enter and takes_enter
        ink.focus.has_used_key &= takes_enter or not has_enter
        if ink.focus.is_shown:
            ink.ring(rect, is_inside=is_row)
            keep_in_view(rect)
    return Press(imgui.is_item_hovered(), imgui.is_item_active(), is_pressed)


def keep_in_view(rect: Rect) -> None:
    """Scroll the window to a rectangle that lies outside."""
    top = imgui.get_window_pos().y
    if not top <= rect.y <= rect.bottom <= top + imgui.get_window_height():
        imgui.set_scroll_here_y(0.5)


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


@contextmanager
def in_front(ink: Ink, name: str) -> Iterator[None]:
    """Draw the body over all windows, without taking the mouse; but under an overlay or a list."""
    if ink.focus.is_covered:
        yield
        return
    imgui.set_next_window_pos((0, 0))
    imgui.set_next_window_size(imgui.get_io().display_size)
    flags = _FIXED | imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_background
    imgui.push_style_var(imgui.StyleVar_.window_padding, (0, 0))
    imgui.begin(f"##{name}", None, flags | imgui.WindowFlags_.tooltip)
    imgui.pop_style_var()
    try:
        yield
    finally:
        imgui.end()


def link(ink: Ink, name: str, text: str, x: float, y: float, height: float) -> bool:
    """Draw an underlined text that opens a list; return whether it is pressed."""
    width = ink.width(text)
    rect = Rect(x, y - height / 2, width, height)
    gesture = press(ink, name, rect)
    ink.text(text, x, y, ink.colours.text)
    thick = 2 if gesture.is_hovered or gesture.is_held else 1
    line = Rect(x, round(y + 1.9 * ink.unit), width, max(1, round(0.14 * ink.unit)) * thick)
    ink.fill(line, ink.colours.text if gesture.is_hovered else ink.colours.quiet_text)
    return gesture.is_pressed


@contextmanager
def list_below(ink: Ink, name: str, control: Rect, *, width: float) -> Iterator[bool]:
    """Draw the body in the list of a control, if it is open; yield whether it is.

    Args:
        ink: what to draw with.
        name: the name of the list, which `imgui.open_popup` opens.
        control: the control that it belongs to; the list opens below it, or above near the bottom.
        width: its width, in logical pixels.
    """
    if not imgui.is_popup_open(name):
        yield False
        return
    edge, gap, window = ink.unit, LIST_GAP * ink.unit, ink.window
    side = max(min(MARGIN * ink.unit, (window.width - width) / 2), edge)
    width = min(width, window.width - 2 * side)
    left = max(min(control.x, window.right - side - width), side)
    below, above = window.bottom - control.bottom, control.y - window.y
    is_below = below >= above
    y = control.bottom + gap if is_below else control.y - gap
    imgui.set_next_window_pos((left, y), imgui.Cond_.always, (0, 0 if is_below else 1))
    height = max(below, above) - gap - edge
    imgui.set_next_window_size_constraints((width, 0), (width, height))
    flags = _FIXED & ~imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.always_auto_resize
    imgui.push_style_var(imgui.StyleVar_.window_padding, (round(ink.unit), round(ink.unit)))
    is_open = imgui.begin_popup(name, flags)
    imgui.pop_style_var()
    if not is_open:
        yield False
        return
    imgui.push_style_var(imgui.StyleVar_.item_spacing, (round(ink.unit), 0))
    with ink.focus.layer():
        try:
            yield True
            is_typing = imgui.get_io().want_text_input
            if imgui.is_key_pressed(imgui.Key.escape) and not is_typing:
                imgui.close_current_popup()
                ink.focus.has_used_key = True
        finally:
            imgui.pop_style_var()
            imgui.end_popup()


def list_row(ink: Ink, name: str, text: str, lesson: str, *, is_current: bool) -> bool:
    """Draw a row of a list: a text, and its lesson under it; return whether it is chosen."""
    padding, mark = ROW_PADDING * ink.unit, 3.5 * ink.unit
    wrap = imgui.get_content_region_avail().x - 2 * padding - mark
    line = 1.3 * LABEL * ink.unit
    lesson_height = ink.extent(lesson, wrap=wrap)[1] if lesson else 0.0
    rect = next_rect(0, 2 * padding * 0.7 + line + lesson_height)
    gesture = press(ink, name, rect, is_row=True)
    if gesture.is_hovered or gesture.is_held:
        inner = rect.shrunk(RING * ink.unit)
        ink.fill(inner, ink.colours.button, radius=RADIUS)
    x, y = rect.x + padding + mark, rect.y + 0.7 * padding
    if is_current:
        ink.text(icons.ICON_FA_CHECK, rect.x + padding, y + line / 2, ink.colours.text, ICON_SIZE)
    ink.text(text, x, y + line / 2, ink.colours.text, is_medium=is_current)
    if lesson:
        ink.paragraph(lesson, x, y + line, wrap, ink.colours.quiet_text)
    imgui.set_cursor_screen_pos((rect.x, rect.bottom))
    imgui.dummy((1, 0))
    if gesture.is_pressed:
        imgui.close_current_popup()
    return gesture.is_pressed


def choice(
    ink: Ink, name: str, rect: Rect, rows: Sequence[tuple[str, str]], current: str, label: str = ""
) -> int | None:
    """Draw a button that opens a list.

    Args:
        ink: what to draw with.
        name: the name of the list; a row is named by it and the row's text.
        rect: the place of the button.
        rows: the text and the lesson of each row.
        current: the text of the current row.
        label: the text of the button; the current row's if empty.

    Returns:
        The index of the row that the user has just chosen; None for no choice.
    """
    text = ink.shortened(label or current, rect.width - 3 * BUTTON_PADDING * ink.unit)
    gesture = press(ink, name, rect)
    colours = ink.colours
    ground = (
        mixed(colours.button, colours.text, HOVER_PART) if gesture.is_hovered else colours.button
    )
    ink.fill(rect, ground, radius=RADIUS)
    x, y = rect.x + BUTTON_PADDING * ink.unit, rect.middle[1]
    ink.text(text, x, y, colours.text)
    x = rect.right - BUTTON_PADDING * ink.unit
    ink.text(icons.ICON_FA_CHEVRON_DOWN, x, y, colours.text, ICON_SIZE, align=Align.RIGHT)
    if gesture.is_pressed:
        imgui.open_popup(name)
    chosen = None
    with list_below(ink, name, rect, width=max(rect.width, TOOLTIP_WIDTH * ink.unit)) as is_open:
        if is_open:
            for number, (row, lesson) in enumerate(rows):
                is_current = row == current
                if list_row(ink, f"{name} {row}", row, lesson, is_current=is_current):
                    chosen = None if is_current else number
    return chosen


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


def typed_path(ink: Ink, rect: Rect, state: UiState, hint: str) -> UiState:
    """Draw the field for the path of the user's own file, which keeps a path that is refused."""
    path = typed_text(ink, Field.PATH, rect, state.typed_path, state, hint=hint, takes_blanks=True)
    tooltip(ink, "A file of numbers (.npy, .csv, .txt) or a picture.")
    if path is None:
        return state
    return replace(state, typed_path=path, opens_path=bool(path))


def slider(
    ink: Ink, name: str, rect: Rect, part: float, *, step: Callable[[int], float]
) -> float | None:
    """Draw a slider.

    Args:
        ink: what to draw with.
        name: the name of its rectangle.
        rect: its place.
        part: its value, 0 to 1.
        step: returns the value after a step of -1 or 1 by an arrow key.

    Returns:
        The value that the user has just chosen; None for no choice.
    """
    colours, unit = ink.colours, ink.unit
    gesture = press(ink, name, rect)
    radius = 1.3 * unit
    left, width, y = rect.x + radius, rect.width - 2 * radius, rect.middle[1]
    chosen = None
    if gesture.is_held:
        chosen = min(max((imgui.get_mouse_pos().x - left) / width, 0.0), 1.0)
        part = chosen
    elif ink.focus.is_shown and ink.focus.name == name:
        for key, direction in ((imgui.Key.left_arrow, -1), (imgui.Key.right_arrow, 1)):
            if imgui.is_key_pressed(key):
                chosen, ink.focus.has_used_key = step(direction), True
    half = max(1.0, 0.25 * unit)
    ink.fill(Rect(rect.x, y - half, rect.width, 2 * half), colours.edge, radius=0.3)
    middle = imgui.ImVec2(left + part * width, y)
    draw_list = imgui.get_window_draw_list()
    grown = radius * (1.15 if gesture.is_hovered or gesture.is_held else 1.0)
    draw_list.add_circle_filled(middle, grown, imgui.get_color_u32(as_vec4(colours.text)), 32)
    return chosen


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
