"""The transport: steps, playback, speed and position."""

from dataclasses import replace
from math import log

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout, RecordingStatus
from bitonic_scope.model.timeline import MAX_SPEED, MIN_SPEED, Playing
from bitonic_scope.network.schedule import passes_before_stage
from bitonic_scope.text.captions import short_caption
from bitonic_scope.text.numbers import as_time
from bitonic_scope.text.positions import position_from_text, position_label
from bitonic_scope.ui.actions import Action, key_hint
from bitonic_scope.ui.changes.moves import to_position
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import ONE_TRANSPORT_ROW, TRANSPORT_ROW, Rect
from bitonic_scope.ui.panels.recording import recording_note
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import action_button
from bitonic_scope.ui.widgets.fields import typed_value
from bitonic_scope.ui.widgets.lists import list_below, list_row
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.slider import slider

BUTTON_HEIGHT = 8.0  # u
STEP_WIDTH, ICON_STEP_WIDTH, PLAY_WIDTH = 13.0, 8.0, 20.0  # u
SMALL_GAP, GAP, TIGHT_GAP = 1.1, 4.0, 2.5  # u
MIN_SLIDER_WIDTH, MAX_SLIDER_WIDTH = 12.0, 26.0  # u
FIELD_WIDTH, FIELD_HEIGHT = 11.0, 6.0  # u
RECORD_WIDTH, PRESENT_WIDTH = 13.5, 14.5  # u
LABEL_GAP = 2.0  # u
GO_TO = "go to choice"


def transport_panel(
    ink: Ink,
    readout: Readout,
    recording: RecordingStatus | None,
    state: UiState,
    rect: Rect,
    strip: Rect,
) -> UiState:
    """Draw steps, playback, speed, position, Record and Present, in one row or in two."""
    unit, y = ink.unit, rect.y
    is_one_row = ink.window.width >= ONE_TRANSPORT_ROW * unit
    right_width = (RECORD_WIDTH + PRESENT_WIDTH + SMALL_GAP) * unit
    value_width = ink.width(_speed_text(MAX_SPEED))
    words = ink.width("Speed") + ink.width("Go to") + value_width
    fixed = right_width + words + (FIELD_WIDTH + 4 * LABEL_GAP) * unit  # all but steps and slider
    steps = 4 * STEP_WIDTH + PLAY_WIDTH + 4 * SMALL_GAP + MIN_SLIDER_WIDTH + 3 * GAP
    is_roomy = not is_one_row or rect.width - fixed >= steps * unit
    gap = (GAP if is_roomy else TIGHT_GAP) * unit
    state, steps_right = _steps(ink, state, rect.x, y, has_words=is_roomy)
    x = steps_right + gap
    if not is_one_row:
        x, y = rect.x, y + TRANSPORT_ROW * unit
    slider_width = min(rect.right - x - fixed - 2 * gap, MAX_SLIDER_WIDTH * unit)
    middle = y + BUTTON_HEIGHT / 2 * unit
    state, x = _speed(ink, readout, state, x, middle, max(slider_width, 6 * unit), value_width)
    state, x = _position(ink, readout, state, x + gap, middle)
    record = Rect(rect.right - right_width, y, RECORD_WIDTH * unit, BUTTON_HEIGHT * unit)
    left, right = (x + gap, record.x - gap) if is_one_row else (steps_right + gap, rect.right)
    room = record._replace(x=left, y=rect.y, width=right - left)
    state = recording_note(ink, recording, state, room, strip)
    is_running = recording is not None and recording.is_running
    if is_running:
        state = action_button(ink, Action.RECORD, state, record, "Cancel")
    else:
        state = action_button(ink, Action.CHOOSE_RECORDING, state, record, "Record")
    present = record._replace(x=record.right + SMALL_GAP * unit, width=PRESENT_WIDTH * unit)
    return action_button(ink, Action.PRESENT, state, present, "Present")


