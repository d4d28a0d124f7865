"""The panel behind Record: what to record, how, and where."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from bitonic_scope.model.film_plan import (
    LOSSLESS_PLAYERS,
    MAX_FPS,
    MIN_FPS,
    fps_from_text,
    hold_from_text,
)
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.recording_choice import FILMS, PictureSize, RecordingChoice, Span
from bitonic_scope.model.recording_plan import PICTURE_EXAMPLE, Every, glide_from_text
from bitonic_scope.model.timeline import CALM_SPEED
from bitonic_scope.text.numbers import counted, value_text
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.actions import Action, key_hint
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.control_rows import Rows
from bitonic_scope.ui.panels.drawer import SLOW_FIRST_LESSON
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import action_button, button, button_width
from bitonic_scope.ui.widgets.check_box import check_box
from bitonic_scope.ui.widgets.fields import typed_value
from bitonic_scope.ui.widgets.lists import choice
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.windows import box

BUTTON_HEIGHT = 6.5  # u
CHOOSE = "Choose"
FPS, SECONDS, PICTURE = "fps", "s", "picture"  # units in fields
SPAN_LESSONS = {
    Span.ALL: "From the input to the end.",
    Span.STAGE: "From before its first pass to its end.",
    Span.REST: "From what the window shows now.",
}
FILM_LESSONS = {
    "": "",
    ".mp4": "For slide programs and video players.",
    ".gif": "For web pages and chats; 256 colours per picture.",
    ".webp": "For web pages; smaller than a GIF, and exact in every pixel.",
}
EVERY_LESSONS = {
    Every.PASS: "One picture after each pass.",
    Every.STAGE: "One picture wherever a whole number of stages is done.",
}


def recording_choice_panel(
    ink: Ink, readout: Readout, state: UiState, rect: Rect, *, folder: Path, has_dialog: bool
) -> UiState:
    """Draw the choices, and the button that starts the recording, which Enter presses.

    Args:
        ink: what to draw with.
        readout: what is sorted.
        state: the state that the controls may change.
        rect: the place.
        folder: the folder that the recording would create.
        has_dialog: whether the system has a dialog to choose a folder.
    """
    with box(ink, "recording choice", rect):
        corner = imgui.get_cursor_screen_pos()
        rows = Rows(ink, corner.x, imgui.get_content_region_avail().x, corner.y)
        state = _folder(rows, state, folder, has_dialog=has_dialog)
        state = replace(state, recording=_passes(rows, state.recording))
        state = _look(rows, state)
        state = _files(rows, state)
        if state.recording.film:
            state = _film(rows, state)
            state = _motion(rows, readout, state)
        state = _start(rows, readout, state)
        _target(rows, folder)
        imgui.set_cursor_screen_pos((rows.left, rows.y))
        imgui.dummy((1, 1))
    return state


def _folder(rows: Rows, state: UiState, folder: Path, *, has_dialog: bool) -> UiState:
    """Draw the field of the folder that takes the recording's own."""
    ink, place = rows.ink, rows.place("In folder")
    field = place
    if has_dialog:
        width = button_width(ink, CHOOSE)
        field = place._replace(width=place.width - width - ink.unit)
        if button(
            ink, "choose folder", place._replace(x=field.right + ink.unit, width=width), CHOOSE
        ):
            state = replace(state, asks_folder=True)

    def change(text: str) -> UiState:
        if text.strip() and Path(text).expanduser().is_file():
            raise ValueError(f"{text} is a file; type a folder, new or not")
        return replace(state, recording=replace(state.recording, folder=text.strip()))

    shown = state.recording.folder or shown_path(folder.parent)
    state = typed_value(ink, Field.FOLDER, field, shown, state, change, takes_blanks=True)
    tooltip(ink, "A folder, new or not; you can also drop one on the window.")
    return state


