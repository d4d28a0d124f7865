"""Every letter in the window is large enough for the last row, and dark or light enough."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import moderngl
import pytest
from pyglet.window import key as symbols

from bitonic_scope.model.look import Theme, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.theme import EM
from bitonic_scope.views.palette import PALETTES
from tests.support.pilot import Pilot
from tests.support.type_on_screen import contrast, letters

SIZES = [(1280, 720), (1024, 600), (800, 600), (800, 1000)]
MIN_TEXT_CONTRAST, MIN_EDGE_CONTRAST = 4.5, 3.0
MOST_LETTERS_PART = 50  # ems in the height of the window
ROUNDING = 0.5  # pixels

Deed = Callable[[Pilot], None]


def start(pilot: Pilot) -> None:
    pilot.key(symbols.RIGHT)


def point_at_a_pass(pilot: Pilot) -> None:
    pilot.session.input.mouse_position(*pilot.middle_of("strip"))
    pilot.frames(3)


def refuse_a_seed(pilot: Pilot) -> None:
    pilot.key(symbols.S, text="s")
    pilot.type_text("x")
    pilot.key(symbols.RETURN, text="\r")


def refuse_a_position(pilot: Pilot) -> None:
    pilot.key(symbols.G, text="g")
    pilot.type_text("99")
    pilot.key(symbols.RETURN, text="\r")


def tell(pilot: Pilot) -> None:
    pilot.change(message="a notice over the strip")
    pilot.frames(2)


def at_the_end(pilot: Pilot) -> None:
    pilot.key(symbols.END)
    pilot.settle()


def click(*names: str) -> Deed:
    def deed(pilot: Pilot) -> None:
        for name in names:
            pilot.click(name)

    return deed


SCREENS: dict[str, Deed] = {
    "start": start,
    "elements": click("elements"),
    "data": click("data"),
    "network": click("network"),
    "drawer": click("DRAWER"),
    "format": click("DRAWER", "format"),
    "help": click("HELP"),
    "driver": lambda pilot: pilot.key(symbols.I, text="i"),
    "pass": point_at_a_pass,
    "refused seed": refuse_a_seed,
    "refused position": refuse_a_position,
    "notice": tell,
    "end": at_the_end,
    "triangle": click("triangle heading"),
    "present": lambda pilot: pilot.change(display=DisplaySettings(is_presenting=True)),
}


@pytest.mark.parametrize("theme", Theme)
def test_every_letter_stands_out_from_its_ground(
    ctx: moderngl.Context, tmp_path: Path, theme: Theme
) -> None:
    for name, deed in SCREENS.items():
        display = DisplaySettings(view="both", theme=ThemeChoice(theme))
        with closing(Pilot(ctx, SortSettings(8, 8), tmp_path, size=SIZES[0], display=display)) as p:
            p.settle()
            deed(p)
            p.settle()
            found = letters(p.pixels())
        assert len(found) > 20, name
        for letter in found:
            assert contrast(letter.colour, letter.ground) >= MIN_TEXT_CONTRAST, (name, letter)


@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_smaller_than_a_fiftieth_of_the_height(
    ctx: moderngl.Context, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[float] = set()
    pixels = Ink.pixels

    def note(self: Ink, height: float) -> float:
        used.add(pixels(self, height))
        return pixels(self, height)

    monkeypatch.setattr(Ink, "pixels", note)
    names = ["start", "data", "drawer", "help", "driver", "refused seed", "notice", "present"]
    for name in names:
        display = DisplaySettings(view="both")
        with closing(Pilot(ctx, SortSettings(8, 8), tmp_path, size=size, display=display)) as pilot:
            pilot.settle()
            SCREENS[name](pilot)
            pilot.settle()
    icons = 0.8  # signs as high as capitals, of which a line of that size has room for more
    smallest = size[1] / MOST_LETTERS_PART * EM
    assert min(used) >= icons * smallest - ROUNDING
    labels = sorted(used)[1:]
    assert min(labels) >= smallest - ROUNDING


@pytest.mark.parametrize("theme", Theme)
def test_the_colours_of_a_palette_are_told_apart(theme: Theme) -> None:
    palette = PALETTES[theme]
    grounds = (palette.ground, palette.panel)
    for ground in (*grounds, palette.button):
        assert contrast(palette.text, ground) >= MIN_TEXT_CONTRAST
    for colour in (palette.quiet_text, palette.ascending, palette.descending, palette.pointed):
        for ground in grounds:
            assert contrast(colour, ground) >= MIN_TEXT_CONTRAST
    for ground in grounds:
        assert contrast(palette.edge, ground) >= MIN_EDGE_CONTRAST
        assert contrast(palette.bar, ground) >= MIN_EDGE_CONTRAST
    assert contrast(palette.ground, palette.pointed) >= MIN_TEXT_CONTRAST
