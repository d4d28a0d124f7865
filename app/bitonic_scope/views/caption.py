"""The captions of recorded frames: what was done, what comes next and the settings, in words.

Who sees a frame alone cannot know which pass a caption means: the one that made the picture, or the
one that marks and arrows show. So captions name both.

Pure: shapes in pixels from the top left of the strip under the picture. All captions of a recording
are equally high, so that its frames are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.look import Theme
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import Direction
from bitonic_scope.text.captions import end_line, pass_lines
from bitonic_scope.text.numbers import counted
from bitonic_scope.views.arrangement import RECORDED_MARGIN, recorded_unit
from bitonic_scope.views.drawing import Box, Drawing, Label
from bitonic_scope.views.fonts import LONGEST_TEXT, text_width
from bitonic_scope.views.palette import PALETTES

PASS_SIZE, SETTINGS_SIZE = 3.2, 2.8  # u, of the font
MIN_SIZE = 11.0  # pixels: smaller text cannot be read
LEADING = 1.4  # from line to line, of the size
MIN_WIDTH = 64  # pixels: narrower, a word would take several lines


@dataclass(frozen=True, slots=True)
class Captions:
    """The captions of one recording.

    Attributes:
        settings: what is sorted.
        theme: the colours.
        width: the width of the strip in pixels.
        unit: u, in pixels.
        pass_lines: the number of lines that the longest description of passes takes.
    """

    settings: SortSettings
    theme: Theme
    width: int
    unit: float
    pass_lines: int

    @property
    def height(self) -> int:
        """The height of the strip in pixels, an even number."""
        last = self._settings_top + len(self._settings_lines) * LEADING * self._settings_size
        return 2 * round((last + self._margin) / 2)

    def drawing(self, pass_index: int) -> Drawing:
        """Return the caption of a state as shapes that fill the strip."""
        palette = PALETTES[self.theme]
        drawing: Drawing = [Box(0, 0, self.width, self.height, fill=palette.ground)]
        x, y, size = self._margin, self._margin, self._pass_size
        for line in self._pass_lines(pass_index):
            drawing.append(Label(line, x, y + size / 2, size, palette.text))
            y += LEADING * size
        y, size = self._settings_top, self._settings_size
        for line in self._settings_lines:
            drawing.append(Label(line, x, y + size / 2, size, palette.quiet_text))
            y += LEADING * size
        return drawing

    def _pass_lines(self, pass_index: int) -> list[str]:
        texts = pass_texts(self.settings, pass_index)
        return [line for text in texts for line in _wrapped(text, self._room, self._pass_size)]

    @property
    def _margin(self) -> float:
        return RECORDED_MARGIN * self.unit

    @property
    def _room(self) -> float:
        return min(self.width - 2 * self._margin, LONGEST_TEXT)

    @property
    def _pass_size(self) -> float:
        return max(PASS_SIZE * self.unit, MIN_SIZE)

    @property
    def _settings_size(self) -> float:
        return max(SETTINGS_SIZE * self.unit, MIN_SIZE)

    @property
    def _settings_top(self) -> float:
        return self._margin + self.pass_lines * LEADING * self._pass_size

    @property
    def _settings_lines(self) -> list[str]:
        return _wrapped(settings_text(self.settings), self._room, self._settings_size)


def captions_for(
    settings: SortSettings, pass_indexes: Sequence[int], theme: Theme, size: tuple[int, int]
) -> Captions:
    """Return the captions of some states, for pictures of a size in pixels.

    Raises:
        ProgramError: the pictures are too narrow for words.
    """
    width, unit = size[0], recorded_unit(size)
    if width < MIN_WIDTH:
        raise ProgramError(
            f"a caption needs a picture at least {MIN_WIDTH} pixels wide, got "
            f"{size[0]}x{size[1]}; try a larger --scale or --picture"
        )
    one = Captions(settings, theme, width, unit, pass_lines=1)
    lines = max(len(one._pass_lines(pass_index)) for pass_index in pass_indexes)
    return Captions(settings, theme, width, unit, pass_lines=lines)


def pass_texts(settings: SortSettings, pass_index: int) -> list[str]:
    """Return the pass done and the pass to come in words, or the end of the sort."""
    network = settings.network
    if pass_index < network.pass_count:
        return pass_lines(network, pass_index)
    line = end_line(
        network,
        is_sorted=None,
        exchanges=None,
        nothing_lost=None,
        has_padding=settings.padding_count > 0,
    )
    return [line]


def settings_text(settings: SortSettings) -> str:
    """Return the settings in words: "256 elements of noise, seed 1, alternating network"."""
    count = counted(settings.real_count, "element")
    parts = [f"{count} of {data_words(settings)}", f"{settings.network_kind} network"]
    return ", ".join([*parts, *unusual_words(settings, "engine")])


def unusual_words(settings: SortSettings, engine: str) -> list[str]:
    """Return order, stability and engine in words, where they differ from the defaults.

    Args:
        settings: the settings.
        engine: what to write before the name of the engine.
    """
    words = []
    if settings.order is Direction.DESCENDING:
        words.append("descending")
    if settings.stable:
        words.append("stable")
    if settings.engine is not EngineName.FRAGMENT:
        words.append(f"{engine} {settings.engine}")
    return words


def data_words(settings: SortSettings) -> str:
    """Return the data in words: "noise, seed 1", or the name of the user's own."""
    if settings.own is not None:
        return settings.own.name
    name = "noise" if settings.data is DataKind.UNIFORM else settings.data.label
    return f"{name}, seed {settings.seed}"


def _wrapped(text: str, room: float, size: float) -> list[str]:
    """Divide a text into lines that fit the room; a word that is longer than a line is broken."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(joined, size) <= room:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, size) > room:
                lines.append("")
            lines[-1] += letter
    return lines
