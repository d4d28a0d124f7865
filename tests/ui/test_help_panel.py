"""The overlay of keys: each action once, in its group, in a window of any width."""

import pytest
from imgui_bundle import imgui

from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.ui.actions import Action, Group
from bitonic_scope.ui.fonts import load_fonts
from bitonic_scope.ui.layout import Rect, layout
from bitonic_scope.ui.panels import help as help_panel
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import apply_style

OPEN = UiState(SortSettings(), DisplaySettings(help_open=True), Timeline(36))
FRAMES = 4  # until ImGui knows all sizes


def texts_shown(
    io: imgui.IO, monkeypatch: pytest.MonkeyPatch, state: UiState, size: tuple[int, int]
) -> list[str]:
    """Show the overlay in a window of that size; return its texts in the order of drawing."""
    texts: list[str] = []
    text, text_colored = imgui.text, imgui.text_colored

    def note(shown: str) -> None:
        texts.append(shown.strip())
        text(shown)

    def note_colored(colour: imgui.ImVec4, shown: str) -> None:
        texts.append(shown.strip())
        text_colored(colour, shown)

    monkeypatch.setattr(imgui, "text", note)
    monkeypatch.setattr(imgui, "text_colored", note_colored)
    load_fonts()
    scale = layout(*size, ui_scale=1.0, has_message=False).scale
    apply_style(scale)
    io.display_size = imgui.ImVec2(*size)
    for _ in range(FRAMES):
        texts.clear()
        imgui.new_frame()
        assert help_panel.help_overlay(state, Rect(0, 0, *size), scale=scale) == state
        imgui.render()
    return texts


@pytest.mark.parametrize("size", [(1280, 800), (480, 400)])
def test_each_action_stands_once_with_its_keys_under_its_group(
    io: imgui.IO, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    texts = texts_shown(io, monkeypatch, OPEN, size)
    groups: dict[str, list[tuple[str, str]]] = {}
    rows = iter(texts[1:-1])  # without the title and the last line
    for shown in rows:
        if shown in set(Group):
            listed = groups.setdefault(shown, [])
        else:
            listed.append((shown, next(rows)))
    assert groups == {
        group: [(action.keys_text, action.help) for action in Action if action.group is group]
        for group in Group
    }


def test_the_groups_are_move_look_change_and_window_in_the_order_of_the_table() -> None:
    assert list(dict.fromkeys(action.group for action in Action)) == list(Group)
    assert list(Group) == ["Move", "Look", "Change", "Window"]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (3840, 2160)])
def test_a_usual_window_shows_all_keys_at_once(
    io: imgui.IO, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    texts_shown(io, monkeypatch, OPEN, size)
    overlay = imgui.internal.find_window_by_name("help")
    assert (overlay.scroll_max.x, overlay.scroll_max.y) == (0, 0)


def test_a_closed_help_shows_nothing(io: imgui.IO, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = UiState(SortSettings(), DisplaySettings(), Timeline(36))
    assert texts_shown(io, monkeypatch, closed, (1280, 800)) == []
