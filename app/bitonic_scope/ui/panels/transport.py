"""The transport panel: position and playback."""

from dataclasses import replace

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.model.timeline import MAX_SPEED, MIN_SPEED, Playing
from bitonic_scope.text.numbers import as_time
from bitonic_scope.text.positions import position_from_text, position_label
from bitonic_scope.ui.actions import Action, key_hint, to_position
from bitonic_scope.ui.layout import ONE_ROW_WIDTH, Rect
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.theme import QUIET_TEXT
from bitonic_scope.ui.widgets import icon_button, note_rect, panel, typed_value

BUTTON_WIDTH, BUTTON_HEIGHT = 78.0, 46.0  # logical pixels at scale 1
SPEED_WIDTH, POSITION_WIDTH = 270.0, 84.0


def transport_panel(readout: Readout, state: UiState, rect: Rect, *, scale: float) -> UiState:
    """Draw the scrub bar above buttons, speed and position, these in one row or two."""
    with panel("transport", rect):
        state = _scrub_bar(readout, state, scale)
        state = _buttons(state, rect.width, scale)
        if rect.width >= ONE_ROW_WIDTH * scale:
            imgui.same_line(0, 16 * scale)
        state = _speed_and_position(readout, state, scale)
    return state


def _scrub_bar(readout: Readout, state: UiState, scale: float) -> UiState:
    """Draw a slider over all passes, with a tick where each stage begins."""
    timeline = state.timeline
    label = f"pass {timeline.position} of {timeline.pass_count}"
    imgui.begin_disabled(timeline.pass_count == 0)
    imgui.set_next_item_width(-1)
    flags = imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_input
    is_moved, position = imgui.slider_int(
        "##scrub", timeline.position, 0, max(timeline.pass_count, 1), label, flags
    )
    imgui.end_disabled()
    note_rect("scrub")
    _stage_ticks(readout, scale)
    return to_position(state, position) if is_moved else state


def _stage_ticks(readout: Readout, scale: float) -> None:
    """Mark the starts of stages below the last item, a slider over all passes."""
    if readout.network.pass_count == 0:
        return
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    padding = 2.0  # inside the frame of a slider
    span = high.x - low.x - 2 * padding
    grab = min(max(span / (readout.network.pass_count + 1), imgui.get_style().grab_min_size), span)
    colour = imgui.get_color_u32(QUIET_TEXT)
    for start in readout.network.stage_starts:
        part = start / readout.network.pass_count
        x = low.x + padding + grab / 2 + part * (span - grab)
        imgui.get_window_draw_list().add_line(
            (x, high.y), (x, high.y + 4 * scale), colour, max(1.0, scale)
        )


def _buttons(state: UiState, width: float, scale: float) -> UiState:
    backwards, forwards = icons.ICON_FA_CARET_LEFT, icons.ICON_FA_PLAY
    if state.timeline.playing is Playing.BACKWARDS:
        backwards = icons.ICON_FA_PAUSE
    elif state.timeline.playing is Playing.FORWARDS:
        forwards = icons.ICON_FA_PAUSE
    row = (
        (Action.TO_START, icons.ICON_FA_BACKWARD_FAST),
        (Action.PREVIOUS_STAGE, icons.ICON_FA_BACKWARD_STEP),
        (Action.PREVIOUS_PASS, icons.ICON_FA_CHEVRON_LEFT),
        (Action.PLAY_BACKWARDS, backwards),
        (Action.PLAY, forwards),
        (Action.NEXT_PASS, icons.ICON_FA_CHEVRON_RIGHT),
        (Action.NEXT_STAGE, icons.ICON_FA_FORWARD_STEP),
        (Action.TO_END, icons.ICON_FA_FORWARD_FAST),
    )
    gap = 4 * scale
    width_each = (width - 2 * imgui.get_style().window_padding.x - gap * (len(row) - 1)) / len(row)
    size = (min(BUTTON_WIDTH * scale, width_each), BUTTON_HEIGHT * scale)
    for number, (action, icon) in enumerate(row):
        if number:
            imgui.same_line(0, gap)
        state = icon_button(action, state, icon, size=size)
    return state


def _speed_and_position(readout: Readout, state: UiState, scale: float) -> UiState:
    imgui.begin_group()
    imgui.set_next_item_width(SPEED_WIDTH * scale)
    speed = state.timeline.passes_per_second
    flags = imgui.SliderFlags_.logarithmic | imgui.SliderFlags_.always_clamp
    is_moved, speed = imgui.slider_float("##speed", speed, MIN_SPEED, MAX_SPEED, "", flags)
    note_rect("speed")
    if is_moved:
        state = replace(state, timeline=state.timeline.with_speed(speed))
    keys = key_hint(Action.FASTER, Action.SLOWER)
    text = f"{keys}  {state.timeline.passes_per_second:.3g} passes/s"
    if readout.achieved_passes_per_second is not None:
        text += f", achieved {readout.achieved_passes_per_second:.1f}"
    imgui.text_colored(QUIET_TEXT, text)
    imgui.end_group()
    imgui.same_line(0, 16 * scale)
    imgui.begin_group()
    state = _position(readout, state, scale)
    label = f"{key_hint(Action.TYPE_POSITION)} go to"
    if readout.last_jump is not None:
        label += f"   jump: {readout.last_jump.way}, {as_time(readout.last_jump.seconds)}"
    imgui.text_colored(QUIET_TEXT, label)
    imgui.end_group()
    return state


def _position(readout: Readout, state: UiState, scale: float) -> UiState:
    return typed_value(
        Field.POSITION,
        position_label(readout.network, state.timeline.position),
        state,
        lambda text: to_position(state, position_from_text(text, readout.network)),
        width=POSITION_WIDTH * scale,
    )
