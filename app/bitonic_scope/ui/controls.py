"""The controls: all panels and keys of one ImGui frame, from known values to the next state."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import moderngl
from imgui_bundle import imgui

from bitonic_scope.model.look import Theme
from bitonic_scope.model.question import Question
from bitonic_scope.model.readout import Readout, RecordingStatus
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.focus import Focus
from bitonic_scope.ui.fonts import FontsKeeper, load_fonts
from bitonic_scope.ui.imgui_renderer import ImguiRenderer
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.input import ImguiInput
from bitonic_scope.ui.layout import Layout, Rect
from bitonic_scope.ui.panels.caption import caption_beside, caption_panel, presented_caption
from bitonic_scope.ui.panels.closing import closing_panel
from bitonic_scope.ui.panels.counters import counters_panel
from bitonic_scope.ui.panels.drawer import drawer_panel
from bitonic_scope.ui.panels.header import header_panel
from bitonic_scope.ui.panels.help import help_overlay
from bitonic_scope.ui.panels.message import message_panel
from bitonic_scope.ui.panels.pointed import (
    Aside,
    pointed_panel,
    pointed_tooltip,
    pointed_width,
)
from bitonic_scope.ui.panels.recording_choice import recording_choice_panel
from bitonic_scope.ui.panels.strip import strip_panel
from bitonic_scope.ui.panels.transport import transport_panel
from bitonic_scope.ui.panels.triangle import triangle_panel
from bitonic_scope.ui.pointing import Picture, fit_button, point
from bitonic_scope.ui.shortcuts import pressed_actions
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import LABEL, apply_style
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT, action_button, button_width
from bitonic_scope.ui.widgets.windows import canvas

if TYPE_CHECKING:
    from bitonic_scope.driver.report import DriverReport

MAX_FOCUS_FRAMES = 6  # that a text field may need to take the keyboard
MIN_UI_SECONDS = 1e-4  # of an ImGui frame, which must take more than 0
MAX_UI_SECONDS = 0.1  # below ImGui's key repeat delay: a stall must not repeat keys
ASIDE_INSET = 9.0  # u of type: from the edges of a network, whose numbers stay in sight
END_LABEL = "End presenting"
END_REACH = 14.0  # u from the top of the window: there the mouse calls the button that ends it


class Known(NamedTuple):
    """The values that the panels show.

    Attributes:
        readout: the player's readout.
        picture_readout: the readout of the picture, which may lag behind the player.
        elements_per_pixel: how many elements share a pixel of the picture.
        picture: what the mouse can find out about the picture.
        recording: the status of the current or last recording; None before the first.
        theme: the palette.
        driver_report: returns the report on the driver; called while its page is open.
        question: the question before the pass to come; None if there is none to answer.
        recording_folder: the folder that a recording would create now.
        has_folder_dialog: whether the system has a dialog to choose a folder.
    """

    readout: Readout
    picture_readout: Readout
    elements_per_pixel: float
    picture: Picture
    recording: RecordingStatus | None
    theme: Theme
    driver_report: "Callable[[], DriverReport]"
    question: Question | None = None
    recording_folder: Path = Path()
    has_folder_dialog: bool = False


class Surface(NamedTuple):
    """The drawing surface: its size in logical pixels and in framebuffer pixels."""

    size: tuple[float, float]
    buffer_size: tuple[int, int]

    @property
    def pixels_per_unit(self) -> tuple[float, float]:
        """Framebuffer pixels per logical pixel, in x and y."""
        return self.buffer_size[0] / self.size[0], self.buffer_size[1] / self.size[1]


class Controls:
    """Owns ImGui's context and its renderer.

    Attributes:
        input: takes the window's events.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        with ExitStack() as owned:
            owned.callback(imgui.destroy_context, imgui.create_context())
            io = imgui.get_io()
            io.set_ini_filename("")
            io.config_error_recovery_enable_assert = False
            self._fonts = load_fonts()
            self._fonts_keeper = FontsKeeper(self._fonts)
            self._renderer = ImguiRenderer(ctx)
            owned.callback(self._renderer.release)
            self._owned = owned.pop_all()
        self.input = ImguiInput()
        self._focus = Focus()
        self._drawn_with: tuple[Ink, Surface] | None = None
        self._focus_frames = 0
        self._seconds = 0.0

    def pass_time(self, dt_seconds: float) -> None:
        """Add elapsed time, for the next ImGui frame."""
        self._seconds += dt_seconds

    def awaits_focus(self, state: UiState) -> tuple[bool, UiState]:
        """Return whether typed text must wait for a text field to get the keyboard, and the state.

        ImGui needs two of its frames for that; a field out of view never gets the keyboard, so its
        request expires.
        """
        if state.focus is None or imgui.get_io().want_text_input:
            self._focus_frames = 0
            return False, state if state.focus is None else replace(state, focus=None)
        self._focus_frames += 1
        if self._focus_frames > MAX_FOCUS_FRAMES:
            state = replace(state, focus=None)
        return state.focus is not None, state

    @property
    def is_pressed(self) -> bool:
        """Whether the left mouse button is down, as the last ImGui frame saw it."""
        return bool(imgui.is_mouse_down(0))

    @property
    def focus_name(self) -> str:
        """The name of the control that has the focus of the keyboard; empty for none."""
        return self._focus.name

    @property
    def has_text_field(self) -> bool:
        """Whether a text field has the keyboard."""
        return bool(imgui.get_io().want_text_input)

    def run(self, state: UiState, known: Known, parts: Layout, surface: Surface) -> UiState:
        """Run all panels and keys of one ImGui frame, and return the state they ask for.

        Idle time before a key press must not look like a held key: so each span of time counts for
        one ImGui frame only, capped at MAX_UI_SECONDS.
        """
        io = imgui.get_io()
        io.delta_time = min(max(self._seconds, MIN_UI_SECONDS), MAX_UI_SECONDS)
        self._seconds = 0.0
        io.display_size = imgui.ImVec2(*surface.size)
        io.display_framebuffer_scale = imgui.ImVec2(*surface.pixels_per_unit)
        window = Rect(0, 0, *surface.size)
        ink = Ink(known.theme, parts.type_unit, self._fonts, self._focus, window)
        if self._drawn_with != (ink, surface):
            apply_style(ink.theme, ink.unit, ink.pixels(LABEL))
            self._drawn_with = ink, surface
        ink = self._drawn_with[0]
        imgui.new_frame()
        self._fonts_keeper.begin_frame()
        self._focus.begin()
        if not state.display.is_blank:
            state = _panels(ink, state, known, parts)
        elif imgui.is_mouse_clicked(0):
            state = Action.BLANK.change(state)
        self._focus.end()
        actions = [] if self._focus.has_used_key else pressed_actions()
        for action in actions:
            state = action.change(state)
            if state.focus is not None:
                self.input.skip_text()  # the key's own letter must not reach the field
        return state

    def close_list(self) -> None:
        """Close the open list, if any: what was typed into it is taken."""
        imgui.internal.close_popups_except_modals()

    def skip_frame(self) -> None:
        """End an ImGui frame without drawing it."""
        imgui.end_frame()

    def draw(self, target: moderngl.Framebuffer) -> None:
        """Draw the last ImGui frame."""
        imgui.render()
        self._renderer.draw(imgui.get_draw_data(), target)

    def release(self) -> None:
        """Free everything; a second call does nothing."""
        self._owned.close()


