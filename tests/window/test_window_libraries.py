"""The window's libraries: known names of system libraries first, pyglet's own search for others."""

import sys
from typing import Any

import pyglet
import pytest

from bitonic_scope.window import libraries as window_libraries
from bitonic_scope.window.libraries import UNUSED, prepare_libraries


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Prepare anew over a search that notes what it is asked for."""
    from pyglet.lib import loader

    names: list[str] = []

    def find_library(name: str) -> str:
        names.append(name)
        return f"found {name}"

    monkeypatch.setattr(loader, "find_library", find_library)
    prepare_libraries()
    return names


def find(name: str) -> Any:
    return pyglet.lib.loader.find_library(name)


@pytest.mark.skipif(sys.platform != "linux", reason="sonames are a thing of Linux")
def test_a_known_library_is_not_searched_for(asked: list[str]) -> None:
    assert find("X11") == "libX11.so.6"
    assert asked == []


def test_any_other_is_searched_for(asked: list[str]) -> None:
    assert find("m") == "found m"
    assert asked == ["m"]


def test_a_known_one_that_is_missing_is_searched_for(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(window_libraries.SONAMES, "X11", "libX11.so.does-not-exist")
    assert find("X11") == "found X11"
    assert asked == ["X11"]


def test_what_is_left_out_gives_nothing_for_any_name() -> None:
    prepare_libraries()
    for name in UNUSED:
        assert sys.modules[name].anything is None
