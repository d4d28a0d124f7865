"""The caption: the pass to come in large type, and under it the reason for that pass."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import floor

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.model.examples import example_of
from bitonic_scope.model.question import Question
from bitonic_scope.model.readout import Progress, Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import BitonicNetwork, Direction
from bitonic_scope.text.captions import caption, end_line, short_caption, why_line
from bitonic_scope.text.positions import position_label
from bitonic_scope.ui.actions import greeting
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.predict import predict_line
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import CAPTION, LABEL, PRESENTED, SECOND
from bitonic_scope.ui.widgets.buttons import button, button_width
from bitonic_scope.views.drawing import Align
from bitonic_scope.views.palette import Colour

SHOW_PROGRESS_AFTER_SECONDS = 0.25  # a bar for shorter work would flicker
CAPTION_Y, CAPTION_LEADING = 5.0, 6.2  # u: the middle of the first line, and between lines
SECOND_GAP, SECOND_LEADING = 6.4, 4.5  # u
PRESENTED_LEADING = 1.2  # of the size
BESIDE_SECOND = 5.0  # u: of the second line beside a square
BESIDE_TOP = 0.25  # of the height beside a square, down to the first line
BESIDE_SHRINK = 0.95  # of both, until they fit
MOST_LINES = 2
PROGRESS_WIDTH = 60.0  # u

Run = tuple[str, Direction | None]


def caption_panel(
    ink: Ink,
    shown: Readout,
    now: Readout,
    state: UiState,
    rect: Rect,
    question: Question | None = None,
) -> UiState:
    """Draw the caption and the line under it; a question or progress replaces that line.

    Args:
        ink: what to draw with.
        shown: the readout of the picture.
        now: the readout of the player, which may be ahead of the picture.
        state: the state that the controls may change.
        rect: the place.
        question: the question about the pass to come; None for none.
    """
    size, lines = _fitting(ink, _longest_captions(shown.network), rect.width, CAPTION)
    y = rect.y + CAPTION_Y * ink.unit
    for line in _lines(ink, ((_caption(shown), None),), rect.width, size, is_medium=True):
        _draw(ink, line, rect.x, y, size, ink.colours.text, is_medium=True)
        y += CAPTION_LEADING * ink.unit
    y = rect.y + (CAPTION_Y + (lines - 1) * CAPTION_LEADING + SECOND_GAP) * ink.unit
    if question is not None:
        return predict_line(ink, question, state, rect, y)
    progress = now.progress
    if progress is not None and progress.elapsed_seconds >= SHOW_PROGRESS_AFTER_SECONDS:
        return _work(ink, progress, now, state, rect, y)
    longest = _longest_reasons(shown.network, shown.settings.order)
    size, _ = _fitting(ink, longest, rect.width, SECOND)
    second = (
        [(greeting(), None)] if state.is_fresh else _second_line(shown, asks=state.display.predicts)
    )
    for line in _lines(ink, tuple(second), rect.width, size):
        _draw(ink, line, rect.x, y, size, ink.colours.quiet_text)
        y += SECOND_LEADING * ink.unit
    return state


def presented_caption(
    ink: Ink, shown: Readout, state: UiState, rect: Rect, question: Question | None = None
) -> UiState:
    """Draw the short caption for a class, centred; a question takes its place."""
    if question is not None:
        return predict_line(ink, question, state, rect, rect.middle[1], CAPTION)
    captions = tuple(short_caption(shown.network, k) for k in _telling_positions(shown.network))
    size, lines = _fitting(ink, captions, rect.width, PRESENTED)
    text = _short_caption(shown)
    size = min(size, rect.height / (PRESENTED_LEADING * lines * ink.unit))
    leading = PRESENTED_LEADING * size * ink.unit
    y = rect.middle[1] - (lines - 1) * leading / 2
    for line in _lines(ink, ((text, None),), rect.width, size, is_medium=True):
        words = "".join(run for run, _ in line).strip()
        colour = ink.colours.text
        ink.text(words, rect.middle[0], y, colour, size, align=Align.MIDDLE, is_medium=True)
        y += leading
    return state


def caption_beside(ink: Ink, shown: Readout, rect: Rect, *, asks: bool) -> None:
    """Draw the short caption and the line under it in large type, beside a square for a class.

    Args:
        ink: what to draw with.
        shown: the readout of the picture.
        rect: the place.
        asks: whether the user is to predict what the pass to come does.
    """
    caption, second = ((_short_caption(shown), None),), tuple(_second_line(shown, asks=asks))
    factor, height = 1.0, float("inf")
    while height > rect.height and PRESENTED * factor > LABEL:
        large, small = PRESENTED * factor, BESIDE_SECOND * factor
        heads = _lines(ink, caption, rect.width, large, is_medium=True)
        lines = _lines(ink, second, rect.width, small)
        heights = PRESENTED_LEADING * (len(heads) * large + len(lines) * small) + small
        height, factor = heights * ink.unit, factor * BESIDE_SHRINK
    y = rect.y + min(BESIDE_TOP * rect.height, rect.height - height)
    y += PRESENTED_LEADING * large * ink.unit / 2
    for line in heads:
        _draw(ink, line, rect.x, y, large, ink.colours.text, is_medium=True)
        y += PRESENTED_LEADING * large * ink.unit
    y += small * ink.unit
    for line in lines:
        _draw(ink, line, rect.x, y, small, ink.colours.quiet_text)
        y += PRESENTED_LEADING * small * ink.unit


def _short_caption(shown: Readout) -> str:
    return short_caption(shown.network, shown.timeline.position, is_sorted=shown.is_sorted)


def lesson_of(settings: SortSettings) -> str:
    """Return the lesson of the example or the kind of data; empty for the user's own data."""
    example = example_of(settings)
    if example is not None:
        return example.lesson
    return settings.data.lesson if settings.own is None else ""


