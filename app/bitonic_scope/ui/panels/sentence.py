"""The settings as a sentence, whose underlined parts open lists."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.sentence_lists import data_list, elements_list, network_list
from bitonic_scope.ui.state import Field, UiState
from bitonic_scope.ui.widgets.buttons import CONTROL_HEIGHT
from bitonic_scope.ui.widgets.lists import link
from bitonic_scope.views.caption import data_words, unusual_words

LEADING = 3.9  # u: between two lines of the sentence
MAX_LINES = 2
MAX_READ_NUMBERS = 16  # of the user's own, that the sentence says one by one
FIELDS = {"elements": (Field.COUNT,), "data": (Field.SEED, Field.PATH)}  # in each list
FIELDS_OF_DRAWER = (Field.COUNT, Field.PATH)  # which has those too


class Words(NamedTuple):
    """A part of the sentence, and the list that it opens; "" for none."""

    text: str
    opens: str = ""


def sentence(settings: SortSettings) -> list[Words]:
    """Return the settings as a sentence: "Sort 256 elements of noise, seed 1 by the ..."."""
    words = [Words("Sort ")]
    if _is_read_out(settings):
        words.append(Words(data_words(settings), "data"))
    else:
        count = counted(settings.real_count, "element")
        words += [Words(count, "elements"), Words(" of "), Words(data_words(settings), "data")]
    words += [Words(" by the "), Words(settings.network_kind, "network")]
    tail = [" network", *unusual_words(settings, "by the engine")]
    return [*words, Words(", ".join(tail))]


def _is_read_out(settings: SortSettings) -> bool:
    own = settings.own
    return own is not None and len(own.name.split()) == own.count <= MAX_READ_NUMBERS


def draw_sentence(
    ink: Ink, words: tuple[Words, ...], readout: Readout, state: UiState, place: Rect
) -> UiState:
    """Draw the sentence in one line or two, around the middle of its place."""
    asked = state.focus
    if state.display.drawer_open and asked in FIELDS_OF_DRAWER:
        asked = None
    lines = _sentence_lines(ink, words, place.width)
    leading = LEADING * ink.unit
    y = place.y - leading * (len(lines) - 1) / 2
    lists = {"elements": elements_list, "data": data_list, "network": network_list}
    for line in lines:
        x = place.x
        for text, opens in line:
            width = ink.width(text)
            if opens:
                height = min(leading, CONTROL_HEIGHT * ink.unit)
                if link(ink, opens, text, x, y, height):
                    imgui.open_popup(f"{opens} list")
                control = Rect(x, y - height / 2, width, height)
                # Where the sentence says each number, it does not say how many there are.
                is_read_out = opens == "data" and _is_read_out(state.settings)
                for name in ("data", "elements") if is_read_out else (opens,):
                    if asked in FIELDS.get(name, ()):
                        imgui.open_popup(f"{name} list")
                    state = lists[name](ink, readout, state, control)
            else:
                ink.text(text, x, y, ink.colours.quiet_text)
            x += width
        y += leading
    return state


@lru_cache(maxsize=8)
def _sentence_lines(ink: Ink, words: tuple[Words, ...], width: float) -> list[list[Words]]:
    """Return the sentence in lines of that width."""
    return list(_lines(ink, _fitted(ink, list(words), width), width))


def _fitted(ink: Ink, words: list[Words], width: float) -> list[Words]:
    """Shorten the name of the data until the sentence fits into its lines."""
    while len(list(_lines(ink, words, width))) > MAX_LINES:
        at = next(number for number, each in enumerate(words) if each.opens == "data")
        shorter = ink.shortened(words[at].text, ink.width(words[at].text) * 0.9)
        if shorter == words[at].text or len(shorter) <= 6:
            break
        words = [*words[:at], words[at]._replace(text=shorter), *words[at + 1 :]]
    return words


def _lines(ink: Ink, words: Sequence[Words], width: float) -> Iterator[list[Words]]:
    """Divide the sentence into lines; a part that opens a list stays whole."""
    line: list[Words] = []
    used = 0.0
    for part in words:
        pieces = [part] if part.opens else [Words(text) for text in _pieces(part.text)]
        for piece in pieces:
            if line and used + ink.width(piece.text.rstrip()) > width:
                yield line
                line, used = [], 0.0
                piece = piece._replace(text=piece.text.lstrip())
            line.append(piece)
            used += ink.width(piece.text)
    yield line


def _pieces(text: str) -> list[str]:
    """Split a text into words, each with the space before it."""
    first, *others = text.split(" ")
    return [word for word in (first, *(f" {other}" for other in others)) if word]