def _target(rows: Rows, folder: Path) -> None:
    """Tell in full which folder the recording would create."""
    ink, place = rows.ink, rows.place("")
    y = place.y
    for line in path_lines(ink, f"into {shown_path(folder)}", place.width):
        y = ink.paragraph(line, place.x, y, place.width, ink.colours.quiet_text)
    rows.y = y


def path_lines(ink: Ink, path: str, width: float) -> list[str]:
    """Return a path in lines of at most that many logical pixels, broken only between folders.

    A name that is wider than a line stands on a line of its own.
    """
    lines = [""]
    for name in re.split(r"(?<=[/\\])", path):
        if lines[-1] and ink.width(lines[-1] + name) > width:
            lines.append("")
        lines[-1] += name
    return lines


def _passes(rows: Rows, chosen: RecordingChoice) -> RecordingChoice:
    ink, (left, right) = rows.ink, rows.split("Passes", 2)
    spans, kinds = list(Span), list(Every)
    texts = [(str(span), SPAN_LESSONS[span]) for span in spans]
    row = choice(ink, "span", left, texts, str(chosen.span))
    if row is not None:
        chosen = replace(chosen, span=spans[row])
    texts = [(f"every {every}", EVERY_LESSONS[every]) for every in kinds]
    row = choice(ink, "every", right, texts, f"every {chosen.every}")
    return chosen if row is None else replace(chosen, every=kinds[row])


def _look(rows: Rows, state: UiState) -> UiState:
    ink, (left, right) = rows.ink, rows.split("Look, size", 2)
    display, chosen = state.display, state.recording
    lessons = {
        "as shown": f"View {display.view}, marks: {display.marks}, the theme of the window.",
        "plain": f"View {display.view}, no marks, the dark theme.",
    }
    names = list(lessons)
    row = choice(ink, "recorded look", left, list(lessons.items()), names[chosen.is_plain])
    if row is not None:
        chosen = replace(chosen, is_plain=bool(row))

    def change(text: str) -> UiState:
        return replace(state, recording=replace(chosen, size=PictureSize(text)))

    state = replace(state, recording=chosen)
    shown = chosen.size.text
    state = typed_value(ink, Field.PICTURE, right, shown, state, change, hint="usual size")
    tooltip(
        ink, f"Pixels per side of an element, as 8, or of the whole picture, as {PICTURE_EXAMPLE}."
    )
    return state


def _files(rows: Rows, state: UiState) -> UiState:
    """Draw what stands in the pictures, and which files they become."""
    ink, chosen, suffixes = rows.ink, state.recording, list(FILMS)
    left, middle, right = rows.split("Files", 3)
    if check_box(ink, "frames", left, "pictures", is_on=chosen.saves_frames):
        chosen = replace(chosen, has_frames=not chosen.has_frames)
    tooltip(ink, "A folder of PNG pictures, for slides and papers.")
    if check_box(ink, "captions", right, "captions", is_on=chosen.has_captions):
        chosen = replace(chosen, has_captions=not chosen.has_captions)
    tooltip(ink, "The pass done, the next pass and the settings in words, under each picture.")
    texts = [(FILMS[suffix], FILM_LESSONS[suffix]) for suffix in suffixes]
    row = choice(ink, "film", middle, texts, FILMS[chosen.film])
    if row is not None:
        chosen = replace(chosen, film=suffixes[row])
    return replace(state, recording=chosen)


