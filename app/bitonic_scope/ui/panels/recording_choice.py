"""The panel behind Record: what to record, how, and where."""

import re
from dataclasses import replace
from pathlib import Path

from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.model.recording_choice import FILMS, PictureSize, RecordingChoice, Span
from bitonic_scope.model.recording_plan import PICTURE_EXAMPLE, Every
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.actions import Action, key_hint
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.control_rows import Rows
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import action_button, button, button_width
from bitonic_scope.ui.widgets.check_box import check_box
from bitonic_scope.ui.widgets.fields import typed_value
from bitonic_scope.ui.widgets.lists import choice
from bitonic_scope.ui.widgets.notes import tooltip
from bitonic_scope.ui.widgets.windows import box

BUTTON_HEIGHT = 6.5  # u
CHOOSE = "Choose"
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
    tooltip(ink, "The pass and the settings in words, under each picture.")
    texts = [(FILMS[suffix], FILM_LESSONS[suffix]) for suffix in suffixes]
    row = choice(ink, "film", middle, texts, FILMS[chosen.film])
    if row is not None:
        chosen = replace(chosen, film=suffixes[row])
    return replace(state, recording=chosen)


def _start(rows: Rows, readout: Readout, state: UiState) -> UiState:
    ink, display = rows.ink, state.display
    place = rows.place("", BUTTON_HEIGHT)
    network, position = readout.network, state.timeline.position
    plan = state.recording.plan(
        network, position, view=display.view, marks=display.marks, theme=ink.theme
    )
    label = f"Record {counted(len(plan.pass_indexes(network)), 'picture')}"
    width = button_width(ink, label)
    is_asked = button(ink, "start recording", place._replace(width=width), label, is_primary=True)
    tooltip(ink, f"At once from anywhere: {key_hint(Action.RECORD)}")
    if is_asked or ink.focus.takes_enter():
        state = Action.RECORD.change(state)
    place = place._replace(x=place.x + width + ink.unit, width=button_width(ink, "Close"))
    return action_button(ink, Action.CHOOSE_RECORDING, state, place, "Close")
