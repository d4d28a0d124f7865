"""What is loaded for what: quick answers load nothing large, headless hosts load no window."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import ROOT, environment

LARGE = {"numpy", "moderngl", "moderngl_window", "imgui_bundle", "pyglet", "PIL", "tqdm", "psutil"}
NEEDLESS = {"shutil"}  # which argparse would load for the width of the terminal
WINDOW = {"moderngl_window", "imgui_bundle", "pyglet", "app.window", "app.screen", "app.ui"}


def loaded_after(code: str, *, without: set[str] | None = None) -> set[str]:
    """Run Python code in a process of its own, and return the modules that it loads.

    What Python itself or something installed beside loads at its start does not count.

    Args:
        code: one or more lines; it may end with SystemExit.
        without: modules whose import is made to fail.
    """
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        f"sys.modules.update(dict.fromkeys({sorted(without or ())!r}))\n"
        f"try:\n    exec({code!r})\n"
        "except SystemExit as end:\n    print('exit', end.code, file=sys.stderr)\n"
        "after = {name for name, module in sys.modules.items() if module is not None}\n"
        "print('LOADED', *after - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.rpartition("LOADED")[2].split())


def run_main(*arguments: str) -> str:
    return f"from app.cli import main; main({list(arguments)!r})"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["window", "--help"],
        ["record", "--help"],
        ["sort", "--help"],
        ["--size", "3"],
        ["--seed", "abc"],
        ["--at", "99"],
        ["--frames", "3"],
        ["frobnicate"],
        ["sort", "--out", "a.txt"],
    ],
    ids=" ".join,
)
def test_help_and_usage_errors_load_nothing_large(arguments: list[str]) -> None:
    loaded = loaded_after(run_main(*arguments))
    assert "app.cli" in loaded
    assert loaded & (LARGE | NEEDLESS) == set()


@pytest.mark.parametrize("module", ["app.recording.headless", "app.sorting"])
def test_headless_hosts_load_no_window_and_no_controls(module: str) -> None:
    loaded = loaded_after(f"import {module}")
    assert {module, "moderngl", "numpy"} <= loaded
    assert loaded & WINDOW == set()


def test_the_window_loads_no_parts_of_libraries_that_nobody_uses() -> None:
    loaded = loaded_after("from app.cli import _import_window; _import_window()")
    assert {"app.window", "app.screen", "imgui_bundle", "moderngl_window", "pyglet"} <= loaded
    assert loaded & {"asyncio", "ssl", "glm", "PIL", "app.inputs.reading"} == set()


def test_record_runs_where_no_window_library_can_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()  # no folder: the run ends after all is imported and before a context is made
    code = run_main("record", "--size", "1", "--out", str(file))
    loaded = loaded_after(code, without=WINDOW)
    assert "app.recording.recording" in loaded
    assert loaded & (WINDOW | NEEDLESS) == set()


@pytest.mark.parametrize(
    "module",
    [
        "app.settings",
        "app.timeline",
        "app.wording",
        "app.capabilities",
        "app.readout",
        "app.rate_meter",
        "app.network.schedule",
        "app.errors",
        "app.ui.layout",
    ],
)
def test_values_load_nothing_large(module: str) -> None:
    assert loaded_after(f"import {module}") & LARGE == set()


@pytest.mark.parametrize(
    "module", ["app.network.reference", "app.data.distributions", "app.data.texture_layout"]
)
def test_network_and_data_load_numpy_only(module: str) -> None:
    assert loaded_after(f"import {module}") & LARGE == {"numpy"}


def test_importing_the_program_starts_nothing() -> None:
    assert loaded_after("import app") & LARGE == set()
    assert "app.cli" not in loaded_after("import app")