def _caption(shown: Readout) -> str:
    network, position = shown.network, shown.timeline.position
    if position < network.pass_count or network.pass_count == 0:
        return caption(network, position)
    counters = shown.counters
    return end_line(
        network,
        is_sorted=shown.is_sorted,
        exchanges=counters.exchanges if counters else None,
        nothing_lost=counters.nothing_lost if counters else None,
        has_padding=shown.settings.padding_count > 0,
    )


def _second_line(shown: Readout, *, asks: bool) -> Sequence[Run]:
    position, lesson = shown.timeline.position, lesson_of(shown.settings)
    if position == 0 and lesson:
        return [(lesson, None)]
    exchanges = shown.counters.exchanges_to_come if shown.counters else None
    return why_line(shown.network, shown.settings.order, position, exchanges, asks=asks)


def _telling_positions(network: BitonicNetwork) -> range:
    """Return positions in the last two stages and at the end: those with the longest lines."""
    return range(max(network.pass_count - 2 * network.stage_count, 0), network.pass_count + 1)


@lru_cache
def _longest_captions(network: BitonicNetwork) -> tuple[str, ...]:
    comparisons = network.pass_count * network.element_count // 2
    end = end_line(network, is_sorted=True, exchanges=comparisons, nothing_lost=True)
    return (*(caption(network, position) for position in _telling_positions(network)), end)


