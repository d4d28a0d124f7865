"""The keyboard's way through the controls: Tab, Enter and Esc."""

from collections.abc import Callable

import pytest
from imgui_bundle import imgui

from bitonic_scope.ui.focus import Focus

Draw = Callable[[Focus], set[str]]  # returns the controls that Enter presses


def three(focus: Focus) -> set[str]:
    """Draw three controls."""
    return drawn(focus, "one", "two", "three")


def with_list(focus: Focus) -> set[str]:
    """Draw the same under an open list of two rows."""
    pressed = three(focus)
    with focus.layer():
        return pressed | drawn(focus, "row a", "row b")


def drawn(focus: Focus, *names: str) -> set[str]:
    for name in names:
        focus.note(name)
    return {name for name in names if focus.presses(name)}


@pytest.fixture
def focus(io: imgui.IO) -> Focus:
    focus = Focus()
    frame(focus, three)
    return focus


def frame(focus: Focus, draw: Draw) -> set[str]:
    """Run a frame; return the controls that Enter presses in it."""
    imgui.new_frame()
    focus.begin()
    pressed = draw(focus)
    focus.end()
    imgui.end_frame()
    return pressed


def tap(io: imgui.IO, focus: Focus, draw: Draw, key: imgui.Key, *, shift: bool = False) -> set[str]:
    """Press and release a key; return the controls that are pressed by it."""
    io.add_key_event(imgui.Key.mod_shift, shift)
    io.add_key_event(key, True)
    pressed = frame(focus, draw) | frame(focus, draw)
    io.add_key_event(key, False)
    io.add_key_event(imgui.Key.mod_shift, False)
    return pressed | frame(focus, draw) | frame(focus, draw)


def test_tab_goes_through_all_in_the_order_of_drawing_and_round(io: imgui.IO, focus: Focus) -> None:
    names = []
    for _ in range(4):
        tap(io, focus, three, imgui.Key.tab)
        names.append(focus.name)
    assert names == ["one", "two", "three", "one"]
    tap(io, focus, three, imgui.Key.tab, shift=True)
    assert focus.name == "three"
    assert focus.is_shown


def test_enter_presses_the_control_and_esc_lets_go(io: imgui.IO, focus: Focus) -> None:
    assert tap(io, focus, three, imgui.Key.enter) == set()
    for _ in range(2):
        tap(io, focus, three, imgui.Key.tab)
    assert tap(io, focus, three, imgui.Key.enter) == {"two"}
    tap(io, focus, three, imgui.Key.escape)
    assert not focus.is_shown
    assert tap(io, focus, three, imgui.Key.enter) == set()


def test_a_key_of_the_focus_is_for_nothing_else(io: imgui.IO, focus: Focus) -> None:
    used = []
    for key in (imgui.Key.enter, imgui.Key.tab, imgui.Key.enter, imgui.Key.space):
        io.add_key_event(key, True)
        imgui.new_frame()
        focus.begin()
        used.append(focus.has_used_key)
        three(focus)
        focus.end()
        imgui.end_frame()
        io.add_key_event(key, False)
        frame(focus, three)
    assert used == [False, True, True, False]


def test_an_open_list_keeps_the_focus_until_it_closes(io: imgui.IO, focus: Focus) -> None:
    tap(io, focus, three, imgui.Key.tab)
    frame(focus, with_list)
    names = []
    for key in (imgui.Key.tab, imgui.Key.down_arrow, imgui.Key.down_arrow, imgui.Key.up_arrow):
        tap(io, focus, with_list, key)
        names.append(focus.name)
    assert names == ["row a", "row b", "row a", "row b"]
    assert tap(io, focus, with_list, imgui.Key.enter) == {"row b"}
    frame(focus, three)
    assert focus.name == "one"


def test_a_click_hides_the_ring_and_tab_goes_on_from_there(io: imgui.IO, focus: Focus) -> None:
    tap(io, focus, three, imgui.Key.tab)
    io.add_mouse_pos_event(5, 5)
    io.add_mouse_button_event(0, True)
    frame(focus, three)
    frame(focus, three)
    assert not focus.is_shown
    io.add_mouse_button_event(0, False)
    frame(focus, three)
    focus.take("two")
    tap(io, focus, three, imgui.Key.tab)
    assert focus.name == "three"
