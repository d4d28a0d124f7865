"""The window's libraries: known names of system libraries first, pyglet's own search for others."""

import sys
from typing import Any

import pyglet
import pytest

from bitonic_scope.errors import ProgramError
from bitonic_scope.window.libraries import UNUSED, prepare_libraries
from bitonic_scope.window.system_libraries import (
    LINUX_LIBRARIES,
    SystemLibrary,
    naming_missing_libraries,
)
from tests.support.missing_libraries import run_without_libraries
from tests.support.program import assert_one_line
from tests.test_imports import run_main


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
    missing = SystemLibrary("libX11.so.does-not-exist", "libx11-6")
    monkeypatch.setitem(LINUX_LIBRARIES, "X11", missing)
    assert find("X11") == "found X11"
    assert asked == ["X11"]


def test_what_is_left_out_gives_nothing_for_any_name() -> None:
    prepare_libraries()
    for name in UNUSED:
        assert sys.modules[name].anything is None


@pytest.mark.skipif(sys.platform != "linux", reason="sonames are a thing of Linux")
@pytest.mark.parametrize(
    ("libraries", "line"),
    [
        ({"GL"}, "libGL.so.1 is missing; try: apt-get install libgl1"),
        ({"X11"}, "libX11.so.6 is missing; try: apt-get install libx11-6"),
        ({"Xrender", "Xi"}, "libXrender.so.1 is missing; try: apt-get install libxrender1"),
        (
            {"X11", "Xrender"},
            "libX11.so.6 and libXrender.so.1 are missing; "
            "try: apt-get install libx11-6 libxrender1",
        ),
    ],
)
def test_a_window_without_a_library_names_it(libraries: set[str], line: str) -> None:
    code = "from bitonic_scope.cli.main import main; raise SystemExit(main([]))"
    done = run_without_libraries(libraries, code)
    assert done.returncode == 1
    assert_one_line(done.stderr)
    assert done.stderr == f"bitonic-scope: {line}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="sonames are a thing of Linux")
def test_the_window_asks_for_a_display_where_only_optional_libraries_are_missing() -> None:
    optional = {name for name, library in LINUX_LIBRARIES.items() if not library.is_needed}
    assert optional == {"Xext", "Xi", "Xinerama", "Xrandr", "Xxf86vm"}
    done = run_without_libraries(optional, run_main())
    assert "missing" not in done.stderr
    assert "display" in done.stderr


def test_an_import_that_fails_for_another_reason_says_so() -> None:
    with pytest.raises(ProgramError, match="cannot be loaded: no such module; try: "):  # noqa: SIM117
        with naming_missing_libraries():
            raise ImportError("no such module")