@lru_cache
def _longest_reasons(network: BitonicNetwork, order: Direction) -> tuple[str, ...]:
    most = max(network.element_count // 2 - 1, 0)
    reasons = (why_line(network, order, k, most) for k in _telling_positions(network))
    lines = ["".join(text for text, _ in runs) for runs in reasons]
    return (*lines, *(kind.lesson for kind in DataKind))


@lru_cache(maxsize=8)
def _fitting(ink: Ink, texts: tuple[str, ...], width: float, size: float) -> tuple[float, int]:
    """Return one size for all lines of a network, so that none jumps, and how many lines it takes.

    The largest size at which all fit in one line; below the size of labels, in two.
    """
    is_medium = size > SECOND
    longest = max(texts, key=lambda text: ink.width(text, size, is_medium=is_medium))
    needed = ink.width(longest, size, is_medium=is_medium)
    smallest, least = SECOND if is_medium else LABEL, int(ink.pixels(LABEL))
    for lines in range(1, MOST_LINES + 1):
        room = width * lines * (1.0 if lines == 1 else 0.9)  # words leave the end of a line empty
        pixels = max(floor(ink.pixels(size) * min(1.0, room / needed)), least)
        # Letters have whole pixels too, so that widths shrink by steps.
        while pixels > least and ink.width(longest, ink.units(pixels), is_medium=is_medium) > room:
            pixels -= 1
        fitting = ink.units(pixels)
        if fitting >= smallest or lines == MOST_LINES:
            break
    return max(fitting, LABEL), lines


@lru_cache(maxsize=64)
def _lines(
    ink: Ink, runs: tuple[Run, ...], width: float, size: float, *, is_medium: bool = False
) -> list[list[Run]]:
    """Return runs of text in lines of that width; each line joins its words of one colour."""
    return [_joined(line) for line in _wrapped(ink, runs, width, size, is_medium=is_medium)]


def _wrapped(
    ink: Ink, runs: Sequence[Run], width: float, size: float, *, is_medium: bool = False
) -> Iterator[list[Run]]:
    """Divide runs of text into lines of words."""
    line: list[Run] = []
    used = ""
    for text, direction in runs:
        for word in _words(text):
            if line and ink.width(used + word.rstrip(), size, is_medium=is_medium) > width:
                yield line
                line, used = [], ""
                word = word.lstrip()
            line.append((word, direction))
            used += word
    yield line


def _words(text: str) -> list[str]:
    """Split a text into words, each with the blanks after it."""
    words = [word + " " for word in text.split(" ")]
    words[-1] = words[-1][:-1]
    return [word for word in words if word]


def _draw(
    ink: Ink,
    line: Sequence[Run],
    x: float,
    y: float,
    size: float,
    colour: Colour,
    *,
    is_medium: bool = False,
) -> None:
    hues = {
        Direction.ASCENDING: ink.colours.ascending,
        Direction.DESCENDING: ink.colours.descending,
        None: colour,
    }
    for text, direction in line:
        x = ink.text(text, x, y, hues[direction], size, is_medium=is_medium)


def _joined(words: Sequence[Run]) -> list[Run]:
    """Join neighbouring words of one colour, so that they are drawn as one text."""
    joined: list[Run] = []
    for text, direction in words:
        if joined and joined[-1][1] is direction:
            joined[-1] = (joined[-1][0] + text, direction)
        else:
            joined.append((text, direction))
    return joined


def _work(
    ink: Ink, progress: Progress, now: Readout, state: UiState, rect: Rect, y: float
) -> UiState:
    """Draw a bar of progress, and a button that stops at the position reached."""
    label = f"{progress.label}: to {position_label(now.network, now.timeline.position)}"
    height = 4.6 * ink.unit
    stop_width = button_width(ink, "Stop here") if progress.reached is not None else 0.0
    bar_width = min(PROGRESS_WIDTH * ink.unit, (rect.width - stop_width) / 2)
    bar = Rect(rect.x, y - 0.6 * ink.unit, bar_width, 1.2 * ink.unit)
    ink.fill(bar, ink.colours.button, radius=0.6)
    ink.fill(bar._replace(width=bar.width * progress.part), ink.colours.bar, radius=0.6)
    x = bar.right + 2 * ink.unit
    if progress.reached is not None:
        place = Rect(x, y - height / 2, stop_width, height)
        if button(ink, "stop here", place, "Stop here"):
            state = _stopped(state, progress.reached)
        x = place.right + 2 * ink.unit
    ink.text(ink.shortened(label, rect.right - x), x, y, ink.colours.quiet_text)
    return state


def _stopped(state: UiState, reached: int) -> UiState:
    return replace(state, timeline=state.timeline.pause().seek(reached))
