"""The settings panel: data, size, format, order, network, engine."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from imgui_bundle import imgui

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.model.capabilities import needed_mb
from bitonic_scope.model.examples import EXAMPLES, example_of
from bitonic_scope.model.limits import COUNT, MAX_SIDE, SEED
from bitonic_scope.model.readout import Readout
from bitonic_scope.network.schedule import NetworkKind
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.actions import Action, labelled, with_new_seed
from bitonic_scope.ui.fonts import drawable
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.theme import QUIET_TEXT, WARNING
from bitonic_scope.ui.widgets import (
    button_row,
    choice,
    list_label,
    panel,
    tooltip,
    typed_text,
    typed_value,
    wrapped,
)

SIDES = tuple(1 << bit for bit in range(MAX_SIDE.bit_length()))
LEFT_PART = 0.54  # width of the left of two buttons, whose labels are longer
AUTO_LESSON = (
    f"The best format on this driver; {labelled('the driver page', Action.DRIVER)} says why."
)


def settings_panel(
    readout: Readout, state: UiState, rect: Rect, *, elements_per_pixel: float
) -> UiState:
    """Draw the panel, and return the state with the user's choices.

    States `elements_per_pixel` if it is above 1.
    """
    with panel("settings", rect, scrolls=True):
        state = _examples(state)
        state = _data(state)
        state = _own_data(state)
        state = _seed(state)
        state = _size(readout, state)
        state = _count(state)
        state = _format(readout, state)
        state = _buttons(state)
        for line in facts(readout, elements_per_pixel):
            wrapped(line, QUIET_TEXT)
        if state.message:
            wrapped(state.message, WARNING)
    return state


def facts(readout: Readout, elements_per_pixel: float) -> list[str]:
    """Return facts about the settings, one per line."""
    settings = readout.settings
    lines = []
    if elements_per_pixel > 1.0:
        lines.append(f"1 pixel = {elements_per_pixel:.3g} elements")
    if settings.padding_count:
        is_flip = settings.network_kind is NetworkKind.FLIP
        is_picture = settings.own is not None and settings.own.colours is not None
        padding = counted(settings.padding_count, "blue padding element")
        moves = "staying in place" if is_flip and not is_picture else "moving with the others"
        lines.append(f"{padding}, {moves}")
    if readout.distinct_counts is not None:
        before, after = readout.distinct_counts
        lines.append(f"{before:,} distinct values; as half floats {after:,}")
    return lines


def _examples(state: UiState) -> UiState:
    """Draw the list of ready examples."""
    rows = [(example.name, example.lesson) for example in EXAMPLES]
    label, name = labelled("Examples", Action.NEXT_EXAMPLE), ""
    if current := example_of(state.settings):
        name = current.name
        label = list_label("Example", Action.NEXT_EXAMPLE, name)
    chosen = choice("examples", label, rows, name)
    if chosen is None:
        return state
    return replace(state, settings=EXAMPLES[chosen].settings, message="")


def _data(state: UiState) -> UiState:
    """Draw the list of kinds of data, each with what it teaches."""
    settings = state.settings
    shown = settings.data.label if settings.own is None else drawable(settings.own.name)
    kinds = list(DataKind)
    rows = [(kind.label, kind.lesson) for kind in kinds]
    chosen = choice("data", list_label("Data", Action.NEXT_DATA, shown), rows, shown)
    if settings.own is None:
        tooltip(settings.data.lesson)
    if chosen is None:
        return state
    return replace(state, settings=settings.with_data(kinds[chosen]))


def _own_data(state: UiState) -> UiState:
    hint = f"{labelled('Own file', Action.OPEN_FILE)}: type or drop"
    path = typed_text(Field.PATH, "", state, hint=hint, takes_blanks=True)
    tooltip("A file of numbers (.npy, .csv, .txt) or a picture; or drop a file on the window.")
    return replace(state, open_path=path) if path else state


def _seed(state: UiState) -> UiState:
    _label(labelled("Seed", Action.TYPE_SEED))
    state = typed_value(
        Field.SEED,
        str(state.settings.seed),
        state,
        lambda text: with_new_seed(state, SEED.from_text(text)),
    )
    texts = {Action.NEW_SEED: "New", Action.PREVIOUS_SEED: "Back"}
    return button_row(state, texts, left_part=0.42)


def _label(text: str) -> None:
    """Draw a label, and place the next control to its right."""
    imgui.align_text_to_frame_padding()
    imgui.text(text)
    imgui.same_line()


def _size(readout: Readout, state: UiState) -> UiState:
    settings = state.settings
    sides = (Action.WIDER, Action.NARROWER, Action.HIGHER, Action.LOWER)
    imgui.text(labelled("Size", *sides))
    width = (imgui.get_content_region_avail().x - imgui.calc_text_size("  x  ").x) / 2
    has_pairs = readout.storage is not None and readout.storage.element_format.has_tag
    allows = partial(readout.capabilities.allows, has_pairs=has_pairs)
    widths = [
        (s, needed_mb(s, settings.height, has_pairs)) for s in SIDES if allows(s, settings.height)
    ]
    heights = [
        (s, needed_mb(settings.width, s, has_pairs)) for s in SIDES if allows(settings.width, s)
    ]
    new_width = _side("width", settings.width, widths, width)
    imgui.same_line(0, 0)
    imgui.text("  x  ")
    imgui.same_line(0, 0)
    new_height = _side("height", settings.height, heights, width)
    if (new_width, new_height) == (settings.width, settings.height):
        return state
    return replace(state, settings=settings.with_size(new_width, new_height))


def _side(name: str, side: int, allowed: Sequence[tuple[int, int]], width: float) -> int:
    """Draw a list of sides, each with its memory use; return the chosen side."""
    rows = [(str(row), f"needs about {megabytes:,} MB") for row, megabytes in allowed]
    chosen = choice(name, str(side), rows, str(side), width=width)
    return side if chosen is None else allowed[chosen][0]


def _count(state: UiState) -> UiState:
    settings = state.settings
    _label(labelled("Elements", Action.TYPE_COUNT))
    return typed_value(
        Field.COUNT,
        str(settings.real_count),
        state,
        lambda text: replace(state, settings=settings.with_count(COUNT.from_text(text))),
    )


def _format(readout: Readout, state: UiState) -> UiState:
    """Draw the list of element formats, each with its lesson."""
    asked = state.settings.element_format
    names = list(FormatName)
    rows = [(str(name), FORMATS[name].lesson if name in FORMATS else AUTO_LESSON) for name in names]
    shown = str(asked)
    if readout.storage is not None and readout.storage.element_format.name is not asked:
        shown = f"{asked}, {readout.storage.element_format.name}"
    chosen = choice("format", list_label("Format", Action.NEXT_FORMAT, shown), rows, str(asked))
    if readout.storage is not None:
        reason = readout.storage.reason
        tooltip(readout.storage.element_format.lesson + (f" Why: {reason}." if reason else ""))
    if chosen is None:
        return state
    return replace(state, settings=state.settings.with_format(names[chosen]))


def _buttons(state: UiState) -> UiState:
    """Draw the buttons for order, stability, network and engine, then restart and driver."""
    settings = state.settings
    stable = "stable" if settings.stable else "unstable"
    for texts in (
        {Action.TURN_ORDER: settings.order, Action.STABLE: stable},
        {Action.OTHER_NETWORK: settings.network_kind, Action.NEXT_ENGINE: settings.engine},
        {Action.RESTART: "Restart", Action.DRIVER: "Driver"},
    ):
        state = button_row(state, texts, left_part=LEFT_PART)
    return state
