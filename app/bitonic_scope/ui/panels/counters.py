"""The counters panel: what the passes so far have done, exactly."""

from dataclasses import replace

from bitonic_scope.model.readout import Counters, Readout
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.rows import FIRST_ROW_Y, ROW, Row, fitting
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.buttons import button, button_width
from bitonic_scope.views.drawing import Align

UNKNOWN = "..."  # not counted yet; never an estimate
VERDICTS = {True: "checked", False: "NO", None: UNKNOWN}
CHECK, CHECK_HEIGHT = "check", 3.6  # the button's label, and its height in u


def counters_panel(ink: Ink, readout: Readout, state: UiState, rect: Rect) -> UiState:
    """Draw the counters of a state.

    Args:
        ink: what to draw with.
        readout: of the picture, so that the counters agree with it.
        state: the state that the controls may change.
        rect: the place.
    """
    if readout.counters is None:
        return state
    rows = counter_rows(readout, readout.counters)
    y = rect.y + FIRST_ROW_Y * ink.unit
    for row in fitting(ink, rows, rect.height):
        room = rect.width - ink.width(row.value) - ink.unit
        ink.text(ink.shortened(row.label, room), rect.x, y, ink.colours.quiet_text)
        if row.value == CHECK:
            state = _check_button(ink, state, rect, y)
        else:
            ink.text(row.value, rect.right, y, ink.colours.text, align=Align.RIGHT)
        y += ROW * ink.unit
    return state


def counter_rows(readout: Readout, counters: Counters) -> list[Row]:
    """Return the counters in words, line by line."""
    settings, network = readout.settings, readout.network
    draws = counted(network.pass_count, "draw")
    dispatches = counted(sum(readout.stage_dispatches), "dispatch", "dispatches")
    verdict = CHECK if counters.asks_for_check else VERDICTS[counters.nothing_lost]
    rows = [
        Row("passes", f"{counters.passes} of {network.pass_count}"),
        Row("comparisons", f"{counters.comparisons:,}"),
        Row("exchanges", _known(counters.exchanges)),
        Row("in place", f"{_known(counters.in_place)} of {settings.real_count:,}"),
        Row(f"{settings.order} runs", _known(counters.run_count), is_spare=True),
        Row("nothing lost", verdict),
        Row("whole sort", draws, is_spare=True),
    ]
    if settings.padding_count:
        rows.insert(2, Row("", "with padding", is_spare=True))
    if readout.stage_dispatches:
        rows.append(Row("", f"or {dispatches}", is_spare=True))
    return rows


def _known(number: int | None) -> str:
    return UNKNOWN if number is None else f"{number:,}"


def _check_button(ink: Ink, state: UiState, rect: Rect, y: float) -> UiState:
    """Draw the button that checks a large sort for lost elements."""
    width, height = button_width(ink, CHECK), CHECK_HEIGHT * ink.unit
    place = Rect(rect.right - width, y - height / 2, width, height)
    is_pressed = button(ink, "check", place, CHECK)
    return replace(state, asks_check=True) if is_pressed else state
