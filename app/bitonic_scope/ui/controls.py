"""The controls: all panels and keys of one ImGui frame, from known values to the next state."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import moderngl
from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout, RecordingStatus
from bitonic_scope.ui.fonts import load_fonts
from bitonic_scope.ui.imgui_renderer import ImguiRenderer
from bitonic_scope.ui.input import ImguiInput
from bitonic_scope.ui.layout import Layout, Rect
from bitonic_scope.ui.panels.caption import caption_panel
from bitonic_scope.ui.panels.help import help_overlay
from bitonic_scope.ui.panels.recording import closing_panel, recording_panel
from bitonic_scope.ui.panels.settings import settings_panel
from bitonic_scope.ui.panels.stages import stages_panel
from bitonic_scope.ui.panels.transport import transport_panel
from bitonic_scope.ui.shortcuts import pressed_actions
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import apply_style

if TYPE_CHECKING:
    from bitonic_scope.driver.report import DriverReport

MAX_FOCUS_FRAMES = 6  # that a text field may need to take the keyboard
MIN_UI_SECONDS = 1e-4  # of an ImGui frame, which must take more than 0
MAX_UI_SECONDS = 0.1  # below ImGui's key repeat delay: a stall must not repeat keys


class Known(NamedTuple):
    """The values that the panels show.

    Attributes:
        readout: the player's readout.
        picture_readout: the readout of the picture, which may lag behind the player.
        elements_per_pixel: how many elements share a pixel of the picture.
        recording: the status of the current or last recording; None before the first.
        driver_report: returns the report on the driver; called while its page is open.
    """

    readout: Readout
    picture_readout: Readout
    elements_per_pixel: float
    recording: RecordingStatus | None
    driver_report: "Callable[[], DriverReport]"


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
        scale: the scale of the style, from the last layout.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        with ExitStack() as owned:
            owned.callback(imgui.destroy_context, imgui.create_context())
            io = imgui.get_io()
            io.set_ini_filename("")
            io.config_error_recovery_enable_assert = False
            load_fonts()
            self._renderer = ImguiRenderer(ctx)
            owned.callback(self._renderer.release)
            self._owned = owned.pop_all()
        self.input = ImguiInput()
        self.scale = 0.0
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
            return False, replace(state, focus=None)
        self._focus_frames += 1
        if self._focus_frames > MAX_FOCUS_FRAMES:
            state = replace(state, focus=None)
        return state.focus is not None, state

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
        if parts.scale != self.scale:
            apply_style(parts.scale)
            self.scale = parts.scale
        imgui.new_frame()
        state = self._panels(state, known, parts, Rect(0, 0, *surface.size))
        for action in pressed_actions():
            state = action.change(state)
            if state.focus is not None:
                self.input.skip_text()  # the key's own letter must not reach the field
        return state

    def _panels(self, state: UiState, known: Known, parts: Layout, window: Rect) -> UiState:
        readout, scale = known.readout, parts.scale
        state = settings_panel(
            readout, state, parts.settings, elements_per_pixel=known.elements_per_pixel
        )
        state = stages_panel(readout, state, parts.stages, scale=scale)
        state = recording_panel(known.recording, state, parts.recording)
        state = caption_panel(known.picture_readout, readout, state, parts.caption)
        state = transport_panel(readout, state, parts.transport, scale=scale)
        state = help_overlay(state, window, scale=scale)
        if state.display.driver_open:
            from bitonic_scope.ui.panels.driver import driver_page  # loaded on demand

            is_open = driver_page(known.driver_report(), window, scale=scale)
            state = replace(state, display=replace(state.display, driver_open=is_open))
        return closing_panel(known.recording, state, window)

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