def _steps(
    ink: Ink, state: UiState, x: float, y: float, *, has_words: bool
) -> tuple[UiState, float]:
    """Draw the buttons of steps and playback; return the state and their right end."""
    width = (STEP_WIDTH if has_words else ICON_STEP_WIDTH) * ink.unit
    playing = state.timeline.playing
    play = ("Pause", icons.ICON_FA_PAUSE) if playing else ("Play", icons.ICON_FA_PLAY)
    action = Action.PLAY_BACKWARDS if playing is Playing.BACKWARDS else Action.PLAY
    row: tuple[tuple[Action, tuple[str, ...], float], ...] = (
        (Action.PREVIOUS_STAGE, (icons.ICON_FA_BACKWARD_STEP, "stage"), width),
        (Action.PREVIOUS_PASS, (icons.ICON_FA_CHEVRON_LEFT, "pass"), width),
        (action, (play[1], play[0]), PLAY_WIDTH * ink.unit),
        (Action.NEXT_PASS, ("pass", icons.ICON_FA_CHEVRON_RIGHT), width),
        (Action.NEXT_STAGE, ("stage", icons.ICON_FA_FORWARD_STEP), width),
    )
    for each, label, each_width in row:
        is_play = each is action
        if not has_words and not is_play:
            label = tuple(part for part in label if len(part) == 1)
        rect = Rect(x, y, each_width, BUTTON_HEIGHT * ink.unit)
        name = Action.PLAY.name if is_play else each.name
        state = action_button(ink, each, state, rect, *label, name=name, is_primary=is_play)
        x += each_width + SMALL_GAP * ink.unit
    return state, x - SMALL_GAP * ink.unit


def _speed_text(speed: float) -> str:
    return f"{speed:.3g} passes/s"


def _speed(
    ink: Ink,
    readout: Readout,
    state: UiState,
    x: float,
    y: float,
    width: float,
    value_width: float,
) -> tuple[UiState, float]:
    """Draw the slider of the speed, which is logarithmic."""
    unit, quiet = ink.unit, ink.colours.quiet_text
    x = ink.text("Speed", x, y, quiet) + LABEL_GAP * unit
    timeline = state.timeline
    part = log(timeline.passes_per_second / MIN_SPEED) / log(MAX_SPEED / MIN_SPEED)
    rect = Rect(x, y - 2.7 * unit, width, 5.4 * unit)
    chosen = slider(
        ink,
        "speed",
        rect,
        part,
        step=lambda direction: _part_of(
            (timeline.faster() if direction > 0 else timeline.slower()).passes_per_second
        ),
    )
    achieved = readout.achieved_passes_per_second
    text = f"faster, slower  {key_hint(Action.FASTER, Action.SLOWER)}"
    if achieved is not None:
        text = f"{text}; achieved: {achieved:.1f} passes/s"
    tooltip(ink, text)
    if chosen is not None:
        speed = MIN_SPEED * (MAX_SPEED / MIN_SPEED) ** chosen
        state = replace(state, timeline=timeline.with_speed(float(f"{speed:.3g}")))
    x = rect.right + LABEL_GAP * unit
    ink.text(_speed_text(state.timeline.passes_per_second), x, y, ink.colours.text)
    return state, x + value_width


def _part_of(speed: float) -> float:
    return log(speed / MIN_SPEED) / log(MAX_SPEED / MIN_SPEED)


def _position(
    ink: Ink, readout: Readout, state: UiState, x: float, y: float
) -> tuple[UiState, float]:
    """Draw the field for a position; a number that names a pass and a stage offers both."""
    unit = ink.unit
    x = ink.text("Go to", x, y, ink.colours.quiet_text) + LABEL_GAP * unit
    rect = Rect(x, y - FIELD_HEIGHT / 2 * unit, FIELD_WIDTH * unit, FIELD_HEIGHT * unit)
    network = readout.network
    shown = position_label(network, state.timeline.position)
    asked = state.asked_position
    if asked is not None:
        shown = str(asked)

    def go(text: str) -> UiState:
        position = position_from_text(text, network)
        if text.strip().isdigit() and is_ambiguous(position, network.stage_count):
            return replace(state, asked_position=position)
        return to_position(state, position)

    state = typed_value(ink, Field.POSITION, rect, shown, state, go)
    text = f"{Action.TYPE_POSITION.help}  {key_hint(Action.TYPE_POSITION)}"
    if readout.last_jump is not None:
        text = f"{text}; last jump: {readout.last_jump.way}, {as_time(readout.last_jump.seconds)}"
    tooltip(ink, text)
    if state.asked_position is not None and asked is None:
        imgui.open_popup(GO_TO)
    with list_below(ink, GO_TO, rect, width=70 * unit) as is_open:
        if is_open and state.asked_position is not None:
            number = state.asked_position
            before = passes_before_stage(number)
            for name, place in ((f"pass {number}", number), (f"stage {number}", before)):
                line = f"{short_caption(network, place)}, after {place} of {network.pass_count}"
                if list_row(ink, name, name, line, is_current=False):
                    state = replace(to_position(state, place), asked_position=None)
    if state.asked_position is not None and not imgui.is_popup_open(GO_TO):
        state = replace(state, asked_position=None)
    return state, rect.right


def is_ambiguous(number: int, stage_count: int) -> bool:
    """Return whether a number may mean passes done or a stage, and the two differ."""
    return 1 <= number <= stage_count and passes_before_stage(number) != number