def _film(rows: Rows, state: UiState) -> UiState:
    """Draw how fast the film shows the pictures, and how long the first and the last stay."""
    ink, (left, right) = rows.ink, rows.split("Rate, hold", 2)
    plan = state.recording.film_plan

    def with_plan(**changes: Any) -> UiState:
        changed = replace(state.recording.film_plan, **changes)
        return replace(state, recording=replace(state.recording, film_plan=changed))

    def with_rate(text: str) -> UiState:
        number = _number_in(text, FPS)
        return with_plan(fps=fps_from_text(number) if number else None)

    shown = "" if plan.fps is None else f"{float(plan.fps):g} {FPS}"
    hint = f"{CALM_SPEED:g} passes/s"
    state = typed_value(
        ink, Field.RATE, left, shown, state, with_rate, hint=hint, takes_blanks=True
    )
    rates = f"from {float(MIN_FPS):g} to {float(MAX_FPS):g}"
    tooltip(ink, f"Pictures per second, {rates}; usually {CALM_SPEED:g} passes per second.")

    def with_hold(text: str) -> UiState:
        return with_plan(hold_seconds=hold_from_text(_number_in(text, SECONDS)))

    shown = f"{plan.hold_seconds:g} {SECONDS}"
    state = typed_value(ink, Field.HOLD, right, shown, state, with_hold, takes_blanks=True)
    tooltip(ink, "How many seconds the first and the last picture stay.")
    return state


def _motion(rows: Rows, readout: Readout, state: UiState) -> UiState:
    """Draw what else this film can do, if anything: glide, slow down, keep every pixel."""
    ink, chosen = rows.ink, state.recording
    glides = chosen.can_glide(readout.network, state.display.view)
    offered = [glides, chosen.has_passes, chosen.can_be_lossless]
    if not any(offered):
        return state
    places = iter(rows.split("Glide" if glides else "", max(sum(offered), 2)))
    plan = chosen.film_plan
    if glides:
        state = _glide(ink, next(places), state)
    if chosen.has_passes:
        if check_box(ink, "slow film", next(places), "slow first", is_on=plan.is_slow_first):
            plan = replace(plan, is_slow_first=not plan.is_slow_first)
        tooltip(ink, SLOW_FIRST_LESSON)
    if chosen.can_be_lossless:
        if check_box(ink, "lossless", next(places), "lossless", is_on=plan.is_lossless):
            plan = replace(plan, is_lossless=not plan.is_lossless)
        tooltip(ink, f"Keeps every pixel: {LOSSLESS_PLAYERS}.")
    return replace(state, recording=replace(state.recording, film_plan=plan))


def _glide(ink: Ink, place: Rect, state: UiState) -> UiState:
    """Draw the field for the number of pictures in which elements move to their new places."""
    chosen = state.recording

    def change(text: str) -> UiState:
        frames = glide_from_text(_number_in(text, PICTURE) or "0")
        return replace(state, recording=replace(chosen, glide=frames))

    shown = counted(chosen.glide, PICTURE) if chosen.glide else ""
    state = typed_value(
        ink, Field.GLIDE, place, shown, state, change, hint="none", takes_blanks=True
    )
    tooltip(ink, "Pictures between two passes, which show the elements on their way.")
    return state


def _number_in(text: str, unit: str) -> str:
    """Return what is typed, without the unit if that stands there, too."""
    return re.sub(rf"\s*({unit}s?)?\s*$", "", text.strip())


def _start(rows: Rows, readout: Readout, state: UiState) -> UiState:
    ink, display = rows.ink, state.display
    place = rows.place("", BUTTON_HEIGHT)
    network, position = readout.network, state.timeline.position
    plan = state.recording.plan(
        network, position, view=display.view, marks=display.marks, theme=ink.theme
    )
    label = f"Record {counted(len(plan.shots(network)), PICTURE)}"
    width = button_width(ink, label)
    is_asked = button(ink, "start recording", place._replace(width=width), label, is_primary=True)
    tooltip(ink, f"At once from anywhere: {key_hint(Action.RECORD)}")
    if is_asked or ink.focus.takes_enter():
        state = Action.RECORD.change(state)
    place = place._replace(x=place.x + width + ink.unit, width=button_width(ink, "Close"))
    if state.recording.film:
        seconds = float(state.recording.possible_film_plan.timing(plan, network).seconds)
        x = place.right + 2 * ink.unit
        ink.text(f"a film of {value_text(seconds)} s", x, place.middle[1], ink.colours.quiet_text)
    return action_button(ink, Action.CHOOSE_RECORDING, state, place, "Close")
