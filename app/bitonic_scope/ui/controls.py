"""The controls: all panels and keys of one ImGui frame, from what is known to what is asked for."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import moderngl
from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout, RecordingStatus
from bitonic_scope.ui.imgui_renderer import ImguiRenderer
from bitonic_scope.ui.input import ImguiInput
from bitonic_scope.ui.layout import Layout, Rect
from bitonic_scope.ui.panels.caption import caption_panel
from bitonic_scope.ui.panels.closing import closing_panel
from bitonic_scope.ui.panels.help import help_overlay
from bitonic_scope.ui.panels.recording import recording_panel
from bitonic_scope.ui.panels.settings import settings_panel
from bitonic_scope.ui.panels.stages import stages_panel
from bitonic_scope.ui.panels.transport import transport_panel
from bitonic_scope.ui.shortcuts import pressed_actions
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import apply_style, load_fonts

if TYPE_CHECKING:
    from bitonic_scope.driver.report import DriverReport

MAX_FOCUS_FRAMES = 6  # until a text field that was asked for takes the keyboard
MIN_UI_SECONDS = 1e-4  # of an ImGui frame: it asks for more than nothing
MAX_UI_SECONDS = 0.1  # below the time after which ImGui repeats a key: a stall is no held key


class Known(NamedTuple):
    """What the panels tell of.

    Attributes:
        readout: of the player, now.
        picture_readout: of the state that the picture shows.
        elements_per_pixel: of the picture.
        recording: the status of the recording that runs, or of the last one; None before the first.
        driver_report: asks the driver, where its page is open.
    """

    readout: Readout
    picture_readout: Readout
    elements_per_pixel: float
    recording: RecordingStatus | None
    driver_report: "Callable[[], DriverReport]"


class Surface(NamedTuple):
    """What is drawn on: its size in logical pixels, and in those of its framebuffer."""

    size: tuple[float, float]
    buffer_size: tuple[int, int]

    @property
    def pixels_per_unit(self) -> tuple[float, float]:
        """How many real pixels a logical one is wide and high."""
        return self.buffer_size[0] / self.size[0], self.buffer_size[1] / self.size[1]


class Controls:
    """Owns ImGui's context and what draws it.

    Attributes:
        input: takes the events of the window.
        scale: of the style, from the last layout.
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
        """Let time pass: it counts once, for the first ImGui frame after it."""
        self._seconds += dt_seconds

    def awaits_focus(self, state: UiState) -> tuple[bool, UiState]:
        """Tell whether a text field is about to take the keyboard: what is typed is for it.

        ImGui takes two of its frames for that; a field that cannot be seen never gets it.
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
        """Run all panels and keys of one ImGui frame, and return what they ask for.

        A rest before a key went down must not look as if the key had been held so long: so only the
        first ImGui frame after a time takes it, and of a long one only a part.
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
                self.input.skip_text()  # the key's own letter is not for the field
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
            from bitonic_scope.ui.panels.driver import (
                driver_page,  # loaded only where it is asked for
            )

            is_open = driver_page(known.driver_report(), window, scale=scale)
            state = replace(state, display=replace(state.display, driver_open=is_open))
        return closing_panel(known.recording, state, window)

    def skip_frame(self) -> None:
        """End an ImGui frame that nobody is going to see."""
        imgui.end_frame()

    def draw(self, target: moderngl.Framebuffer) -> None:
        """Draw the frame that ran last."""
        imgui.render()
        self._renderer.draw(imgui.get_draw_data(), target)

    def release(self) -> None:
        """Free everything; a second time does nothing."""
        self._owned.close()