def _panels(ink: Ink, state: UiState, known: Known, parts: Layout) -> UiState:
    """Draw all panels; those over others come later."""
    with canvas("screen", ink.window):
        state = _screen(ink, state, known, parts)
    message_panel(ink, state, parts.strip)
    state = help_overlay(ink, state)
    if state.display.driver_open:
        from bitonic_scope.ui.panels.driver import driver_page  # loaded on demand

        is_open = driver_page(ink, known.driver_report())
        state = replace(state, display=replace(state.display, driver_open=is_open))
    return closing_panel(ink, known.recording, state)


def _screen(ink: Ink, state: UiState, known: Known, parts: Layout) -> UiState:
    """Draw what lies beside the picture and over it, in the order in which Tab goes through it."""
    readout = known.readout
    display = state.display
    drawer = parts.drawer if display.drawer_open or display.recording_open else None
    if parts.header is None or parts.transport is None:
        if parts.caption.x >= parts.picture.right and known.question is None:
            caption_beside(ink, known.picture_readout, parts.caption, asks=display.predicts)
        else:
            state = presented_caption(
                ink, known.picture_readout, state, parts.caption, known.question
            )
        state = strip_panel(ink, readout, state, parts.strip)
        state = _end_button(ink, state)
    else:
        state = header_panel(ink, readout, state, parts.header)
        state = fit_button(ink, state, known.picture, parts.picture, drawer)
        if drawer is not None:
            state = _drawer(ink, state, known, drawer)
        state = _side_panels(ink, state, known, parts, drawer)
        state = caption_panel(
            ink, known.picture_readout, readout, state, parts.caption, known.question
        )
        state = strip_panel(ink, readout, state, parts.strip)
        state = transport_panel(ink, readout, known.recording, state, parts.transport, parts.strip)
    return point(ink, state, known.picture, parts.picture)


