"""The window keeps its choices from one start to the next, and shows its icon."""

import json
from pathlib import Path

import pytest
from Xlib import X

from tests.support.program import run_program
from tests.support.window_driver import running_program
from tests.support.x_display import XDisplay

pytestmark = pytest.mark.display


def kept_by(folder: Path) -> dict[str, object]:
    document = json.loads((folder / "config" / "bitonic-scope" / "window.json").read_text())
    assert isinstance(document, dict)
    return document


def test_theme_speed_and_view_are_as_they_were_left(tmp_path: Path) -> None:
    with XDisplay() as display:
        with running_program(display, tmp_path) as program:
            program.window.key("t")
            program.window.key("plus")
            program.wait_for(0)
        first = kept_by(tmp_path)
        assert (first["theme"], first["passes_per_second"]) == ("dark", 5.0)
        assert first["view"] == "texture"
        with running_program(display, tmp_path) as program:
            _, _, width, height = program.window.geometry()
            assert (width, height) == (first["window_width"], first["window_height"])
            program.window.key("plus")
            program.wait_for(0)
        assert kept_by(tmp_path) == first | {"passes_per_second": 8.0, "knows_flicker": True}


def test_a_damaged_file_ends_no_start(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "bitonic-scope"
    folder.mkdir(parents=True)
    (folder / "window.json").write_text("{")
    with XDisplay() as display, running_program(display, tmp_path) as program:
        program.wait_for(0)
    assert (folder / "window.damaged.json").read_text() == "{"
    assert kept_by(tmp_path)["theme"] == "system"


def test_a_screenshot_neither_reads_nor_changes_what_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "bitonic-scope"
    folder.mkdir(parents=True)
    (folder / "window.json").write_text("{")
    with XDisplay() as display:
        changes: dict[str, str | None] = {
            "DISPLAY": display.name,
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        }
        result = run_program("--screenshot", "a.png", folder=tmp_path, changes=changes)
    assert result.returncode == 0, result.stderr
    assert [path.name for path in folder.iterdir()] == ["window.json"]
    assert (folder / "window.json").read_text() == "{"


def test_the_window_has_its_icon(tmp_path: Path) -> None:
    with XDisplay() as display, running_program(display, tmp_path) as program:
        handle = program.window.handle
        atom = program.window.display.connection.intern_atom("_NET_WM_ICON")
        found = handle.get_full_property(atom, X.AnyPropertyType)
        assert found is not None
        assert list(found.value[:2]) == [16, 16]
        assert len(found.value) == sum(2 + side * side for side in (16, 32, 48, 128, 256))
