"""The overlay of keys: each action once, in its group, in a window of any width."""

import pytest
from imgui_bundle import imgui

from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.ui.actions import Action, Group
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.panels.help import HINT, help_overlay
from bitonic_scope.ui.state import UiState
from tests.ui.conftest import MakeInk

OPEN = UiState(SortSettings(), DisplaySettings(help_open=True), Timeline(36))
FRAMES = 4  # until ImGui knows all sizes


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the texts that are drawn, in their order."""
    noted: list[str] = []
    draw = Ink.text

    def note(self: Ink, text: str, *rest: object, **options: object) -> float:
        noted.append(text)
        return draw(self, text, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Ink, "text", note)
    return noted


def show(ink: Ink, state: UiState, texts: list[str]) -> list[str]:
    """Show the overlay; return its texts in the order of drawing."""
    for _ in range(FRAMES):
        texts.clear()
        imgui.new_frame()
        ink.focus.begin()
        assert help_overlay(ink, state) == state
        ink.focus.end()
        imgui.render()
    return texts


@pytest.mark.parametrize("size", [(1280, 800), (480, 400)])
def test_each_action_stands_once_with_its_keys_under_its_group(
    ink_for: MakeInk, texts: list[str], size: tuple[int, int]
) -> None:
    shown = show(ink_for(size), OPEN, texts)
    assert shown[:2] == ["Keys", HINT]
    groups: dict[str, list[tuple[str, str]]] = {}
    rows = iter(shown[3:])  # without the title, the hint and the cross
    for text in rows:
        if text in set(Group):
            listed = groups.setdefault(text, [])
        else:
            listed.append((text, next(rows)))
    assert groups == {
        group: [(action.keys_text, action.help) for action in Action if action.group is group]
        for group in Group
    }


def test_the_groups_are_move_look_change_and_window_in_the_order_of_the_table() -> None:
    assert list(dict.fromkeys(action.group for action in Action)) == list(Group)
    assert list(Group) == ["Move", "Look", "Change", "Window"]


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080), (3840, 2160)])
def test_a_usual_window_shows_all_keys_at_once(
    ink_for: MakeInk, texts: list[str], size: tuple[int, int]
) -> None:
    show(ink_for(size), OPEN, texts)
    overlay = imgui.internal.find_window_by_name("help")
    assert (overlay.scroll_max.x, overlay.scroll_max.y) == (0, 0)


def test_a_closed_help_shows_nothing(ink_for: MakeInk, texts: list[str]) -> None:
    closed = UiState(SortSettings(), DisplaySettings(), Timeline(36))
    assert show(ink_for((1280, 800)), closed, texts) == []