def _drawer(ink: Ink, state: UiState, known: Known, rect: Rect) -> UiState:
    """Draw what lies over the right half of the picture: rare settings, or those of a recording."""
    if state.display.recording_open:
        folder, has_dialog = known.recording_folder, known.has_folder_dialog
        return recording_choice_panel(
            ink, known.readout, state, rect, folder=folder, has_dialog=has_dialog
        )
    pixels = known.elements_per_pixel
    return drawer_panel(ink, known.readout, state, rect, elements_per_pixel=pixels)


class _Panels(NamedTuple):
    """The places of the panels over the picture; None for those that have none."""

    pointed: Rect | None
    triangle: Rect | None
    counters: Rect | None
    large_triangle: Rect | None

    @classmethod
    def of(cls, parts: Layout, cover: Rect | None) -> "_Panels":
        """Return those of a layout, without those that something covers."""
        places = parts.pointed, parts.triangle, parts.counters, parts.large_triangle
        return cls(*(None if rect and cover and cover.overlaps(rect) else rect for rect in places))


def _end_button(ink: Ink, state: UiState) -> UiState:
    """Draw the button that ends presenting, while the mouse is near the top of the window."""
    width, height = button_width(ink, END_LABEL), CONTROL_HEIGHT * ink.unit
    mouse, top = imgui.get_mouse_pos(), Rect(0, 0, ink.window.width, END_REACH * ink.unit)
    if not (state.display.is_presenting and top.contains(mouse.x, mouse.y)):
        return state
    place = Rect(top.right - width - 2 * ink.unit, 2 * ink.unit, width, height)
    return action_button(ink, Action.PRESENT, state, place, END_LABEL)


def _side_panels(
    ink: Ink, state: UiState, known: Known, parts: Layout, drawer: Rect | None
) -> UiState:
    """Draw the pointed pair, the triangle and the counters, or the triangle in their place.

    A pinned pair without a place of its own takes that of the triangle, else a corner.
    """
    panels = _Panels.of(parts, drawer)
    readout, hides_next = known.readout, state.display.predicts
    if state.has_large_triangle and panels.large_triangle is not None:
        ink.fill(panels.large_triangle, ink.colours.ground)
        return triangle_panel(ink, readout, state, panels.large_triangle)
    is_folded = drawer is None and parts.pointed is None and state.marked is not None
    is_away = is_folded and state.pointed is None  # the mouse, from what is pinned
    triangle = panels.triangle
    if is_away and triangle is not None and triangle.width >= pointed_width(ink, readout):
        panels = panels._replace(pointed=triangle, triangle=None)
    if panels.triangle is not None:
        state = triangle_panel(ink, readout, state, panels.triangle)
    if panels.counters is not None:
        state = counters_panel(ink, known.picture_readout, state, panels.counters)
    if panels.pointed is not None:
        pointed_panel(ink, readout, panels.pointed, hides_next=hides_next)
    elif is_folded:
        is_aside = is_away or state.display.view == "network"
        aside = _aside(ink, state, known, parts.picture) if is_aside else None
        pointed_tooltip(ink, readout, hides_next=hides_next, aside=aside)
    return state


def _aside(ink: Ink, state: UiState, known: Known, picture: Rect) -> Aside:
    """Return where to tell of a pair off the mouse: in the half of the picture without the pair.

    In the network the pair is at the pass to come, and the mouse points below or above it: so the
    place is off both; the numbers at the edges stay in sight.
    """
    timeline = state.timeline
    if state.display.view == "network":
        x = imgui.get_mouse_pos().x
        is_right = x <= picture.middle[0]
        if state.pointed is None:
            is_right = timeline.position < timeline.pass_count / 2
        return Aside(picture.shrunk(ASIDE_INSET * ink.unit, 0.0), is_right)
    texture = known.picture.texture(state)
    if texture is not None and (right := texture.place(picture).right) < picture.middle[0]:
        picture = Rect(
            right + ink.unit, picture.y, picture.right - right - ink.unit, picture.height
        )
    is_late = 2 * (state.pinned or 0) >= state.settings.element_count
    return Aside(picture, not is_late)
