"""The keyboard's way: Tab reaches every control once, in reading order, and shows where it is."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui
from numpy.typing import NDArray
from pyglet.window import key as symbols

from bitonic_scope.model.look import Theme, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.ui.ink import RING, Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.widgets.rects import control_rects
from tests.support.pilot import Modifiers, Pilot
from tests.support.type_on_screen import contrast

SIZE = (960, 540)
ZOOMED = SortSettings(128, 128)
MIN_RING_CONTRAST = 3.0
# A control of each kind and on each ground, whose rings are looked at.
SEEN = {
    "data",
    "view both",
    "FIT",
    "path",
    "width",
    "STABLE",
    "ui scale",
    "TO_END",
    "strip",
    "PLAY",
}


@pytest.fixture
def controls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the controls that are given to ImGui, as they come; disabled ones not."""
    names: list[str] = []
    disabled = [False]
    button, text = imgui.invisible_button, imgui.input_text_with_hint
    begin, end = imgui.begin_disabled, imgui.end_disabled

    def note(name: str) -> None:
        if not disabled[-1]:
            names.append(name.removeprefix("##"))

    def noted_button(name: str, *others: Any) -> bool:
        note(name)
        return button(name, *others)

    def noted_text(name: str, *others: Any) -> tuple[bool, str]:
        note(name)
        return text(name, *others)

    def begin_disabled(is_disabled: bool) -> None:
        disabled.append(is_disabled)
        begin(is_disabled)

    def end_disabled() -> None:
        disabled.pop()
        end()

    monkeypatch.setattr(imgui, "invisible_button", noted_button)
    monkeypatch.setattr(imgui, "input_text_with_hint", noted_text)
    monkeypatch.setattr(imgui, "begin_disabled", begin_disabled)
    monkeypatch.setattr(imgui, "end_disabled", end_disabled)
    return names


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    display = DisplaySettings(view="both")
    with closing(Pilot(ctx, ZOOMED, tmp_path, size=SIZE, display=display, position=5)) as pilot:
        pilot.change(zoom=2.0, earlier_seeds=(3,))
        pilot.change(settings=SortSettings(128, 128, seed=2))  # so that undo is possible
        pilot.settle()
        yield pilot


def is_in_list_or_field() -> bool:
    any_list = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level
    return bool(imgui.is_popup_open("", any_list) or imgui.get_io().want_text_input)


@pytest.mark.parametrize("in_drawer", [False, True])
def test_enter_works_every_control_and_esc_leaves_it(pilot: Pilot, in_drawer: bool) -> None:
    display = DisplaySettings(view="both", drawer_open=in_drawer)
    pilot.change(settings=SortSettings(4, 4), display=display)
    pilot.settle()
    before = pilot.session.state
    names = list(walk(pilot))
    if in_drawer:
        names = names[names.index("path") : names.index("strip")]
    for name in names:
        while pilot.focus_name != name:
            press(pilot, symbols.TAB)
        # A slider takes arrows; the view that is on stays on.
        key = symbols.RIGHT if name in ("speed", "ui scale") else symbols.RETURN
        press(pilot, key)
        for _ in range(3):
            pilot.session.tick(1 / 60)
        pilot.settle()
        is_open, has_changed = is_in_list_or_field(), pilot.session.state != before
        assert (is_open or has_changed) == (name != "view both"), name
        if is_open:
            press(pilot, symbols.ESCAPE)
        assert not is_in_list_or_field(), name
        pilot.session.change(before)


def press(pilot: Pilot, symbol: int) -> None:
    """Press and release a key; let the controls see it, without drawing anything."""
    for is_down in (True, False):
        pilot.session.input.key(symbol, is_down=is_down, modifiers=Modifiers())
    while pilot.session.input.has_pending:
        pilot.session.tick(1 / 60)


def walk(pilot: Pilot) -> Iterator[str]:
    """Go round with Tab; yield the controls in the order in which they get the focus."""
    names: list[str] = []
    while True:
        press(pilot, symbols.TAB)
        name = pilot.focus_name
        if name in names[:1]:
            return
        assert name not in names
        names.append(name)
        yield name


def open_pages(pilot: Pilot, page: str) -> None:
    """Open the drawer or a list, with the mouse."""
    if page == "drawer":
        pilot.click("DRAWER")
    elif page != "main":
        pilot.click(page)
    pilot.session.input.mouse_left()
    pilot.frames(3)


@pytest.mark.parametrize("page", ["main", "drawer", "elements", "data", "network"])
def test_tab_reaches_every_control_once_in_reading_order(
    pilot: Pilot, controls: list[str], page: str
) -> None:
    open_pages(pilot, page)
    controls.clear()
    pilot.session.wake()
    pilot.frames(1)
    drawn, places = list(controls), dict(control_rects)
    names = list(walk(pilot))
    if page in ("main", "drawer"):
        assert names == drawn
        assert {"elements", "FIT", "strip", "PLAY", "speed", "position", "PRESENT"} <= set(names)
        assert page == "main" or {"path", "count", "UNDO", "ui scale"} <= set(names)
    else:  # an open list keeps the focus
        assert names == drawn[drawn.index(names[0]) :][: len(names)]
        assert drawn[drawn.index(names[0]) - 1] == page
        assert len(names) >= 4
    for before, after in pairwise(name for name in names if name in places):
        _, _, right, bottom = places[before]
        left, top, _, _ = places[after]
        is_next_column = page == "data" and left > right - 1
        assert left >= right - 1 or top >= bottom - 1 or is_next_column, (before, after)


def contrast_of_ring(before: NDArray[np.uint8], now: NDArray[np.uint8], ring: Rect) -> float:
    """Return the least contrast, of the middles of the four sides of a ring, to what lies beside.

    Only what has changed counts as the ring.
    """
    x, y, near = int(ring.middle[0]), int(ring.middle[1]), range(-3, 4)
    height, width, _ = now.shape
    sides = [[(int(edge) + step, x) for step in near] for edge in (ring.y, ring.bottom)]
    sides += [[(y, int(edge) + step) for step in near] for edge in (ring.x, ring.right)]
    least = 21.0
    for side in sides:
        places = [(row, column) for row, column in side if row < height and column < width]
        colours = [tuple(now[place].tolist()) for place in places]
        changed = [
            c for c, place in zip(colours, places, strict=True) if (before[place] != c).any()
        ]
        contrasts = [contrast(one, other) for one in changed for other in colours]
        least = min(least, max(contrasts, default=0.0))
    return least


@pytest.mark.parametrize("theme", Theme)
def test_the_control_with_the_focus_has_a_ring_that_stands_out(
    pilot: Pilot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    rings: list[Rect] = []
    draw_ring = Ink.ring

    def ring(self: Ink, rect: Rect, *, is_inside: bool = False) -> None:
        rings.append(rect if is_inside else rect.shrunk(-2 * RING * self.unit))
        draw_ring(self, rect, is_inside=is_inside)

    monkeypatch.setattr(Ink, "ring", ring)
    choice = ThemeChoice(theme)
    pilot.change(display=DisplaySettings(view="both", theme=choice, drawer_open=True))
    pilot.settle()
    plain = pilot.pixels()
    rings.clear()
    for name in walk(pilot):
        assert rings, name
        rings.clear()
        if name in SEEN:
            pilot.session.wake()
            pilot.frames(1)
            contrast_seen = contrast_of_ring(plain, pilot.pixels(), rings[0])
            assert contrast_seen >= MIN_RING_CONTRAST, name
